// SPDX-License-Identifier: GPL-2.0-or-later
// sets.js: the conflict report: a map of the sets of a cache, and the variables
// that meet there.
//
// The map has one square for each set, in rows from left to right.

const METRICS = [
   { key: "conflict", title: "conflict misses" },
   { key: "capacity", title: "capacity misses" },
   { key: "cold", title: "cold misses" },
   { key: "accesses", title: "accesses" },
];

// So many conflicts appear at a time, and lines that several threads write.
const CONFLICT_ROWS = 50;

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

// The conflicts of the threads that are shown: {conflict, misses, sets}.  A row of a
// conflict's sets is a thread, a set and how many misses were there.
function shownConflicts(page)
{
   const sumOf = rows => rows.reduce((sum, [, , n]) => addCounts(sum, n), null);
   return page.level.conflicts.map(conflict => {
      const rows = conflict.sets.filter(([thread]) => isShown(thread));
      return { conflict, sets: rows.map(([, set]) => set),
               misses: rows.length === conflict.sets.length ? conflict.misses
                                                            : sumOf(rows) };
   }).filter(({ misses }) => misses !== null)
      .sort((a, b) => compareCounts(b.misses, a.misses));
}

// "0 to 7, 64": numbers in their order, with ranges.
function rangesText(numbers)
{
   const ranges = [];
   for (const n of [...new Set(numbers)].sort((a, b) => a - b)) {
      const last = ranges[ranges.length - 1];
      if (last && n === last[1] + 1)
         last[1] = n;
      else
         ranges.push([n, n]);
   }
   const text = ranges.slice(0, 4).map(([a, b]) => a === b ? `${a}` : `${a} to ${b}`);
   return text.join(", ") + (ranges.length > 4 ? " …" : "");
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
      `${withCommas(String(counts[key] ?? 0))} ${title}`).join(", ");
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

/*------------------------------------------------------------*/
/*--- The conflicts                                        ---*/
/*------------------------------------------------------------*/

function variableName(text)
{
   return name(cutMiddle(text, LONGEST_NAME), { class: "code" });
}

function conflictRow(page, { conflict, misses, sets })
{
   const { variable_names: names, source_lines: lines } = page.report;
   const line = lines[conflict.source_line];
   return make("tr", {},
      make("th", { scope: "row" }, variableName(names[conflict.variable])),
      make("td", {}, variableName(names[conflict.evictor])),
      make("td", { class: "count" }, withCommas(String(misses)),
         make("small", {}, percentText(percentOf(misses, page.shown.conflict ?? 0)))),
      make("td", {}, placeLink(page, line.file, line.line)),
      make("td", {}, make("button", { type: "button", class: "plain",
         "aria-label": `Mark the sets ${rangesText(sets)} on the map`, click: event => {
            page.marked = sets;
            drawSets(page);
            markRow(event.target.closest("tr"));
            page.canvas.scrollIntoView({ block: "nearest" });
         } }, rangesText(sets))));
}

// Marks a row of the table, and no other one.
function markRow(row)
{
   for (const marked of byId("conflicts-table").querySelectorAll("[aria-current]"))
      marked.removeAttribute("aria-current");
   row.setAttribute("aria-current", "true");
}

const CONFLICT_TITLES = ["Missed", "Pushed out by", "Misses", "At", "In sets"];

function showConflicts(page)
{
   const { conflicts } = page;
   byId("conflicts-title").hidden = conflicts.length === 0;
   byId("conflicts-table").replaceChildren(...conflicts.length === 0 ? [] : [
      make("thead", {}, make("tr", {}, ...CONFLICT_TITLES.map(title =>
         make("th", { scope: "col", class: title === "Misses" ? "count" : null }, title)))),
      make("tbody", {})]);
   appendInParts(byId("conflicts-table").tBodies[0], byId("conflicts-more"), conflicts,
                conflict => conflictRow(page, conflict));
}

// Makes the first of many elements, one for each item, and lets a button make more.
function appendInParts(parent, button, items, makeOne)
{
   const more = () => {
      const from = parent?.childElementCount ?? 0;
      parent?.append(...items.slice(from, from + CONFLICT_ROWS).map(makeOne));
      const left = Math.max(0, items.length - from - CONFLICT_ROWS);
      button.hidden = left === 0;
      button.textContent = `Show ${Math.min(left, CONFLICT_ROWS)} more of ${left}`;
   };
   button.onclick = more;
   more();
}

function showSharing(page)
{
   const { false_sharing: shared, variable_names: names } = page.report;
   byId("sharing").hidden = shared.length === 0;
   appendInParts(byId("sharing-list"), byId("sharing-more"), shared, line =>
      make("li", {}, `${withCommas(String(line.writes))} writes to ${line.n_lines} `
         + `line${line.n_lines === 1 ? "" : "s"}: `,
         ...line.writers.flatMap(({ thread, variable }, i) =>
            [i > 0 ? ", " : "", variableName(names[variable]), ` by thread ${thread}`])));
}

/*------------------------------------------------------------*/
/*--- All                                                  ---*/
/*------------------------------------------------------------*/

function levelName(level)
{
   return level.cache ?? level.level;
}

// What the list of conflicts leaves out, of all threads.
function leftOutText({ conflicts_left_out: left })
{
   return left ? ` ${withCommas(String(left.n))} conflicts with less than 1 % of the misses `
      + `each are not listed: ${withCommas(String(left.conflict ?? 0))} misses.` : "";
}

// What the cache is, and the counts of the threads that are shown.
function summaryText({ level, shown })
{
   const count = key => withCommas(String(shown[key] ?? 0));
   return `${levelName(level)}: ${withCommas(String(level.size))} bytes, `
      + `${level.ways} ways, ${withCommas(String(level.sets))} sets. `
      + (shown === level.total ? "" : `Thread ${shown.thread}: `)
      + `${count("accesses")} accesses, ${count("cold")} cold, `
      + `${count("capacity")} capacity and ${count("conflict")} conflict misses.`
      + leftOutText(level);
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
   describeSet(page, fullestSet(page));
}

// Shows a level, for the threads that are chosen.
function showSets(page)
{
   const { level } = page;
   const threads = shownThreads(page);
   page.sets = setCounts(level, threads);
   page.conflicts = shownConflicts(page);
   page.shown = byId("thread").value === "all" ? level.total : threads[0];
   page.marked = [];
   byId("sets-summary").textContent = visible(summaryText(page));
   showSetMap(page);
   showConflicts(page);
}

// Shows a level.  The choice of threads has all of it; the one that was chosen stays,
// and so does the metric, unless nothing of it happened in this level.
function showLevel(page, level)
{
   const chosen = byId("thread").value;
   page.level = level;
   byId("thread").replaceChildren(make("option", { value: "all" }, "all"),
      ...level.threads.map(({ thread }) =>
         make("option", { value: thread, selected: String(thread) === chosen },
              String(thread))));
   const happened = key => sizeOf(level.total[key] ?? 0) > 0;
   if (!happened(page.metric))
      page.metric = METRICS.map(({ key }) => key).find(happened) ?? page.metric;
   byId("metric").value = page.metric;
   showSets(page);
}

function startSets(page)
{
   page.report = page.profile.report;
   const { levels } = page.report;
   byId("level").replaceChildren(...levels.map((level, i) =>
      make("option", { value: i }, visible(levelName(level)))));
   byId("metric").replaceChildren(...METRICS.map(({ key, title }) =>
      make("option", { value: key }, title)));
   page.metric = METRICS[0].key;
   byId("level").addEventListener("change", event =>
      showLevel(page, levels[event.target.value]));
   byId("thread").addEventListener("change", () => showSets(page));
   byId("metric").addEventListener("change", event => {
      page.metric = event.target.value;
      showSetMap(page);
   });
   matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () =>
      drawSets(page));
   addEventListener("resize", () => drawSets(page));
   showSharing(page);
}

addView({ id: "conflicts", title: "Conflicts", key: "c", tab: true,
          available: page => page.profile.report?.levels.length > 0,
          start: startSets,
          draw(page) {
             if (!page.level)
                showLevel(page, page.report.levels[0]);
          } });
