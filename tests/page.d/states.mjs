// SPDX-License-Identifier: GPL-2.0-or-later
// states.mjs: ten states of pages: a picture of each, and where its elements are.
// Pictures differ between machines, because fonts do, so they are for people to
// look at; what is compared is the boxes of elements.

import { HAS_AXE, testAccessibility } from "./axe.mjs";
import { close, open } from "./browser.mjs";
import { empty, skip } from "./tap.mjs";

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
      file: "matrix.html",
      rows: [["#title", { in: "header" }], ["#line", { in: "header", below: "#title" }],
             ["#search", { in: "header", right: "#event" }], ["#verdict", { below: "header" }],
             ["#verdict ol", { below: "#verdict-title", in: "#verdict" }],
             ["#tabs", { below: "header", right: "#verdict", wide: 0.6 }],
             ["#panels", { below: "#tabs", right: "#verdict", wide: 0.6 }],
             ["#source", { below: "#panels", right: "#verdict", wide: 0.6 }],
             [`${marked} .number`, { in: "#source" }]],
   },
   flame: {
      file: "calls.html", hash: "#q=parse&h=compare",
      act: page => page.focus("#flame canvas"),
      rows: [["#flame .frame", { in: "#panels" }], ["#flame .choices", { below: "#flame canvas" }],
             ["#flame canvas", { below: "#flame .frame p", in: "#panels", wide: 0.6 }]],
   },
   leaves: {
      file: "calls.html", hash: "#v=leaves", scheme: "dark",
      act: page => page.click("#leaves .frame button"),
      rows: [["#leaves canvas", { below: "#leaves .frame p", in: "#panels", wide: 0.6 }],
             ["#leaves .menu", { below: "#leaves .frame button" }]],
   },
   changed: {
      file: "calls-difference.html",
      rows: [["#flame canvas", { below: "#flame .frame p", in: "#panels", wide: 0.6 }]],
   },
   calls: {
      file: "calls.html", hash: "#v=calls&f=parse@prog.c",
      rows: [["#calls-function", { in: "#panels" }],
             ["#callers", { below: "#calls-function", in: "#panels" }],
             ["#callees", { below: "#calls-function" }], [marked, { below: "#panels" }]],
   },
   functions: {
      file: "words.html", hash: "#v=functions&q=std%20sort",
      rows: [["#functions-found", { in: "#panels" }],
             ["#functions-table", { below: "#functions-found", wide: 0.6 }],
             ["#functions-table td.count", { in: "#functions-table" }],
             ["#functions-table tbody th", { right: "#functions-table td.count" }],
             ["#functions-table td.file", { right: "#functions-table tbody th" }]],
   },
   search: {
      file: "words.html",
      act: page => page.type("#search", "count"),
      rows: [["#found-box", { below: "#search" }], ["#found li", { in: "#found-box" }],
             ["#found-count", { below: "#found", in: "#found-box" }]],
   },
   keys: {
      file: "words.html",
      act: page => page.press("?"),
      rows: [["#help-keys", { below: "#help-title", in: "#help" }],
             ["#help-close", { below: "#help-keys", in: "#help" }]],
   },
   machine: {
      file: "sampled.html", hash: "#v=machine", scheme: "dark",
      rows: [[".machine", { in: "#panels" }], ["#description", { below: ".machine" }]],
   },
   source: {
      file: "words.html", hash: "#words.cc:13",
      act: page => page.click(`${marked} button.unfold`),
      rows: [["#source-lines", { below: "#file", wide: 0.6 }],
             [`${marked} .count`, { right: `${marked} .number` }],
             [`${marked} .text`, { right: `${marked} .count` }],
             [`${marked} + .detail`, { below: marked }],
             [`${marked} + .detail .text`, { right: `${marked} + .detail .count` }]],
   },
   conflicts: {
      file: "matrix.html", hash: "#v=conflicts",
      act: page => page.click("#conflicts-table tbody button"),
      rows: [["#sets-try", { below: "#sets-where" }], ["#conflicts-table", { below: "#sets-try" }],
             ["#sets-summary", { below: "#level" }], ["#sets-map", { below: "#sets-summary" }],
             ["#sets-legend", { right: "#metric" }], ["#set", { below: "#sets-map" }]],
   },
   difference: {
      file: "sampled-difference.html",
      rows: [["#verdict .grew", { in: "#verdict" }], ["#panels", { below: "#tabs" }],
             ["#source-table .less", { in: "#source" }],
             ["#source-table .noise", { in: "#source" }]],
   },
   narrow: {
      file: "matrix.html", width: 390,
      rows: [["#verdict", { below: "header", wide: 0.9 }], ["#tabs", { below: "#verdict" }],
             ["#panels", { below: "#tabs", wide: 0.9 }],
             ["#source", { below: "#panels", wide: 0.9 }]],
   },
};

// In Chromium, axe-core looks at them, too.
export async function shoot(browser, name, directory, screenshots)
{
   const withAxe = HAS_AXE && name === "chromium";
   if (!HAS_AXE && name === "chromium")
      skip("accessibility of these states", "this machine: AXE names no file of axe-core");
   for (const [state, { file, act, rows, ...options }] of Object.entries(STATES)) {
      const where = `${name}: state ${state}`;
      const page = await open(browser, `${directory}/${file}`, { height: 800, ...options });
      await act?.(page);
      empty(await page.evaluate(complain, rows), where);
      await page.screenshot(`${screenshots}/${name}-${state}.png`);
      if (withAxe)
         await testAccessibility(page, where);
      empty(await close(page), `${where}: nothing is wrong`);
   }
}
