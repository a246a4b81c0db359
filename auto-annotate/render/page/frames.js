// SPDX-License-Identifier: GPL-2.0-or-later
// frames.js: which frames a flame graph has, how wide they are, and where.  All of it is
// computed from numbers, without the page.
//
//    tree      the contexts of the profile in arrays, once
//    weights   what they cost of one event
//    graph     without what is hidden, in focus only, from the root or from the leaves
//    frame     all contexts with the same names up to the root: what one sees as one box
//    boxes     the frames that are at least a pixel wide
//
//       Flame                        Leaves: the same contexts, by what they cost themselves
//
//       |        program        |    |        program        |
//       |     main      | start |    | next | main   | parse |
//       | parse  | next |            | main |        | main  |
//
// A tree is {nodes, parent, key, names}: contexts are in preorder, number 0 is the program;
// two of one function have the same key, and names[key] says what it is:
// {name, label, function, node}.  `function' is null for others, which are added up.
//
// A frame is {key, above, total, change, members, origins, below}: `members' are its
// contexts; of a frame in Leaves, `origins' are the leaves whose cost that is, one for each
// member.  `below' is null until it is asked for, so a graph costs as much as is seen of it.

// The number of the program among contexts; its frame is the root.
const PROGRAM = 0;

// The place above a context that is not in the graph.
const NOWHERE = -1;

/*------------------------------------------------------------*/
/*--- Trees and weights                                    ---*/
/*------------------------------------------------------------*/

// Makes a tree from nodes {children, ...}.  identify(node) returns what two nodes have in
// common if they are of one function; describe(node) what `names' has of it.
function flatTree(root, identify, describe)
{
   const nodes = [], parents = [], keys = [], names = [], known = new Map();
   const stack = [[root, NOWHERE]];
   while (stack.length > 0) {
      const [node, parent] = stack.pop();
      const identity = identify(node);
      if (!known.has(identity)) {
         known.set(identity, names.length);
         names.push(describe(node));
      }
      for (let i = node.children.length - 1; i >= 0; i--)
         stack.push([node.children[i], nodes.length]);
      nodes.push(node);
      parents.push(parent);
      keys.push(known.get(identity));
   }
   return { nodes, parent: Int32Array.from(parents), key: Int32Array.from(keys), names };
}

// Weighs the contexts of a tree: size(node) is how wide it is at least, change(node) how
// much of that is new.  None is narrower than what is below it.  Returns {total, self,
// change} by context; `self' is what those below leave.
function weighTree({ nodes, parent }, size, change)
{
   const total = Float64Array.from(nodes, size);
   const below = new Float64Array(nodes.length);
   for (let i = nodes.length - 1; i >= 0; i--) {
      total[i] = Math.max(total[i], below[i]);
      if (i !== PROGRAM)
         below[parent[i]] += total[i];
   }
   return { total, self: total.map((sum, i) => sum - below[i]),
            change: Float64Array.from(nodes, change) };
}

/*------------------------------------------------------------*/
/*--- Graphs                                               ---*/
/*------------------------------------------------------------*/

// Finds the place above each context: without hidden ones, and without all that is above
// the functions in focus.  NOWHERE: it is not in the graph.  Others leave what they cost
// themselves to the place above; that is `left'.
function placeContexts({ parent, key }, { hidden, focus })
{
   const up = new Int32Array(parent.length).fill(NOWHERE);
   const inside = new Uint8Array(parent.length);
   inside[PROGRAM] = focus === null ? 1 : 0;
   for (let i = 1; i < parent.length; i++) {
      const above = parent[i];
      inside[i] = inside[above] || key[i] === focus ? 1 : 0;
      if (inside[i])
         up[i] = !inside[above] ? PROGRAM : hidden.has(key[above]) && above !== PROGRAM
            ? up[above] : above;
   }
   return up;
}

// The contexts below each one, as a list of all and where each one's begin in it.
function listChildren(up, isHidden)
{
   const first = new Int32Array(up.length + 1);
   for (let i = 1; i < up.length; i++)
      if (up[i] !== NOWHERE && !isHidden(i))
         first[up[i] + 1]++;
   for (let i = 0; i < up.length; i++)
      first[i + 1] += first[i];
   const children = new Int32Array(first[up.length]), next = first.slice();
   for (let i = 1; i < up.length; i++)
      if (up[i] !== NOWHERE && !isHidden(i))
         children[next[up[i]]++] = i;
   return { first, children };
}

// Makes a graph.  choice: {hidden: a Set of keys, focus: a key or null, inverse: whether
// leaves are at the top}.
function makeGraph(tree, weights, choice)
{
   const up = placeContexts(tree, choice);
   const isHidden = i => i !== PROGRAM && choice.hidden.has(tree.key[i]);
   const self = weights.self.slice();
   const graph = { tree, up, isHidden, self, inverse: choice.inverse,
                   total: weights.total, change: weights.change,
                   ...listChildren(up, isHidden), slots: new Array(tree.names.length) };
   if (choice.focus !== null)
      self[PROGRAM] = 0;
   for (let i = up.length - 1; i > PROGRAM; i--)
      if (up[i] !== NOWHERE && isHidden(i)) {
         self[up[i]] += self[i];
         self[i] = 0;
      }
   return Object.assign(graph, { root: makeRoot(graph, choice.focus) });
}

// The frame of the program; with a focus, that has only what is in it.
function makeRoot({ up, self, change, tree }, focus)
{
   const total = self.reduce((sum, own, i) =>
      i === PROGRAM || up[i] !== NOWHERE ? sum + own : sum, 0);
   const changed = focus === null ? change[PROGRAM]
      : change.reduce((sum, one, i) => up[i] === PROGRAM ? sum + one : sum, 0);
   return { key: tree.key[PROGRAM], above: null, total, change: changed,
            members: [PROGRAM], origins: null, below: null };
}

/*------------------------------------------------------------*/
/*--- Frames                                               ---*/
/*------------------------------------------------------------*/

// Adds a context to the frame of its function below another one; a new one at first.
function addMember(graph, above, found, member, origin)
{
   const key = graph.tree.key[member];
   let frame = graph.slots[key];
   if (!frame) {
      frame = { key, above, total: 0, change: 0, members: [],
                origins: graph.inverse ? [] : null, below: null };
      graph.slots[key] = frame;
      found.push(frame);
   }
   frame.members.push(member);
   frame.origins?.push(origin);
   frame.total += graph.inverse ? graph.self[origin] : graph.total[member];
   frame.change += graph.inverse ? ownChange(graph, origin) : graph.change[member];
}

// What is new of a context's own cost.
function ownChange({ change, first, children }, i)
{
   let own = change[i];
   for (let c = first[i]; c < first[i + 1]; c++)
      own -= change[children[c]];
   return own;
}

// Calls add(member, origin) for all that is below a frame.
function visitBelow(graph, { members, origins }, add)
{
   const { first, children, up, self, inverse } = graph;
   if (!inverse)
      for (const member of members)
         for (let c = first[member]; c < first[member + 1]; c++)
            add(children[c], null);
   else if (origins === null) {
      for (let i = 1; i < up.length; i++)
         if (up[i] !== NOWHERE && self[i] > 0)
            add(i, i);
   } else
      for (let j = 0; j < members.length; j++)
         if (up[members[j]] > PROGRAM)
            add(up[members[j]], origins[j]);
}

// The frames below one, the widest first.
function framesBelow(graph, frame)
{
   if (frame.below === null) {
      const found = [];
      visitBelow(graph, frame, (member, origin) =>
         addMember(graph, frame, found, member, origin));
      for (const { key } of found)
         graph.slots[key] = undefined;
      frame.below = found.sort((a, b) => b.total - a.total || a.key - b.key);
   }
   return frame.below;
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
      frame = framesBelow(graph, frame).find(({ key }) =>
         graph.tree.names[key].name === name);
      if (!frame)
         return null;
   }
   return frame;
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
/*--- Boxes                                                ---*/
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
      for (const child of framesBelow(graph, frame)) {
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

/*------------------------------------------------------------*/
/*--- Search                                               ---*/
/*------------------------------------------------------------*/

// What of a graph is in functions that match, an array by key: {frames, cost}.  What is
// called by one that matches counts once.
function countMatches({ tree, up, isHidden, total }, matching)
{
   const covered = new Uint8Array(up.length);
   let frames = 0, cost = 0;
   for (let i = 1; i < up.length; i++) {
      if (up[i] === NOWHERE)
         continue;
      covered[i] = covered[up[i]];
      if (!matching[tree.key[i]] || isHidden(i))
         continue;
      frames++;
      if (!covered[i])
         cost += total[i];
      covered[i] = 1;
   }
   return { frames, cost };
}
