// SPDX-License-Identifier: GPL-2.0-or-later
// run.mjs: opens the pages that tests/page has made, in both browsers.
//
//    node run.mjs DIRECTORY SCREENSHOTS
//
// DIRECTORY has the pages and expected.json: what cg_annotate says of them.

import { mkdirSync, readFileSync } from "node:fs";

import { close, drawn, LAUNCH, open, walker } from "./browser.mjs";
import { testData } from "./data.mjs";
import { testExplorer } from "./explore.mjs";
import * as facts from "./facts.mjs";
import { testFlame } from "./flame.mjs";
import { places } from "./lists.mjs";
import { testFrames } from "./frames.mjs";
import { shoot } from "./states.mjs";
import { testTables } from "./tables.mjs";
import { done, empty, is, note } from "./tap.mjs";
import * as walks from "./walks.mjs";

const [directory, screenshots] = process.argv.slice(2);
const expected = JSON.parse(readFileSync(`${directory}/expected.json`, "utf8"));
mkdirSync(screenshots, { recursive: true });

// The totals that a page shows, a Map by event; of a difference, the change.
async function totals(page)
{
   return new Map(await page.$$eval("#totals-table tbody tr", rows => rows.map(row =>
      [row.cells[0].textContent,
       (row.cells[row.cells.length === 5 ? 3 : 1].querySelector("span")
        ?? row.cells[1]).textContent.replace("−", "-").replace(/[^-\d.]/g, "")])));
}

// The complaints of each fact, of each tab.
async function complaintsOf(page)
{
   const complaints = Object.fromEntries(Object.keys(facts).map(what => [what, []]));
   const tabs = await page.$$eval("#tabs button", all => all.map(tab => tab.id));
   for (const tab of tabs) {
      await page.evaluate(id => document.getElementById(id).click(), tab);
      for (const [what, fact] of Object.entries(facts))
         complaints[what].push(...(await page.evaluate(fact)).map(text => `${tab}: ${text}`));
   }
   return complaints;
}

// Looks at every page in windows of several widths.
async function testFacts(browser, name, windows)
{
   for (const [file, { totals: sums }] of Object.entries(expected)) {
      const page = await open(browser, `${directory}/${file}`);
      const shown = await totals(page);
      // Of the variance the page shows the root.
      is(Object.keys(sums).filter(event => event !== "Cyv"
            && shown.get(event) !== String(sums[event])), [], `${name}: ${file}: totals`);
      for (const [width, scheme] of windows) {
         await page.resize(width, 900);
         await page.emulate?.({ features: [{ name: "prefers-color-scheme", value: scheme }] });
         await drawn(page);
         for (const [what, complaints] of Object.entries(await complaintsOf(page)))
            empty(complaints, `${name}: ${file} at ${width}, ${scheme}: ${what}`);
      }
      empty(await close(page), `${name}: ${file}: nothing is wrong`);
   }
}

async function testWalks(browser, name)
{
   const walk = walker(browser, name, directory);
   await walk("matrix.html", async (page, where) => {
      await page.click("#verdict a.more");
      await page.waitFor(() => !document.getElementById("conflicts").hidden);
      is(await page.evaluate(() => location.hash), "#v=conflicts",
         `${where}: the verdict leads to the conflict report`);
   });
   await walk("attack.html", async (page, where) => {
      await page.evaluate(hash => { location.hash = hash; }, "#__proto__:1");
      await page.waitForSelector('#source-table [aria-current][data-line="1"]');
      await page.evaluate(hash => { location.hash = hash; }, "#%E0%A4%A:1");
      await page.evaluate(hash => { location.hash = hash; }, "#no such file:7");
      await page.waitFor(() => !document.querySelector("#source-note").hidden);
      is(await page.$eval("#source-note", p => p.hidden), false,
         `${where}: a line that is not there`);
      await page.evaluate(hash => { location.hash = hash; }, "#odd.c:3");
      await page.waitForSelector('#source-table [aria-current][data-line="3"]');
      is(await page.$$eval("#source-table td.text", all => all.map(td => td.textContent)),
         ["int f;", "\u240c\tint g\u241b[1m;", "\u00c3;</td>\\u202e\\u061c"],
         `${where}: odd characters in a source`);
      await page.click("#tab-conflicts");
      await walks.threads(page, where);
   });
}

// How long a large page takes; no test, because machines differ.
async function measureLarge(browser, name)
{
   const start = Date.now();
   const page = await open(browser, `${directory}/large.html`);
   note(`${name}: large.html can be used after ${Date.now() - start} ms`);
   empty(await close(page), `${name}: large.html: nothing is wrong`);
}

const LIGHT = [[1280, "light"], [360, "light"], [2560, "light"]];
const DARK = [[1280, "dark"], [360, "dark"]];
places();
testFrames();
for (const name of ["chromium", "firefox"]) {
   const browser = await LAUNCH[name]();
   note(browser.version);
   await testFacts(browser, name, name === "chromium" ? [...LIGHT, ...DARK] : LIGHT);
   await testWalks(browser, name);
   await testExplorer(browser, name, directory);
   await testFlame(browser, name, directory);
   await testTables(browser, name, directory);
   await testData(browser, name, directory);
   await shoot(browser, name, directory, screenshots);
   await measureLarge(browser, name);
   await browser.close();
}
const dark = await LAUNCH["firefox-dark"]();
await testFacts(dark, "firefox", DARK);
await dark.close();
done();
