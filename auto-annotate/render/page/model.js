// SPDX-License-Identifier: GPL-2.0-or-later
// model.js: the profile as objects, from the rows of the data.
//
//    profile
//      .events, .sort, .totals, .difference ...
//      .functions   {name, short, file, object, own, inclusive, lines}
//      .sources     {name, lines, note}, in the order of what they cost
//      .root        the tree of the map: {name, kind, counts, children, parent}
//      .hasCalls    whether the program's calls were counted (--calls=yes).  Otherwise
//                   all calls are of code that was inlined
//      .contexts    the tree of who called whom on whose behalf, for a flame graph;
//                   null without calls
//
// A line of a source is {number, removed, text, before, own, inclusive, parts, calls,
// code}: `own' are its counts, and `inclusive' those with what was inlined or called
// there; `parts' says what each function has at the line.  If it was removed, `number' is
// that of the line above, and `removed' its number before; otherwise that is null.  Of a
// line that was changed, `before' is the text of the line or lines that became it.
//
// With calls, a function also has {called, callers, callees, leftCallers, leftCallees}:
// how often it was called; {caller, line, callee, times, inlined, counts} for each line
// that calls it or into which it was inlined, and for each such line of its own; and how
// many of both are too small to be on the page.  `counts' are what these calls cost.  How
// often inlined code ran is not known: `times' is null.  The functions that only calls name
// are not among .functions: .withIndex has all, and their `own' is null.
//
// A node of .contexts is {function, times, counts, after, children, parent}: on whose behalf
// a function ran.  In a difference, `after' are the counts afterwards; otherwise it is null.
//
//    (root) the program       counts: the totals; function: null
//      main                   counts: all that main and what it called cost
//        parse                times: how often main called it there
//        (others)             function: null; what is too small, added up
//
// `counts' are of all events, with those of the children; what these leave of an event
// that adds up is the function's own cost there.  A child has each function once, from
// whichever line it was called.  Where a call is inside the same call again, the node has
// no children, and what it called is below the first one.

// Of a longer name, a page has the beginning, and a number that the rest makes.  Names are
// keys here, and of a text of more than 16383 characters, V8 takes the length for its hash.
const LONGEST_KEY = 4000;

// A text, or so much of its beginning and that number.
function shortened(text, most)
{
   if (text === null || text.length <= most)
      return text;
   let sum = 0;
   for (let i = most; i < text.length; i++)
      sum = 31 * sum + text.charCodeAt(i) | 0;
   return `${text.slice(0, most).replace(/[\ud800-\udbff]$/, "")}…${(sum >>> 0).toString(36)}`;
}

function keyOf(name)
{
   return shortened(name, LONGEST_KEY);
}

// The data with all names that are not in functions or lines as such keys.
function withKeys(data)
{
   const places = data.verdict?.places.map(place => place.file === undefined ? place
      : { ...place, file: keyOf(place.file), function: keyOf(place.function) });
   return { ...data, files: data.files.map(keyOf), objects: data.objects.map(keyOf),
            ...places ? { verdict: { ...data.verdict, places } } : {} };
}

// A long name is in the data once, in an array, and then as the number of that array: `known'
// has those so far.  Returns the array of such a name, and null for another one.
function longName(known, name)
{
   if (Array.isArray(name))
      known.push(name.map(keyOf));
   return typeof name === "number" ? known[name] : Array.isArray(name) ? known.at(-1) : null;
}

function readNames(known, name, short)
{
   const [text, shorter] = longName(known, name) ?? [name, short];
   return { name: text, short: shorter ?? text };
}

function readFunctions(data, known, rows)
{
   return rows.map(([name, short, file, object, own, inclusive], index) => ({
      index, ...readNames(known, name, short), file: data.files[file],
      object: object === null ? null : data.objects[object],
      own: own ?? null, inclusive: inclusive ?? own ?? null, lines: [],
   }));
}

// What was inlined into a line, or called there.
function readLineCalls(known, rows, inlined)
{
   return rows.map(([times, name, short, file, ...counts]) =>
      ({ times, ...readNames(known, name, short), file: longName(known, file)?.[0] ?? file,
         inlined, counts }));
}

// What most lines have of many things; it is never changed.
const NOTHING = [];

// A line with counts.
function readLine(number, item, functions, known)
{
   const parts = item.f.map(row =>
      ({ function: row[0] < 0 ? null : functions[row[0]], counts: row.slice(1) }));
   const line = {
      number: item.a ?? number, removed: item.r ?? null, text: item.t,
      before: item.o ?? null, parts,
      own: item.s ?? parts[0]?.counts ?? null,
      calls: item.i || item.k ? [...readLineCalls(known, item.i ?? NOTHING, true),
                                 ...readLineCalls(known, item.k ?? NOTHING, false)] : NOTHING,
      code: item.c?.map(([address, text, ...counts]) => ({ address, text, counts }))
         ?? NOTHING,
   };
   line.inclusive = item.w ?? line.own;
   for (const part of parts)
      part.function?.lines.push({ line, counts: part.counts });
   return line;
}

function readSource(item, data, functions, known)
{
   const lines = [];
   let number = 1;
   for (const entry of item.lines) {
      if (typeof entry === "number") {
         number = entry;
         continue;
      }
      lines.push(typeof entry === "string"
         ? { number, removed: null, text: entry, before: null, own: null,
             inclusive: null, parts: NOTHING, calls: NOTHING, code: NOTHING }
         : readLine(number, entry, functions, known));
      number++;
   }
   // Removed lines come last, but stand after the line above, in their old order.
   lines.sort((a, b) => a.number - b.number || (a.removed ?? 0) - (b.removed ?? 0));
   const source = { name: data.files[item.file], note: item.note ?? null, lines,
                    pastEnd: item.past_end === true };
   for (const line of lines) {
      line.source = source;
      for (const call of line.calls)
         call.file ??= source.name;
   }
   return source;
}

// Puts the sources that cost most first.
function sortSources(sources, event)
{
   const cost = source => source.lines.reduce((sum, line) =>
      sum + (line.own ? Math.abs(sizeOf(line.own[event])) : 0), 0);
   const costs = new Map(sources.map(source => [source, cost(source)]));
   return sources.sort((a, b) => costs.get(b) - costs.get(a));
}

// Whether a line has an address in the page.
function hasAddress(line)
{
   return line.number > 0 && line.removed === null;
}

/*------------------------------------------------------------*/
/*--- The tree of the map                                  ---*/
/*------------------------------------------------------------*/

function newNode(kind, name, counts)
{
   return { kind, name, counts, children: [], parent: null };
}

function addChild(parent, child)
{
   child.parent = parent;
   parent.children.push(child);
   return child;
}

function lineName(line)
{
   return line.removed !== null ? `removed line ${line.removed}`
      : line.number > 0 ? `line ${line.number}` : "no line";
}

function addLines(node, f)
{
   for (const { line, counts } of f.lines)
      addChild(node, Object.assign(newNode("line", lineName(line), counts), { line }));
}

// The child with that name; a new one if there is none.
function childNamed(parent, map, kind, name)
{
   if (!map.has(name))
      map.set(name, Object.assign(addChild(parent, newNode(kind, name, null)),
                                  { map: new Map() }));
   return map.get(name);
}

function makeTree(data, functions)
{
   const root = Object.assign(newNode("program", "the program", data.totals),
                              { map: new Map() });
   const objects = data.objects.length > 0;
   const objectNode = object => objects
      ? childNamed(root, root.map, "object", object ?? "no object") : root;

   for (const f of functions) {
      const object = objectNode(f.object);
      const file = childNamed(object, object.map, "file", f.file);
      const node = addChild(file, newNode("function", f.short, f.own));
      node.function = f;
      addLines(node, f);
   }
   for (const [object, n, counts] of data.rest) {
      const name = n === 1 ? "1 other function" : `${n} other functions`;
      addChild(objectNode(object === null ? null : data.objects[object]),
               newNode("rest", name, counts));
   }
   addUp(root);
   return root;
}

// Sets the counts of the nodes that have none of their own.
function addUp(node)
{
   for (const child of node.children)
      addUp(child);
   if (node.counts === null && node.children.length > 0) {
      node.counts = [...node.children[0].counts];
      for (const child of node.children.slice(1))
         addRow(node.counts, child.counts);
   }
}

/*------------------------------------------------------------*/
/*--- Calls                                                ---*/
/*------------------------------------------------------------*/

// Adds its calls to each of all functions.
function readCalls(data, all)
{
   for (const f of all) {
      const [called, leftCallers, leftCallees] = data.called[f.index];
      Object.assign(f, { called, callers: [], callees: [], leftCallers, leftCallees });
   }
   for (const [from, line, to, times, inlined, ...counts] of data.calls) {
      const call = { caller: all[from], line, callee: all[to], times,
                     inlined: inlined === 1, counts };
      call.caller.callees.push(call);
      call.callee.callers.push(call);
   }
}

// Adds to the lines of sources what was inlined or called there: the same calls, with
// those of several functions at a line added up.
function addLineCalls(data, all, source)
{
   const lines = new Map(), known = new Map();
   for (const { name, lines: own } of source.values())
      lines.set(name, new Map(own.filter(line => line.inclusive && line.removed === null)
         .map(line => [line.number, line])));
   for (const [from, number, to, times, isInlined, ...counts] of data.calls) {
      const line = lines.get(all[from].file)?.get(number);
      if (!line)
         continue;
      const { name, short, file } = all[to];
      const key = `${to} ${isInlined} ${number} ${all[from].file}`, same = known.get(key);
      if (same) {
         same.times = addCounts(same.times, times);
         addRow(same.counts, counts);
         continue;
      }
      known.set(key, { name, short, file, inlined: isInlined === 1, times, counts });
      if (line.calls === NOTHING)
         line.calls = [];
      line.calls.push(known.get(key));
   }
}

// The data have a context's own counts of events that add up; each is after the one
// above it.
function makeContexts(data, all)
{
   const node = (f, times, counts, after) =>
      ({ function: f, times, counts, after, children: [], parent: null });
   const root = node(null, null, data.totals, data.after ?? null);
   const nodes = [], end = 3 + data.events.length;
   for (const row of data.contexts) {
      const [index, back, times] = row;
      nodes.push(addChild(back === 0 ? root : nodes[nodes.length - back],
                          node(index < 0 ? null : all[index], times, row.slice(3, end),
                               data.after ? row.slice(end) : null)));
   }
   const adding = data.events.flatMap((event, i) => event.linear ? [i] : []);
   for (const one of nodes.reverse())
      if (one.parent !== root)
         for (const i of adding) {
            addTo(one.parent.counts, one.counts, i);
            addTo(one.parent.after, one.after, i);
         }
   return root;
}

// Adds one count of a row, if there is that row.
function addTo(row, more, i)
{
   if (row && more[i] !== 0)
      row[i] = addCounts(row[i], more[i]);
}

// The functions by name, and those of one name by file, as lists.
function functionsByName(all)
{
   const named = new Map();
   for (const f of all) {
      if (!named.has(f.name))
         named.set(f.name, new Map());
      addToList(named.get(f.name), f.file, f);
   }
   return named;
}

// The function of a name in a file, or null.
function functionIn({ profile }, name, file)
{
   return profile.named.get(name)?.get(file)?.at(-1) ?? null;
}

/*------------------------------------------------------------*/
/*--- All                                                  ---*/
/*------------------------------------------------------------*/

function readProfile(written)
{
   const data = withKeys(written);
   const known = [], all = readFunctions(data, known, [...data.functions, ...data.others ?? []]);
   const functions = all.slice(0, data.functions.length);
   const hasCalls = data.calls !== undefined;
   if (hasCalls)
      readCalls(data, all);
   const sources = data.sources.map(item => readSource(item, data, functions, known));
   const source = new Map(sources.map(item => [item.name, item]));
   if (hasCalls)
      addLineCalls(data, all, source);
   let tree = null;
   return {
      ...data, functions, hasCalls,
      withIndex: all,
      contexts: hasCalls ? makeContexts(data, all) : null,
      sources: sortSources(sources, data.sort),
      source,
      named: functionsByName(all),
      hasInclusive: data.functions.some(row => row.length > 5),
      classes: classLevels(data.events),
      get root() { return tree ??= makeTree(data, functions); },
      // What a share is a share of: with a difference, the program before.
      whole: data.before ?? data.totals,
   };
}
