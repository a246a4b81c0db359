// SPDX-License-Identifier: GPL-2.0-or-later
// flame_walk.js: how one goes through a flame graph by keys and mouse; the line that says
// what a frame is, the menu, and what a screen reader reads.
//
//    arrows   to the frame below, above, beside        click    zooms, and chooses
//    Enter    zooms, and chooses the function          "x"      hides a function
//    Esc      zooms out; then all is shown again       "i"      shows only what it calls

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
   const about = flame.graph.tree.names[frame.key];
   const link = frameLink(page, about);
   flame.title.replaceChildren(name(cutMiddle(about.name, LONGEST_NAME),
                                    { title: visible(about.name) }));
   flame.numbers.replaceChildren(visible(frameText(page, flame, frame)),
                                 ...link ? [", ", link] : []);
}

// Says what is searched for, hidden, and in focus, each with a button that ends it.
function showFlameChoices(page, flame)
{
   const { hidden, only } = page.state;
   const chip = (text, what, change) => make("button",
      { type: "button", title: "Show all again", click: () => go(page, change) },
      text, " ", name(cutMiddle(what, 40), { class: "code" }), " ×");
   flame.choices.replaceChildren(
      ...flame.matching ? [foundFrames(page, flame)] : [],
      ...only === null ? [] : [chip("Only", only, { only: null })],
      ...(hidden ?? []).map(one => chip("Without", one, withoutHidden(page, one))));
}

// "12 frames, 31.2 %".
function foundFrames(page, flame)
{
   const { frames, cost } = countMatches(flame.graph, flame.matching);
   const share = percentText(percentOf(cost, page.flameWeights.total[PROGRAM]));
   return make("span", {}, `${frames === 0 ? "no" : groupDigits(String(frames))} `
      + `frame${frames === 1 ? "" : "s"}${share ? `, ${share}` : ""}`);
}

// For screen readers: the path of the current frame, and what is below it.
function showFramePath(page, flame)
{
   const { graph, current, labels } = flame;
   const path = [];
   for (let frame = current; frame; frame = frame.above)
      path.unshift(frame);
   const item = frame => make("li", {}, labels[frame.key], ": ",
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

// The box of a frame that is drawn.
function boxOf(flame, frame)
{
   return flame.rows.flat().find(box => box.frame === frame) ?? null;
}

function boxesBelow(flame, frame)
{
   const box = boxOf(flame, frame);
   return box ? (flame.rows[box.row + 1] ?? []).filter(other => other.frame.above === frame) : [];
}

// Where an arrow leads to from the current frame.
function frameBeside(flame, key)
{
   const box = boxOf(flame, flame.current);
   const row = box ? flame.rows[box.row] : [];
   const at = row.indexOf(box);
   return { ArrowRight: row[at + 1]?.frame, ArrowLeft: row[at - 1]?.frame,
            ArrowUp: flame.current.above, ArrowDown: boxesBelow(flame, flame.current)[0]?.frame,
   }[key];
}

function moveTo(page, flame, frame)
{
   flame.current = frame;
   const box = boxOf(flame, frame), { scroll, rowHeight } = flame;
   const top = box.row * rowHeight;
   if (top < scroll.scrollTop || top + rowHeight > scroll.scrollTop + scroll.clientHeight)
      scroll.scrollTop = top - scroll.clientHeight / 2;
   paintFlame(page, flame);
   showFrame(page, flame, frame);
   showFramePath(page, flame);
}

// Zooms to a frame, and chooses its function or line.
function enterFrame(page, flame, frame)
{
   const { function: f, line } = flame.graph.tree.names[frame.key];
   flame.current = frame;
   go(page, { zoom: zoomOf(flame, frame),
              ...f && { chosen: { name: f.name, file: f.file } },
              ...line && hasAddress(line) && { source: { file: f.file, line: line.number } } });
}

function withoutHidden(page, gone)
{
   const hidden = page.state.hidden.filter(one => one !== gone);
   return { hidden: hidden.length > 0 ? hidden : null };
}

// What the menu and its keys do to a frame of a function.
const FRAME_DEEDS = {
   Enter: { title: "Zoom in", act: enterFrame },
   i: { title: "Only this function", act: (page, flame, { key }) =>
      go(page, { only: flame.graph.tree.names[key].name, zoom: null }) },
   x: { title: "Hide this function", act: (page, flame, { key }) => {
      const { name: gone } = flame.graph.tree.names[key], hidden = page.state.hidden ?? [];
      go(page, { hidden: [...hidden.filter(one => one !== gone), gone], zoom: null });
   } },
};

// Does it to the frame at the mouse, or the current one.
function doToFrame(page, flame, deed)
{
   const frame = flame.hovered ?? flame.current;
   if (deed === FRAME_DEEDS.Enter || isOfFunction(flame.graph.tree.names[frame.key]))
      deed.act(page, flame, frame);
}

// What steps out of the zoom, then of the focus, then shows what is hidden; null if there
// is nothing.
function stepOutOfFrames({ zoom, only, hidden })
{
   const out = zoom?.slice(0, -1) ?? [];
   return zoom !== null ? { zoom: out.join("") !== "" ? out : null }
      : only !== null ? { only: null } : hidden !== null ? { hidden: null } : null;
}

function onFlameKey(page, flame, event)
{
   const { key } = event;
   const beside = frameBeside(flame, key);
   const out = key === "Escape" ? stepOutOfFrames(page.state) : null;
   if (event.ctrlKey || event.metaKey || event.altKey)
      return;
   if (beside)
      moveTo(page, flame, beside);
   else if (key === "Enter")
      enterFrame(page, flame, flame.current);
   else if (out)
      go(page, out);
   else if (!key.startsWith("Arrow"))
      return;
   event.preventDefault();
}

/*------------------------------------------------------------*/
/*--- Mouse and menu                                       ---*/
/*------------------------------------------------------------*/

// The frame at the mouse, or null.
function frameUnder(flame, event)
{
   const box = flame.canvas.getBoundingClientRect();
   const row = Math.floor((event.clientY - box.top + flame.scroll.scrollTop) / flame.rowHeight);
   return boxAt(flame.rows[row] ?? [], event.clientX - box.left)?.frame ?? null;
}

// Opens the menu of the current frame at a place in the window.
function openFrameMenu(page, flame, left, top)
{
   const { current, menu } = flame;
   const named = isOfFunction(flame.graph.tree.names[current.key]);
   menu.replaceChildren(...Object.entries(FRAME_DEEDS).map(([key, { title, act }]) =>
      make("button", { type: "button", role: "menuitem", disabled: key !== "Enter" && !named,
                       click: () => {
                          menu.hidePopover();
                          flame.canvas.focus();
                          act(page, flame, current);
                       } }, title, " ", make("kbd", {}, key))));
   menu.style.left = `${Math.min(left, innerWidth - 240)}px`;
   menu.style.top = `${Math.min(top, innerHeight - 130)}px`;
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
      flame.hovered = frameUnder(flame, event);
      canvas.style.cursor = flame.hovered ? "pointer" : "";
      showFrame(page, flame, flame.hovered ?? flame.current);
   });
   canvas.addEventListener("mouseleave", () => {
      flame.hovered = null;
      showFrame(page, flame, flame.current);
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
              make("p", { "aria-live": "polite" }, flame.title, flame.numbers), more),
           flame.choices, flame.scroll, flame.path, flame.menu,
           make("p", { class: "spoken", id: `${id}-keys` }, "The arrow keys move, Enter zooms in, "
                + "Escape out; x hides a function, i shows only it.")];
}
