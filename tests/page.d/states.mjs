// SPDX-License-Identifier: GPL-2.0-or-later
// states.mjs: six states of pages: a picture of each, and where its elements are.
// Pictures differ between machines, because fonts do, so they are for people to
// look at; what is compared is the boxes of elements.

import { close, open } from "./browser.mjs";
import { empty } from "./tap.mjs";

// Runs in the page.  Each row: a selector, and what holds for its box:
//    {in: selector}       it lies inside another one
//    {below: selector}    it begins where that ends, or further down
//    {right: selector}    the same to the right
//    {wide: share}        it has at least that share of the window's width
function complain(rows)
{
   const complaints = [];
   const boxOf = selector => document.querySelector(selector)?.getBoundingClientRect();
   for (const [selector, rules] of rows) {
      const box = boxOf(selector);
      if (!box || box.width === 0 || box.height === 0) {
         complaints.push(`${selector} is not there`);
         continue;
      }
      const other = rule => boxOf(rules[rule]) ?? { left: NaN };
      if (rules.in && !(box.left >= other("in").left - 1 && box.right <= other("in").right + 1
                        && box.top >= other("in").top - 1
                        && box.bottom <= other("in").bottom + 1))
         complaints.push(`${selector} is not in ${rules.in}`);
      if (rules.below && !(box.top >= other("below").bottom - 1))
         complaints.push(`${selector} is not below ${rules.below}`);
      if (rules.right && !(box.left >= other("right").right - 1))
         complaints.push(`${selector} is not to the right of ${rules.right}`);
      if (rules.wide && box.width < rules.wide * innerWidth)
         complaints.push(`${selector} is ${box.width} of ${innerWidth} pixels wide`);
   }
   return complaints;
}

const marked = "#source-table [aria-current]";

const STATES = {
   overview: {
      file: "matrix.html", at: "header",
      rows: [["h1", { in: "header" }], ["#profiles", { below: "h1" }],
             ["#parts", { below: "#profiles" }], ["#verdict", { below: "header", wide: 0.9 }],
             ["#verdict ol", { below: "#verdict h3" }],
             ["#totals", { below: "#verdict", wide: 0.9 }],
             ["#machine", { below: "#totals-table" }], ["#map", { below: "#totals" }],
             ["#cells", { below: "#event", wide: 0.9 }], ["#cell", { below: "#cells" }],
             ["#functions", { below: "#map" }], ["#source", { below: "#functions" }],
             ["#sets", { below: "#source" }]],
   },
   functions: {
      file: "words.html", at: "#functions",
      act: page => page.type("#search", "std sort"),
      rows: [["#search", { below: "#functions h2" }], ["#functions-found", { below: "#search" }],
             ["#functions-table", { below: "#functions-found", wide: 0.8 }],
             ["#functions-table tbody th", { in: "#functions-table",
                                             right: "#functions-table tbody td" }],
             ["#functions-table tbody td.file", { right: "#functions-table tbody th" }]],
   },
   source: {
      file: "words.html", hash: "#words.cc:13", at: marked,
      act: page => page.click(`${marked} button.unfold`),
      rows: [["#source-table", { below: "#file", wide: 0.8 }],
             [`${marked} .count`, { right: `${marked} .number` }],
             [`${marked} .text`, { right: `${marked} .count` }],
             [`${marked} + .detail`, { below: marked }],
             [`${marked} + .detail .text`, { right: `${marked} + .detail .count` }]],
   },
   calls: {
      file: "calls.html", hash: "#prog.c:5", at: "#calls",
      rows: [["#calls", { below: "#functions", wide: 0.9 }], ["#calls-function", { below: "#calls h2" }],
             ["#callers", { below: "#calls-function" }],
             ["#callees", { below: "#calls-function", right: "#callers" }],
             ["#source", { below: "#calls" }]],
   },
   sets: {
      file: "matrix.html", at: "#sets",
      act: page => page.click("#conflicts-table tbody button"),
      rows: [["#sets-summary", { below: "#level" }], ["canvas", { below: "#sets-summary" }],
             ["#set", { below: "canvas" }], ["#conflicts-table", { below: "#set", wide: 0.8 }]],
   },
   difference: {
      file: "difference.html", at: "tr.removed",
      rows: [["#totals td.less", { in: "#totals-table" }], ["tr.removed", { in: "#source-table" }],
             ["#source-table .less", { in: "#source-table" }],
             ["#cells .less", { in: "#cells" }]],
   },
};

export async function shoot(browser, name, directory, screenshots)
{
   for (const [state, { file, hash, at, act, rows }] of Object.entries(STATES)) {
      const where = `${name}: state ${state}`;
      const page = await open(browser, `${directory}/${file}`, { hash });
      if (act)
         await act(page);
      await page.$eval(at, element => element.scrollIntoView({ block: "center" }));
      if (at.startsWith("#") && at !== marked)
         await page.$eval(at, element => element.scrollIntoView());
      empty(await page.evaluate(complain, rows), where);
      await page.screenshot(`${screenshots}/${name}-${state}.png`);
      empty(await close(page), `${where}: nothing is wrong`);
   }
}
