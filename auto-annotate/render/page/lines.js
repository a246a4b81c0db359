// SPDX-License-Identifier: GPL-2.0-or-later
// lines.js: a table of which only the rows in view exist, so that 60,000 rows cost no
// more than 60.
//
//    box, scrolls      table
//    +-------------+   head          sticks to the top of the box
//    |             |   spacer        as high as the rows above
//    | rows in     |   row `first'   all rows are equally high, so that the place of
//    | view        |   ...           each is known; what unfolds below a row is more
//    |             |   row `end - 1' rows
//    +-------------+   spacer        as high as the rows below
//
// The table has the focus, and one of its rows is active: the arrow keys, Page Up, Page
// Down, Home and End move it.  Other keys are the owner's.

// So many rows above and below the view are made, too, so that scrolling finds them.
const ROWS_BEYOND = 12;

// The width of a letter of fixed width, as a share of the size of its font.
const LETTER_WIDTH = 0.61;

/*------------------------------------------------------------*/
/*--- Where rows are, in pixels                            ---*/
/*------------------------------------------------------------*/

// The rows [first, end) of `count' that a view of that height shows at `top', and some
// beyond it.
function rowsInView(top, height, rowHeight, count)
{
   const end = Math.min(count, Math.ceil((top + height) / rowHeight) + ROWS_BEYOND);
   return { first: Math.max(0, Math.min(end, Math.floor(top / rowHeight) - ROWS_BEYOND)),
            end: Math.max(0, end) };
}

// Where the view begins if a row is in its middle.
function topOfMiddle(index, height, rowHeight)
{
   return Math.max(0, Math.round((index + 0.5) * rowHeight - height / 2));
}

// Where a view that begins at `top' must begin to show all of a row.
function topToShow(index, top, height, rowHeight)
{
   return Math.max(Math.min(top, index * rowHeight), (index + 1) * rowHeight - height);
}

// The row that a key leads to; null: another key.
function rowAfterKey(key, index, count, page)
{
   const step = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page,
                  Home: -count, End: count }[key];
   return step === undefined || count === 0 ? null
      : Math.max(0, Math.min(count - 1, index + step));
}

/*------------------------------------------------------------*/
/*--- The table                                            ---*/
/*------------------------------------------------------------*/

// A table in a box that scrolls.  options:
//    id, label     of the table
//    role          "grid" or, if rows unfold, "treegrid"
//    fill()        calls fillList(), when the box has another width
//    onPaper       how many rows are printed at most
//    onKey(index, event)   a key on the active row that does not move; true: it was used
function newList(box, { id, label, role, onPaper, fill, onKey })
{
   const table = make("table", { id, role, tabindex: "0", "aria-label": label });
   const list = { box, table, count: 0, makeRow: null, shown: new Map(), active: 0,
                  paper: null, width: box.clientWidth, narrow: box.clientWidth < NARROW };
   table.addEventListener("keydown", event => onListKey(list, event, onKey));
   table.addEventListener("mousedown", event => {
      const row = event.target.closest("tbody tr:not(.spacer)");
      if (row)
         activate(list, row.ariaRowIndex - 2);
   });
   box.addEventListener("scroll", () => drawList(list));
   new ResizeObserver(() => resizeList(list, fill)).observe(box);
   addEventListener("beforeprint", () => printList(list, onPaper));
   addEventListener("afterprint", () => printList(list, 0));
   matchMedia("print").addEventListener("change", ({ matches }) =>
      printList(list, matches ? onPaper : 0));
   box.replaceChildren(table);
   measureList(list);
   return list;
}

// Shows other rows, or the same ones anew.  head: cells; letters: how many each cell has
// room for, or null for the one that takes what is left, which is at least `least';
// makeRow(index): a row.  What is in view stays at its place.
function fillList(list, { head, letters, least, count, makeRow })
{
   const spacer = () => make("tr", { class: "spacer", "aria-hidden": "true" },
                             make("td", { colspan: head.length }));
   Object.assign(list, { count, makeRow, above: spacer(), below: spacer() });
   list.active = Math.min(list.active, Math.max(0, count - 1));
   list.shown.clear();
   list.table.setAttribute("aria-rowcount", count + 1);
   list.table.style.minWidth = `${letters.reduce((sum, n) => sum + (n ?? least), 0)}ch`;
   list.table.replaceChildren(
      make("colgroup", {}, ...letters.map(n => {
         const column = make("col");
         column.style.width = n === null ? "auto" : `${n}ch`;
         return column;
      })),
      make("thead", {}, make("tr", { "aria-rowindex": "1" }, ...head)),
      make("tbody", {}, list.above, list.below));
   measureList(list);
   // The box keeps its place only if the rows are as high as before.
   list.below.firstChild.style.height = `${count * list.rowHeight}px`;
   drawList(list);
}

// Notes how high a row is, and how wide a letter.
function measureList(list)
{
   const { fontSize, lineHeight } = getComputedStyle(list.table);
   list.rowHeight = parseFloat(lineHeight);
   list.letter = LETTER_WIDTH * parseFloat(fontSize);
}

// Makes the rows in view anew.
function redrawList(list)
{
   for (const row of list.shown.values())
      row.remove();
   list.shown.clear();
   drawList(list);
}

// Draws in a box that has another size; in another width there is room for other columns.
// A box that is hidden has no size.
function resizeList(list, fill)
{
   const width = list.box.clientWidth;
   if (width === 0 || width === list.width)
      return drawList(list);
   Object.assign(list, { width, narrow: width < NARROW });
   fill();
}

// The height of the box that rows can be seen in.
function viewHeight(list)
{
   return Math.max(0, list.box.clientHeight - list.table.tHead.offsetHeight);
}

// Makes the rows that came into view and drops those that left it.  Others stay the
// same elements.
function drawList(list)
{
   if (!list.makeRow)
      return;
   const { first, end } = list.paper
      ?? rowsInView(list.box.scrollTop, viewHeight(list), list.rowHeight, list.count);
   for (const [index, row] of list.shown)
      if (index < first || index >= end) {
         row.remove();
         list.shown.delete(index);
      }
   for (let index = end - 1, next = list.below; index >= first; index--) {
      if (!list.shown.has(index))
         next.before(newRow(list, index));
      next = list.shown.get(index);
   }
   sizeSpacer(list, list.above, first);
   sizeSpacer(list, list.below, list.count - end);
   nameActive(list);
}

// Makes a spacer as high as so many rows; on paper it says how many.
function sizeSpacer(list, spacer, n)
{
   spacer.firstChild.style.height = `${n * list.rowHeight}px`;
   spacer.firstChild.textContent = list.paper && n > 0 ? `⋯ ${n} more` : "";
}

// Says which row is active, if it is there.
function nameActive(list)
{
   const row = list.shown.get(list.active);
   row?.classList.add("active");
   if (row)
      list.table.setAttribute("aria-activedescendant", row.id);
   else
      list.table.removeAttribute("aria-activedescendant");
}

function newRow(list, index)
{
   const row = list.makeRow(index);
   row.id = `${list.table.id}-${index}`;
   row.setAttribute("aria-rowindex", index + 2);
   // The table has the focus: Tab leads out of it, and not through 60,000 links.
   for (const control of row.querySelectorAll("a, button"))
      control.tabIndex = -1;
   list.shown.set(index, row);
   return row;
}

// Scrolls until a row is in the middle of the view.
function showInMiddle(list, index)
{
   list.box.scrollTop = topOfMiddle(index, viewHeight(list), list.rowHeight);
   list.box.scrollLeft = 0;
   drawList(list);
   activate(list, index);
}

// Makes a row the active one.
function activate(list, index)
{
   list.shown.get(list.active)?.classList.remove("active");
   list.active = index;
   nameActive(list);
}

function onListKey(list, event, onKey)
{
   if (event.target !== list.table || event.ctrlKey || event.metaKey || event.altKey)
      return;
   const height = viewHeight(list);
   const index = rowAfterKey(event.key, list.active, list.count,
                             Math.max(1, Math.floor(height / list.rowHeight) - 1));
   if (index === null) {
      if (!onKey(list.active, event))
         return;
   } else {
      list.box.scrollTop = topToShow(index, list.box.scrollTop, height, list.rowHeight);
      drawList(list);
      activate(list, index);
   }
   event.preventDefault();
}

// On paper nothing scrolls: there are so many rows around the active one.
function printList(list, most)
{
   const first = Math.max(0, Math.min(list.active - most / 2, list.count - most));
   list.paper = most > 0 ? { first, end: Math.min(list.count, first + most) } : null;
   drawList(list);
}
