// SPDX-License-Identifier: GPL-2.0-or-later
// explore.mjs: what readers do with the page as a whole: choices and the link that says
// them, the search, the keys, the answers on the left, the machine, and the first screen.

import { walker } from "./browser.mjs";
import { aboveSource, findingCalls, helping, opening, openTab, sortedBySelf, tapping,
         withoutVerdict, words } from "./readers.mjs";
import { empty, is } from "./tap.mjs";

const text = (page, selector) => page.$eval(selector, element => element.textContent);

// Follows a link by the address, as a reader who has pasted it.
async function address(page, hash)
{
   await page.evaluate(link => { location.hash = link; }, hash);
   await page.waitFor(link => location.hash === link, hash);
   // hashchange is later.
   await page.evaluate(() => { globalThis.later = false;
                               setTimeout(() => { globalThis.later = true; }); });
   await page.waitFor(() => globalThis.later);
}

// The link says each choice, leads to it, and Back undoes it.  `event' is not the first.
async function linking(page, where, event)
{
   const hash = () => page.evaluate(() => location.hash);
   const chosen = () => page.$eval("#event", select => select.value);
   const [first, tab] = [await chosen(), await openTab(page)];
   await page.select("#event", event);
   is(await hash(), `#e=${event}`, `${where}: the event is in the link`);
   is((await text(page, "#source-table th.count")).startsWith(event), true,
      `${where}: the source shows it`);
   await opening(page, "totals");
   is(await hash(), `#v=totals&e=${event}`, `${where}: so is the tab`);
   await page.evaluate(() => history.back());
   await page.waitFor(() => document.getElementById("totals").hidden);
   is([await openTab(page), await chosen()], [tab, event], `${where}: Back undoes the tab`);
   await page.evaluate(() => history.back());
   await page.waitFor(value => document.getElementById("event").value === value, first);
   is(await chosen(), first, `${where}: and the event`);
   await page.evaluate(() => history.forward());
   await page.waitFor(value => document.getElementById("event").value === value, event);
   is(await chosen(), event, `${where}: Forward chooses it again`);
   await address(page, "#v=none&e=None&f=none@none&z=a;b&q=%E0&i=2&x=1");
   is([await openTab(page), await chosen(), await text(page, "#search")], [tab, first, ""],
      `${where}: what does not fit is ignored`);
   await address(page, "#functions");
   is(await openTab(page), tab, `${where}: the name of an element is no choice`);
   await address(page, "");
}

// Searches, goes to what is found by keys and by the mouse, and ends the search.
async function finding(page, where, words, expected)
{
   const found = () => page.$$eval("#found li", all => all.map(li => ({
      kind: li.querySelector("small").textContent, text: li.querySelector(".code").textContent,
      selected: li.getAttribute("aria-selected") === "true" })));
   await page.evaluate(() => document.activeElement.blur());
   await page.press("/");
   is(await page.evaluate(() => document.activeElement.id), "search", `${where}: / searches`);
   await page.type("#search", words);
   const items = await found();
   for (const [kind, what] of Object.entries(expected))
      is(items.some(item => item.kind === kind && item.text.includes(what)), true,
         `${where}: "${words}" finds the ${kind} ${what}`);
   is(items.map(({ selected }) => selected).indexOf(true), 0, `${where}: the first is chosen`);
   is(await page.$eval("#search", input => document.getElementById(
         input.getAttribute("aria-activedescendant")).textContent.includes(
            document.querySelector("#found li .code").textContent)), true,
      `${where}: the field says so`);
   is(await page.evaluate(() => location.hash), `#q=${encodeURIComponent(words)}`,
      `${where}: the link has the search`);
   const line = items.findIndex(({ kind }) => kind === "line");
   for (let i = 0; i < line; i++)
      await page.press("ArrowDown");
   await page.press("Enter");
   is(await page.$eval("#source-table [aria-current] .text", td => td.textContent.trim()),
      items[line].text, `${where}: Enter goes to the line`);
   is(await page.$eval("#found-box", box => box.hidden), true, `${where}: the list is gone`);
   await page.focus("#search");
   await page.press("ArrowDown");
   await page.click("#found li");
   is((await page.evaluate(() => location.hash)).includes("f="), true,
      `${where}: a click on a function chooses it`);
   await page.press("Escape");
   is((await page.evaluate(() => location.hash)).includes("f="), false,
      `${where}: Escape undoes the choice of the function`);
   await page.press("Escape");
   is(await page.evaluate(() => document.getElementById("search").value), "",
      `${where}: and then the search`);
   await page.type("#search", "nothing has this in it");
   is([await found(), await text(page, "#found-count")], [[], "Nothing is found."],
      `${where}: nothing is found, which is said`);
   await page.evaluate(() => history.back());
   await page.waitFor(() => document.getElementById("search").value.length < 22);
   is(await page.$eval("#search", input => input.value), "",
      `${where}: Back undoes all that was typed`);
   await address(page, "");
}

// Each key of a view opens it; ? lists all keys.
async function keying(page, where)
{
   await page.evaluate(() => document.activeElement.blur());
   await page.press("?");
   const keys = await page.$$eval("#help kbd", all => all.map(kbd => kbd.textContent));
   is(await page.$eval("#help", dialog => dialog.open), true, `${where}: ? lists the keys`);
   is(keys.length, new Set(keys).size, `${where}: each once`);
   is(["0", "Esc", "Back"].filter(key => !keys.includes(key)), [], `${where}: also what undoes`);
   await page.press("Escape");
   is(await page.$eval("#help", dialog => dialog.open), false, `${where}: Escape closes it`);
   const tabs = await page.$$eval("#tabs button", all => all.map(tab =>
      [tab.title.replace("Key: ", ""), tab.textContent]));
   empty(tabs.filter(([key]) => !keys.includes(key)).map(([, tab]) => tab),
         `${where}: a key for each tab`);
   for (const [key, tab] of tabs) {
      await page.press(key);
      is(await openTab(page), tab, `${where}: ${key} opens ${tab}`);
   }
   await page.press(tabs[0][0]);
   is(await page.evaluate(() => document.activeElement.tagName), "CANVAS",
      `${where}: keys then work on the view`);
   await page.focus("#tabs [aria-selected=true]");
   await page.press("ArrowRight");
   is(await openTab(page), tabs[1][1], `${where}: the arrow goes to the next tab`);
   await page.press("e");
   is(await page.evaluate(() => document.activeElement.id), "event", `${where}: e is the event`);
   await page.evaluate(() => document.activeElement.blur());
   await page.press("s");
   is(await page.evaluate(() => document.activeElement.closest("section").id), "source",
      `${where}: s is the source`);
   await page.type("#search", tabs[0][0]);
   is(await openTab(page), tabs[1][1], `${where}: what is typed is no key`);
   await page.press("Escape");
   await address(page, "");
}

// A number goes to an answer on the left, which is marked.
async function answering(page, where, line)
{
   await page.evaluate(() => document.activeElement.blur());
   await page.press("2");
   is(await page.$$eval("#verdict li", all => all.findIndex(li => li.ariaCurrent === "true")), 1,
      `${where}: 2 goes to the second answer`);
   is(await page.$eval("#source-table [aria-current]", row => row.dataset.line), line,
      `${where}: and to its line`);
   await page.evaluate(() => history.back());
   await page.waitFor(() => document.querySelector("#verdict li").ariaCurrent === "true");
   is(await page.$$eval("#verdict [aria-current]", all => all.length), 1,
      `${where}: back at the first`);
}

// Where the verdict has little, the functions that cost most are below it.
async function elsewhere(page, where)
{
   is(await page.$$eval("#most-functions .code", all => all.length), 8,
      `${where}: functions that cost most`);
   is(await page.$$eval("#most-functions strong", all => all[0].textContent), "< 0.1 %",
      `${where}: their shares`);
}

// Code without lines: an answer names a function that is in it, not one that calls it, and
// what that costs there.
async function withoutLines(page, where)
{
   is(await page.$$eval("#verdict li", all => all.map(li =>
         [...li.querySelectorAll("p")].slice(0, 2).map(p => p.textContent).join(": "))),
      ["70 % the system's libraries: 50 % is in inflate.",
       "30 % no source line is known: 20 % is in prog+0x20."], `${where}: code without lines`);
   is(await page.$$eval("#verdict li a", all => all.map(a => a.hash)),
      ["#f=inflate@%3F%3F%3F&v=calls", "#f=prog%2B0x20@%3F%3F%3F&v=calls"],
      `${where}: and it leads to them`);
}

// The only source is of a library, and its text is not there: one line says so, until a
// function of it is chosen.
async function withoutOwnSource(page, where)
{
   const shown = () => page.evaluate(() => [...document.getElementById("source").children]
      .filter(part => part.getClientRects().length > 0).map(part => part.id || part.className));
   is(await shown(), ["source-note"], `${where}: no source of a library to begin with`);
   await page.press("u");
   await opening(page, "calls");
   is(await page.$eval("#calls-function strong", name => name.textContent), "inflate",
      `${where}: calls of the function that costs most`);
   await page.press("h");
   is([await shown(), await page.$eval("#source-table [aria-current]", row => row.dataset.line)],
      [["controls", "source-note", "source-lines"], "9"], `${where}: until it is asked for`);
   await page.evaluate(() => history.back());
   await page.waitFor(() => document.querySelector(".bare") !== null);
   is(await shown(), ["source-note"], `${where}: back again`);
}

// A difference has places that shrank, too.
async function difference(page, where)
{
   const answers = () => page.evaluate(() =>
      [document.getElementById("verdict-title").textContent,
       document.querySelector("#verdict li strong").textContent,
       document.querySelector("#verdict li a").textContent]);
   is(await answers(), ["Verdict", "−25 %", "matrix.c:10"], `${where}: what changed`);
   const totals = await page.$$eval("#totals-table tbody tr", rows => rows.map(({ cells }) =>
      [parseFloat(cells[3].querySelector("small").textContent.replace("−", "")) || 0,
       cells[3].className]));
   empty(totals.filter(([share, kind]) => share < 1 && !kind.includes("noise")),
         `${where}: small changes of totals are grey`);
   is(new Set(totals.map(([, kind]) => kind)).size > 2, true,
      `${where}: larger ones have more colour`);
}

// What is said of a profile whose cycles are sampled on a machine with a clock.
async function sampled(page, where)
{
   empty(await page.evaluate(words), `${where}: words`);
   await helping(page, where);
   is(await text(page, "#line"), "102 k instructions, about 0.022 ms on AMD Zen 5 at 4 GHz, 2.3 % of "
      + "cycles waiting for memory", `${where}: the line of totals`);
   await opening(page, "machine");
   is(await page.$$eval(".machine > *", all => all.map(part =>
         [...part.children].map(child => child.textContent).join(" ") || part.textContent)),
      ["Instructions", "102 k ", "L1I 32 KiB, 8-way", "40 0.04 %",
       "Data", "20.4 k ", "L1D 48 KiB, 12-way", "100 0.49 %",
       "L2 1 MiB, 16-way", "20 50.0 %", "50 50.0 %",
       "L3 32 MiB, 16-way", "5 25.0 %", "10 20.0 %", "memory",
       "Code addresses", "102 k ", "ITLB 64 entries, fully", "7 < 0.01 %",
       "Data addresses", "20.4 k ", "DTLB 96 entries, fully", "30 0.15 %",
       "STLB 4096 entries, 16-way", "3 8.11 %", "page walks",
       "Branches", "5\u202f100 ", "Branch predictor tage-64k", "52 1.02 %", "mispredicted"],
      `${where}: the machine`);
   empty(await page.evaluate(looseArrows), `${where}: an arrow leads from one part to another`);
}

// The arrows of the machine that do not begin at one part and end at another, and parts
// that are out of sight.  Runs in the page.
function looseArrows()
{
   const boxOf = element => element.getBoundingClientRect();
   const parts = [...document.querySelectorAll(".machine > :not(.arrow)")].map(boxOf);
   const touches = (x, y, edge) => parts.some(part =>
      Math.abs(part[edge] - x) <= 2 && part.top <= y && part.bottom >= y);
   const loose = [...document.querySelectorAll(".arrow")].filter(arrow => {
      const { left, right, top, bottom } = boxOf(arrow);
      const middle = (top + bottom) / 2;
      return !touches(left, middle, "right") || !touches(right, middle, "left");
   });
   const machine = document.querySelector(".machine");
   return [...loose.map(arrow => arrow.textContent),
           ...machine.scrollWidth > machine.clientWidth ? ["the machine is cut"] : []];
}

// What is within noise is grey and said to be, what is not is red or blue.
async function noise(page, where)
{
   is(await text(page, "#line"), "87.6 k cycles, now 5.8 % more (± 2.5 %); "
      + "102 k instructions, no change", `${where}: the line of totals`);
   is(await text(page, "#profiles"), "What changed from sampled.out to resampled.out",
      `${where}: what was compared`);
   is(await page.$$eval("#source-table td.count:nth-of-type(1)", all => all.map(td =>
         [td.closest("tr").dataset.line, /noise|more|less/.exec(td.className)?.[0] ?? "",
          td.title.endsWith("within noise")])),
      [["1", "noise", true], ["2", "more", false], ["3", "less", false], ["4", "", false]],
      `${where}: noise is grey`);
   // The last row of the map has lines 2, 3 and 1.
   is(await page.$eval("#panels canvas", canvas => {
         const { width, height } = canvas;
         const y = Math.floor(3.5 * height / Math.round(canvas.clientHeight / 20));
         const { data } = canvas.getContext("2d").getImageData(0, y, width, 1);
         return [0.5, 0.85, 0.97].map(x => {
            const [r, , b] = data.slice(4 * Math.floor(x * width));
            return r > b + 20 ? "more" : b > r + 20 ? "less" : "noise";
         });
      }), ["more", "less", "noise"], `${where}: on the map, too`);
   is(await page.$$eval("#verdict li", all => all.map(li =>
         [li.querySelector("strong").textContent, li.querySelector("a").textContent])),
      [["+6.8 %", "work.c:2"], ["−2.2 %", "work.c:3"]], `${where}: the verdict`);
}

// On a screen of 1280 x 800 everything that answers is in sight, and the page does not
// scroll.  Runs in the page.
function firstScreen()
{
   const complaints = [];
   const { scrollHeight, clientHeight } = document.scrollingElement;
   if (scrollHeight > clientHeight)
      complaints.push(`the page is ${scrollHeight} pixels high, the window ${clientHeight}`);
   for (const selector of ["#title", "#line", "#verdict li", "#verdict .quote", "#panels",
                           "#source-table [aria-current]"]) {
      const box = document.querySelector(selector)?.getBoundingClientRect();
      if (!box || box.top < 0 || box.bottom > innerHeight || box.left >= innerWidth)
         complaints.push(`${selector} is not in sight`);
   }
   if (document.getElementById("line").scrollWidth > document.getElementById("line").clientWidth)
      complaints.push("the line of totals is cut");
   return complaints;
}

// Which of some elements are below, and which are beside the one before.  Runs in the page.
function order(selectors)
{
   const boxes = selectors.map(selector => document.querySelector(selector)
      .getBoundingClientRect());
   return boxes.slice(1).map((box, i) => box.top >= boxes[i].bottom - 1 ? "below"
      : box.left >= boxes[i].right - 1 ? "beside" : "on it");
}

// On a narrow screen the parts are below each other, and the search has room.
async function oneColumn(page, where)
{
   is(await page.evaluate(order, ["header", "#verdict", "#tabs", "#panels", "#source"]),
      ["below", "below", "below", "below"], `${where}: one column`);
   is(await page.$$eval("#verdict-lists > ol > li", all => all.length), 3,
      `${where}: few answers are unfolded`);
   is(await page.$eval("#verdict li a", a => [a.textContent, a.hash]),
      ["the system's libraries", "#v=functions"], `${where}: code without lines has a link`);
   await page.type("#search", "m");
   empty(await page.$$eval("#found-box, #found li:first-child", all => all.map(element =>
      [element.id, element.getBoundingClientRect()]).filter(([, box]) =>
         box.left < 0 || box.right > innerWidth || box.width < 300).map(([id]) => id)),
      `${where}: what is found fits`);
   is(await page.evaluate(order, ["#search", "#found-box"]), ["below"],
      `${where}: and is below the field`);
}

// Tab goes through the parts of the page in their order.  Afterwards, keys may go to the
// browser's own controls.
async function tabbing(page, where)
{
   await page.evaluate(() => { document.activeElement.blur(); scrollTo(0, 0); });
   const reached = [];
   while (!reached.includes("source") && reached.length < 60) {
      await page.press("Tab");
      reached.push(await page.evaluate(() => document.activeElement
         .closest("a.skip, #choices, #verdict, #tabs, #panels, #source")?.id ?? "nothing"));
   }
   is(reached.filter((id, i) => id !== reached[i - 1]),
      ["", "choices", "verdict", "tabs", "panels", "source"],
      `${where}: Tab goes from top to bottom`);
}

// On paper no control is shown, and nothing is cut.
async function printing(page, where)
{
   await page.emulate({ media: "print" });
   is(await page.evaluate(order, ["header", "#verdict", "#panels", "#source"]),
      ["below", "below", "below"], `${where}: on paper, one part after the other`);
   empty(await page.evaluate(() => {
      const complaints = [];
      for (const control of document.querySelectorAll("input, select, button, .unfold"))
         if (control.getClientRects().length > 0)
            complaints.push(`is on paper: ${control.outerHTML.slice(0, 80)}`);
      for (const box of document.querySelectorAll("#verdict, #panels, .quote"))
         if (box.scrollHeight > box.clientHeight + 2)
            complaints.push(`is cut: ${box.id || box.textContent}`);
      return complaints;
   }), `${where}: on paper`);
   await page.emulate({ media: "screen" });
}

// Which pages the walks are on.
export async function testExplorer(browser, name, directory)
{
   const walk = walker(browser, name, directory);
   await walk("matrix.html", async (page, where) => {
      await linking(page, where, "D1m");
      await finding(page, where, "mult", { function: "multiply", line: "multiply" });
      await keying(page, where);
      await answering(page, where, "9");
      // Firefox's protocol cannot choose the medium.
      if (name === "chromium")
         await printing(page, where);
   });
   await walk("calls.html", tabbing);
   await walk("large.html", elsewhere);
   await walk("stripped.html", withoutLines);
   await walk("bare.html", withoutOwnSource);
   await walk("difference.html", difference);
   await walk("sampled.html", sampled);
   await walk("sampled-difference.html", noise);
   await walk("plain.html", (page, where) => withoutVerdict(page, where, [
      ["Dr", "Lines with most: Dr", [["50 %", "work.c:1", "void slow();", ""],
         ["30 %", "work.c:2", "void same();", ""], ["20 %", "work.c:3", "void quick();", ""]], []],
      ["Dw", "Lines with most: Dw", [["80 %", "work.c:2", "void same();", ""],
         ["10 %", "work.c:1", "void slow();", ""], ["10 %", "work.c:3", "void quick();", ""]], []],
      ["Sys", "Lines with most: Sys", [], ["None is known.", "100 % work"]]]));
   await walk("plain-difference.html", (page, where) => withoutVerdict(page, where, [
      ["Dr", "What changed most: Dr", [["+30 %", "work.c:1", "void slow();", "grew"],
         ["−10 %", "work.c:3", "void quick();", "shrank"]], []],
      ["Sys", "What changed most: Sys", [], ["Nothing changed."]]]));
   await walk("words.html", oneColumn, { width: 390 });
   await walk("matrix.html", tapping, { width: 390, height: 844 });
   await walk("sampled.html", async (page, where) => {
      await opening(page, "machine");
      empty(await page.$$eval(".machine > *", all => all.filter(part =>
         part.getBoundingClientRect().right > innerWidth).map(part => part.textContent)),
         `${where}: the parts of the machine are below each other`);
   }, { width: 390 });
   await walk("calls.html", async (page, where) => {
      await sortedBySelf(page, where);
      await findingCalls(page, where);
   });
   await walk("words.html", aboveSource, { width: 1100 });
   for (const file of ["matrix.html", "words.html", "calls.html", "difference.html"])
      await walk(file, async (page, where) =>
         empty(await page.evaluate(firstScreen), `${where}: the first screen`),
         { width: 1280, height: 800 });
}
