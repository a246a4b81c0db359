// SPDX-License-Identifier: GPL-2.0-or-later
// setmap.js: the map of the sets of a cache, in the conflict report.
//
// The map has one square for each set, in rows from left to right.  Its colour is by a
// metric; a set below the mouse, or chosen by keys, is described below the map.

const METRICS = [
   { key: "conflict", title: "conflict misses" },
   { key: "capacity", title: "capacity misses" },
   { key: "cold", title: "cold misses" },
   { key: "accesses", title: "accesses" },
];

// In pixels: how wide the map is at most, and a square.
const MAP_WIDTH = 1024;
const LARGEST_SIDE = 36;

// The counts of each set that was used, by number, summed over the threads that are
// shown.  A report of a few bytes can have millions of others.
function setCounts(level, threads)
{
   const sets = {};
   for (const thread of threads)
      for (const [first, ...groups] of thread.sets)
         groups.forEach((group, i) => {
            const counts = thread.set_counts[group];
            sets[first + i] = sets[first + i]
               ? sumOfCounts(sets[first + i], counts) : counts;
         });
   return sets;
}

function sumOfCounts(a, b)
{
   const sum = { ...a };
   for (const [key, count] of Object.entries(b))
      sum[key] = addCounts(sum[key] ?? null, count);
   return sum;
}

function isShown(thread)
{
   const choice = byId("thread").value;
   return choice === "all" || String(thread) === choice;
}

function shownThreads(page)
{
   return page.level.threads.filter(({ thread }) => isShown(thread));
}

// The sets that were used, by number, each with its count of the metric.
function usedSets(page)
{
   return Object.entries(page.sets).map(([set, counts]) =>
      [Number(set), sizeOf(counts[page.metric] ?? 0)]);
}

/*------------------------------------------------------------*/
/*--- The map                                              ---*/
/*------------------------------------------------------------*/

// How many squares a row has: 64 sets are 16 in 4 rows, 32,768 are 256 in 128.
function setsInRow(n)
{
   const wider = n <= 64 ? 1 : 0.5;
   return Math.min(n, 2 ** Math.ceil(Math.log2(Math.sqrt(n)) + wider));
}

function heatColor(level)
{
   return getComputedStyle(document.documentElement)
      .getPropertyValue(level > 0 ? `--heat-${level}` : "--heat-0").trim();
}

function drawSets(page)
{
   const canvas = page.canvas, n = page.level.sets;
   const columns = setsInRow(n), rows = Math.ceil(n / columns);
   const width = Math.min(MAP_WIDTH, byId("sets-map").clientWidth);
   const side = Math.max(1, Math.min(LARGEST_SIDE, Math.floor(width / columns)));
   canvas.width = columns * side;
   canvas.height = rows * side;
   const context = canvas.getContext("2d");
   const used = usedSets(page);
   const most = used.reduce((most, [, value]) => Math.max(most, value), 0);
   const colors = Array.from({ length: HEATS + 1 }, (_, level) => heatColor(level));
   const gap = side >= 8 ? 1 : 0;
   const draw = (set, count, level) => {
      context.fillStyle = colors[level];
      context.fillRect(set % columns * side, Math.floor(set / columns) * side,
                       count * side - gap, side - gap);
   };
   // Without gaps, a row of empty sets is one rectangle.
   const step = gap > 0 ? 1 : columns;
   for (let set = 0; set < n; set += step)
      draw(set, Math.min(step, n - set), 0);
   for (const [set, value] of used)
      if (value > 0)
         draw(set, 1, Math.max(1, Math.ceil(HEATS * value / most)));
   context.strokeStyle = getComputedStyle(document.body).color;
   context.lineWidth = Math.max(2, side / 12);
   for (const set of page.marked)
      context.strokeRect(set % columns * side + 1, Math.floor(set / columns) * side + 1,
                         Math.max(1, side - gap - 2), Math.max(1, side - gap - 2));
}

// What the colours of the map mean: none, and up to the largest count of a set.
function showLegend(page)
{
   const most = usedSets(page).reduce((most, [, value]) => Math.max(most, value), 0);
   byId("sets-legend").replaceChildren("0 ",
      make("span", { class: "legend", "aria-hidden": "true" },
           ...Array.from({ length: HEATS + 1 }, (_, level) =>
              make("span", { class: `heat-${level}` }))),
      ` ${groupDigits(String(most))} in a set`);
}

// The set below the mouse.
function setAt(page, event)
{
   const box = page.canvas.getBoundingClientRect();
   const columns = setsInRow(page.level.sets);
   const rows = Math.ceil(page.level.sets / columns);
   const x = Math.floor((event.clientX - box.left) / box.width * columns);
   const y = Math.floor((event.clientY - box.top) / box.height * rows);
   const set = y * columns + x;
   return x >= 0 && x < columns && set >= 0 && set < page.level.sets ? set : null;
}

// What meets in a set.
function describeSet(page, set)
{
   const counts = page.sets[set] ?? {};
   const text = METRICS.map(({ key, title }) =>
      `${groupDigits(String(counts[key] ?? 0))} ${title}`).join(", ");
   const names = new Set();
   for (const { conflict, sets } of page.conflicts)
      if (sets.includes(set))
         names.add(page.report.variable_names[conflict.variable])
            .add(page.report.variable_names[conflict.evictor]);
   page.currentSet = set;
   byId("set").replaceChildren(make("strong", {}, `Set ${set}`), `: ${text}.`,
      names.size > 0 ? " Here meet " : "",
      ...[...names].slice(0, 8).flatMap((variable, i) =>
         [i > 0 ? ", " : "", variableName(variable)]),
      names.size > 8 ? " …" : "");
}

function fullestSet(page)
{
   return usedSets(page).reduce((fullest, set) => set[1] > fullest[1] ? set : fullest,
                                [0, 0])[0];
}

function onSetKey(page, event)
{
   const columns = setsInRow(page.level.sets);
   const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns };
   if (!Object.hasOwn(steps, event.key))
      return;
   const set = (page.currentSet ?? -1) + steps[event.key];
   if (set >= 0 && set < page.level.sets) {
      page.marked = [set];
      drawSets(page);
      describeSet(page, set);
   }
   event.preventDefault();
}

// Shows the counts of each set by the metric.
function showSetMap(page)
{
   const metric = METRICS.find(({ key }) => key === page.metric);
   page.canvas = make("canvas", { role: "img", tabindex: "0",
      "aria-label": `Map of the sets of ${visible(levelName(page.level))} by `
         + `${metric.title}; the arrow keys choose a set`,
      mousemove: event => {
         const set = setAt(page, event);
         if (set !== null)
            describeSet(page, set);
      },
      keydown: event => onSetKey(page, event) });
   byId("sets-map").replaceChildren(page.canvas);
   drawSets(page);
   showLegend(page);
   describeSet(page, fullestSet(page));
}
