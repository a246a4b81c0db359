// SPDX-License-Identifier: GPL-2.0-or-later
// walks.mjs: what readers do with the conflict report of a page.

import { empty, is } from "./tap.mjs";

// Chooses a thread and a cache of the conflict report that tests/page writes.
export async function threads(page, where)
{
   const rows = () => page.$$eval("#conflicts-table tbody tr", all => all.map(row =>
      [row.cells[0].textContent === "__proto__", row.cells[2].textContent,
       row.cells[4].textContent]));
   const text = selector => page.$eval(selector, element => element.textContent);
   is(await rows(), [[false, "50083.3 %", "0, 3"], [true, "9515.8 %", "0"]],
      `${where}: conflicts that matter`);
   is([await page.$$eval("#verdict .findings li", all => all.length),
       await text("#verdict .findings + details summary")], [70, "67 more"],
      `${where}: the verdict has all lines that both write, the first of them in sight`);
   is((await text("#verdict .findings li p")).endsWith(
      " by thread 1, __proto__ by thread 2: 9 writes to 1 line."), true,
      `${where}: who writes them`);
   is([(await text("#sets-try")).replace(/place .* and/, "place ... and"),
       (await text("#sets-where")).replace(/are .* pushed/, "are ... pushed")],
      ["Try: place ... and __proto__ so that they use different sets; addresses 256 bytes apart "
       + "share a set.", "83.3 % of the conflict misses are ... pushed out by __proto__, in 2 of 4 "
       + "sets: __proto__:1"], `${where}: what to try, and why`);
   await page.click("#conflicts-table tbody button");
   is(await page.$$eval("#conflicts-table tr", all => all.map(row => row.ariaCurrent)),
      [null, "true", null], `${where}: the row is marked`);
   await page.select("#thread", "2");
   is(await rows(), [[false, "300100.0 %", "3"]], `${where}: those of thread 2`);
   is((await text("#sets-summary")).endsWith(
      " Thread 2: 2\u202f000 accesses, 0 cold, 0 capacity and 300 conflict misses. 1\u202f234 conflicts"
      + " with less than 1 % of the misses each are not listed: 2 misses."), true,
      `${where}: the counts of thread 2`);
   is((await text("#set")).startsWith("Set 3: 300 conflict misses,"), true,
      `${where}: the set where they are`);
   await page.select("#level", "1");
   is(await page.$eval("#thread", select => select.value), "2", `${where}: the thread stays`);
   is(await page.$eval("#metric", select => select.value), "cold",
      `${where}: what happened is shown`);
   is([await rows(), await text("#sets-try")], [[], ""], `${where}: no conflicts in this cache`);
   await page.evaluate(() => {
      const { prototype } = CanvasRenderingContext2D, { fillRect } = prototype;
      globalThis.drawn = 0;
      prototype.fillRect = function (...where) {
         globalThis.drawn++;
         fillRect.apply(this, where);
      };
   });
   await page.select("#level", "2");
   is((await text("#set")).startsWith("Set 7: "), true, `${where}: the only set that was used`);
   is(await page.evaluate(() => globalThis.drawn < 10_000), true,
      `${where}: empty sets are not drawn one by one`);
}
