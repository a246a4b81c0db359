// SPDX-License-Identifier: GPL-2.0-or-later
// unfold.js: the rows of a source: its lines, and what unfolds below them.
//
//      10  ▾ parse(text)
//            ↰ called 5 times by main (main.c:3)        who calls the function that
//                                                       begins here
//            ⤷ called 12 times: next (parse.c)          what is called or inlined
//            401136  call 401000 <next>                 instructions
//            another costs too little to be listed
//         ⋯ 12 lines                                    a gap
//     −12    old text                                   before an edited or removed line
//
// A row is {kind, line}, and what its kind needs: {call}, {code}, {text}, {n}.

// The functions whose first line a line is.
function functionsBeginning(page, line)
{
   if (!page.beginnings) {
      page.beginnings = new Map();
      for (const f of page.profile.hasCalls ? page.profile.functions : []) {
         const lines = f.lines.map(item => item.line).filter(hasAddress);
         if (lines.length === 0 || f.callers.length + f.leftCallers === 0)
            continue;
         const first = lines.reduce((a, b) => b.number < a.number ? b : a);
         page.beginnings.set(first, [...page.beginnings.get(first) ?? [], f]);
      }
   }
   return page.beginnings.get(line) ?? [];
}

function hasDetails(page, line)
{
   return line.calls.length + line.code.length > 0
      || functionsBeginning(page, line).length > 0;
}

function rowsBelow(page, line)
{
   const callers = functionsBeginning(page, line).flatMap(f => [
      ...sortCalls(page, f.callers).map(call => ({ kind: "caller", line, call })),
      ...f.leftCallers > 0 ? [{ kind: "left", line, n: f.leftCallers }] : []]);
   return [...callers, ...line.calls.map(call => ({ kind: "call", line, call })),
           ...line.code.map(code => ({ kind: "code", line, code }))];
}

function isUnfolded(page, line)
{
   const { lines, all } = page.listing.unfolded;
   return lines.has(line) !== all && hasDetails(page, line);
}

function toggleUnfolded(page, line)
{
   const { lines } = page.listing.unfolded;
   lines.has(line) ? lines.delete(line) : lines.add(line);
}

// All rows of a source.
function sourceRows(page, source)
{
   const rows = [];
   let before = null;
   for (const line of source.lines) {
      const n = before
         ? line.number - before.number - (line.removed === null ? 1 : 0) : 0;
      if (n > 0)
         rows.push({ kind: "gap", line, n });
      if (line.before !== null)
         rows.push(...line.before.split("\n").map(text => ({ kind: "old", line, text })));
      rows.push({ kind: "line", line });
      if (isUnfolded(page, line))
         rows.push(...rowsBelow(page, line));
      before = line;
   }
   return rows;
}

/*------------------------------------------------------------*/
/*--- Elements                                             ---*/
/*------------------------------------------------------------*/

// The function that was inlined or called, as a link if the page shows it.
function calleeName(page, call)
{
   const f = functionIn(page, call.name, call.file);
   const text = name(cutMiddle(call.short, LONGEST_NAME), { title: visible(call.name) });
   return [(f && functionLink(page, f, text)) ?? text,
           name(` (${baseName(call.file)})`)];
}

// What happened: "called 12 times".
function callText(page, { inlined, times })
{
   return inlined ? "inlined" : `called ${timesText(page, times)}`;
}

// The text of a row below a line.
const DETAILS = {
   caller: (page, { call }) => [`↰ ${callText(page, call)} by `,
      ...partnerName(page, call.caller, call), " (",
      placeLink(page, call.caller.file, call.line), ")"],
   call: (page, { call }) => [`⤷ ${callText(page, call)}: `, ...calleeName(page, call)],
   code: (page, { code }) => [make("span", { class: "address" }, `${code.address}  `),
                              name(code.text)],
   left: (page, { n }) => [leftSentence(page, n)],
};

// A row of that kind; `cells' makes those of counts.
function detailRow(page, row, columns, options)
{
   const counts = row.call?.counts ?? row.code?.counts;
   // What a call costs is the same with and without what it calls.
   const cells = columns.map(column => column.own && row.kind !== "code"
      ? make("td", { class: "count" }) : countCell(page, column, counts, options));
   const text = make("td", { class: "text" }, ...DETAILS[row.kind](page, row));
   text.title = text.textContent;
   return make("tr", { class: "detail", "aria-level": "2" }, make("td", { class: "number" }),
               ...cells, text);
}

function gapRow(columns, n)
{
   return make("tr", { class: "gap", "aria-level": "1" },
      make("td", { class: "number" }),
      make("td", { class: "text", colspan: columns.length + 1 },
           `⋯ ${n} line${n === 1 ? "" : "s"}`));
}

// The text that an edited line had before.
function oldRow(columns, text)
{
   return make("tr", { class: "removed", "aria-level": "1" },
      make("td", { class: "number" }), ...columns.map(() => make("td", { class: "count" })),
      make("td", { class: "text" }, ...oldText(text)));
}

// The text of a line that is not there any more, struck out after its indentation.
function oldText(text)
{
   const [indentation] = /^\s*/.exec(text);
   return [indentation, make("del", {}, lineText(text.slice(indentation.length)))];
}
