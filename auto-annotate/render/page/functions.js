// SPDX-License-Identifier: GPL-2.0-or-later
// functions.js: the table of functions, which can be sorted and searched.
//
//    12 of 340 functions match.   [x] Add what functions call   Columns
//    +--------------+---------------+------------------+-----------+-------+
//    | Cycles incl. | Cycles self v | Function         | File      |    Ir |
//    | 31.0 % 9 120 | 2.1 %     620 | Rule::GetBinding | rules.cc  | 4 400 |
//    +--------------+---------------+------------------+-----------+-------+
//
// A click on a function chooses it: the source below shows its hottest line.

// The columns of names; the function's takes what is left.
const LEAST_NAME = 24;
const FUNCTION = { key: "name", title: "Function", letters: null };
const FILE = { key: "file", title: "File", letters: 20 };
const OBJECT = { key: "object", title: "Object", letters: 20 };

function placeColumns(page, narrow)
{
   return narrow ? [] : page.profile.objects.length > 0 ? [FILE, OBJECT] : [FILE];
}

/*------------------------------------------------------------*/
/*--- Which functions                                      ---*/
/*------------------------------------------------------------*/

function matches(f, words)
{
   f.searched ??= `${f.name}\n${f.file}\n${f.object ?? ""}`.toLowerCase();
   return words.every(word => f.searched.includes(word));
}

function compareNames(a, b)
{
   return a < b ? -1 : a > b ? 1 : 0;
}

// Compares two functions by the column that is sorted by; ties keep the order of
// the profile.
function compareFunctions(page, a, b)
{
   const { key, column, down } = page.sort;
   const size = f => columnSize(page, column, columnCounts(page, column, f));
   const order = key ? compareNames(a[key] ?? "", b[key] ?? "")
                     : compareCounts(size(a), size(b));
   return (down ? -order : order) || a.index - b.index;
}

// The functions that match what is searched for, sorted.
function findFunctions(page)
{
   const words = page.state.query.toLowerCase().split(/\s+/).filter(word => word);
   if (page.sorted?.by !== page.sort)
      page.sorted = { by: page.sort, functions: [...page.profile.functions].sort((a, b) =>
         compareFunctions(page, a, b)) };
   return page.sorted.functions.filter(f => matches(f, words));
}

// How many functions there are and which share of the event they have; of a search,
// how many match.
function foundText(page, found)
{
   const { profile: { events, functions, rest, totals, difference } } = page;
   const event = events[page.event];
   const n = found.length;
   if (page.state.query.trim() !== "")
      return `${n === 0 ? "None" : n} of ${functions.length} functions `
         + (n === 1 ? "matches." : "match.");
   const sum = found.reduce((total, f) => addCounts(total, f.own[page.event]), null);
   const share = event.linear && !difference
      ? percentText(percentOf(sum, totals[page.event])) : "";
   const others = rest.reduce((total, row) => total + row[1], 0);
   return `${n} function${n === 1 ? "" : "s"}`
      + (share ? ` with ${share} of ${event.name}` : "")
      + (others === 0 ? "" : others === 1 ? ". Another has too little to be listed."
         : `. ${others} others have too little to be listed.`);
}

/*------------------------------------------------------------*/
/*--- The table                                            ---*/
/*------------------------------------------------------------*/

// The chosen event's columns are before the name, because they are what one looks at.
function cellsAround(page, counts, names)
{
   const n = page.functionList.leading;
   return [...counts.slice(0, n), ...names, ...counts.slice(n)];
}

function isSortedBy(page, key, column)
{
   return key ? page.sort.key === key
      : !page.sort.key && ["event", "own", "classes"].every(member =>
           page.sort.column[member] === column[member]);
}

function sortHeader(page, key, column, text, title)
{
   const sorted = isSortedBy(page, key, column);
   const direction = page.sort.down ? "descending" : "ascending";
   return make("th", { scope: "col", class: key ? key : "count",
                       "aria-sort": sorted ? direction : null },
      make("button", { type: "button", title, click: () => {
         // Names begin with A, counts with the largest.
         page.sort = { key, column, down: sorted ? !page.sort.down : !key,
                       inclusive: page.inclusive };
         fillFunctions(page);
         page.functionList.box.scrollTop = 0;
         [...document.querySelectorAll("#functions-table thead button")]
            .find(button => button.textContent.trim() === visible(text))?.focus();
      } }, name(text)));
}

function placeHeader(page, { key, title })
{
   return sortHeader(page, key, {}, title, `Sort by ${title.toLowerCase()}`);
}

function functionRow(page, f, columns, longest)
{
   const { narrow } = page.functionList;
   const text = name(cutMiddle(f.short, LONGEST_NAME));
   return make("tr", { "aria-current": f === page.chosen ? "true" : null },
      ...cellsAround(page, columns.map((column, i) =>
         countCell(page, column, columnCounts(page, column, f),
                   { narrow, largest: longest[i] })),
         [make("th", { scope: "row", class: "name",
                       title: visible(`${f.name} (${f.file})`) },
               functionLink(page, f, text) ?? text),
          ...placeColumns(page, narrow).map(({ key }) =>
             make("td", { class: key, title: visible(f[key] ?? "") },
                  name(baseName(f[key] ?? ""))))]));
}

function fillFunctions(page)
{
   const list = page.functionList;
   const found = findFunctions(page);
   const names = [FUNCTION, ...placeColumns(page, list.narrow)];
   const others = names.reduce((sum, { letters }) => sum + letters, 0);
   const columns = fittingColumns(page, list, page.profile.functions, others);
   const longest = columns.map(column => largestOf(page, column, page.profile.functions));
   page.found = found;
   list.leading = shownOfChosen(page, page.profile.functions).length;
   byId("functions-found").textContent = visible(foundText(page, found));
   fillList(list, {
      head: cellsAround(page, columns.map(column => sortHeader(page, null, column,
               columnName(page, column, list.narrow), visible(columnTitle(page, column)))),
            names.map(place => placeHeader(page, place))),
      letters: cellsAround(page, columns.map(({ letters }) => letters),
                           names.map(({ letters }) => letters)),
      least: LEAST_NAME, count: found.length,
      makeRow: index => functionRow(page, found[index], columns, longest),
   });
}

// A click anywhere in a row, and Enter, choose its function.
function chooseRow(page, index)
{
   if (page.found[index])
      chooseFunction(page, page.found[index]);
}

function startFunctions(page)
{
   sortByEvent(page, true);
   page.functionList = newList(byId("functions-lines"), {
      id: "functions-table", label: "Functions", role: "grid", onPaper: 40,
      fill: () => fillFunctions(page),
      onKey: (index, { key }) => key === "Enter" && (chooseRow(page, index), true) });
   page.functionList.table.addEventListener("click", event => {
      const row = event.target.closest("tbody tr:not(.spacer)");
      if (row && !event.target.closest("a"))
         chooseRow(page, row.ariaRowIndex - 2);
   });
   byId("inlined-choice").hidden = !page.profile.hasInclusive;
   byId("inlined").addEventListener("change", event =>
      go(page, { inclusive: event.target.checked }));
   addColumnChoice(page, byId("functions-columns"), () => fillFunctions(page));
}

// Sorts by the chosen event: by what functions cost themselves, or with what they call.
function sortByEvent(page, own)
{
   const columns = shownOfChosen(page, page.profile.functions);
   page.sort = { key: null, down: true, inclusive: page.inclusive,
                 column: columns.find(column => column.own === own) ?? columns[0] };
}

// Sorts by what the reader has changed.  At first it is by what functions cost themselves:
// those that only call others have most with that.
function sortAnew(page, changed)
{
   if (page.sort.inclusive !== page.inclusive)
      sortByEvent(page, !page.inclusive);
   else if (changed.has("event"))
      sortByEvent(page, page.sort.column.own ?? true);
}

addView({ id: "functions", title: "Functions", key: "t", tab: true,
          start: startFunctions,
          draw(page, changed) {
             byId("inlined").checked = page.inclusive;
             sortAnew(page, changed);
             if (["event", "inclusive", "query"].some(member => changed.has(member)))
                fillFunctions(page);
             else if (changed.has("chosen"))
                redrawList(page.functionList);
          },
          keys: [{ key: "i", title: "Sort by self, or with what is called",
                   run: () => byId("inlined").click() }] });
