// SPDX-License-Identifier: GPL-2.0-or-later
// source.js: a source with the counts of its lines; below a line, unfolded, what
// was inlined or called there, and its instructions.

// So many lines are made at once, so that the page answers in between.
const LINES_AT_ONCE = 400;

// Each piece is at least this share of the lines that are there already.  The
// browser lays out the whole table for each piece, and 60,000 lines would take two
// minutes in pieces of equal size.
const PIECE_SHARE = 1 / 4;

function hasDetails(line)
{
   return line.calls.length + line.code.length > 0;
}

/*------------------------------------------------------------*/
/*--- Rows                                                 ---*/
/*------------------------------------------------------------*/

function detailRow(page, text, counts)
{
   return make("tr", { class: "detail" }, make("td", {}),
      ...cellsAround(make("td", { class: "text" }, ...text),
         page.sourceColumns.map((column, i) => countCell(page, column, counts,
            column.classes ? page.sourceLargest[i] : 0))));
}

// The function that was inlined or called, as a link if the page shows it.
function calleeName(page, call)
{
   const f = page.profile.named.get(`${call.name}\n${call.file}`);
   const text = name(cutMiddle(call.short, LONGEST_NAME), { title: visible(call.name) });
   return [(f && functionLink(page, f, text)) ?? text,
           name(` (${baseName(call.file)})`)];
}

// What happened: "called 12 times".
function callText(page, { inlined, times })
{
   if (!inlined)
      return `called ${timesText(page, times)}`;
   return times === 1 ? "inlined" : `inlined, run ${withCommas(String(times))} times`;
}

function detailRows(page, line)
{
   const calls = line.calls.map(call => detailRow(page,
      [`⤷ ${callText(page, call)}: `, ...calleeName(page, call)], call.counts));
   const code = line.code.map(({ address, text, counts }) => detailRow(page,
      [make("span", { class: "address" }, `${address}  `), name(text)], counts));
   return [...calls, ...code];
}

// Shows or hides what is below a line.
function unfold(page, row, line, open)
{
   const button = row.querySelector("button.unfold");
   while (row.nextElementSibling?.classList.contains("detail"))
      row.nextElementSibling.remove();
   button.setAttribute("aria-expanded", open);
   if (open)
      row.after(...detailRows(page, line));
}

function unfoldButton(page, line)
{
   return make("button", {
      type: "button", class: "unfold", "aria-expanded": "false",
      "aria-label": `What is in ${lineName(line)}`,
      click: event => unfold(page, event.target.closest("tr"), line,
         event.target.getAttribute("aria-expanded") !== "true"),
   });
}

// The source to begin with: that of the first place of the verdict, or the first one.
// One that has text is better than one that has none.
function firstSource({ verdict, source: named, sources })
{
   const hasText = source => source.lines.some(line => line.text !== null);
   const inVerdict = (verdict?.places ?? [])
      .map(({ file }) => named.get(file)).filter(source => source);
   const all = [...inVerdict, ...sources];
   return all.find(hasText) ?? all[0];
}

// What is beside a line that has no text.
function noText(page, line)
{
   if (line.number === 0)
      return page.profile.difference && !page.profile.versions
         ? "no line is known, or the line was removed" : "no line is known";
   if (line.removed !== null)
      return "its file is not shown";
   return line.source.pastEnd ? "past the end of the source" : "";
}

function lineRow(page, line)
{
   const counts = countsOf(page, line);
   return make("tr", { "data-line": hasAddress(line) ? line.number : null,
                       class: line.removed !== null ? "removed" : null },
      make("th", { scope: "row", class: "number" },
         hasDetails(line) ? unfoldButton(page, line) : null, lineNumber(line)),
      ...cellsAround(
         line.text === null ? make("td", { class: "text hint" }, noText(page, line))
                            : make("td", { class: "text" }, lineText(line.text)),
         page.sourceColumns.map((column, i) =>
            countCell(page, column, counts, page.sourceLargest[i]))));
}

// The number of a line, as a link; of a line that was removed, its old number.
function lineNumber(line)
{
   if (line.removed !== null)
      return make("span", { title: "removed; its number before" }, `−${line.removed}`);
   return line.number === 0 ? "–"
      : lineLink(line.source.name, line.number, line.number);
}

function gapRow(page, n)
{
   return make("tr", { class: "gap" },
      make("td", { colspan: page.sourceColumns.length + 2 },
         `⋯ ${n} line${n === 1 ? "" : "s"}`));
}

/*------------------------------------------------------------*/
/*--- The table                                            ---*/
/*------------------------------------------------------------*/

// Makes the rows of lines up to one with that index.
function makeLines(page, upTo)
{
   const lines = page.shownSource.lines;
   const rows = [];
   for (; page.nextLine <= Math.min(upTo, lines.length - 1); page.nextLine++) {
      const line = lines[page.nextLine];
      const before = lines[page.nextLine - 1];
      const gap = before
         ? line.number - before.number - (line.removed === null ? 1 : 0) : 0;
      if (gap > 0)
         rows.push(gapRow(page, gap));
      const row = lineRow(page, line);
      page.rows.set(line, row);
      rows.push(row);
   }
   byId("source-table").tBodies[0].append(...rows);
}

// Makes the rest, piece by piece.
function makeLinesLater(page)
{
   const source = page.shownSource;
   if (page.nextLine >= source.lines.length)
      return;
   setTimeout(() => {
      if (page.shownSource !== source)
         return;
      makeLines(page, page.nextLine
         + Math.max(LINES_AT_ONCE, Math.floor(PIECE_SHARE * page.nextLine)));
      if (page.unfolded)
         unfoldAll(page);
      makeLinesLater(page);
   });
}

// Shows a source, unless that is what is shown.
function showSource(page, source)
{
   if (page.shownSource === source && !page.sourceChanged)
      return showNote(source.note);
   page.sourceChanged = false;
   const columns = shownColumns(page);
   page.shownSource = source;
   page.sourceColumns = columns;
   const rows = source.lines.map(line => countsOf(page, line));
   page.sourceLargest = columns.map(column => largestOf(page, column, rows));
   page.rows = new Map();
   page.nextLine = 0;
   byId("file").value = String(page.profile.sources.indexOf(source));
   showNote(source.note);
   byId("source-table").replaceChildren(
      make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Line"),
         ...cellsAround(make("th", { scope: "col", class: "text" }, name(source.name)),
            columns.map(column => make("th", { scope: "col", class: "count",
               title: visible(columnTitle(page, column)) },
               name(columnName(page, column))))))),
      make("tbody", {}));
   makeLines(page, LINES_AT_ONCE);
   if (page.unfolded)
      unfoldAll(page);
   makeLinesLater(page);
}

function unfoldAll(page)
{
   for (const line of page.shownSource.lines) {
      const row = page.rows.get(line);
      if (row && hasDetails(line)
          && row.querySelector("button.unfold").getAttribute("aria-expanded")
             !== String(page.unfolded))
         unfold(page, row, line, page.unfolded);
   }
}

/*------------------------------------------------------------*/
/*--- Going to a line                                      ---*/
/*------------------------------------------------------------*/

// The source that an address names: by its whole name, or by the end of it if no
// other source ends so.
function sourceNamed(page, file)
{
   const { source, sources } = page.profile;
   const ending = sources.filter(({ name: other }) => other.endsWith(`/${file}`));
   return source.get(file) ?? (ending.length === 1 ? ending[0] : null);
}

// Makes all rows up to one and marks it.
function markLine(page, index)
{
   makeLines(page, index + LINES_AT_ONCE);
   for (const marked of byId("source-table").querySelectorAll("[aria-current]"))
      marked.removeAttribute("aria-current");
   const row = page.rows.get(page.shownSource.lines[index]);
   row.setAttribute("aria-current", "true");
   row.scrollIntoView({ block: "center" });
}

// Shows a source at its hottest line.
function openSource(page, source)
{
   const line = hottestLine(page, source);
   go(page, { source: { file: source.name, line: line?.number ?? 0 } });
}

function showNote(text)
{
   byId("source-note").hidden = !text;
   byId("source-note").textContent = visible(text ?? "");
}

// The function that has most at a line or, if none is there, at the one before.
function functionAt(page, source, index)
{
   const cost = part => Math.abs(sizeOf(part.counts[page.event]));
   for (let i = index; i >= 0; i--) {
      const parts = source.lines[i].parts.filter(part => part.function);
      if (parts.length > 0)
         return parts.reduce((most, part) => cost(part) > cost(most) ? part : most).function;
   }
   return null;
}

// The function at the line that the state names; null if there is none.
function functionInSight(page)
{
   const place = page.state.source;
   const source = place && sourceNamed(page, place.file);
   const index = source ? lineIndex(source, place.line) : -1;
   return index < 0 ? null : functionAt(page, source, index);
}

// The index of a line or, if the page does not have it, of the one before.
function lineIndex(source, number)
{
   return source.lines.findLastIndex(line => hasAddress(line) && line.number <= number);
}

// Shows a line; if the page does not have it, the one before.
function goToLine(page, file, number)
{
   const source = sourceNamed(page, file);
   if (!source) {
      showNote(`${file} is not on this page: no function in it has enough counts.`);
      return;
   }
   showSource(page, source);
   const index = lineIndex(source, number);
   if (index < 0 || source.lines[index].number !== number)
      showNote(`Line ${number} is not on this page: it has no counts, or too few.`);
   markLine(page, Math.max(0, index));
}

function hottestLine(page, source)
{
   let most = null;
   for (const line of source.lines)
      if (countsOf(page, line) && hasAddress(line)
          && (!most || Math.abs(sizeOf(countsOf(page, line)[page.event]))
                       > Math.abs(sizeOf(countsOf(page, most)[page.event]))))
         most = line;
   return most;
}

function startSource(page)
{
   const { sources } = page.profile;
   byId("file").replaceChildren(...sources.map((source, i) =>
      make("option", { value: i }, visible(source.name))));
   byId("file").addEventListener("change", event =>
      openSource(page, sources[event.target.value]));
   byId("hottest").addEventListener("click", () => {
      const line = hottestLine(page, page.shownSource);
      if (line)
         go(page, { source: { file: page.shownSource.name, line: line.number } });
   });
   byId("unfold-all").addEventListener("click", event => {
      page.unfolded = !page.unfolded;
      event.target.setAttribute("aria-pressed", page.unfolded);
      unfoldAll(page);
   });
   byId("hottest").textContent = page.profile.difference
      ? "Go to the line that changed most" : "Go to the hottest line";
   byId("unfold-all").hidden = !sources.some(source => source.lines.some(hasDetails));
}

addView({ id: "source", title: "Source", key: "s", tab: false,
          available: page => page.profile.sources.length > 0,
          start: startSource,
          draw(page, changed) {
             page.sourceChanged ||= changed.has("event") || changed.has("inclusive");
             if (page.state.source && (changed.has("source") || page.sourceChanged))
                goToLine(page, page.state.source.file, page.state.source.line);
          } });
