// SPDX-License-Identifier: GPL-2.0-or-later
// browser.mjs: Chromium and Firefox without a window, and pages in them that
// note everything a page of cg_html must not do.

import { createRequire } from "node:module";

const puppeteer = createRequire(`${process.env.PAGE_MODULES}/`)("puppeteer-core");

// Each with a profile of its own, which puppeteer removes.  "firefox-dark" has a
// dark theme, which the protocol of Firefox cannot choose.
const FIREFOX = { browser: "firefox", executablePath: "/usr/bin/firefox-esr" };
const LAUNCH = {
   chromium: {
      executablePath: "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
             "--disable-background-networking", "--disable-component-update",
             "--disable-sync"],
   },
   firefox: FIREFOX,
   "firefox-dark": { ...FIREFOX, extraPrefsFirefox: { "ui.systemUsesDarkTheme": 1 } },
};

export function launch(name)
{
   return puppeteer.launch({ headless: true, ...LAUNCH[name] });
}

// Firefox draws the triangle of <details> with a font that it has as a data: URL.
function isOwn(url)
{
   return url.startsWith("data:font/");
}

// Opens a file.  options: width, height, hash, scheme ("light" or "dark").  The
// page has a list, complaints: console messages, errors, dialogs, requests.
export async function open(browser, file, options = {})
{
   const page = await browser.newPage();
   const { width = 1280, height = 900, hash = "", scheme = "light" } = options;
   page.complaints = [];
   page.on("console", message => page.complaints.push(`console: ${message.text()}`));
   page.on("pageerror", error => page.complaints.push(`error: ${error.message}`));
   page.on("dialog", dialog => {
      page.complaints.push(`dialog: ${dialog.message()}`);
      dialog.dismiss();
   });
   page.on("request", request => {
      if (!request.url().startsWith(`file://${file}`) && !isOwn(request.url()))
         page.complaints.push(`request: ${request.url()}`);
   });
   await page.evaluateOnNewDocument(() => {
      globalThis.violations = [];
      document.addEventListener("securitypolicyviolation", event =>
         globalThis.violations.push(`policy: ${event.violatedDirective} ${event.blockedURI}`));
   });
   await page.setViewport({ width, height });
   if (scheme === "dark" && browser.protocol !== "webDriverBiDi")
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
   await page.goto(`file://${file}${hash}`);
   await page.waitForSelector("#functions-table thead tr");
   return page;
}

// All that a page did wrong until now; closes it.
export async function close(page)
{
   const violations = await page.evaluate(() => globalThis.violations);
   await page.close();
   return [...page.complaints, ...violations];
}
