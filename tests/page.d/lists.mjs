// SPDX-License-Identifier: GPL-2.0-or-later
// lists.mjs: lists that have only the rows in view.

import { readFileSync } from "node:fs";

import { is } from "./tap.mjs";

// The rows of a list.
export const ROWS = "tbody tr:not(.spacer)";

export async function openTab(page, id)
{
   await page.click(`#tab-${id}`);
   await page.waitFor(view => !document.getElementById(view).hidden, id);
}

// The functions of lines.js that need no page.
export function places()
{
   const script = readFileSync(new URL("../../auto-annotate/render/page/lines.js",
                                       import.meta.url), "utf8");
   const names = "{ rowsInView, topOfMiddle, topToShow, rowAfterKey, ROWS_BEYOND }";
   const { rowsInView, topOfMiddle, topToShow, rowAfterKey, ROWS_BEYOND: beyond } =
      new Function(`${script}; return ${names};`)();
   const range = (...view) => Object.values(rowsInView(...view));
   is(range(0, 200, 20, 60_000), [0, 10 + beyond], "lists: rows at the top");
   is(range(400_010, 200, 20, 60_000), [20_000 - beyond, 20_011 + beyond],
      "lists: rows in the middle");
   is(range(1_199_800, 200, 20, 60_000), [59_990 - beyond, 60_000], "lists: rows at the end");
   is(range(5_000, 200, 20, 3), [3 - 0, 3], "lists: rows of which fewer are left");
   is(range(0, 0, 20, 0), [0, 0], "lists: no rows");
   is([topOfMiddle(0, 200, 20), topOfMiddle(100, 200, 20)], [0, 1910],
      "lists: where the view of a middle begins");
   is([topToShow(5, 200, 100, 20), topToShow(12, 200, 100, 20), topToShow(20, 200, 100, 20)],
      [100, 200, 320], "lists: the least way to a row");
   is(["ArrowDown", "ArrowUp", "PageDown", "PageUp", "Home", "End", "x"].map(key =>
         rowAfterKey(key, 5, 20, 10)), [6, 4, 15, 0, 0, 19, null], "lists: where keys lead");
   is(rowAfterKey("ArrowDown", 0, 0, 10), null, "lists: there is no row");
}

// Scrolls a box to a place between 0 and 1; returns the number of rows and those in view:
// their numbers, and how high they are.
export function scrollTo(page, box, place)
{
   return page.$eval(box, (element, share, rows) => {
      element.scrollTop = share * element.scrollHeight;
      element.dispatchEvent(new Event("scroll"));
      const all = [...element.querySelectorAll(rows)];
      const edge = element.getBoundingClientRect();
      const seen = all.filter(row => {
         const { top, bottom } = row.getBoundingClientRect();
         return bottom > edge.top + element.querySelector("thead").offsetHeight + 1
            && top < edge.bottom - 1;
      });
      return { n: all.length, count: element.firstChild.ariaRowCount - 1,
               first: Number(seen[0].ariaRowIndex) - 2,
               last: Number(seen.at(-1).ariaRowIndex) - 2,
               seen: seen.length, room: element.clientHeight / 20,
               heights: [...new Set(all.map(row => row.getBoundingClientRect().height))] };
   }, place, ROWS);
}

// Only rows in view exist, wherever one scrolls, and all are equally high.
export async function inView(page, where, box, count)
{
   for (const place of [0, 0.3, 0.77, 1]) {
      const { n, count: all, first, last, seen, room, heights } =
         await scrollTo(page, box, place);
      const at = `${where}: ${box} at ${place}`;
      is(all, count, `${at}: says how many rows there are`);
      is(n < 120, true, `${at}: few rows exist, ${n}`);
      is(last - first + 1, seen, `${at}: no row is left out`);
      is(seen >= room - 3 && heights.length === 1, true,
         `${at}: ${seen} rows fill the view of ${room}, ${heights} pixels each`);
      is(place === 0 ? first : place === 1 ? last - count + 1 : 0, 0,
         `${at}: the end is the end`);
   }
}
