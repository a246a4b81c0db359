// SPDX-License-Identifier: GPL-2.0-or-later
// functions.js: the table of functions, which can be sorted and searched.

// So many rows appear at a time.
const ROWS = 100;

// The columns of names; the function's is after the first count, the others are at
// the end.
const FUNCTION = { key: "name", title: "Function" };
const FILE = { key: "file", title: "File" };
const OBJECT = { key: "object", title: "Object" };

function placeColumns(page)
{
   return page.profile.objects.length > 0 ? [FILE, OBJECT] : [FILE];
}

// The line of a function that costs most; null if the page has none of its lines.
function hottestLineOf(page, f)
{
   let most = null;
   for (const item of f.lines)
      if (hasAddress(item.line)
          && (!most || Math.abs(sizeOf(item.counts[page.event]))
                       > Math.abs(sizeOf(most.counts[page.event]))))
         most = item;
   return most && most.line;
}

// A link to that line or, in a profile with calls, to the function; null if the page
// does not show it.
function functionLink(page, f, text)
{
   if (page.profile.hasCalls)
      return make("a", { href: functionHash(f) }, text);
   const line = hottestLineOf(page, f);
   return line && lineLink(f.file, line.number, text);
}

/*------------------------------------------------------------*/
/*--- Which functions                                      ---*/
/*------------------------------------------------------------*/

function matches(f, words)
{
   const text = `${f.name}\n${f.file}\n${f.object ?? ""}`.toLowerCase();
   return words.every(word => text.includes(word));
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
   const order = key ? compareNames(a[key] ?? "", b[key] ?? "")
      : compareCounts(columnSize(page, column, countsOf(page, a)),
                      columnSize(page, column, countsOf(page, b)));
   return (down ? -order : order) || a.index - b.index;
}

function chooseFunctions(page)
{
   const words = page.state.query.toLowerCase().split(/\s+/).filter(word => word);
   page.found = page.profile.functions.filter(f => matches(f, words))
      .sort((a, b) => compareFunctions(page, a, b));
}

/*------------------------------------------------------------*/
/*--- The table                                            ---*/
/*------------------------------------------------------------*/

function isSortedBy(page, key, column)
{
   return key ? page.sort.key === key
      : !page.sort.key && page.sort.column.event === column.event
        && page.sort.column.classes === column.classes;
}

function sortHeader(page, key, column, text, title)
{
   const sorted = isSortedBy(page, key, column);
   const direction = page.sort.down ? "descending" : "ascending";
   return make("th", { scope: "col", class: key ? key : "count",
                       "aria-sort": sorted ? direction : null },
      make("button", { type: "button", title, click: () => {
         // Names begin with A, counts with the largest.
         page.sort = { key, column, down: sorted ? !page.sort.down : !key };
         showFunctions(page);
         [...document.querySelectorAll("#functions-table thead button")]
            .find(button => button.textContent.trim() === visible(text))?.focus();
      } }, name(text)));
}

function functionRow(page, f, columns, largest)
{
   const text = name(cutMiddle(f.short, LONGEST_NAME));
   const counts = columns.map((column, i) =>
      countCell(page, column, countsOf(page, f), largest[i]));
   return make("tr", {},
      ...cellsAround(make("th", { scope: "row", class: "name", title: visible(f.name) },
                          functionLink(page, f, text) ?? text), counts),
      ...placeColumns(page).map(({ key }) =>
         make("td", { class: key, title: visible(f[key] ?? "") },
              name(baseName(f[key] ?? "")))));
}

function appendRows(page)
{
   const body = byId("functions-table").tBodies[0];
   const from = body.rows.length;
   const columns = shownColumns(page);
   body.append(...page.found.slice(from, from + ROWS).map(f =>
      functionRow(page, f, columns, page.largest)));
   const left = page.found.length - body.rows.length;
   byId("functions-more").hidden = left === 0;
   byId("functions-more").textContent = `Show ${Math.min(left, ROWS)} more of ${left}`;
}

// How many functions there are and which share of the event they have; of a search,
// how many match.
function foundText(page)
{
   const { profile: { events, functions, rest, totals, difference } } = page;
   const event = events[page.event];
   const n = page.found.length;
   if (page.state.query.trim() !== "")
      return `${n === 0 ? "None" : n} of ${functions.length} functions `
         + (n === 1 ? "matches." : "match.");
   const sum = page.found.reduce((total, f) => addCounts(total, f.own[page.event]), null);
   const share = event.linear && !difference
      ? percentText(percentOf(sum, totals[page.event])) : "";
   const others = rest.reduce((total, row) => total + row[1], 0);
   return `${n} function${n === 1 ? "" : "s"}`
      + (share ? ` with ${share} of ${event.name}` : "")
      + (others === 0 ? "" : others === 1 ? ". Another has too little to be listed."
         : `. ${others} others have too little to be listed.`);
}

function showFunctions(page)
{
   chooseFunctions(page);
   const columns = shownColumns(page);
   const rows = page.profile.functions.map(f => countsOf(page, f));
   page.largest = columns.map(column => largestOf(page, column, rows));
   byId("functions-found").textContent = visible(foundText(page));
   const placeHeader = ({ key, title }) =>
      sortHeader(page, key, {}, title, `Sort by ${title.toLowerCase()}`);
   byId("functions-table").replaceChildren(
      make("thead", {}, make("tr", {},
         ...cellsAround(placeHeader(FUNCTION), columns.map(column =>
            sortHeader(page, null, column, columnName(page, column),
                       visible(columnTitle(page, column))))),
         ...placeColumns(page).map(placeHeader))),
      make("tbody", {}));
   appendRows(page);
}

function startFunctions(page)
{
   page.sort = { key: null, column: { event: page.event }, down: true };
   byId("functions-more").addEventListener("click", () => appendRows(page));
   byId("inlined-choice").hidden = !page.profile.hasInclusive;
   byId("inlined").addEventListener("change", event =>
      go(page, { inclusive: event.target.checked }));
   showColumnChoices(page, () => redraw(page));
}

addView({ id: "functions", title: "Functions", key: "t", tab: true,
          start: startFunctions,
          draw(page, changed) {
             if (changed.has("event"))
                page.sort = { key: null, column: { event: page.event }, down: true };
             byId("inlined").checked = page.inclusive;
             if (["event", "inclusive", "query"].some(member => changed.has(member)))
                showFunctions(page);
          } });
