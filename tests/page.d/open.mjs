// SPDX-License-Identifier: GPL-2.0-or-later
// open.mjs: how long browsers take to open a page, for bench/pages.
//
//    node open.mjs FILE N
//
// Opens the file N times in each browser, and prints lines of NAME, VERSION,
// MILLISECONDS, with tabs between them.  The time is from the start of the
// navigation until a tab is chosen and its view is drawn.

import { LAUNCH } from "./browser.mjs";

const [file, n] = process.argv.slice(2);

for (const name of ["chromium", "firefox"]) {
   const browser = await LAUNCH[name]();
   for (let i = 0; i < Number(n); i++) {
      const page = await browser.newPage();
      const start = performance.now();
      await page.goto(`file://${file}`);
      await page.waitForSelector("#tabs [aria-selected=true]");
      console.log([name, browser.version, Math.round(performance.now() - start)].join("\t"));
      await page.close();
   }
   await browser.close();
}
