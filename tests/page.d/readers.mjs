// SPDX-License-Identifier: GPL-2.0-or-later
// readers.mjs: what readers stumbled over: answers on a narrow screen, hits that have no
// source, and words.

import { is } from "./tap.mjs";

const text = (page, selector) => page.$eval(selector, element => element.textContent);
export const openTab = page => text(page, "#tabs [aria-selected=true]");

// Opens the tab of a view by a click.
export async function opening(page, id)
{
   await page.click(`#tab-${id}`);
   await page.waitFor(view => !document.getElementById(view).hidden, id);
}

// On a narrow screen an answer is one line until it is chosen.  A tap anywhere on it leads
// to its line, from where a button leads back.
export async function tapping(page, where)
{
   const inSight = selector => page.$eval(selector, element => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
   });
   const heights = () => page.$$eval("#verdict-lists > ol > li", all => all.map(li =>
      [...li.children].filter(child => child.getClientRects().length > 0).length > 1));
   is(await page.$$eval("#verdict-lists > ol > li", all => all.filter(li =>
         li.getBoundingClientRect().height < 44).length), 0, `${where}: answers are high enough`);
   is(await page.$eval("#tabs", tabs => tabs.getBoundingClientRect().top <= 460), true,
      `${where}: the tabs are near`);
   is((await heights()).slice(0, 2), [true, false], `${where}: the chosen answer is unfolded`);
   await page.click("#verdict-lists > ol > li:nth-child(2)");
   await page.waitFor(() => scrollY > 0);
   is([await inSight("#source-table [aria-current]"),
       await page.$eval("#source-table [aria-current]", row => row.dataset.line)],
      [true, await page.$eval("#verdict li[aria-current]", li => li.dataset.place.split(":")[1])],
      `${where}: a tap on an answer leads to its line`);
   is((await heights()).slice(0, 2), [false, true], `${where}: which is unfolded now`);
   await page.click("#to-verdict");
   is(await inSight("#verdict li[aria-current]"), true, `${where}: and back`);
}

// Texts that say what readers have asked for.  Runs in the page.
export function words()
{
   const complaints = [];
   for (const text of ["12,345 - 6 of a-1 (-7 %)", "--few=-1"])
      if (/,|-[67]/.test(withNumbers(text)) || !/a-1|=-1/.test(withNumbers(text)))
         complaints.push(withNumbers(text));
   for (const option of document.querySelectorAll("#event option"))
      if (!option.textContent.includes(": "))
         complaints.push(`no description: ${option.textContent}`);
   for (const event of ["Lf", "Used", "Stn", "Std"])
      if (!eventTitle({ name: event }))
         complaints.push(`no description: ${event}`);
   const sharing = { profile: { verdict: { formula: "Cycles = 10 D1mr + 75 Wsf" },
                                events: ["D1mr", "Wsf", "Cycles"].map(event => ({ name: event })) } };
   if (waitingText(sharing, [1, 1, 100])
       !== "10 % of cycles waiting for memory and 75 % for other threads' lines")
      complaints.push(waitingText(sharing, [1, 1, 100]));
   const place = document.getElementById("source-function"), before = place.textContent;
   const { height } = place.parentElement.getBoundingClientRect();
   place.textContent = "in a_function_of_a_long_name".repeat(9);
   if (place.parentElement.getBoundingClientRect().height !== height)
      complaints.push("a long name of a function makes the line above the source higher");
   place.textContent = before;
   const forty = `/src/${"x".repeat(35)}`;
   for (const [path, end] of [
      ["/home/ada/a/long/way/to/the/main/part/of/it/src/words.cc",
       "…/way/to/the/main/part/of/it/src/words.cc"],
      [forty, forty], [`/a${forty}`, `…${forty}`], [`${forty}x`, `…/${"x".repeat(36)}`],
      [`/src/${"x".repeat(50)}`, "x".repeat(50)]])
      if (endOfPath(path) !== end)
         complaints.push(`${path} ends in ${endOfPath(path)}`);
   const columns = (own, inclusive) => shownOfChosen(
      { event: 0, profile: { hasInclusive: true } }, [{ own: [own], inclusive: [inclusive] }]);
   if (columns(1, 1).length !== 1 || columns(1, 2).length !== 2)
      complaints.push("self is a column where it equals incl., or is none where it does not");
   if (document.getElementById("title").textContent !== "work")
      complaints.push("the command has its directory");
   return complaints;
}

// The file, the function and the buttons above the source are one line where it has room.
export async function aboveSource(page, where)
{
   is(await page.$$eval("#source .controls > :not(.spoken)", all => {
      const middles = all.map(element => element.getBoundingClientRect())
         .filter(({ height }) => height > 0).map(({ top, bottom }) => (top + bottom) / 2);
      return [middles.length, Math.max(...middles) - Math.min(...middles) < 5];
   }), [6, true], `${where}: one line above the source`);
}

// The help says what colours and words mean.
export async function helping(page, where)
{
   await page.evaluate(() => document.activeElement.blur());
   await page.press("?");
   is(await page.$$eval("#help > p", all => all.map(p =>
         p.textContent.match(/red|blue|orange|grey|incl\.|\bself/g))),
      [["red", "blue"], ["orange", "grey"], ["incl.", "self"]], `${where}: help in sentences`);
   await page.press("Escape");
}

// Without a verdict, the lines with most of the chosen event are on the left or, in a
// difference, those that changed most; where there are none, that is said.
export async function withoutVerdict(page, where, expected)
{
   for (const [event, title, answers, functions] of expected) {
      await page.select("#event", event);
      is([await text(page, "#verdict-title"),
          await page.$$eval("#verdict-lists > ol:first-child > li", all => all.map(li =>
             [...li.querySelectorAll("strong, a, .quote")].map(part => part.textContent)
                .concat(li.querySelector("strong").className))),
          await page.$$eval("#verdict-lists .hint, #most-functions li", all =>
             all.map(element => element.textContent))],
         [title, answers, functions], `${where}: ${title}`);
   }
}

// What is found and has no line on the page has its calls at least; the list lies on none
// of the views.
export async function findingCalls(page, where)
{
   await opening(page, "functions");
   await page.type("#search", "sort");
   is(await page.evaluate(() => {
      const box = document.getElementById("found-box").getBoundingClientRect();
      return box.right <= document.getElementById("views").getBoundingClientRect().left;
   }), true, `${where}: what is found covers no view`);
   await page.press("Enter");
   is([await openTab(page), (await text(page, "#calls-function")).startsWith("std::sort"),
       await page.evaluate(() => document.activeElement.id)], ["Calls", true, "calls-function"],
      `${where}: a function without lines shows its calls`);
}

// Functions are sorted by what they cost themselves until the reader sorts them.
export async function sortedBySelf(page, where)
{
   await opening(page, "functions");
   is(await page.$eval("#functions-table [aria-sort]", th => th.textContent), "Cycles self",
      `${where}: sorted by self`);
}
