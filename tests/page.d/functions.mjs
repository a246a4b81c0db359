// SPDX-License-Identifier: GPL-2.0-or-later
// functions.mjs: the functions are sorted, filtered and gone through.

import { openTab, ROWS, scrollTo } from "./lists.mjs";
import { empty, is } from "./tap.mjs";

// The texts of a column of the functions in view; numbers without spaces.
function column(page, title)
{
   return page.$eval("#functions-table", (table, wanted, rows) => {
      const index = [...table.tHead.rows[0].cells].findIndex(cell =>
         cell.textContent.trim() === wanted);
      return [...table.querySelectorAll(rows)].map(row =>
         (row.cells[index].querySelector("span")?.textContent
          ?? row.cells[index].textContent).replaceAll("\u202f", ""));
   }, title, ROWS);
}

async function clickHeader(page, title)
{
   const index = await page.$$eval("#functions-table thead button", (buttons, wanted) =>
      buttons.findIndex(button => button.textContent.trim() === wanted), title);
   await page.click("#functions-table thead button", index);
   return page.$$eval("#functions-table thead th", (headers, wanted) =>
      headers.find(th => th.textContent.trim() === wanted).getAttribute("aria-sort"), title);
}

// A count as it is sorted: in a difference without its sign.
function sizeOf(text)
{
   return text === "." ? 0n : BigInt(text.replace(/^[−+]/, ""));
}

// Every column can be sorted by, in both directions, and says so.
export async function sorting(page, where)
{
   await openTab(page, "functions");
   const titles = await page.$$eval("#functions-table thead button", buttons =>
      buttons.map(button => button.textContent.trim()));
   for (const title of titles) {
      const isName = ["Function", "File", "Object"].includes(title);
      const [first, second] = isName ? ["ascending", "descending"]
                                     : ["descending", "ascending"];
      let sort = await clickHeader(page, title);
      // It is sorted by the chosen event to begin with.
      if (sort !== first)
         sort = await clickHeader(page, title);
      is(sort, first, `${where}: sorted by ${title}`);
      if (!isName && !title.includes("class")) {
         const sizes = (await column(page, title)).map(sizeOf);
         empty(sizes.filter((size, i) => i > 0 && size > sizes[i - 1]).map(String),
               `${where}: the largest ${title} is first`);
      }
      is(await clickHeader(page, title), second, `${where}: sorted by ${title} again`);
   }
}

export function rowCount(page)
{
   return page.$eval("#functions-table", table => table.ariaRowCount - 1);
}

// What is searched for filters the functions.
export async function filtering(page, where, words, expected)
{
   await openTab(page, "functions");
   const all = await rowCount(page);
   const said = () => page.$eval("#functions-found", element => element.textContent);
   await page.type("#search", words);
   is((await column(page, "Function")).includes(expected), true,
      `${where}: "${words}" finds ${expected}`);
   const n = await rowCount(page);
   is(n < all && (await said()).startsWith(`${n} of `), true,
      `${where}: ${n} of ${all} functions`);
   await page.type("#search", " no function has this in its name");
   is(await rowCount(page), 0, `${where}: nothing is found`);
   is(/^None of \d+ functions match\.$/.test(await said()), true, `${where}: and says so`);
   await page.press("Escape");
   is(await rowCount(page), all, `${where}: all functions again`);
}

// With the keyboard: down to the second function, and Enter shows its source; Back undoes.
export async function keyboard(page, where)
{
   await openTab(page, "functions");
   await scrollTo(page, "#functions-lines", 0);
   await page.focus("#functions-table");
   await page.press("Home");
   await page.press("ArrowDown");
   const active = await page.$eval("#functions-table", table => {
      const row = document.getElementById(table.getAttribute("aria-activedescendant"));
      return [row.ariaRowIndex, row.querySelector("th").textContent];
   });
   is(active[0], "3", `${where}: an arrow leads to the second function`);
   const before = await page.evaluate(() => location.hash);
   await page.press("Enter");
   await page.waitFor(hash => location.hash !== hash, before);
   is(await page.$$eval("#functions-table [aria-current] th", all =>
         all.map(th => th.textContent)), [active[1]],
      `${where}: Enter chooses ${active[1]}`);
   const said = await page.$$eval("#source-function, #source-note", all =>
      all.map(element => element.textContent));
   is(said[0] === `in ${active[1]}` || said[1] === `The page has no line of ${active[1]}.`, true,
      `${where}: the source says so, or that it has none of its lines`);
   await page.evaluate(() => history.back());
   await page.waitFor(() => !document.querySelector("#functions-table [aria-current]"));
   const sorted = () => page.$eval("#functions-table [aria-sort]", th =>
      th.textContent.split(" ")[1]);
   await page.press("i");
   const first = await sorted();
   await page.press("i");
   is([first, await sorted()], ["self", "incl."], `${where}: one key sorts by self`);
}
