// SPDX-License-Identifier: GPL-2.0-or-later
// source.js: a source with the counts of its lines.
//
//    File [words.cc v]  in main   [Hottest line] [Unfold all] [Copy link] Columns
//    +--------+--------------+-------------+-------+------------------------------+
//    |  Line  | Cycles incl. | Cycles self |    Ir | words.cc                     |
//    |    12  |        .     |       .     |    .  | for (auto& word : words)     |
//    |  ▾ 13  | 31.0 % 9 120 | 2.1 % 620   | 4 400 |    counts[word]++;           |
//    |        | 28.9 % 8 500 |             | 4 000 |    ⤷ inlined: operator[]     |
//    +--------+--------------+-------------+-------+------------------------------+

/*------------------------------------------------------------*/
/*--- Rows                                                 ---*/
/*------------------------------------------------------------*/

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

// The number of a line, as a link; of a line that was removed, its old number.
function lineNumber(line)
{
   if (line.removed !== null)
      return make("span", { title: "removed; its number before" }, `−${line.removed}`);
   return line.number === 0 ? "–"
      : make("a", { href: lineHash(line.source.name, line.number) }, line.number);
}

function unfoldButton(page, line)
{
   return make("button", {
      type: "button", class: "unfold",
      "aria-expanded": String(isUnfolded(page, line)),
      "aria-label": `What is in ${lineName(line)}`,
      click: () => unfoldLine(page, line),
   });
}

// Words that are searched for are marked.
function markedText(page, text)
{
   const words = page.state.query.split(/\s+/).filter(word => word)
      .map(word => word.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
   const element = lineText(text);
   if (words.length > 0)
      element.replaceChildren(...element.textContent
         .split(new RegExp(`(${words.join("|")})`, "iu"))
         .map((part, i) => i % 2 === 1 ? make("mark", {}, part) : part));
   return element;
}

function lineRow(page, line, columns, options)
{
   const details = hasDetails(page, line);
   const text = line.text === null
      ? make("td", { class: "text hint" }, noText(page, line))
      : make("td", { class: "text" }, ...line.removed !== null
             ? oldText(line.text) : [markedText(page, line.text)]);
   return make("tr", { "data-line": hasAddress(line) ? line.number : null,
                       class: line.removed !== null ? "removed" : null, "aria-level": "1",
                       "aria-expanded": details ? String(isUnfolded(page, line)) : null,
                       "aria-current": line === page.listing.marked ? "true" : null },
      make("th", { scope: "row", class: "number" },
         details ? unfoldButton(page, line) : null, lineNumber(line)),
      ...columns.map((column, i) =>
         countCell(page, column, columnCounts(page, column, line),
                   { ...options, largest: (options.longest ?? page.listing.longest)[i] })),
      text);
}

/*------------------------------------------------------------*/
/*--- The table                                            ---*/
/*------------------------------------------------------------*/

// How many letters wide a text is: tabs lead to the next multiple of 8, and letters of
// East Asia are twice as wide as others.
function textLetters(text)
{
   if (!/[\t\u1100-\uffff]/.test(text))
      return text.length;
   let letters = 0;
   for (const c of text)
      letters += c === "\t" ? 8 - letters % 8 : c > "\u1100" ? 2 : 1;
   return letters;
}

// The letters of the longest line; counted once for a source.
function sourceLetters(source)
{
   source.letters ??= source.lines.reduce((most, { text }) =>
      text === null ? most : Math.max(most, textLetters(text)), LEAST_TEXT);
   return Math.min(source.letters, LONGEST_LINE) + 2;
}

// Shows the rows of the source, of which some may be unfolded, in the columns that there
// are.
function fillSource(page)
{
   const { list, source } = page.listing;
   if (!source)
      return;
   const { narrow } = list;
   const digits = String(source.lines.at(-1)?.number ?? 0).length;
   const numbers = Math.max(digits, narrow ? 0 : 4) + 2.5;
   const columns = fittingColumns(page, list, source.lines, numbers);
   page.listing.rows = sourceRows(page, source);
   page.listing.longest = columns.map(column => largestOf(page, column, source.lines));
   fillList(list, {
      head: [make("th", { scope: "col", class: "number" },
                  make("span", { class: narrow ? "spoken" : null }, "Line")),
             ...columns.map(column => columnHeader(page, column, narrow)),
             make("th", { scope: "col", class: "text", title: visible(source.name) },
                  name(endOfPath(source.name)))],
      letters: [numbers, ...columns.map(({ letters }) => letters), null],
      least: sourceLetters(source), count: page.listing.rows.length,
      makeRow: index => sourceRow(page, page.listing.rows[index], columns, { narrow }),
   });
}

function columnHeader(page, column, narrow)
{
   return make("th", { scope: "col", class: "count",
                       title: visible(columnTitle(page, column)) },
               name(columnName(page, column, narrow)));
}

function sourceRow(page, row, columns, options)
{
   return row.kind === "line" ? lineRow(page, row.line, columns, options)
      : row.kind === "gap" ? gapRow(columns, row.n)
      : row.kind === "old" ? oldRow(columns, row.text)
      : detailRow(page, row, columns, options);
}

// Shows or hides what is below a line.
function unfoldLine(page, line)
{
   toggleUnfolded(page, line);
   fillSource(page);
   activate(page.listing.list, lineRowIndex(page, line));
}

function lineRowIndex(page, line)
{
   return page.listing.rows.findIndex(row => row.line === line && row.kind === "line");
}

// Shows or hides what is below all lines.  The line at the top stays there.
function unfoldAll(page)
{
   const { list, unfolded, source } = page.listing;
   if (source === null)
      return;
   const top = list.box.scrollTop;
   const index = Math.floor(top / list.rowHeight);
   const { line } = page.listing.rows[index];
   page.listing.unfolded = { lines: new Set(), all: !unfolded.all };
   byId("unfold-all").setAttribute("aria-pressed", !unfolded.all);
   fillSource(page);
   list.box.scrollTop = top + (lineRowIndex(page, line) - index) * list.rowHeight;
   drawList(list);
}

// A key on a row: Enter follows it, the others unfold and fold.
function onSourceKey(page, index, { key })
{
   const { kind, line } = page.listing.rows[index];
   const open = isUnfolded(page, line);
   if (key === "Enter")
      page.listing.list.shown.get(index)?.querySelector("a")?.click();
   else if (key === " " && kind === "line" && hasDetails(page, line)
            || key === "ArrowRight" && kind === "line" && !open && hasDetails(page, line)
            || key === "ArrowLeft" && open)
      unfoldLine(page, line);
   else
      return false;
   return true;
}

function showNote(text)
{
   byId("source-note").hidden = !text;
   byId("source-note").textContent = visible(text ?? "");
}

// Shows a line in the middle; if the page does not have it, the one before.
function goToLine(page, { file, line: number })
{
   const source = sourceNamed(page, file);
   if (!source)
      return showNote(`${file} is not on this page: no function in it has enough counts.`);
   const index = lineIndex(source, number);
   showNote(index >= 0 && source.lines[index].number === number || number === 0 ? source.note
      : `Line ${number} is not on this page: it has no counts, or too few.`);
   page.listing.marked = source.lines[Math.max(0, index)];
   page.listing.source = source;
   byId("file").value = String(page.profile.sources.indexOf(source));
   fillSource(page);
   showInMiddle(page.listing.list, lineRowIndex(page, page.listing.marked));
}

// Leaves the room to the other views.
function showNoSource(page)
{
   page.listing.source = null;
   showNote("The page has no source of your own. Choose a function to see lines of a library.");
}

// Names the function that the source shows.
function showSourceFunction(page)
{
   const hasLine = page.chosen && hottestLineOf(page, page.chosen);
   const f = hasLine ? page.chosen : functionInSight(page);
   if (page.chosen && !hasLine)
      showNote(`The page has no line of ${cutMiddle(page.chosen.short, 60)}.`);
   byId("source-function").replaceChildren(...f === null ? []
      : ["in ", name(cutMiddle(f.short, 60), { class: "code", title: visible(f.name) })]);
}

/*------------------------------------------------------------*/
/*--- The view                                             ---*/
/*------------------------------------------------------------*/

// Copies the link of what the page shows.
async function copyLink({ target })
{
   const said = await navigator.clipboard?.writeText(location.href)
      .then(() => "Copied", () => null) ?? "Copy the address of the page";
   target.textContent = said;
   setTimeout(() => { target.textContent = "Copy link"; }, 2000);
}

// "…/main/src/words.cc": whole directories at the end of a long path.
function endOfPath(file)
{
   const end = file.slice(-LEAST_TEXT), slash = end.indexOf("/");
   return file.length <= LEAST_TEXT ? file
      : slash < 0 ? baseName(file) : `…${end.slice(slash)}`;
}

// "words.cc /home/ada/src/": what is cut in a narrow box is the directory.
function fileLabel(file)
{
   const base = baseName(file);
   return file === base ? base : `${base} ${file.slice(0, -base.length)}`;
}

function goToHottest(page, source)
{
   const line = hottestLine(page, source);
   go(page, { source: { file: source.name, line: line?.number ?? 0 } });
}

function startSource(page)
{
   const { sources } = page.profile;
   const list = newList(byId("source-lines"), {
      id: "source-table", label: "Lines of the source", role: "treegrid", onPaper: 0,
      fill: () => fillSource(page),
      onKey: (index, event) => onSourceKey(page, index, event) });
   // lines: those that differ from `all'.
   page.listing = { list, source: null, marked: null, rows: [], longest: [],
                    unfolded: { lines: new Set(), all: false } };
   byId("file").replaceChildren(...sources.map((source, i) =>
      make("option", { value: i, title: visible(source.name) },
           visible(fileLabel(source.name)))));
   byId("file").addEventListener("change", event =>
      goToHottest(page, sources[event.target.value]));
   byId("hottest").addEventListener("click", () =>
      goToHottest(page, page.listing.source ?? sources[0]));
   byId("unfold-all").addEventListener("click", () => unfoldAll(page));
   byId("hottest").textContent = page.profile.difference ? "Largest change" : "Hottest line";
   byId("unfold-all").hidden = !sources.some(source =>
      source.lines.some(line => hasDetails(page, line)));
   byId("copy-link").addEventListener("click", copyLink);
   addColumnChoice(page, byId("source-columns"), () => fillSource(page));
}

addView({ id: "source", title: "Source", key: "s", tab: false,
          available: page => page.profile.sources.length > 0,
          start: startSource,
          draw(page, changed) {
             byId("source").classList.toggle("bare", page.state.source === null);
             if (page.state.source === null)
                showNoSource(page);
             else if (changed.has("source") || changed.has("chosen") || !page.listing.source)
                goToLine(page, page.state.source);
             else if (changed.has("event") || changed.has("inclusive"))
                fillSource(page);
             else if (changed.has("query"))
                redrawList(page.listing.list);
             showSourceFunction(page);
          },
          keys: [
             { key: "h", title: "Go to the hottest line", run: () => byId("hottest").click() },
             { key: "u", title: "Unfold all lines", run: () => byId("unfold-all").click() },
             { key: "y", title: "Copy the link", run: () => byId("copy-link").click() },
          ] });
