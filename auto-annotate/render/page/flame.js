// SPDX-License-Identifier: GPL-2.0-or-later
// flame.js: the flame graph, and Leaves, which is its inverse, on a canvas.
//
//    parse                                                                        ...
//    self 12 (1.20 %), inclusive 340 (34.0 %), called 5 times, prog.c:4
//    12 frames, 31.2 %   Only parse x   Without malloc x
//    |                            the program                               |
//    |  main                                           |      start          |
//    |  parse                  |  sort                 |
//
// Without contexts, the same draws objects, files, functions and lines.  flame_model.js says
// what is drawn, frames.js where, and flame_walk.js what keys and the mouse do.
//
// Colors: own code has one, libraries are grey.  In a difference red grew, blue shrank,
// and grey is what hardly changed; the width is what a frame costs afterwards.

/*------------------------------------------------------------*/
/*--- The canvas                                           ---*/
/*------------------------------------------------------------*/

// The height of a row, in units of the text's size.
const ROW_HEIGHT = 1.6;

// The most pixels of rows on paper: browsers draw no larger canvas.
const MOST_ON_PAPER = 8000;

// What changed less, as a share of its frame, did not change.
const LEAST_CHANGE = 0.005;

// The colors of the style.
function flameColors(canvas)
{
   const style = getComputedStyle(canvas);
   return Object.assign(name => style.getPropertyValue(`--${name}`),
                        { font: `${style.fontSize} ${style.fontFamily}`,
                          size: parseFloat(style.fontSize) });
}

// The name of a frame's color.
function frameColor(page, flame, frame)
{
   const { color, sure } = flame.graph.tree.names[frame.key];
   if (!page.profile.difference)
      return color;
   const change = changeOf(flame.graph, frame);
   const share = change / (frame.total || Math.abs(change));
   if (!(Math.abs(share) >= LEAST_CHANGE)
       || isNoise(page, page.event, { [page.event]: change }, sure))
      return "library";
   const level = Math.min(8, Math.ceil(8 * Math.sqrt(Math.abs(share))));
   return `${share > 0 ? "more" : "less"}-${level}`;
}

// Sets the size of the canvas to what is in sight of the rows, in pixels of the screen;
// on paper, that is all.
function sizeCanvas(flame)
{
   const { scroll, canvas, rows } = flame;
   const height = rows.length * flame.rowHeight;
   flame.sheet.style.height = `${height}px`;
   const seen = Math.min(height, matchMedia("print").matches ? MOST_ON_PAPER : scroll.clientHeight);
   const ratio = devicePixelRatio || 1;
   canvas.style.width = `${flame.width}px`;
   canvas.style.height = `${seen}px`;
   canvas.width = Math.round(flame.width * ratio);
   canvas.height = Math.round(seen * ratio);
   flame.pen.setTransform(canvas.width / flame.width, 0, 0, canvas.height / (seen || 1), 0, 0);
}

// What of a text there is room for.
function fittingText(text, room, charWidth)
{
   const chars = Math.floor(room / charWidth);
   return text.length <= chars ? text : chars < 3 ? "" : `${text.slice(0, chars - 1)}…`;
}

// The name of the color that frames a box, or null: the current one if the keys go there or a
// search has led to it, those of the chosen function, and matches that are too narrow for a
// text.
function markOf(page, flame, { frame, folded }, text)
{
   const { graph: { tree: { names } }, matching, current, canvas } = flame;
   const isChosen = ({ key }) => isOfFunction(names[key]) && names[key].function === page.chosen;
   const isMatch = ({ key }) => matching?.[key];
   const all = folded ?? [frame];
   return frame === current && (document.activeElement === canvas || all.some(isMatch)) ? "ink"
      : page.chosen && all.some(isChosen) || text === "" && all.some(isMatch) ? "focus"
      : null;
}

// The text of a box.
function boxLabel({ labels, rootLabel }, { frame, folded, others })
{
   const label = one => one.above ? labels[one.key] : rootLabel;
   return others ? "(others)" : !folded ? label(frame)
      : `${folded.length} frames: ${label(folded[0])} … ${label(frame)}`;
}

function paintBox(page, flame, box, top, colors)
{
   const { pen, matching, rowHeight } = flame;
   const { frame, left, width, folded, others } = box;
   const isMatch = !matching || (folded ?? [frame]).some(({ key }) => matching[key]);
   const inner = width > 3 ? width - 1 : 0.75 * width;

   pen.globalAlpha = isMatch && !(matching && others) ? 1 : 0.4;
   pen.fillStyle = colors(others ? "others" : frameColor(page, flame, frame));
   pen.fillRect(left, top, inner, rowHeight - 1);
   const text = width > 20 ? fittingText(boxLabel(flame, box), inner - 6, flame.charWidth)
                           : "";
   if (text) {
      pen.fillStyle = colors("ink");
      pen.fillText(text, left + 3, top + rowHeight / 2, inner - 4);
   }
   const mark = others ? null : markOf(page, flame, box, text);
   if (mark) {
      pen.globalAlpha = 1;
      pen.strokeStyle = colors(mark);
      pen.lineWidth = 2;
      pen.strokeRect(left + 1, top + 1, Math.max(inner - 2, 1), rowHeight - 3);
   }
}

function paintFlame(page, flame)
{
   const { pen, rows, rowHeight, scroll, canvas } = flame;
   const colors = flameColors(canvas);
   const from = matchMedia("print").matches ? 0 : scroll.scrollTop;
   const last = Math.ceil((from + canvas.clientHeight) / rowHeight);

   pen.clearRect(0, 0, flame.width, canvas.clientHeight);
   pen.font = colors.font;
   pen.textBaseline = "middle";
   for (let row = Math.floor(from / rowHeight); row < Math.min(last, rows.length); row++)
      for (const box of rows[row])
         paintBox(page, flame, box, row * rowHeight - from, colors);
   pen.globalAlpha = 1;
}

// Lays out the frames in the width that there is, and draws them.
function layFlame(page, flame)
{
   const { size, font } = flameColors(flame.canvas);
   flame.width = flame.scroll.clientWidth;
   flame.rowHeight = Math.round(size * ROW_HEIGHT);
   const fold = !flame.unfolded && !flame.inverse && page.profile.contexts !== null;
   flame.rows = layFrames(flame.graph, flame.zoomed, flame.width, fold);
   flame.current = boxOf(flame, flame.current)?.frame ?? flame.zoomed;
   flame.pen.font = font;
   flame.charWidth = flame.pen.measureText("m").width;
   sizeCanvas(flame);
   paintFlame(page, flame);
}

/*------------------------------------------------------------*/
/*--- The views                                            ---*/
/*------------------------------------------------------------*/

// Makes the elements of a view.
function startFlame(page, element, inverse)
{
   const title = inverse ? "Leaves: functions by what they cost themselves, and who called them"
      : page.profile.contexts ? "Flame graph: functions, and what they called"
      : "Map: objects, files, functions and lines";
   const canvas = make("canvas", { tabindex: "0", role: "application", "aria-label": title,
      "aria-describedby": `${element.id}-keys` });
   const sheet = make("div", {}, canvas);
   const flame = { inverse, canvas, sheet, pen: canvas.getContext("2d"), width: 0,
                   scroll: make("div", { class: "graph" }, sheet) };
   const labels = flameTree(page).names.map(({ label, name: text }) =>
      visible(cutMiddle(label ?? text, LONGEST_NAME)));
   Object.assign(flame, { labels, graph: null, zoomed: null, current: null, matching: null,
                          unfolded: false, pointer: null });
   element.classList.add("flame");
   element.replaceChildren(make("h2", { class: "spoken" }, title),
      ...startFlameWalk(page, flame, element.id));
   watchFlame(page, flame);
   return flame;
}

// Draws again what the window, the theme or the paper changes.
function watchFlame(page, flame)
{
   const again = () => {
      if (flame.graph && flame.scroll.clientWidth > 0)
         layFlame(page, flame);
   };
   new ResizeObserver(again).observe(flame.scroll);
   addEventListener("resize", again);
   for (const media of ["(prefers-color-scheme: dark)", "print"])
      matchMedia(media).addEventListener("change", again);
   flame.scroll.addEventListener("scroll", () => paintFlame(page, flame));
   for (const kind of ["focus", "blur"])
      flame.canvas.addEventListener(kind, () => paintFlame(page, flame));
}

function drawFlame(page, flame, changed)
{
   const changes = members => members.some(member => changed.has(member));
   if (!changes(["event", "hidden", "only", "zoom", "query", "chosen"]))
      return;
   updateGraph(page, flame);
   if (changes(["query"]))
      flame.matching = matchingKeys(page, flame.graph.tree);
   const found = zoomedFrame(flame, page.state.zoom), zoomed = found ?? flame.graph.root;
   flame.lost = found === null;
   if (zoomed !== flame.zoomed)
      flame.current = flame.zoomed = zoomed;
   layFlame(page, flame);
   if (changes(["zoom"]))
      scrollToFrame(flame, flame.current);
   goToFoundFrame(page, flame, changed);
   showFlameChoices(page, flame);
   showHovered(page, flame);
   showFramePath(page, flame);
}

function addFlameView(view, inverse)
{
   const flames = new Map();
   addView({ ...view, tab: true, keys: flameKeys(flames, view.id !== "map"),
             start: (page, element) => flames.set(page, startFlame(page, element, inverse)),
             draw: (page, changed) => drawFlame(page, flames.get(page), changed) });
}

addFlameView({ id: "flame", title: "Flame", key: "f",
               available: page => page.profile.contexts !== null }, false);
addFlameView({ id: "map", title: "Map", key: "f",
               available: page => page.profile.contexts === null }, false);
addFlameView({ id: "leaves", title: "Leaves", key: "l",
               available: page => page.profile.contexts !== null }, true);
