// SPDX-License-Identifier: GPL-2.0-or-later
// flame_walk.js: how one goes through a flame graph by keys and mouse; the line that says
// what a frame is, the menu, and what a screen reader reads.
//
//    arrows   to the frame below, above, beside        click    as Enter: see flame_deeds.js
//    Esc      undoes a step: see undo.js               "0"      shows all again

/*------------------------------------------------------------*/
/*--- The line above, and the list                         ---*/
/*------------------------------------------------------------*/

// The link to the source of a frame, or null.
function frameLink(page, { function: f, line })
{
   const target = line ?? (f && hottestLineOf(page, f));
   return target && hasAddress(target)
      ? lineLink(target.source.name, target.number,
                 name(`${baseName(target.source.name)}:${target.number}`)) : null;
}

// Says in the line above the graph what a frame is.
function showFrame(page, flame, frame)
{
   const about = flame.graph.tree.names[frame.key], { folded } = boxOf(flame, frame) ?? {};
   const link = frameLink(page, about), title = frameName(page, flame, frame);
   const all = costEverywhere(page, flame, frame);
   flame.title.replaceChildren(name(cutMiddle(title, LONGEST_NAME), { title: visible(title) }),
      ...all ? [make("small", {}, ` everywhere ${all}, here:`)] : []);
   flame.numbers.replaceChildren(visible(frameText(page, flame, frame)),
      ...folded ? [`, the last of ${folded.length} frames: a click unfolds them`] : [],
      ...link ? [", ", link] : []);
}

// Says what the rest of a row is.
function showOthers(page, flame, { width })
{
   const cost = Math.round(width / flame.width * flame.zoomed.total);
   flame.title.replaceChildren("(others)");
   flame.numbers.replaceChildren(`${page.profile.events[page.event].name} `
      + `${costOfFrame(page, cost)}: functions that cost too little to be drawn`);
}

// Says what is searched for, hidden, and in focus, each with a button that ends it; and a
// zoom that is not in this graph.
function showFlameChoices(page, flame)
{
   const { hidden, only } = page.state;
   const chip = (text, what, change) => make("button",
      { type: "button", title: "Show all again", click: () => go(page, change) },
      text, " ",
      name(cutMiddle(what.name, 40), { class: "code", title: visible(what.file) }), " ×");
   flame.choices.replaceChildren(
      ...flame.lost ? [make("span", {}, "Not in this graph: ",
         name(cutMiddle(page.state.zoom.filter(part => part).join(" → "), LONGEST_NAME)))] : [],
      ...flame.matching ? foundFrames(page, flame) : [],
      ...only === null ? [] : [chip("Only", only, { only: null })],
      ...(hidden ?? []).map(one => chip("Without", one, withoutHidden(page, one))));
}

// What of the matches is not to be seen, as a text.
function unseenMatches(page, frames, drawn)
{
   return frames > 0 ? drawn === 0 ? ", none in what is drawn" : ""
      : isInlinedMatch(page) ? ": inlined, and part of the frames of its callers" : "";
}

// "12 frames, 31.2 %", and buttons that lead from one to the next.
function foundFrames(page, flame)
{
   const { frames, cost } = countMatches(flame.graph, flame.matching);
   const share = percentText(percentOf(cost, page.flameWeights.total[PROGRAM]));
   const drawn = matchingBoxes(flame).length;
   const step = (title, key, by) => make("button", { type: "button", title: `Key: ${key}`,
      click: () => goToMatch(page, flame, by) }, title);
   return [make("span", {}, `${frames === 0 ? "no" : groupDigits(String(frames))} `
              + `frame${frames === 1 ? "" : "s"}${share ? `, ${share}` : ""}`
              + unseenMatches(page, frames, drawn)),
           ...drawn > 1 ? [step("Next", "n", 1), step("Before", "N", -1)] : []];
}

// For screen readers: the path of the current frame, and what is below it.
function showFramePath(page, flame)
{
   const { graph, current, labels } = flame;
   const path = [];
   for (let frame = current; frame; frame = frame.above)
      path.unshift(frame);
   const item = frame => make("li", {}, frame.above ? labels[frame.key] : flame.rootLabel, ": ",
                              costOfFrame(page, Math.round(frame.total)));
   flame.path.replaceChildren(
      make("p", {}, "The frame and what it is in"), make("ol", {}, ...path.map(item)),
      ...boxesBelow(flame, current).length === 0 ? []
         : [make("p", {}, flame.inverse ? "Called by" : "Below it"),
            make("ul", {}, ...boxesBelow(flame, current).map(box => item(box.frame)))]);
}

/*------------------------------------------------------------*/
/*--- Keys                                                 ---*/
/*------------------------------------------------------------*/

// The box of a frame that is drawn, perhaps with others.
function boxOf(flame, frame)
{
   return flame.rows.flat().find(box => !box.others && (box.frame === frame
                                                        || box.folded?.includes(frame))) ?? null;
}

function boxesBelow(flame, frame)
{
   const box = boxOf(flame, frame);
   return box ? (flame.rows[box.row + 1] ?? []).filter(other => other.above === box
                                                                && !other.others) : [];
}

// Where an arrow leads to from the current frame.
function frameBeside(flame, key)
{
   const box = boxOf(flame, flame.current);
   const row = box ? flame.rows[box.row] : [];
   const at = row.indexOf(box);
   return { ArrowRight: row[at + 1]?.frame, ArrowLeft: row[at - 1]?.frame,
            ArrowUp: box?.above?.frame, ArrowDown: boxesBelow(flame, flame.current)[0]?.frame,
   }[key];
}

// Scrolls a frame into view.
function scrollToFrame(flame, frame)
{
   const { scroll, rowHeight } = flame, top = boxOf(flame, frame).row * rowHeight;
   if (top < scroll.scrollTop || top + rowHeight > scroll.scrollTop + scroll.clientHeight)
      scroll.scrollTop = top - scroll.clientHeight / 2;
}

// Makes a frame the current one; the mouse has to move before it is that of the keys again.
function moveTo(page, flame, frame)
{
   flame.current = boxOf(flame, frame).frame;
   flame.hovered = flame.pointer = null;
   scrollToFrame(flame, frame);
   paintFlame(page, flame);
   showFrame(page, flame, frame);
   showFramePath(page, flame);
}

function onFlameKey(page, flame, event)
{
   const { key } = event;
   const beside = frameBeside(flame, key);
   if (event.ctrlKey || event.metaKey || event.altKey)
      return;
   if (beside)
      moveTo(page, flame, beside);
   else if (key === "Enter")
      enterFrame(page, flame, flame.current);
   else if (!key.startsWith("Arrow"))
      return;
   event.preventDefault();
}

/*------------------------------------------------------------*/
/*--- Mouse and menu                                       ---*/
/*------------------------------------------------------------*/

// The box at the mouse, or null.
function boxUnder(flame, { clientX, clientY })
{
   const place = flame.canvas.getBoundingClientRect();
   const row = Math.floor((clientY - place.top + flame.scroll.scrollTop) / flame.rowHeight);
   return boxAt(flame.rows[row] ?? [], clientX - place.left);
}

function frameUnder(flame, event)
{
   const box = boxUnder(flame, event);
   return box && !box.others ? box.frame : null;
}

// Shows what is at the mouse, if that is on the canvas; otherwise the current frame.
function showHovered(page, flame)
{
   const { pointer, canvas, current } = flame, box = pointer && boxUnder(flame, pointer);
   flame.hovered = pointer && frameUnder(flame, pointer);
   canvas.style.cursor = flame.hovered ? "pointer" : "";
   if (box?.others)
      showOthers(page, flame, box);
   else
      showFrame(page, flame, flame.hovered ?? current);
}

// Opens the menu of the current frame at a place in the window.
function openFrameMenu(page, flame, left, top)
{
   const { current, menu } = flame;
   const named = isOfFunction(flame.graph.tree.names[current.key]);
   menu.replaceChildren(...frameDeeds(page.profile.hasCalls).map(([key, { title, act }]) =>
      make("button", { type: "button", role: "menuitem", disabled: key !== "Enter" && !named,
                       click: () => {
                          menu.hidePopover();
                          flame.canvas.focus();
                          act(page, flame, current);
                       } }, title, " ", make("kbd", {}, key))));
   menu.style.left = `${Math.min(left, innerWidth - 280)}px`;
   menu.style.top = `${Math.min(top, innerHeight - 160)}px`;
   menu.showPopover();
   menu.firstChild.focus();
}

// The arrow keys go through the menu.
function onMenuKey(event)
{
   const step = { ArrowDown: "nextSibling", ArrowUp: "previousSibling" }[event.key];
   if (step) {
      document.activeElement[step]?.focus();
      event.preventDefault();
   }
   event.stopPropagation();
}

function listenToMouse(page, flame)
{
   const { canvas } = flame;
   canvas.addEventListener("mousemove", event => {
      flame.pointer = { clientX: event.clientX, clientY: event.clientY };
      showHovered(page, flame);
   });
   canvas.addEventListener("mouseleave", () => {
      flame.pointer = null;
      showHovered(page, flame);
   });
   canvas.addEventListener("click", event => {
      const frame = frameUnder(flame, event);
      if (frame)
         enterFrame(page, flame, frame);
   });
   canvas.addEventListener("contextmenu", event => {
      // The menu key has no place.
      const frame = event.button === 2 ? frameUnder(flame, event) : flame.current;
      if (frame) {
         event.preventDefault();
         moveTo(page, flame, frame);
         openFrameMenu(page, flame, event.clientX, event.clientY);
      }
   });
}

// Makes what is around the canvas.
function startFlameWalk(page, flame, id)
{
   const more = make("button", { type: "button", "aria-haspopup": "menu",
      "aria-label": "Menu of this frame", click: () => {
         const { left, bottom } = more.getBoundingClientRect();
         openFrameMenu(page, flame, left, bottom);
      } }, "⋯");
   Object.assign(flame, {
      choices: make("p", { class: "choices", role: "status" }),
      title: make("strong", { class: "code" }), numbers: make("span", {}),
      path: make("div", { class: "spoken", id: `${id}-path` }),
      menu: make("div", { popover: "auto", role: "menu", class: "menu",
                          "aria-label": "What to do with a frame", keydown: onMenuKey }) });
   flame.canvas.addEventListener("keydown", event => onFlameKey(page, flame, event));
   listenToMouse(page, flame);
   return [make("div", { class: "frame" },
              make("p", { "aria-live": "polite" }, flame.title, flame.numbers),
              flameLegend(page), more),
           // Below the graph, so that it does not move under the mouse.
           flame.scroll, flame.choices, flame.path, flame.menu,
           make("p", { class: "spoken", id: `${id}-keys` }, "The arrow keys move, Enter zooms in, "
                + "Escape undoes that; x hides a function, i shows only it, k its callers.")];
}

// Says what the colors are.
function flameLegend(page)
{
   const colors = page.profile.difference
      ? { "more-6": "more", "less-6": "less", library: "as before" }
      : { own: "own code", library: "libraries" };
   return make("p", { class: "colors" }, ...Object.entries(colors).map(([color, text]) =>
      make("span", {}, make("i", { class: `color-${color}` }), text)));
}
