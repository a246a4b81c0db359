// SPDX-License-Identifier: GPL-2.0-or-later
// frames.mjs: what holds for the frames of every flame graph, of made-up contexts and
// without a browser.  The parts of a page's script are run as one.
//
//    children lie within their parent, side by side, the widest first
//    what functions cost themselves is the total in all: also from the leaves, and with
//    functions hidden; in focus, that is what the function costs in all its contexts
//    what a search finds is the same from the root and from the leaves

import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";

import { empty, is } from "./tap.mjs";

const script = ["model.js", "graphs.js", "frames.js", "flame_model.js"].map(file =>
   readFileSync(new URL(`../../auto-annotate/render/page/${file}`, import.meta.url), "utf8"));
const frames = runInNewContext(`${script.join("\n")};
   ({ flatTree, weighTree, makeGraph, framesBelow, frameAt, frameLike, pathOf, selfOf, layFrames, boxAt,
      countMatches, changeOf, isOwnCode, identifyNames,
      functionsByName, readFunctions, withKeys })`);

// A tree of text, as lines of "  NAME COST", where COST is the function's own.
function treeOf(text)
{
   const root = { name: "", own: 0, children: [] };
   const path = [root];
   for (const line of text.trim().split("\n")) {
      const [, space, name, own] = /^( *)(\S+) (\d+)$/.exec(line.replace(/^ {3}/, ""));
      const node = { name, own: Number(own), children: [] };
      path[space.length / 2].children.push(node);
      path.splice(space.length / 2 + 1, Infinity, node);
   }
   return root;
}

// A tree of n contexts of few functions, always the same one; functions call themselves.
function randomTree(n)
{
   let state = 1;
   const random = below => (state = state * 48271 % 2147483647) % below;
   const root = { name: "", own: 3, children: [] };
   const nodes = [root];
   while (nodes.length < n) {
      const node = { name: `f${random(40)}`, own: random(3) * random(1000), children: [] };
      const parent = nodes[Math.max(0, nodes.length - 1 - random(30))];
      if (parent.children.some(({ name }) => name === node.name))
         continue;
      parent.children.push(node);
      nodes.push(node);
   }
   return root;
}

function costOf(node)
{
   return node.cost ??= node.own + node.children.reduce((sum, c) => sum + costOf(c), 0);
}

function graphOf(root, { hidden = [], focus = null, inverse = false } = {})
{
   const tree = frames.flatTree(root, node => node === root ? root : node.name,
                                ({ name }) => ({ name, function: name }));
   const key = name => tree.names.findIndex((other, i) => i > 0 && other.name === name);
   const weights = frames.weighTree(tree, costOf, node => 2 * costOf(node));
   return frames.makeGraph(tree, weights, { hidden: new Set(hidden.map(key)), inverse,
                                            focus: focus && new Set([key(focus)]) });
}

// A frame and those below it as lines, as in treeOf(), with what they cost in all.
function linesOf(graph, frame = graph.root, space = "")
{
   return frames.framesBelow(graph, frame).flatMap(child =>
      [`${space}${graph.tree.names[child.key].name} ${child.total}`,
       ...linesOf(graph, child, `${space}  `)]);
}

function allFrames(graph, frame = graph.root)
{
   return [frame, ...frames.framesBelow(graph, frame).flatMap(child => allFrames(graph, child))];
}

const PROGRAM = `
   main 10
     parse 20
       next 30
     sort 5
       next 7
       parse 4
   start 1
     parse 2`;

function testExample()
{
   const lines = choice => linesOf(graphOf(treeOf(PROGRAM), choice));
   is(lines(), ["main 76", "  parse 50", "    next 30", "  sort 16", "    next 7", "    parse 4",
                "start 3", "  parse 2"], "frames: from the root");
   is(lines({ inverse: true }),
      ["next 37", "  parse 30", "    main 30", "  sort 7", "    main 7",
       "parse 26", "  main 20", "  sort 4", "    main 4", "  start 2", "main 10", "sort 5",
       "  main 5", "start 1"], "frames: from the leaves");
   is(lines({ hidden: ["parse"] }), ["main 76", "  next 30", "  sort 16", "    next 7", "start 3"],
      "frames: one hidden, whose callees go to its caller");
   is(lines({ focus: "parse" }), ["parse 56", "  next 30"], "frames: all contexts of one");
   is(lines({ focus: "parse", inverse: true }), ["next 30", "  parse 30", "parse 26"],
      "frames: leaves of what one calls");
   is(lines({ hidden: ["main"] })[0], "parse 50", "frames: a root hidden");
   const graph = graphOf(treeOf(PROGRAM), { hidden: ["parse"] });
   const own = names => frames.selfOf(graph, frames.frameAt(graph, names));
   is([own(["main"]), own(["main", "sort"]), own(["start"]), own([])], [30, 9, 3, 0],
      "frames: what is hidden is its caller's own");
}

function testPaths()
{
   for (const inverse of [false, true]) {
      const graph = graphOf(treeOf(PROGRAM), { inverse });
      const all = allFrames(graph);
      is(all.filter(frame => frames.frameAt(graph, frames.pathOf(graph, frame)) !== frame), [],
         `frames: a path leads to its frame${inverse ? ", from the leaves" : ""}`);
      is(frames.frameAt(graph, ["main", "nobody"]), null, "frames: a path that leads nowhere");
   }
   testLinks();
}

// Paths of links that were made of another graph, or another build.
function testLinks()
{
   const meant = (path, choice) => {
      const graph = graphOf(treeOf(PROGRAM), choice);
      const frame = frames.frameLike(graph, path);
      return frame && frames.pathOf(graph, frame).join(" ");
   };
   is(meant(["loader+0x1ab70", "main", "sort"]), "main sort",
      "frames: what is called before has another name");
   is(meant(["parse", "next"]), "main parse next", "frames: a path from the middle");
   is([meant(["main", "sort", "parse", "next"]), meant(["main", "nobody"])], [null, null],
      "frames: what is not there is not found");
   is(meant(["main", "parse", "next"], { hidden: ["parse"] }), "main next",
      "frames: a hidden function is skipped");
   is(meant(["main", "parse", "next"], { focus: "parse" }), "parse next",
      "frames: so is what is above the focus");
   is(meant(["main", "sort"], { focus: "parse" }), "", "frames: outside the focus, all is shown");
   is(meant(["parse", "main", "loader+0x1ab70"], { inverse: true }), "parse main",
      "frames: from the leaves");
}

// Complaints about boxes of a graph in a width.
function misplaced(graph, zoomed, width)
{
   const complaints = [], where = new Map();
   const rows = frames.layFrames(graph, zoomed, width);
   rows.forEach((row, i) => row.forEach((box, j) => {
      where.set(box.frame, box);
      const above = where.get(box.frame.above), before = row[j - 1];
      const end = box.left + box.width;
      if (box.width < 1 || box.left < -1e-6 || end > width + 1e-6)
         complaints.push(`row ${i}: ${box.left} to ${end}`);
      if (above && (box.left < above.left - 1e-6 || end > above.left + above.width + 1e-6))
         complaints.push(`row ${i}: is not within its parent`);
      if (before && box.left < before.left + before.width - 1e-6)
         complaints.push(`row ${i}: lies on the one before`);
      if (before && before.frame.above === box.frame.above && before.width < box.width)
         complaints.push(`row ${i}: is wider than the one before`);
      if (frames.boxAt(row, box.left + box.width / 2) !== box)
         complaints.push(`row ${i}: is not found`);
   }));
   return complaints;
}

function testLaws()
{
   const root = randomTree(3000);
   const total = costOf(root);
   for (const choice of [{}, { inverse: true }, { hidden: ["f1", "f7", "f20"] }, { focus: "f3" },
                         { hidden: ["f1", "f7"], inverse: true }, { focus: "f3", inverse: true },
                         { focus: "f3", hidden: ["f1", "f7"] }]) {
      const graph = graphOf(root, choice), what = `frames: ${JSON.stringify(choice)}`;
      const all = allFrames(graph);
      const sum = all.reduce((most, frame) => most + frames.selfOf(graph, frame), 0);
      is(choice.focus ? sum === graph.root.total && sum < total : sum, choice.focus ? true : total,
         `${what}: own costs are the total`);
      is(graph.root.total, sum, `${what}: the root has all`);
      empty(all.filter(frame => frame !== graph.root
                                && frames.changeOf(graph, frame) !== 2 * frame.total)
               .map(frame => `${frame.total} changed by ${frames.changeOf(graph, frame)}`),
            `${what}: so are changes`);
      const deep = all.reduce((a, b) => b.total > 500
         && frames.pathOf(graph, b).length > frames.pathOf(graph, a).length ? b : a);
      for (const zoomed of [graph.root, deep]) {
         // Another graph has only made the frames that are seen.
         const fresh = graphOf(root, choice);
         const same = frames.frameAt(fresh, frames.pathOf(graph, zoomed));
         empty(misplaced(fresh, same, 1000), `${what}: boxes`);
         is(frames.layFrames(fresh, same, 1000).flat().filter(({ others }) => !others).length,
            allFrames(graph, zoomed).filter(({ total: cost }) => cost >= zoomed.total / 1000).length
            + frames.pathOf(graph, zoomed).length, `${what}: all that are a pixel wide`);
      }
   }
}

// A tree of n calls inside each other, of functions with long names that begin alike.
function deepTree(n)
{
   const root = { name: "", cost: n + 1, children: [] };
   let last = root;
   for (let cost = n; cost > 0; cost--) {
      last.children.push({ name: `${"x".repeat(300)}${cost}`, cost, children: [] });
      [last] = last.children;
   }
   return root;
}

// In Leaves, calls of one function inside each other are in each row again; a zoom leads to
// the rows that are left out.
function testNesting()
{
   const n = 3000, root = treeOf("f 1");
   let [last] = root.children;
   for (let i = 1; i < n; i++, [last] = last.children)
      last.children.push({ name: "f", own: 1, children: [] });
   const graph = graphOf(root, { inverse: true });
   const rows = frames.layFrames(graph, graph.root, 1e5), deepest = rows.at(-1)[0].frame;
   is([rows.length, frames.layFrames(graph, deepest, 1e5).length], [501, 1001],
      "frames: rows of callers");
}

// More than a browser can call inside each other.
function testDepth()
{
   const n = 12000, graph = graphOf(deepTree(n));
   frames.identifyNames(graph.tree.names);
   const rows = frames.layFrames(graph, graph.root, 1e6);
   is(rows.map(row => row.length).join(""), "1".repeat(n + 1), "frames: a deep tree has all rows");
   const last = rows.at(-1)[0].frame, path = frames.pathOf(graph, last);
   is(frames.frameLike(graph, path) === last, true, "frames: a long path leads to its frame");
   is(path.filter(part => part.length > 210), [], "frames: long names are short in it");
   is(new Set(path).size, n, "frames: and different");
   is(frames.frameLike(graph, rows.slice(1, 4).map(([{ frame }]) =>
         graph.tree.names[frame.key].name)) === rows[3][0].frame, true,
      "frames: whole names are meant, too");
}

// Functions of one name in many files: of a text with more than 16383 characters, V8 takes
// the length for its hash, and those of one length are then compared with each other.
function testLongNames()
{
   const seconds = length => {
      const all = Array.from({ length: 2000 }, (_, i) =>
         ({ name: "x".repeat(length), file: `${1000 + i}.c` }));
      const start = performance.now();
      is(frames.functionsByName(all).get(all[0].name).get("1007.c"), [all[7]],
         "frames: a function is found by its names");
      return (performance.now() - start) / 1000;
   };
   const few = seconds(8000);
   is(seconds(32000) < 20 * few + 0.5, true, "frames: long names take no longer");
   testManyLongNames();
}

// The same of functions and files whose names have one length, and differ at the end only.
function testManyLongNames()
{
   const seconds = length => {
      const long = Array.from({ length: 1000 }, (_, i) => "x".repeat(length) + (1000 + i));
      const verdict = { places: [{ file: long[7], function: long[8] }, { what: "calls" }] };
      const start = performance.now();
      const data = frames.withKeys({ files: long, objects: [], verdict });
      const all = frames.readFunctions(data, [], long.map((name, i) => [[name, null], null, i, null]));
      const named = frames.functionsByName(all);
      const took = (performance.now() - start) / 1000;
      is(all.every(f => named.get(f.name).get(f.file).length === 1), true,
         "frames: a long name is one function's");
      is([data.verdict.places[0].file, data.verdict.places[0].function], [all[7].file, all[8].name],
         "frames: an answer has the same names");
      return took;
   };
   const few = seconds(8000);
   is(seconds(32000) < 20 * few + 0.5, true, "frames: many long names take no longer");
}

// The boxes of a program as lines of "LEFT WIDTH NAMES".
function boxLines(text, zoom = [])
{
   const graph = graphOf(treeOf(text));
   for (const about of graph.tree.names)
      about.color = about.name.startsWith("lib") ? "library" : "own";
   const zoomed = frames.frameAt(graph, zoom);
   return frames.layFrames(graph, zoomed, graph.root.total, true).map(row => row.map(box =>
      `${box.left} ${box.width} ${(box.folded ?? [box.frame]).map(({ key }) =>
         graph.tree.names[key].name).join("-")}`));
}

const LONG_WAY = `
   liba 0
     main 1
       work 0
         twice 2
           left 50
             a 0
               b 0
                 c 10
           right 40
   libx 1
     liby 0
       libz 0
         main 50
     libw 10`;

function testFolds()
{
   const chain = LONG_WAY.slice(0, LONG_WAY.indexOf("\n   libx"));
   is(boxLines(chain), [["0 103 "], ["0 103 liba-main-work-twice"], ["0 60 left", "60 40 right"],
                        ["0 10 a"], ["0 10 b"], ["0 10 c"]],
      "frames: what comes before the first split is one box");
   is(boxLines(chain, ["liba", "main", "work", "twice", "left", "a"]).slice(0, 4),
      [["0 103 "], ["0 103 liba-main-work-twice-left"], ["0 103 a"], ["0 103 b"]],
      "frames: so is what a zoom is in");
   is(boxLines(LONG_WAY.replace("libw 10", "libw 1")).slice(0, 4),
      [["0 155 "], ["0 103 liba", "103 52 libx-liby-libz"],
       ["0 103 main", "103 50 main", "153 1 libw"].filter(text => text), ["0 102 work"]],
      "frames: and libraries before own code, with all that they call below");
   is(boxLines(LONG_WAY.replace("libw 10", "libw 30"))[2],
      ["0 103 main", "103 50 liby", "153 30 libw"], "frames: not so if they call much else");
   const own = LONG_WAY.replaceAll(/lib([xyz])/g, "$1").replace("libw 10", "libw 1");
   is(boxLines(own)[1], ["0 103 liba", "103 52 x"], "frames: own code stays");
   const graph = graphOf(treeOf(`${PROGRAM}\n   more 2\n     tiny 2`), { inverse: true });
   const boxes = frames.layFrames(graph, graph.root, 20)[1];
   is(boxes.map(({ others }) => others), [false, false, false, false, true],
      "frames: from the leaves, a box for what is too narrow");
   is(boxes.at(-1).left + boxes.at(-1).width, 20, "frames: to the end of the row");
}

// The cost of contexts in which a function is: by hand.
function costIn(node, names)
{
   return names.includes(node.name) ? costOf(node)
      : node.children.reduce((sum, child) => sum + costIn(child, names), 0);
}

function testSearch()
{
   const root = randomTree(3000), names = ["f2", "f5"];
   const found = choice => {
      const graph = graphOf(root, choice);
      return frames.countMatches(graph, graph.tree.names.map(({ name }) => names.includes(name)));
   };
   const nodes = [root];
   for (const node of nodes)
      nodes.push(...node.children);
   is(found(), { frames: nodes.filter(node => names.includes(node.name)).length,
                 cost: costIn(root, names) }, "frames: a search counts nested ones once");
   is(found({ inverse: true }), found(), "frames: it finds the same from the leaves");
   is(found({ hidden: names }), { frames: 0, cost: 0 }, "frames: it does not find hidden ones");
   const graph = graphOf(root, { focus: "f2" });
   is(found({ focus: "f2" }).cost, graph.root.total, "frames: it finds all that is in focus");
}

// Whose code it is, by its file, object and name.
function testOwners()
{
   const functions = [
      [true, "prog.c", null], [true, "prog.c", "/home/ada/prog"],
      [true, "???", "/usr/bin/ninja", "ninja+0x14020"], [false, "???", null],
      [false, "???", "???"], [false, "???", "/usr/lib/x86_64-linux-gnu/libz.so.1"],
      [false, "inflate.c", "/usr/lib/x86_64-linux-gnu/libz.so.1"],
      [false, "/usr/include/c++/12/bits/stl_algo.h", "/home/ada/prog"],
      [false, "???", "/home/ada/prog", "(below main)"],
      [false, "???", "/home/ada/prog", "malloc@plt"]];
   empty(functions.filter(([own, file, object, name]) =>
      frames.isOwnCode({ file, object, name }) !== own), "frames: own code and libraries");
}

export function testFrames()
{
   testOwners();
   testExample();
   testPaths();
   testLaws();
   testDepth();
   testNesting();
   testLongNames();
   testFolds();
   testSearch();
   const none = graphOf({ name: "", own: 0, children: [] });
   is(frames.layFrames(none, none.root, 100).length, 1, "frames: a program without costs");
}
