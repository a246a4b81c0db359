// SPDX-License-Identifier: GPL-2.0-or-later
// flame_deeds.js: what keys and the menu do to a frame of a flame graph: zoom in, show only
// its function, hide it, lead to its callers; and the way from one match of a search to the
// next.
//
//    Enter    zooms, and chooses; a bar of many frames unfolds
//    i, x, k  only this function; without it; its callers
//    n, N     the next match, and the one before
//    w        folds the frames before the first split into one bar, or unfolds them

function referenceTo({ name: text, file })
{
   return { name: text, file };
}

// The function of a frame.
function functionOf(flame, { key })
{
   return flame.graph.tree.names[key].function;
}

// Zooms to a frame, and chooses its function or line.  A bar that stands for many is unfolded
// first.  What lies at the mouse then, nobody has pointed at: keys mean what was chosen.
function enterFrame(page, flame, frame)
{
   const { function: f, line } = flame.graph.tree.names[frame.key];
   flame.current = frame;
   if (boxOf(flame, frame)?.folded)
      return foldFrames(page, flame);
   go(page, { zoom: zoomOf(flame, frame),
              ...f && { chosen: referenceTo(f) },
              ...line && hasAddress(line) && { source: { file: f.file, line: line.number } } });
   flame.hovered = null;
   showFrame(page, flame, flame.current);
}

// Folds the frames before the first split into one bar, or unfolds them.
function foldFrames(page, flame)
{
   flame.unfolded = !flame.unfolded;
   layFlame(page, flame);
   moveTo(page, flame, flame.current);
}

function withoutHidden(page, gone)
{
   return { hidden: orNull(page.state.hidden.filter(one => !sameMember(one, gone))) };
}

// What the menu and its keys do to a frame of a function.
const FRAME_DEEDS = {
   Enter: { title: "Zoom in", act: enterFrame },
   i: { title: "Only this function",
        act: (page, flame, frame) => go(page, { only: referenceTo(functionOf(flame, frame)) }) },
   x: { title: "Hide this function", act: (page, flame, frame) => {
      const gone = referenceTo(functionOf(flame, frame));
      const others = (page.state.hidden ?? []).filter(one => !sameMember(one, gone));
      go(page, { hidden: [...others, gone] });
   } },
   k: { title: "Callers of this function", act: (page, flame, frame) => {
      const f = functionOf(flame, frame);
      go(page, { view: "calls", ...f && { chosen: referenceTo(f) } });
      byId("calls-function").focus();
   } },
};

// Those of a graph with calls, or of a map.
function frameDeeds(hasCalls)
{
   return Object.entries(FRAME_DEEDS).filter(([key]) => key !== "k" || hasCalls);
}

// Does it to the frame at the mouse, or the current one.  Only functions can be hidden, and
// shown alone.
function doToFrame(page, flame, deed)
{
   const frame = flame.hovered ?? flame.current;
   const named = isOfFunction(flame.graph.tree.names[frame.key]);
   if (named || deed !== FRAME_DEEDS.i && deed !== FRAME_DEEDS.x)
      deed.act(page, flame, frame);
}

/*------------------------------------------------------------*/
/*--- Matches                                              ---*/
/*------------------------------------------------------------*/

// The boxes of which a test is true for their frame or one that is folded into them, the
// widest first.
function boxesWith(flame, isOne)
{
   return flame.rows.flat()
      .filter(box => !box.others && (box.folded ?? [box.frame]).some(isOne))
      .sort((a, b) => b.width - a.width || a.row - b.row);
}

function matchingBoxes(flame)
{
   return flame.matching ? boxesWith(flame, ({ key }) => flame.matching[key]) : [];
}

// Goes to another match that is drawn, `step' further; from elsewhere to the first one, or
// back to the last.
function goToMatch(page, flame, step)
{
   const boxes = matchingBoxes(flame);
   const found = boxes.findIndex(({ frame }) => frame === flame.current);
   const at = found < 0 && step < 0 ? 0 : found;
   const next = boxes[(at + step + boxes.length) % boxes.length];
   if (next)
      moveTo(page, flame, next.frame);
}

// After a search, goes to its widest match; after the choice of a function, to its widest
// frame, unless one is the current frame already.
function goToFoundFrame(page, flame, changed)
{
   const isChosen = frame => page.chosen !== null && functionOf(flame, frame) === page.chosen;
   const box = changed.has("query") && flame.matching ? matchingBoxes(flame)[0]
      : changed.has("chosen") && !isChosen(flame.current) ? boxesWith(flame, isChosen)[0] : null;
   if (box)
      moveTo(page, flame, box.frame);
}

// The keys of a view, in addition to Enter and the arrows.
function flameKeys(flames, hasCalls)
{
   const key = (letter, title, act) =>
      ({ key: letter, title, run: page => act(page, flames.get(page)) });
   return [
      ...frameDeeds(hasCalls).filter(([letter]) => letter !== "Enter")
         .map(([letter, deed]) => key(letter, deed.title,
                                      (page, flame) => doToFrame(page, flame, deed))),
      key("n", "Go to the next match of the search", (page, flame) => goToMatch(page, flame, 1)),
      key("N", "Go to the match before", (page, flame) => goToMatch(page, flame, -1)),
      key("w", "Fold or unfold the frames before the first split", foldFrames),
   ];
}
