// SPDX-License-Identifier: GPL-2.0-or-later
// sets.js: the conflict report: why and where data miss in a cache, what to try, the
// variables that meet there, and the map of its sets (setmap.js).
//
//    96.8 % of the conflict misses are m2 pushed out by itself, in all sets: matrix.c:10
//    → Try: other distances within m2, such as padded rows; addresses 4 096 bytes apart
//      share a set.
//    Which variables meet ...
//    D1: 32 768 bytes, 8 ways, 64 sets. ...
//    +----------------------------+
//    | the sets                   |
//    +----------------------------+

// So many conflicts appear at a time.
const CONFLICT_ROWS = 50;

// A conflict with a smaller share of the misses, in percent, is not shown.
const LEAST_CONFLICT = 1;

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
   }).filter(({ misses }) => percentOf(misses, page.shown.conflict ?? 0) >= LEAST_CONFLICT)
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
      make("td", { class: "count" }, groupDigits(String(misses)),
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

/*------------------------------------------------------------*/
/*--- What to try                                          ---*/
/*------------------------------------------------------------*/

// Whether the program has a name for a variable, or a line that allocates it.  If not,
// nobody can pad it or make it smaller.
function isNamed(variable)
{
   return !/^(\?\?\?|code|heap|stack)$|^mapped (memory|file )/.test(variable);
}

function named(variable)
{
   return isNamed(variable) ? variableName(variable) : "that memory";
}

// The class with the most misses; of equals, the one for which there is most to try.
function mainClass(total)
{
   return ["conflict", "capacity", "cold"].reduce((main, key) =>
      compareCounts(total[key] ?? 0, total[main] ?? 0) > 0 ? key : main);
}

// What has most misses of a class, of the variables or lines of a level.
function mostOf(list, key)
{
   return list.reduce((most, one) =>
      compareCounts(one[key] ?? 0, most[key] ?? 0) > 0 ? one : most);
}

// The sentences say the same as a report in text (conflicts/opening.c).  Each is a list
// of texts and elements.
function conflictSentences(page, { conflicts: [first], total, sets: n, size, ways })
{
   const { variable_names: names, source_lines: lines } = page.report;
   const missed = names[first.variable], evictor = names[first.evictor];
   const { file, line } = lines[first.source_line];
   const sets = new Set(first.sets.map(([, set]) => set)).size;
   return {
      attempt: [...first.variable === first.evictor
         ? ["other distances within ", named(missed), ", such as padded rows"]
         : isNamed(missed) && isNamed(evictor)
         ? ["place ", named(missed), " and ", named(evictor), " so that they use different sets"]
         : ["place the two so that they use different sets"],
         `; addresses ${groupDigits(String(Math.floor(size / ways)))} bytes apart share a set.`],
      where: [`${percentText(percentOf(first.misses, total.conflict)) || "0 %"} of the conflict `
              + "misses are ", variableName(missed), " pushed out by ",
              first.variable === first.evictor ? "itself" : variableName(evictor), ", in ",
              sets === n ? "all sets" : `${groupDigits(String(sets))} of `
              + `${groupDigits(String(n))} sets`, ": ", placeLink(page, file, line)],
   };
}

function classSentences(page, level, key)
{
   const { variable_names: names, source_lines: lines } = page.report;
   const variable = mostOf(level.variables, key), place = mostOf(level.lines, key);
   const { file, line } = lines[place.source_line];
   const share = one => percentText(percentOf(one[key] ?? 0, level.total[key])) || "0 %";
   return {
      attempt: key === "capacity"
         ? ["work on smaller pieces of ", named(names[variable.variable]),
            `; what is used again must fit into ${groupDigits(String(level.size))} bytes.`]
         : ["touch less of ", named(names[variable.variable]),
            "; each of these misses is the first use of a line."],
      where: [`${share(variable)} of the ${key} misses are of `,
              variableName(names[variable.variable]), `; by line, ${share(place)} are at `,
              placeLink(page, file, line)],
   };
}

function showSentences(page)
{
   const { level } = page, key = mainClass(level.total);
   const known = key === "conflict" ? level.conflicts.length > 0
      : level.variables.length > 0 && level.lines.length > 0;
   const any = known && sizeOf(level.total[key] ?? 0) > 0;
   const { attempt, where } = !any ? {} : key === "conflict"
      ? conflictSentences(page, level) : classSentences(page, level, key);
   byId("sets-try").replaceChildren(...any ? ["Try: ", ...attempt] : []);
   byId("sets-where").replaceChildren(...any ? where : []);
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
   return left ? ` ${groupDigits(String(left.n))} conflicts with less than 1 % of the misses `
      + `each are not listed: ${groupDigits(String(left.conflict ?? 0))} misses.` : "";
}

// What the cache is, and the counts of the threads that are shown.
function summaryText({ level, shown })
{
   const count = key => groupDigits(String(shown[key] ?? 0));
   return `${levelName(level)}: ${groupDigits(String(level.size))} bytes, `
      + `${level.ways} ways, ${groupDigits(String(level.sets))} sets. `
      + (shown === level.total ? "" : `Thread ${shown.thread}: `)
      + `${count("accesses")} accesses, ${count("cold")} cold, `
      + `${count("capacity")} capacity and ${count("conflict")} conflict misses.`
      + leftOutText(level);
}

// Shows a level, for the threads that are chosen.
function showSets(page)
{
   const { level } = page;
   const threads = shownThreads(page);
   page.sets = setCounts(level, threads);
   page.shown = byId("thread").value === "all" ? level.total : threads[0];
   page.conflicts = shownConflicts(page);
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
   showSentences(page);
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
   const redrawSets = () => {
      if (page.level && page.state.view === "conflicts")
         drawSets(page);
   };
   matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redrawSets);
   addEventListener("resize", redrawSets);
}

addView({ id: "conflicts", title: "Conflicts", key: "c", tab: true,
          available: page => page.profile.report?.levels.length > 0,
          start: startSets,
          draw(page, changed) {
             if (!page.level)
                showLevel(page, page.report.levels[0]);
             else if (changed.has("view"))
                drawSets(page);
          } });
