// SPDX-License-Identifier: GPL-2.0-or-later
// paper.js: what is on paper in place of what scrolls or is folded: all answers of the
// verdict, and the lines around each of them.
//
//    /home/ada/src/words.cc
//    Line  Cycles incl.  Cycles self     Ir
//      12             .            .      .  for (auto& word : words)
//      13  31.0 % 9 120  2.1 %   620  4 400     counts[word]++;
//       ⋯
//      40           ...

// So many lines are above and below a place, and so many letters fit beside each other.
const LINES_AROUND = 8;
const PAPER_LETTERS = 100;

// The places to show: those of the verdict or, without one, the lines with most; and where
// the reader is.
function printedPlaces(page)
{
   const { verdict } = page.profile;
   const places = verdict?.places.length > 0 ? verdict.places
      : dearestLines(page).map(({ source, number }) => ({ file: source.name, line: number }));
   return [page.state.source, ...places].filter(place => place?.file !== undefined);
}

// The lines of a source around some of them: [first, end) by their indices, in their
// order, without overlaps.
function rangesAround(indices, count)
{
   const ranges = [];
   for (const index of [...indices].sort((a, b) => a - b)) {
      const first = Math.max(0, index - LINES_AROUND);
      const end = Math.min(count, index + LINES_AROUND + 1);
      if (ranges.length > 0 && first <= ranges.at(-1)[1])
         ranges.at(-1)[1] = end;
      else
         ranges.push([first, end]);
   }
   return ranges;
}

// The sources to show, each with the indices of its places.
function printedSources(page)
{
   const sources = new Map();
   for (const { file, line } of printedPlaces(page)) {
      const source = sourceNamed(page, file), index = source ? lineIndex(source, line) : -1;
      if (index >= 0)
         sources.set(source, [...sources.get(source) ?? [], index]);
   }
   return sources;
}

function paperTable(page, source, indices)
{
   const ranges = rangesAround(indices, source.lines.length);
   const parts = ranges.map(([first, end]) => source.lines.slice(first, end));
   const lines = parts.flat(), numbers = String(lines.at(-1).number).length + 2.5;
   const columns = fittingColumns(page, { box: { clientWidth: PAPER_LETTERS }, letter: 1,
                                          narrow: false }, lines, numbers);
   const longest = columns.map(column => largestOf(page, column, lines));
   const widths = [...[numbers, ...columns.map(({ letters }) => letters)].map(letters => {
      const column = make("col");
      column.style.width = `${letters}ch`;
      return column;
   }), make("col")];
   return make("table", { class: "paper" }, make("caption", {}, name(source.name)),
      make("colgroup", {}, ...widths),
      make("thead", {}, make("tr", {}, make("th", { scope: "col", class: "number" }, "Line"),
         ...columns.map(column => columnHeader(page, column, false)),
         make("th", { scope: "col", class: "text" }, name(baseName(source.name))))),
      ...parts.map((part, i) => make("tbody", {},
         i > 0 ? gapRow(columns, ranges[i][0] - ranges[i - 1][1]) : null,
         ...part.map((line, j) => paperRow(page, line, columns, longest,
                                           indices.includes(ranges[i][0] + j))))));
}

// A line, which is marked if it is a place.
function paperRow(page, line, columns, longest, isPlace)
{
   const row = lineRow(page, line, columns, { longest });
   row.removeAttribute("aria-current");
   if (isPlace)
      row.setAttribute("aria-current", "true");
   return row;
}

// Unfolds what is folded, and folds it again.
function unfoldAnswers(unfold)
{
   for (const details of byId("verdict").querySelectorAll("details"))
      if (unfold && !details.open) {
         details.open = true;
         details.classList.add("for-paper");
      } else if (!unfold && details.classList.contains("for-paper")) {
         details.open = false;
         details.classList.remove("for-paper");
      }
}

function preparePaper(page, prints)
{
   byId("source-paper").hidden = !prints;
   byId("source-paper").replaceChildren(...!prints ? []
      : [...printedSources(page)].map(([source, indices]) => paperTable(page, source, indices)));
   unfoldAnswers(prints);
}

addView({ id: "paper", title: "Paper", tab: false,
          available: page => page.profile.sources.length > 0,
          start(page) {
             addEventListener("beforeprint", () => preparePaper(page, true));
             addEventListener("afterprint", () => preparePaper(page, false));
             matchMedia("print").addEventListener("change", ({ matches }) =>
                preparePaper(page, matches));
          },
          draw() {} });
