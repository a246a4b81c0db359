// SPDX-License-Identifier: GPL-2.0-or-later
// flame_model.js: what a flame graph draws and says of the profile: whose code it is, the
// tree and its graphs, what is searched for, and what a frame costs.
//
//    page.profile.contexts --> tree --> weights of the event --> graph of the view
//
// Without contexts, objects, files, functions and lines are the tree.  graphs.js says what
// all these are.

/*------------------------------------------------------------*/
/*--- What is drawn                                        ---*/
/*------------------------------------------------------------*/

// Objects and sources that come with the system or the compiler: those for which the
// verdict has no advice either.
const SYSTEM_OBJECT = /^\/(usr\/)?lib(32|64)?\/|^\/usr\/libexec\/valgrind\//;
const SYSTEM_FILE = /^\/(usr\/(local\/)?include|usr\/lib\/gcc|rustc)(\/|$)|\/include\/c\+\+\//;

// What the linker adds to a program.
const LINKED_IN = /^\(below main\)$|@plt$/;

// Code of which no file is known is own code if it is in an object that is.
function isOwnCode({ file, object, name: text = "" })
{
   const isKnown = file !== "???" || (object ?? "").startsWith("/") && !LINKED_IN.test(text);
   return isKnown && !SYSTEM_FILE.test(file) && !SYSTEM_OBJECT.test(object ?? "");
}

// What a tree says of a node of .contexts, and of one of the map.
function describeContext(node)
{
   const f = node.function;
   return f ? { name: f.name, label: f.short, function: f, line: null, sure: f.own,
                color: isOwnCode(f) ? "own" : "library" }
      : { name: node.parent ? "(others)" : "the program", label: null, function: null,
          line: null, sure: null, color: "others" };
}

function describePart(node)
{
   const f = node.function ?? (node.line ? node.parent.function : null);
   const own = { object: () => isOwnCode({ file: "", object: node.name }),
                 file: () => isOwnCode({ file: node.name, object: node.parent.name }) };
   const isOwn = f ? () => isOwnCode(f) : own[node.kind];
   return { name: node.function?.name ?? node.name, function: f, line: node.line ?? null,
            label: node.function?.short ?? baseName(node.name), sure: node.counts,
            color: !isOwn ? "others" : isOwn() ? "own" : "library" };
}

// An id has so much of the beginning of a longer text: a path has thousands of them.
const LONGEST_ID = 200;

// Gives what the tree says an id: the name, with the file where functions share that.
function identifyNames(names)
{
   const times = new Map();
   for (const about of names)
      times.set(about.name, (times.get(about.name) ?? 0) + 1);
   for (const about of names)
      about.id = shortened(times.get(about.name) > 1 && isOfFunction(about)
         ? `${about.name}@${about.function.file}` : about.name, LONGEST_ID);
}

// The tree of the profile, made once.
function flameTree(page)
{
   const { contexts, root } = page.profile;
   if (!page.flameTree) {
      page.flameTree = contexts
         ? flatTree(contexts, node => node.function ?? !node.parent, describeContext)
         : flatTree(root, node => node, describePart);
      identifyNames(page.flameTree.names);
   }
   return page.flameTree;
}

// What its nodes cost of the chosen event; once for each.
function flameWeights(page)
{
   const { event, profile: { difference } } = page;
   if (page.flameWeights?.event !== event) {
      const size = difference ? node => Math.abs(sizeOf((node.after ?? node.counts)[event]))
                              : node => sizeOf(node.counts[event]);
      page.flameWeights = Object.assign(weighTree(flameTree(page), size,
         difference ? node => sizeOf(node.counts[event]) : null), { event });
   }
   return page.flameWeights;
}

// Whether what a tree says of a key is of a function; a line of one is not.
function isOfFunction({ function: f, line })
{
   return f !== null && line === null;
}

// The keys of functions {name, file}.
function keysOf(tree, functions)
{
   if (functions.length === 0)
      return [];
   const wanted = new Set(functions.map(({ name: text, file }) => `${text}\n${file}`));
   return [...tree.names.keys()].filter(key => {
      const about = tree.names[key];
      return isOfFunction(about) && wanted.has(`${about.function.name}\n${about.function.file}`);
   });
}

// Makes the graph of a view, unless it has that already.
function updateGraph(page, flame)
{
   const tree = flameTree(page), { event, hidden, only } = page.state;
   const choice = JSON.stringify([event, hidden, only]);
   if (flame.choice === choice)
      return;
   flame.choice = choice;
   const focus = only === null ? [] : keysOf(tree, [only]);
   flame.rootLabel = focus.length > 0 ? `only ${flame.labels[focus[0]]}` : flame.labels[PROGRAM];
   flame.graph = makeGraph(tree, flameWeights(page), {
      hidden: new Set(keysOf(tree, hidden ?? [])), inverse: flame.inverse,
      focus: focus.length > 0 ? new Set(focus) : null });
}

// The name of a frame; the first one is that of what is in focus.
function frameName(page, flame, frame)
{
   const { graph: { focus, tree } } = flame;
   return frame.above || focus === null ? tree.names[frame.key].name
                                        : `only ${page.state.only.name}`;
}

// A path of names as the state has it: in Leaves, it begins with an empty name.
function zoomOf(flame, frame)
{
   const path = pathOf(flame.graph, frame);
   return path.length === 0 ? null : flame.inverse ? ["", ...path] : path;
}

// The frame of a path; null if it is not in the graph.
function zoomedFrame(flame, zoom)
{
   const path = zoom ?? [];
   return (path[0] === "") !== flame.inverse ? flame.graph.root
      : frameLike(flame.graph, flame.inverse ? path.slice(1) : path);
}

function searchedWords(page)
{
   return page.state.query.toLowerCase().split(/\s+/).filter(word => word);
}

// Whether what is searched for was inlined somewhere.  Such a function may have no frame: where
// what it cost is not known by context, that is in the frame of the function that has its code.
function isInlinedMatch(page)
{
   const words = searchedWords(page);
   return page.profile.withIndex.some(({ name: text, callers }) =>
      hasWords(text, words) && callers?.some(call => call.inlined));
}

// Which keys match what is searched for; null if nothing is.
function matchingKeys(page, tree)
{
   const words = searchedWords(page);
   return words.length === 0 ? null : tree.names.map(({ name: text }) => hasWords(text, words));
}

/*------------------------------------------------------------*/
/*--- What is said                                         ---*/
/*------------------------------------------------------------*/

// The sum of the counts of contexts, exactly.
function countsOfFrame(page, flame, { members })
{
   return members.reduce((sum, member) =>
      addCounts(sum, flame.graph.tree.nodes[member].counts[page.event]), null);
}

// "1,234 (1.20 %)"; of what a frame costs, as a number or exactly.
function costOfFrame(page, count, number = sizeOf(count))
{
   const share = percentText(percentOf(number, page.flameWeights.total[PROGRAM]));
   return countText(count, page.profile.events[page.event]) + (share ? ` (${share})` : "");
}

// How often its function was called there, as a text.
function frameTimes(page, flame, { key, members, origins })
{
   const { nodes, names } = flame.graph.tree, { function: f } = names[key];
   const times = (origins ?? members).reduce((sum, i) =>
      addCounts(sum, nodes[i].times ?? null), null);
   return f && times !== null && Number(times) !== 0 ? `called ${timesText(page, times)}`
      : f?.callers?.some(call => call.inlined) ? "inlined" : "";
}

// What all contexts of each function cost themselves, by key; once for each event.
function selfByKey(page)
{
   const { names, key } = flameTree(page), weights = flameWeights(page);
   if (!weights.byKey) {
      weights.byKey = new Float64Array(names.length);
      key.forEach((k, i) => { weights.byKey[k] += weights.self[i]; });
   }
   return weights.byKey;
}

// " with inlined code" if contexts have more of a function than it cost itself: what was
// inlined into it, and is not known by context.
function inlinedText(page, { key })
{
   const f = flameTree(page).names[key].function;
   return f?.own && f.callees?.some(call => call.inlined) && !page.profile.difference
      && selfByKey(page)[key] > 1.001 * sizeOf(f.own[page.event]) ? " with inlined code" : "";
}

// What a frame costs, as a text.  Of a difference without what contexts cost afterwards, only
// the change is known.
function frameCost(page, flame, frame)
{
   const { event, profile: { events, difference } } = page;
   const exact = !difference && !frame.origins && frame.above;
   const total = costOfFrame(page, exact ? countsOfFrame(page, flame, frame)
                                         : Math.round(frame.total), frame.total);
   const self = costOfFrame(page, Math.round(selfOf(flame.graph, frame)));
   const inlined = inlinedText(page, frame);
   return difference && !flameTree(page).nodes[PROGRAM].after ? ""
      : frame.origins || !frame.above
      ? `${events[event].name} ${total}${frame.above && !frame.above.above ? inlined : ""}`
      : `self ${self}${inlined}, inclusive ${total}`;
}

// What the function of a frame costs with all that it calls in the whole program, as a text;
// "" if that is no more than in the frame.  Differences have no such sum.
function costEverywhere(page, flame, { key, total, origins })
{
   const { contexts, difference } = page.profile;
   const all = flame.graph.tree.names[key].function?.inclusive?.[page.event] ?? null;
   return contexts && !difference && !origins && all !== null && sizeOf(all) > 1.001 * total
      ? costOfFrame(page, all) : "";
}

// What is said of a frame: its cost, its change, and how often it was called.
function frameText(page, flame, frame)
{
   const { event, profile: { events, difference } } = page;
   return [
      frameCost(page, flame, frame),
      difference ? "changed by " + changeText(Math.round(changeOf(flame.graph, frame)),
                                              events[event]) : "",
      frameTimes(page, flame, frame),
   ].filter(text => text).join(", ");
}
