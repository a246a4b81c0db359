// SPDX-License-Identifier: GPL-2.0-or-later
// calls.mjs: callers and callees, in their tables and below lines.

import { openTab, ROWS } from "./lists.mjs";
import { toLine, unfolding } from "./source.mjs";
import { is } from "./tap.mjs";

// The rows of callers or callees: cost, how often, function, line; spaces and shares
// left out.
function callRows(page, which)
{
   return page.$$eval(`#${which} tbody tr`, rows => rows.map(row =>
      [row.cells[0].querySelector("span").textContent,
       ...[...row.cells].slice(1).map(cell => cell.textContent)]
         .map(text => text.replaceAll("\u202f", ""))));
}

// The calls of the profile of cases/shared/calls, whose functions call themselves.
export async function calls(page, where)
{
   const text = selector => page.$eval(selector, element => element.textContent);
   const shown = name => page.waitFor(expected =>
      document.querySelector("#calls-function strong")?.textContent === expected, name);
   await page.select("#event", "Ir");
   await toLine(page, "prog.c", 5);
   await openTab(page, "calls");
   await shown("parse");
   await page.select("#event", "Ir");
   is(await callRows(page, "callers"), [["100", "1", "main", "prog.c:2"],
      ["45", "2", "parse ↻ itself", "prog.c:6"], ["25", "2", "next", "prog.c:21"]],
      `${where}: callers of parse`);
   is(await callRows(page, "callees"), [["60", "4", "next", "prog.c:5"],
      ["45", "2", "parse ↻ itself", "prog.c:6"]], `${where}: callees of parse`);
   is(await text("#calls-function"), "parse (prog.c) was called 5 times."
      + " Ir: 100 (16.4 %) with what it calls, 60 (9.84 %) itself.", `${where}: parse`);
   await page.click("#callees tbody a");
   await shown("next");
   is(await page.evaluate(() => document.activeElement.id), "calls-function",
      `${where}: the keys stay at the calls`);
   is(await page.$eval("#source-table [aria-current]", row => row.dataset.line), "21",
      `${where}: a callee leads to its line`);
   is(await callRows(page, "callers"), [["60", "4", "parse", "prog.c:5"]],
      `${where}: callers of next`);
   await page.evaluate(() => history.back());
   await shown("parse");
   await page.select("#event", "Dr");
   is(await callRows(page, "callers"), [["20", "1", "main", "prog.c:2"],
      ["9", "2", "parse ↻ itself", "prog.c:6"], ["5", "2", "next", "prog.c:21"]],
      `${where}: their data reads`);
   await unfolding(page, where, "prog.c", 5, ["called once by main (prog.c:2)",
      "called twice by parse ↻ itself (prog.c:6)", "called 4 times: next"].map(expected =>
         expected.replace("twice", "2 times")));
}

export async function changedCalls(page, where)
{
   await toLine(page, "prog.c", 2);
   await openTab(page, "calls");
   await page.select("#event", "Ir");
   is(await callRows(page, "callees"), [["+50", "0", "std::sort<…>", "prog.c:2"]],
      `${where}: what changed`);
   is(await page.$eval("#calls-function", p => p.textContent),
      "main (prog.c): 0 calls. Ir: +50 (+8.20 %) with what it calls, 0 itself.",
      `${where}: what changed in all`);
}

// The own code behind a library's function, if others of the library are between.
export async function behind(page, where)
{
   const show = async name => {
      await page.evaluate(f => { location.hash = `#v=calls&f=${f}@new.cc`; }, name);
      await page.waitFor(expected =>
         document.querySelector("#calls-function strong")?.textContent === expected, name);
   };
   await show("malloc");
   is([await callRows(page, "nearest"), await callRows(page, "callers"),
       await page.$$eval("#calls-tables h3", all => all.map(h3 => h3.textContent))],
      [[["70", "parse"], ["40", "main"]], [["110", "3", "new", "new.cc:2"]],
       ["Nearest own code", "Callers of malloc", "Functions that malloc calls"]],
      `${where}: who is behind malloc`);
   is(await page.$$eval("#calls-tables i", all => all.map(mark => mark.parentElement.textContent)),
      ["parse", "main"], `${where}: own code is marked`);
   await show("new");
   is([await page.$$eval("#nearest", all => all.length),
       await page.$$eval("#callers i", all => all.length)], [0, 2],
      `${where}: the callers are the nearest own code`);
   is(await page.evaluate(() => {
      const f = {}, names = [null, {}, f].map(one => ({ function: one, color: one === f ? "" : "own" }));
      const tree = { nodes: [9, 9, 8, 7, 6].map(count => ({ counts: [count] })),
                     parent: [-1, 0, 1, 2, 3], key: [0, 1, 2, 1, 2], names };
      return nearestOwn({ profile: {}, flameTree: tree }, f).map(({ counts }) => counts);
   }), [[8]], `${where}: what is inside itself counts once`);
}

// How often inlined code ran is not known.
export async function inlinedCalls(page, where)
{
   await page.evaluate(() => { location.hash = "#v=calls&f=start@main.c"; });
   await page.waitForSelector("#callees tbody");
   is(await callRows(page, "callees"), [["99", "1", "work", "main.c:6"],
      ["1", "", "glue inlined", "main.c:5"]], `${where}: what start calls`);
   await unfolding(page, where, "main.c", 5, ["⤷ inlined: glue"]);
}

// A function calls twelve others, whose names are attacks.
export async function attackedCalls(page, where)
{
   await openTab(page, "functions");
   await page.click("#functions-table thead button");
   await page.click(`#functions-table ${ROWS} th a`);
   await openTab(page, "calls");
   await page.waitFor(() => document.querySelectorAll("#callees tbody tr").length === 10);
   is(await page.$eval("#callees button", button => button.textContent), "and 2 more",
      `${where}: the first callees`);
   await page.click("#callees button");
   is((await callRows(page, "callees")).map(row => row[0]),
      [...Array(12).keys()].map(i => String(120 - 10 * i)), `${where}: all callees`);
   is(await page.$eval("#callees tbody th bdi", bdi => bdi.title.startsWith(
         "</script><script>alert(1)</script>")), true, `${where}: a name is a text`);
}
