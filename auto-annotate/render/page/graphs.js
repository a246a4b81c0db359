// SPDX-License-Identifier: GPL-2.0-or-later
// graphs.js: the contexts of a profile as numbers, and the graphs that they make.
//
//    tree      all contexts in arrays, once
//    weights   what they cost of one event
//    graph     what of them is shown: without hidden functions, or those in focus only
//
//    all                  "b" hidden           "b" in focus
//
//    main      10         main      10         the program  7
//      a        2           a        2           b          7
//      b        7           c        6             c        6
//        c      6
//
// A tree is {nodes, parent, key, names}: contexts are in preorder, number 0 is the program;
// two of one function have the same key, and names[key] says what it is.
//
// A graph is {tree, up, gone, self, total, change, first, children, root, ...}, by context:
// `up' is the context above, `gone' says whether it is hidden, and the contexts below it are
// `children' from first[i] to before first[i + 1].  `root' is its first frame; see frames.js.

// The number of the program among contexts; its frame is the root.
const PROGRAM = 0;

// The place above a context that is not in the graph.
const NOWHERE = -1;

// Adds a value to the list that a Map has for a key.
function addToList(lists, key, value)
{
   if (lists.has(key))
      lists.get(key).push(value);
   else
      lists.set(key, [value]);
}

/*------------------------------------------------------------*/
/*--- Trees and weights                                    ---*/
/*------------------------------------------------------------*/

// Makes a tree from nodes {children, ...}.  identify(node) returns what two nodes have in
// common if they are of one function; describe(node) what `names' has of it.
function flatTree(root, identify, describe)
{
   const nodes = [], parent = [], keys = [], names = [], known = new Map();
   const next = [root], above = [NOWHERE];
   while (next.length > 0) {
      const node = next.pop(), at = nodes.length, identity = identify(node);
      let key = known.get(identity);
      if (key === undefined) {
         known.set(identity, key = names.length);
         names.push(describe(node));
      }
      nodes.push(node);
      parent.push(above.pop());
      keys.push(key);
      for (let i = node.children.length - 1; i >= 0; i--) {
         next.push(node.children[i]);
         above.push(at);
      }
   }
   return { nodes, parent: new Int32Array(parent), key: new Int32Array(keys), names };
}

// Weighs the contexts of a tree: size(node) is how wide it is at least; none is narrower
// than what is below it.  change(node) is how much of that is new, in a difference; otherwise
// it is null.  Returns {total, self, change} by context; `self' is what those below leave.
function weighTree({ nodes, parent }, size, change)
{
   const n = nodes.length;
   const total = new Float64Array(n), self = new Float64Array(n);
   for (let i = n - 1; i >= 0; i--) {
      // Until here, `self' is what is below.
      total[i] = Math.max(size(nodes[i]), self[i]);
      self[i] = total[i] - self[i];
      if (i !== PROGRAM)
         self[parent[i]] += total[i];
   }
   return { total, self, change: change && new Float64Array(nodes.map(change)) };
}

/*------------------------------------------------------------*/
/*--- Graphs                                               ---*/
/*------------------------------------------------------------*/

// Finds the place above each context: without hidden ones, an array by context, and without
// all that is above the functions in focus.  NOWHERE: it is not in the graph.
function placeContexts({ parent, key }, gone, focus)
{
   const up = new Int32Array(parent.length).fill(NOWHERE);
   const inside = new Uint8Array(parent.length);
   inside[PROGRAM] = focus === null ? 1 : 0;
   for (let i = 1; i < parent.length; i++) {
      const above = parent[i];
      inside[i] = inside[above] || focus.has(key[i]) ? 1 : 0;
      if (inside[i])
         up[i] = !inside[above] ? PROGRAM : gone[above] ? up[above] : above;
   }
   return up;
}

// The contexts below each one, as a list of all and where each one's begin in it.
function listChildren(up, gone)
{
   const first = new Int32Array(up.length + 1);
   for (let i = 1; i < up.length; i++)
      if (up[i] !== NOWHERE && !gone[i])
         first[up[i] + 1]++;
   for (let i = 0; i < up.length; i++)
      first[i + 1] += first[i];
   const children = new Int32Array(first[up.length]), next = first.slice();
   for (let i = 1; i < up.length; i++)
      if (up[i] !== NOWHERE && !gone[i])
         children[next[up[i]]++] = i;
   return { first, children };
}

// What each context costs itself if hidden ones leave that to the place above.  What is not
// in the graph has nothing.
function ownCosts(self, up, gone, focus)
{
   const own = self.slice();
   if (focus !== null)
      own[PROGRAM] = 0;
   for (let i = up.length - 1; i > PROGRAM; i--)
      if (up[i] === NOWHERE || gone[i]) {
         own[Math.max(up[i], PROGRAM)] += up[i] === NOWHERE ? 0 : own[i];
         own[i] = 0;
      }
   return own;
}

// Makes a graph.  choice: {hidden: a Set of keys, focus: such a Set or null, inverse: whether
// leaves are at the top}.
function makeGraph(tree, weights, { hidden, focus, inverse })
{
   const gone = new Uint8Array(tree.key.length);
   if (hidden.size > 0)
      tree.key.forEach((key, i) => { gone[i] = hidden.has(key) ? 1 : 0; });
   gone[PROGRAM] = 0;
   const up = placeContexts(tree, gone, focus);
   const self = ownCosts(weights.self, up, gone, focus);
   const graph = { tree, up, gone, self, inverse, focus, hidden,
                   total: weights.total, change: weights.change, ...listChildren(up, gone),
                   slots: new Array(tree.names.length).fill(null),
                   sums: new Float64Array(tree.names.length).fill(NOWHERE) };
   const total = self.reduce((sum, own) => sum + own, 0);
   return Object.assign(graph, {
      root: newFrame(tree.key[PROGRAM], null, total, [PROGRAM], null) });
}
