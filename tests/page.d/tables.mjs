// SPDX-License-Identifier: GPL-2.0-or-later
// tables.mjs: what readers do with the functions, the source and the calls.

import { walker } from "./browser.mjs";
import { attackedCalls, behind, calls, changedCalls, inlinedCalls } from "./calls.mjs";
import * as facts from "./facts.mjs";
import { filtering, keyboard, rowCount, sorting } from "./functions.mjs";
import { inView, openTab } from "./lists.mjs";
import { changing, columns, copying, following, fromMiddle, narrow, onPaper, resizing, toLine,
         unfolding, unfoldingAll } from "./source.mjs";
import { empty, is } from "./tap.mjs";

export async function testTables(browser, name, directory)
{
   const walkOn = walker(browser, name, directory);
   const walk = (file, steps, options) => walkOn(file, async (page, where) => {
      await steps(page, where);
      for (const [what, fact] of Object.entries(facts))
         empty(await page.evaluate(fact), `${where}: ${what}, after what was done to it`);
   }, options);
   await walk("matrix.html", async (page, where) => {
      await sorting(page, where);
      await filtering(page, where, "matrix MULT", "multiply");
      await keyboard(page, where);
      await following(page, where, "matrix.c", 21, "product", 10);
      await unfolding(page, where, "matrix.c", 10, ["mul"]);
      await unfoldingAll(page, where);
      await copying(page, where);
   });
   await walk("matrix.html", (page, where) => columns(page, where, "D1m", "Bim"),
              { width: 2560 });
   await walk("words.html", async (page, where) => {
      await following(page, where, "words.cc", 13, "main", 21);
      await unfolding(page, where, "words.cc", 13, ["operator[]"]);
   });
   await walk("words.html", narrow, { width: 390 });
   await walk("matrix.html", resizing, { width: 390 });
   await walk("difference.html", async (page, where) => {
      await sorting(page, where);
      await changing(page, where);
   });
   await walk("calls.html", calls);
   await walk("calls-difference.html", changedCalls);
   await walk("twins.html", inlinedCalls);
   await walk("behind.html", behind);
   await walk("attack-calls.html", attackedCalls);
   await walk("attack.html", sorting);
   await walk("large.html", async (page, where) => {
      await openTab(page, "functions");
      await inView(page, where, "#functions-lines", await rowCount(page));
   });
   await walk("long.html", async (page, where) => {
      await page.waitForSelector("#source-table [aria-current]");
      is([await page.$eval("#source-table [aria-current]", row => row.dataset.line),
          await fromMiddle(page)], ["41234", 0], `${where}: opens with the hottest line`);
      await inView(page, where, "#source-lines", 60_000);
      await toLine(page, "long.c", 60_000);
      await toLine(page, "long.c", 29_999);
      is(await fromMiddle(page), 0, `${where}: any line can be in the middle`);
      // Firefox's protocol cannot choose the medium.
      if (name === "chromium")
         await onPaper(page, where, [[29_991, 29_999, 30_007], [41_226, 41_234, 41_242]]);
      await page.focus("#source-table");
      await page.press("End");
      await page.waitForSelector("#source-table .active");
      is(await page.$eval("#source-table .active", row => row.dataset.line), "60000",
         `${where}: End leads to the last line`);
   });
}
