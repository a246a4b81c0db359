// SPDX-License-Identifier: GPL-2.0-or-later
// axe.mjs: what axe-core says of a page's accessibility.  Whoever has axe-core names its
// script in the environment:
//
//    AXE=node_modules/axe-core/axe.min.js tests/page

import { readFileSync } from "node:fs";

import { empty } from "./tap.mjs";

// Runs in the page's world, which its Content-Security-Policy does not forbid.
const script = process.env.AXE ? new Function(readFileSync(process.env.AXE, "utf8")) : undefined;

// The violations: rule, how bad, and the elements.
function violations()
{
   globalThis.axeSays = null;
   globalThis.axe.run(document, { resultTypes: ["violations"], preload: false })
      .then(({ violations: all }) => {
         globalThis.axeSays = all.map(({ id, impact, nodes }) =>
            `${id} (${impact}): ${nodes.slice(0, 5).map(node => node.html.slice(0, 200)).join(" | ")}`);
      }, error => { globalThis.axeSays = [String(error)]; });
}

// Whether it is there.
export const HAS_AXE = script !== undefined;

// Tests that a page has no violation.
export async function testAccessibility(page, where)
{
   await page.evaluate(script);
   await page.evaluate(violations);
   await page.waitFor(() => globalThis.axeSays !== null);
   empty(await page.evaluate(() => globalThis.axeSays), `${where}: axe-core finds no violation`);
}
