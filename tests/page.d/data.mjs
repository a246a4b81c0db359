// SPDX-License-Identifier: GPL-2.0-or-later
// data.mjs: what a page says if its data cannot be unpacked.

import { readFileSync, writeFileSync } from "node:fs";

import { close } from "./browser.mjs";
import { empty, is } from "./tap.mjs";

const DATA = /(data-encoding="gzip">)([^<]*)/;

// Each: name, what becomes of a page, what it says then.
const BROKEN = [
   ["without the end of its data", html => html.replace(DATA, (_, tag, data) =>
      tag + data.slice(0, 4 * Math.floor(data.length / 8))), /^The data .* damaged/],
   ["with data that are no base64", html => html.replace(DATA, "$1<>!"),
    /^The data .* damaged/],
   ["with other data", html => html.replace(DATA, `$1${btoa("{}")}`), /^The data .* damaged/],
   ["in an old browser", html => html
       .replace(/script-src '[^']*'/, "script-src 'unsafe-inline'")
       .replace("<script>", "<script>delete globalThis.DecompressionStream;"),
    /^This browser is too old .* cannot unpack/],
];

export async function testData(browser, name, directory)
{
   const html = readFileSync(`${directory}/calls.html`, "utf8");
   for (const [what, breaking, says] of BROKEN) {
      const where = `${name}: a page ${what}`, page = await browser.newPage();
      page.file = `${directory}/broken.html`;
      writeFileSync(page.file, breaking(html));
      await page.goto(`file://${page.file}`);
      await page.waitForSelector("main > [role=alert]");
      const text = await page.$eval("main", main => main.innerText.trim());
      is([says.test(text), text.includes("\n")], [true, false], `${where}: says so in one line`);
      // Firefox says so in its console, too.
      empty((await close(page)).filter(text => !text.includes("the ReadableStream")),
            `${where}: nothing else is wrong`);
   }
}
