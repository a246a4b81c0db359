// SPDX-License-Identifier: GPL-2.0-or-later
// frames.js: which frames a flame graph has, how wide they are, and where.
//
//    frame     all contexts with the same names up to the root: what one sees as one box
//    box       a frame that is at least a pixel wide, and its place; or a chain of frames of
//              which each calls hardly anything but the next: they are folded into one box
//
//    Flame                            Leaves: the same contexts, by what they cost themselves
//
//    |        program        |        |        program        |
//    |     main      | start |        | next | main   | parse |
//    | parse  | next |                | main |        | main  |
//
// A frame is {key, above, total, members, origins, below, least}: `members' are its contexts;
// of a frame in Leaves, `origins' are the leaves whose cost that is, one for each member.
// `below' has only the frames that cost at least `least', so a graph takes as much time as
// there is to see of it.

function newFrame(key, above, total, members, origins)
{
   return { key, above, total, members, origins, below: null };
}

// Calls visit(member, origin) for all that is below a frame.
function visitBelow({ first, children, up, self, inverse }, { members, origins }, visit)
{
   if (!inverse)
      for (const member of members)
         for (let c = first[member]; c < first[member + 1]; c++)
            visit(children[c], NOWHERE);
   else if (origins === null) {
      for (let i = 1; i < up.length; i++)
         if (up[i] !== NOWHERE && self[i] > 0)
            visit(i, i);
   } else
      for (let j = 0; j < members.length; j++)
         if (up[members[j]] > PROGRAM)
            visit(up[members[j]], origins[j]);
}

// What the functions below a frame cost there: the sums, by key, are in graph.sums.
// Returns the keys.
function sumBelow(graph, frame)
{
   const { sums, tree: { key }, self, total, inverse } = graph, keys = [];
   visitBelow(graph, frame, (member, origin) => {
      const k = key[member];
      if (sums[k] === NOWHERE) {
         sums[k] = 0;
         keys.push(k);
      }
      sums[k] += inverse ? self[origin] : total[member];
   });
   return keys;
}

// The frames below one that cost at least so much, and perhaps others: the widest first.
function framesBelow(graph, frame, least = 0)
{
   if (frame.below && frame.least <= least)
      return frame.below;
   const { sums, slots, tree: { key }, inverse } = graph;
   const keys = sumBelow(graph, frame), found = [];
   for (const k of keys)
      if (sums[k] >= least)
         found.push(slots[k] = newFrame(k, frame, sums[k], [], inverse ? [] : null));
   if (found.length > 0)
      visitBelow(graph, frame, (member, origin) => {
         slots[key[member]]?.members.push(member);
         slots[key[member]]?.origins?.push(origin);
      });
   for (const k of keys) {
      sums[k] = NOWHERE;
      slots[k] = null;
   }
   frame.least = least;
   return frame.below = found.sort((a, b) => b.total - a.total || a.key - b.key);
}

// How much of what a frame costs is new.
function changeOf(graph, frame)
{
   const { change, first, children, focus } = graph;
   if (frame.change === undefined && !frame.above && focus !== null)
      frame.change = framesBelow(graph, frame).reduce((sum, one) => sum + changeOf(graph, one), 0);
   if (frame.change === undefined) {
      frame.change = 0;
      for (const i of frame.origins ?? frame.members) {
         frame.change += change[i];
         for (let c = first[i]; frame.origins && c < first[i + 1]; c++)
            frame.change -= change[children[c]];
      }
   }
   return frame.change;
}

// The names of a frame from the root on, without that: ids, if there are such.
function pathOf(graph, frame)
{
   const path = [];
   for (; frame.above; frame = frame.above) {
      const { id, name } = graph.tree.names[frame.key];
      path.unshift(id ?? name);
   }
   return path;
}

// Whether a part of a path, of this program or another build, means what has this name.  Only
// the id means one of several with that.
function isMeant({ id = null, name }, part)
{
   return id === part || name === part
      || (id ?? name) === name && part.startsWith(`${name}@`);
}

// The keys that a part of a path can mean.  Both can be many, so what has a name or an id is
// listed once.
function keysMeant(tree, part)
{
   if (!tree.byText) {
      tree.byText = new Map();
      tree.names.forEach(({ id = null, name }, key) => {
         for (const text of new Set([name, id ?? name]))
            addToList(tree.byText, text, key);
      });
   }
   const texts = [part, ...[...part.matchAll(/@/g)].map(({ index }) => part.slice(0, index))];
   return texts.flatMap(text => tree.byText.get(text) ?? [])
      .filter(key => isMeant(tree.names[key], part));
}

// The frame with these names below another one; null if there is none.
function frameAt(graph, path, from = graph.root)
{
   let frame = from;
   for (const name of path) {
      const isNext = ({ key }) => isMeant(graph.tree.names[key], name);
      frame = frame?.below?.find(isNext) ?? (frame && framesBelow(graph, frame).find(isNext));
   }
   return frame ?? null;
}

// What a function costs itself in the contexts of a frame.
function selfOf(graph, { members, origins, total, above })
{
   if (origins !== null && above !== graph.root)
      return 0;
   return origins !== null ? total
      : members.reduce((sum, member) => sum + graph.self[member], 0);
}

// The first frame from the root on below which there is a path, of those that can be seen.
function frameWithin(graph, path)
{
   const least = graph.root.total / 1000, next = [graph.root];
   for (const frame of next) {
      const found = frameAt(graph, path, frame);
      if (found)
         return found;
      next.push(...framesBelow(graph, frame, least).filter(({ total }) => total >= least));
   }
   return null;
}

// The frame that a path means that was made of another graph: hidden functions are not there,
// what is above the focus neither, and what is called first, such as the loader, may have
// another name.  null if there is none.
function frameLike(graph, path)
{
   const { tree, hidden, focus, inverse } = graph;
   const parts = path.map(part => ({ part, keys: keysMeant(tree, part) }));
   if (parts.at(inverse ? 0 : -1)?.keys.length === 0)
      return null;
   const inFocus = ({ keys }) => keys.some(key => focus.has(key));
   const there = parts.filter(({ keys }) => keys.some(key => !hidden.has(key)));
   const shown = focus === null ? there : inverse ? there.slice(0, there.findLastIndex(inFocus) + 1)
      : there.some(inFocus) ? there.slice(there.findIndex(inFocus)) : [];
   const rest = shown.map(({ part }) => part);
   return frameAt(graph, rest) ?? (inverse ? null : frameWithin(graph, rest));
}

/*------------------------------------------------------------*/
/*--- Boxes and search                                     ---*/
/*------------------------------------------------------------*/

// The share that a frame has of the first one in its chain, at least; and how many frames
// are worth a fold.
const CHAIN_SHARE = 0.95;
const SHORTEST_CHAIN = 3;

// The frame that has nearly all of what `first' costs, and at least so much, and is below the
// other one; or null.
function nextInChain(graph, first, frame, least)
{
   const [widest] = framesBelow(graph, frame, least);
   return widest?.total >= Math.max(least, CHAIN_SHARE * first.total) ? widest : null;
}

// The frames that are folded into one box, from `first' on.  Before the first split those are
// all of a chain; later, libraries before the first own code.
function chainFrom(graph, first, isTrunk, least)
{
   const isOwn = ({ key }) => graph.tree.names[key].color === "own";
   const chain = [first];
   let next = nextInChain(graph, first, first, least);
   while (next && (isTrunk || !isOwn(next))) {
      chain.push(next);
      next = nextInChain(graph, first, next, least);
   }
   const isFolded = chain.length >= SHORTEST_CHAIN
      && (isTrunk || !isOwn(first) && next !== null);
   return isFolded ? chain : [first];
}

// Leaves has so many rows below the frame that fills the width.  Where calls of one function
// are thousands of times inside each other, each row has nearly all of them again.
const MOST_CALLERS = 500;

// Lays out frames in a width in pixels: `zoomed' fills it, and so does what is above it.
// With `fold', chains are boxes.  Returns the rows from the root on, each a list of {frame, row,
// left, width, above, folded, others} from left to right: `folded' are the frames of a chain, of
// which `frame' is the last; the box `others', in Leaves, is what is too narrow.
function layFrames(graph, zoomed, width, fold = false)
{
   const rows = [];
   const scale = zoomed.total > 0 ? width / zoomed.total : 0;
   const put = (frames, left, wide, above, others = false) => {
      const row = above ? above.row + 1 : 0;
      const box = { frame: frames.at(-1), row, left, width: wide, above, others,
                    folded: frames.length > 1 ? frames : null };
      (rows[row] ??= []).push(box);
      return box;
   };
   const seen = frame => framesBelow(graph, frame, 1 / scale).filter(({ total }) =>
      total * scale >= 1);
   // Puts frames, and returns the box with what to place below it.
   const place = ({ frames, left, above, before }) => {
      const box = put(frames, left, frames[0].total * scale, above);
      const isOwn = ({ key }) => graph.tree.names[key].color === "own";
      const started = before && (frames[0] === graph.root || !frames.some(isOwn));
      const below = box.row >= deepest ? []
         : frames.flatMap((frame, i) => seen(frame).filter(one => one !== frames[i + 1]));
      let end = left;
      const next = below.sort((a, b) => b.total - a.total).map(child => {
         const isTrunk = fold && frames[0] === zoomed
            && child.total >= CHAIN_SHARE * zoomed.total;
         const begin = end;
         end += child.total * scale;
         return { frames: isTrunk || fold && started
                     ? chainFrom(graph, child, isTrunk, 1 / scale) : [child],
                  left: begin, above: box, before: started };
      });
      return { box, end, next };
   };
   // All that is below: a call of place() in itself for each of thousands of calls inside
   // each other would be too much for the browser.
   const placeAll = next => {
      const waiting = next.reverse();
      while (waiting.length > 0)
         waiting.push(...place(waiting.pop()).next.reverse());
   };
   const above = [];
   for (let frame = zoomed.above; frame?.above; frame = frame.above)
      above.unshift(frame);
   let box = zoomed.above ? put([graph.root], 0, width, null) : null;
   for (const frames of fold && above.length >= SHORTEST_CHAIN ? [above]
                                                               : above.map(frame => [frame]))
      box = put(frames, 0, width, box);
   const deepest = graph.inverse ? (box?.row ?? -1) + 1 + MOST_CALLERS : Infinity;
   const { box: first, end, next } = place({ frames: [zoomed], left: 0, above: box,
                                             before: zoomed === graph.root });
   placeAll(next);
   if (graph.inverse && zoomed === graph.root && width - end >= 1)
      put([zoomed], end, width - end, first, true);
   return rows;
}

// The box at a place in pixels, or null.
function boxAt(boxes, x)
{
   let low = 0, high = boxes.length;
   while (low < high) {
      const middle = (low + high) >> 1;
      if (boxes[middle].left <= x)
         low = middle + 1;
      else
         high = middle;
   }
   const box = boxes[low - 1];
   return box && x < box.left + box.width ? box : null;
}

// What of a graph is in functions that match, an array by key: {frames, cost}.  What is
// called by one that matches counts once.
function countMatches({ tree, up, gone, total }, matching)
{
   const covered = new Uint8Array(up.length);
   let frames = 0, cost = 0;
   for (let i = 1; i < up.length; i++) {
      if (up[i] === NOWHERE)
         continue;
      covered[i] = covered[up[i]];
      if (!matching[tree.key[i]] || gone[i])
         continue;
      frames++;
      if (!covered[i])
         cost += total[i];
      covered[i] = 1;
   }
   return { frames, cost };
}
