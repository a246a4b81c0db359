// SPDX-License-Identifier: GPL-2.0-or-later
// walks.mjs: what readers do on a page: sort, search, choose, unfold, follow links,
// go through the map, with the mouse and with the keyboard.

import { empty, is } from "./tap.mjs";

// The numbers that a column of the functions shows, as texts without commas.
function column(page, name)
{
   return page.$eval("#functions-table", (table, title) => {
      const index = [...table.tHead.rows[0].cells].findIndex(cell =>
         cell.textContent.trim() === title);
      return [...table.tBodies[0].rows].map(row =>
         (row.cells[index].querySelector("span")?.textContent
          ?? row.cells[index].textContent).replaceAll(",", ""));
   }, name);
}

async function clickHeader(page, name)
{
   const [button] = await page.$$eval("#functions-table thead button", (buttons, title) =>
      buttons.map((b, i) => [b, i]).filter(([b]) => b.textContent.trim() === title)
         .map(([, i]) => i), name);
   await page.click("#functions-table thead button", button);
   return page.$$eval("#functions-table thead th", (headers, title) =>
      headers.find(th => th.textContent.trim() === title).getAttribute("aria-sort"), name);
}

// A count as it is sorted: in a difference without its sign.
function sizeOf(text)
{
   return text === "." ? 0n : BigInt(text.replace(/^[-+]/, ""));
}

function inOrder(values, before)
{
   return values.filter((value, i) => i > 0 && before(value, values[i - 1]))
      .map(value => `${value} is in the wrong place`);
}

// Every column can be sorted by, in both directions, and says so.
export async function sorting(page, where)
{
   const names = await page.$$eval("#functions-table thead button", buttons =>
      buttons.map(button => button.textContent.trim()));
   for (const name of names) {
      const isName = ["Function", "File", "Object"].includes(name);
      const [first, second] = isName ? ["ascending", "descending"]
                                     : ["descending", "ascending"];
      let sort = await clickHeader(page, name);
      // It is sorted by the first event to begin with.
      if (sort !== first)
         sort = await clickHeader(page, name);
      is(sort, first, `${where}: sorted by ${name}`);
      if (name.includes("class"))
         continue;
      const values = await column(page, name);
      // File and object are shown without their directories.
      if (!isName)
         empty(inOrder(values.map(sizeOf), (a, b) => a > b),
               `${where}: the largest ${name} is first`);
      is(await clickHeader(page, name), second, `${where}: sorted by ${name} again`);
   }
   await clickHeader(page, names[0]);
   if (await page.$eval("#functions-table th[aria-sort]", th =>
          th.getAttribute("aria-sort")) !== "descending")
      await clickHeader(page, names[0]);
}

// Searches for words, and for nothing.
export async function searching(page, where, words, expected)
{
   const rows = () => page.$$eval("#functions-table tbody tr", all => all.length);
   const all = await rows();
   await page.type("#search", words);
   const names = await page.$$eval("#functions-table tbody th", cells =>
      cells.map(cell => cell.textContent));
   is(names.includes(expected), true, `${where}: "${words}" finds ${expected}`);
   is(names.length < all, true, `${where}: and not all functions`);
   const found = () => page.$eval("#functions-found", p => p.textContent);
   is((await found()).startsWith(`${names.length} of `), true,
      `${where}: says how many it found`);
   await page.type("#search", " no function has this in its name");
   is(await rows(), 0, `${where}: nothing is found`);
   is(/^None of \d+ functions match\.$/.test(await found()), true, `${where}: and says so`);
   await page.$eval("#search", input => {
      input.value = "";
      input.dispatchEvent(new Event("input"));
   });
   is(await rows(), all, `${where}: all functions again`);
}

// Shows more rows until all are there.
export async function showingMore(page, where)
{
   const rows = () => page.$$eval("#functions-table tbody tr", all => all.length);
   const before = await rows();
   const left = await page.$eval("#functions-more", button =>
      Number(/of (\d+)/.exec(button.textContent)[1]));
   await page.click("#functions-more");
   is(await rows(), before + Math.min(100, left), `${where}: more rows`);
}

// Chooses another event: it is the first column, in heat, and sorted by.
export async function choosing(page, where, event)
{
   const value = await page.$$eval("#event option", (options, name) =>
      options.find(option => option.textContent.split(":")[0] === name).value, event);
   await page.select("#event", value);
   is(await page.$eval("#functions-table th[aria-sort]", th => th.textContent.trim()), event,
      `${where}: ${event} is sorted by`);
   is(await page.$eval("#source-table th.count", th => th.textContent.trim()), event,
      `${where}: ${event} is beside the source`);
   is((await page.$eval("#cell", p => p.textContent)).includes(` ${event}`), true,
      `${where}: ${event} is on the map`);
   await page.select("#event", await page.$eval("#event option", option => option.value));
}

// Opens an address of a line; another one; and goes back.
export async function following(page, where, file, line)
{
   const marked = () => page.$eval("#source-table [aria-current]", row => row.dataset.line);
   const inWindow = () => page.$eval("#source-table [aria-current]", row => {
      const box = row.getBoundingClientRect();
      return box.top >= 0 && box.bottom <= innerHeight;
   });
   await page.evaluate(hash => { location.hash = hash; }, `#${file}:${line}`);
   await page.waitForSelector(`#source-table [aria-current][data-line="${line}"]`);
   is(await inWindow(), true, `${where}: ${file}:${line} is in the window`);
   const link = "#functions-table tbody th a";
   const target = await page.$eval(link, a => a.hash);
   await page.click(link);
   await page.waitFor(hash => location.hash === hash, target);
   const [, targetLine] = /:(\d+)$/.exec(target);
   await page.waitForSelector(`#source-table [aria-current][data-line="${targetLine}"]`);
   is(await marked(), targetLine, `${where}: a function leads to its line`);
   is(await inWindow(), true, `${where}: which is in the window`);
   await page.evaluate(() => history.back());
   await page.waitForSelector(`#source-table [aria-current][data-line="${line}"]`);
   is(await marked(), String(line), `${where}: back again`);
}

// The rows of callers or callees: cost, how often, function, line; commas and shares
// left out.
export function callRows(page, which)
{
   return page.$$eval(`#${which} tbody tr`, rows => rows.map(row =>
      [row.cells[0].querySelector("span").textContent,
       ...[...row.cells].slice(1).map(cell => cell.textContent)]
         .map(text => text.replaceAll(",", ""))));
}

// The calls of the profile of cases/shared/calls, whose functions call themselves.
export async function calls(page, where)
{
   const text = selector => page.$eval(selector, element => element.textContent);
   const shown = name => page.waitFor(expected =>
      document.querySelector("#calls-function strong").textContent === expected, name);
   await page.evaluate(hash => { location.hash = hash; }, "#prog.c:5");
   await shown("parse");
   is(await callRows(page, "callers"), [["100", "1", "main", "prog.c:2"],
      ["45", "2", "parse ↻ itself", "prog.c:6"], ["25", "2", "next", "prog.c:21"]],
      `${where}: callers of parse`);
   is(await callRows(page, "callees"), [["60", "4", "next", "prog.c:5"],
      ["45", "2", "parse ↻ itself", "prog.c:6"]], `${where}: callees of parse`);
   is(await text("#calls-function"), "parse (prog.c) was called 5 times."
      + " Ir: 100 (16.4 %) with what it calls, 60 (9.84 %) itself.", `${where}: parse`);
   await page.click("#callees tbody a");
   await shown("next");
   is(await page.$eval("#source-table [aria-current]", row => row.dataset.line), "21",
      `${where}: a callee leads to its line`);
   is(await callRows(page, "callers"), [["60", "4", "parse", "prog.c:5"]],
      `${where}: callers of next`);
   is(await page.evaluate(() => document.activeElement.id), "calls-function",
      `${where}: the calls have the focus`);
   await page.evaluate(() => history.back());
   await shown("parse");
   await page.select("#event", "1");
   is(await callRows(page, "callers"), [["20", "1", "main", "prog.c:2"],
      ["9", "2", "parse ↻ itself", "prog.c:6"], ["5", "2", "next", "prog.c:21"]],
      `${where}: their data reads`);
   await page.select("#event", "0");
   await unfolding(page, where, 5, "called 4 times: next");
   is(await page.$eval("#inlined-choice", label => label.textContent.trim()),
      "Add what functions call to their counts", `${where}: the choice says what is added`);
   is(await text("#map-inlined"), "What a function calls is not in its part.",
      `${where}: so does the map`);
   is(await page.evaluate(() => {
      const total = node => node.children.reduce((sum, child) => sum + total(child),
         node.counts[0] - node.children.reduce((sum, child) => sum + child.counts[0], 0));
      const names = node => [node.function?.name ?? "", node.times, node.counts[0],
                             ...node.children.map(names)];
      const { contexts } = readProfile(JSON.parse(document.getElementById("data").textContent));
      return [total(contexts), names(contexts.children[0]).slice(0, 3),
              names(contexts.children[0].children[0])];
   }), [610, ["main", 0, 610],
        ["parse", 1, 100, ["next", 2, 40, ["parse", 1, 20, ["next", 1, 5], ["parse", 1, 5]]],
         ["parse", 1, 40, ["next", 1, 20, ["parse", 1, 5]]]]], `${where}: the tree of contexts`);
}

// Unfolds a line, and folds it again.
export async function unfolding(page, where, line, expected)
{
   const selector = `#source-table tr[data-line="${line}"]`;
   const details = () => page.$eval(selector, row => {
      const texts = [];
      for (let next = row.nextElementSibling; next?.classList.contains("detail");
           next = next.nextElementSibling)
         texts.push(next.querySelector(".text").textContent);
      return texts;
   });
   await page.focus(`${selector} button.unfold`);
   await page.press("Enter");
   is(await page.$eval(`${selector} button.unfold`, b => b.getAttribute("aria-expanded")), "true",
      `${where}: line ${line} is unfolded`);
   is((await details()).some(text => text.includes(expected)), true,
      `${where}: "${expected}" is in it`);
   await page.press("Enter");
   is(await details(), [], `${where}: it is folded again`);
}

// Goes through the map with the keyboard, and with the mouse.
export async function zooming(page, where)
{
   const focused = () => page.evaluate(() => document.activeElement.title);
   const wide = () => page.$$eval("#cells .cell", cells =>
      cells.filter(cell => cell.style.width === "100%").map(cell => cell.title));
   const [root] = await wide();
   await page.focus('#cells .cell[tabindex="0"]');
   await page.press("ArrowDown");
   const child = await focused();
   is(child !== root, true, `${where}: an arrow leads down`);
   await page.press("Enter");
   is((await wide()).includes(child), true, `${where}: Enter shows it in full width`);
   is(await focused(), child, `${where}: and it has the focus`);
   await page.press("Escape");
   is(await focused(), root, `${where}: Escape leads back`);
   const second = await page.$$eval("#cells button.cell", cells => cells[1].title);
   await page.click("#cells button.cell", 1);
   is((await wide()).includes(second), true, `${where}: so does a click`);
   await page.click("#cells button.cell");
   is(await focused(), root, `${where}: a click on what is above leads back`);
}

// In a difference, red is more and blue is less: of counts, their shares, and the bars
// of misses, whose parts are the numbers of the cell's title.
export async function changing(page, where)
{
   empty(await page.$$eval("#source-table .more, #source-table .less", all => all
      .filter(td => [...td.children].some(({ textContent: text }) =>
         text && !text.startsWith("<")
         && !text.startsWith(td.classList.contains("more") ? "+" : "-")))
      .map(td => td.outerHTML)), `${where}: red is more, blue is less`);
   const bars = await page.$$eval("td.classes:has(.bar)", all => all.map(td => ({
      title: td.title,
      signs: [...td.querySelectorAll(".bar span")].map(part =>
         part.className === "class-more" ? "+" : part.className === "class-less" ? "-" : "?"),
   })));
   is(bars.length > 0, true, `${where}: there are bars`);
   empty(bars.filter(({ title, signs }) => !title.split(", ").every((text, i) =>
      text.startsWith(signs[i]) || /^[.0] /.test(text))).map(({ title }) => title),
      `${where}: so are bars`);
}

// Everything can be reached with Tab, in the order of the page.
export async function tabbing(page, where)
{
   await page.evaluate(() => { document.activeElement.blur(); scrollTo(0, 0); });
   const reached = [];
   for (let i = 0; i < 60; i++) {
      await page.press("Tab");
      reached.push(await page.evaluate(() =>
         document.activeElement.closest("section, header, a.skip")?.id
         || document.activeElement.className));
   }
   const order = reached.filter((id, i) => id && id !== reached[i - 1]);
   const expected = await page.$$eval("main > section:not([hidden])", all => all.map(s => s.id));
   const seen = expected.filter(id => order.includes(id));
   is(order.filter(id => seen.includes(id)).slice(0, seen.length), seen,
      `${where}: Tab goes from top to bottom`);
}

// On paper no control is shown, and nothing is cut.
export async function printing(page, where)
{
   await page.emulate({ media: "print" });
   empty(await page.evaluate(() => {
      const complaints = [];
      for (const control of document.querySelectorAll("input, select, .controls button, .unfold"))
         if (control.getClientRects().length > 0)
            complaints.push(`is on paper: ${control.outerHTML.slice(0, 80)}`);
      for (const box of document.querySelectorAll(".scroll"))
         if (box.scrollHeight > box.clientHeight + 2)
            complaints.push(`is cut: ${box.getAttribute("aria-label")}`);
      return complaints;
   }), `${where}: on paper`);
   await page.emulate({ media: "screen" });
}

// Chooses a thread and a cache of the conflict report that tests/page writes.
export async function threads(page, where)
{
   const rows = () => page.$$eval("#conflicts-table tbody tr", all => all.map(row =>
      [row.cells[0].textContent === "__proto__", row.cells[2].textContent,
       row.cells[4].textContent]));
   const text = selector => page.$eval(selector, element => element.textContent);
   is(await rows(), [[false, "583.3 %", "0, 3"], [true, "116.7 %", "0"]],
      `${where}: all conflicts`);
   const shared = () => page.$$eval("#sharing-list li", all => all.length);
   is([await shared(), await text("#sharing-more")], [50, "Show 20 more of 20"],
      `${where}: the first lines that both write`);
   await page.click("#sharing-more");
   is([await shared(), await page.$eval("#sharing-more", button => button.hidden)],
      [70, true], `${where}: all of them`);
   await page.click("#conflicts-table tbody button");
   is(await page.$$eval("#conflicts-table tr", all => all.map(row => row.ariaCurrent)),
      [null, "true", null], `${where}: the row is marked`);
   await page.select("#thread", "2");
   is(await rows(), [[false, "3100.0 %", "3"]], `${where}: those of thread 2`);
   is((await text("#sets-summary")).endsWith(
      " Thread 2: 20 accesses, 0 cold, 0 capacity and 3 conflict misses. 1,234 conflicts"
      + " with less than 1 % of the misses each are not listed: 2 misses."), true,
      `${where}: the counts of thread 2`);
   is((await text("#set")).startsWith("Set 3: 3 conflict misses,"), true,
      `${where}: the set where they are`);
   await page.select("#level", "1");
   is(await page.$eval("#thread", select => select.value), "2", `${where}: the thread stays`);
   is(await page.$eval("#metric", select => select.value), "cold",
      `${where}: what happened is shown`);
   is(await rows(), [], `${where}: no conflicts in this cache`);
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
