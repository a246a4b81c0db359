// SPDX-License-Identifier: GPL-2.0-or-later
// frames.js: which frames a flame graph has, how wide they are, and where.
//
//    frame     all contexts with the same names up to the root: what one sees as one box
//    box       a frame that is at least a pixel wide, and its place
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

// The names of a frame from the root on, without that.
function pathOf(graph, frame)
{
   const path = [];
   for (; frame.above; frame = frame.above)
      path.unshift(graph.tree.names[frame.key].name);
   return path;
}

// The frame with these names; null if there is none.
function frameAt(graph, path)
{
   let frame = graph.root;
   for (const name of path) {
      const isNext = ({ key }) => graph.tree.names[key].name === name;
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

/*------------------------------------------------------------*/
/*--- Boxes and search                                     ---*/
/*------------------------------------------------------------*/

// Lays out frames in a width in pixels: `zoomed' fills it, and so does what is above it.
// Returns the rows from the root on, each a list of {frame, row, left, width} from left to
// right.
function layFrames(graph, zoomed, width)
{
   const rows = [];
   const scale = zoomed.total > 0 ? width / zoomed.total : 0;
   const place = (frame, row, left, wide) => {
      (rows[row] ??= []).push({ frame, row, left, width: wide });
      for (const child of framesBelow(graph, frame, 1 / scale)) {
         const share = child.total * scale;
         if (!(share >= 1))
            return;
         place(child, row + 1, left, share);
         left += share;
      }
   };
   const above = [];
   for (let frame = zoomed.above; frame; frame = frame.above)
      above.unshift(frame);
   above.forEach((frame, row) => rows.push([{ frame, row, left: 0, width }]));
   place(zoomed, above.length, 0, width);
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
