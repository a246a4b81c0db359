// SPDX-License-Identifier: GPL-2.0-or-later
// browser.mjs: Chromium and Firefox without a window, and pages in them that
// note everything a page of cg_html must not do.

import { writeFileSync } from "node:fs";

import { startChromium, startFirefox } from "./connection.mjs";
import { empty } from "./tap.mjs";

// How long a page may take for what is waited for, in milliseconds.
const DEADLINE = 60_000;

// Keys that are no characters: the code of WebDriver, that of DevTools, and a text.
const KEYS = { Enter: ["\uE007", 13, "\r"], Tab: ["\uE004", 9], Escape: ["\uE00C", 27],
               ArrowDown: ["\uE015", 40], ArrowRight: ["\uE014", 39],
               ArrowUp: ["\uE013", 38], ArrowLeft: ["\uE012", 37],
               Home: ["\uE011", 36], End: ["\uE010", 35] };

// Runs in a page before its own scripts.
const WATCH = `() => {
   globalThis.violations = [];
   document.addEventListener("securitypolicyviolation", event =>
      globalThis.violations.push(\`policy: \${event.violatedDirective} \${event.blockedURI}\`));
}`;

// A tab of Chromium, by https://chromedevtools.github.io/devtools-protocol/ .
async function newChromiumTab(connection, complain)
{
   const { targetId } = await connection.send("Target.createTarget", { url: "about:blank" });
   const { sessionId } = await connection.send("Target.attachToTarget",
                                               { targetId, flatten: true });
   const send = (method, params) => connection.send(method, params, { sessionId });
   const notice = {
      "Runtime.consoleAPICalled": ({ args }) =>
         complain("console", args.map(arg => arg.value ?? arg.description).join(" ")),
      "Log.entryAdded": ({ entry }) => complain("console", entry.text),
      "Runtime.exceptionThrown": ({ exceptionDetails: { exception, text } }) =>
         complain("error", exception?.description ?? text),
      "Network.requestWillBeSent": ({ request }) => complain("request", request.url),
      "Page.javascriptDialogOpening": ({ message }) => {
         complain("dialog", message);
         send("Page.handleJavaScriptDialog", { accept: false });
      },
   };
   connection.onEvent = ({ method, params }) => notice[method]?.(params);
   for (const domain of ["Page", "Runtime", "Log", "Network"])
      await send(`${domain}.enable`);
   await send("Page.addScriptToEvaluateOnNewDocument", { source: `(${WATCH})()` });
   const media = {};
   return {
      run: expression => send("Runtime.evaluate", { expression }),
      navigate: url => send("Page.navigate", { url }),
      resize: (width, height) => send("Emulation.setDeviceMetricsOverride",
         { width, height, deviceScaleFactor: 1, mobile: false }),
      // settings: media ("print" or "screen"), features.
      emulate: settings => send("Emulation.setEmulatedMedia", Object.assign(media, settings)),
      clickAt: async (x, y) => {
         for (const type of ["mouseMoved", "mousePressed", "mouseReleased"])
            await send("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1 });
      },
      press: async key => {
         const [, windowsVirtualKeyCode, text] = KEYS[key] ?? [null, 0, key];
         for (const type of ["keyDown", "keyUp"])
            await send("Input.dispatchKeyEvent", { type, key, text, windowsVirtualKeyCode });
      },
      picture: () => send("Page.captureScreenshot"),
      close: () => connection.send("Target.closeTarget", { targetId }),
   };
}

// A tab of Firefox, by https://www.w3.org/TR/webdriver-bidi/ .  Firefox itself dismisses
// dialogs.
async function newFirefoxTab(connection, complain)
{
   const { context } = await connection.send("browsingContext.create", { type: "tab" });
   const send = (method, params) => connection.send(method, { context, ...params });
   const act = (type, actions) => send("input.performActions",
                                       { actions: [{ type, id: type, actions }] });
   const notice = {
      "log.entryAdded": ({ type, text }) =>
         complain(type === "javascript" ? "error" : "console", text),
      "network.beforeRequestSent": ({ request }) => complain("request", request.url),
      "browsingContext.userPromptOpened": ({ message }) => complain("dialog", message),
   };
   connection.onEvent = ({ method, params }) => notice[method]?.(params);
   await connection.send("session.subscribe", { events: Object.keys(notice) });
   await connection.send("script.addPreloadScript",
                         { functionDeclaration: WATCH, contexts: [context] });
   return {
      run: expression => connection.send("script.evaluate",
         { expression, target: { context }, awaitPromise: false }),
      navigate: url => send("browsingContext.navigate", { url, wait: "complete" }),
      resize: (width, height) => send("browsingContext.setViewport",
                                      { viewport: { width, height } }),
      clickAt: (x, y) => act("pointer", [{ type: "pointerMove", x, y },
         { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }]),
      press: key => act("key", ["keyDown", "keyUp"].map(type =>
         ({ type, value: KEYS[key]?.[0] ?? key }))),
      picture: () => send("browsingContext.captureScreenshot"),
      close: () => send("browsingContext.close"),
   };
}

// What a reader can do in a tab.  Functions are called in the page, with arguments and
// a result that JSON can have: $eval calls one with an element, $$eval with all such
// elements.  complaints: console messages, errors, dialogs, requests.
class Page {
   complaints = [];

   async evaluate(call, ...args)
   {
      const { result, exceptionDetails: wrong } = await this.run(
         `JSON.stringify([(${call})(...${JSON.stringify(args)})])`);
      if (wrong)
         throw new Error(`${wrong.exception.description ?? wrong.text}, in ${call}`);
      return JSON.parse(result.value)[0];
   }

   $eval(selector, call, ...args)
   {
      return this.$$eval(selector, `([element], ...args) => (${call})(element, ...args)`, ...args);
   }

   $$eval(selector, call, ...args)
   {
      return this.evaluate(`(selector, ...args) =>
         (${call})([...document.querySelectorAll(selector)], ...args)`, selector, ...args);
   }

   // Waits until a function returns true.
   async waitFor(call, ...args)
   {
      const end = Date.now() + DEADLINE;
      while (!await this.evaluate(call, ...args)) {
         if (Date.now() > end)
            throw new Error(`in vain: ${call} ${JSON.stringify(args)}`);
         await new Promise(resolve => setTimeout(resolve, 10));
      }
   }

   waitForSelector(selector)
   {
      return this.waitFor(wanted => document.querySelector(wanted) !== null, selector);
   }

   async goto(url)
   {
      await this.navigate(url);
      await this.waitFor(() => document.readyState === "complete");
   }

   focus(selector)
   {
      return this.$eval(selector, element => element.focus());
   }

   // Clicks into the middle of an element, the first or another one.
   async click(selector, index = 0)
   {
      const [x, y, other] = await this.$$eval(selector, (all, i) => {
         all[i].scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
         const box = all[i].getClientRects()[0];
         const middle = [box.x + box.width / 2, box.y + box.height / 2].map(Math.floor);
         const hit = document.elementFromPoint(...middle);
         return [...middle, all[i].contains(hit) ? null : hit?.outerHTML ?? "nothing"];
      }, index);
      if (other)
         throw new Error(`${selector} cannot be clicked: there is ${other}`);
      await this.clickAt(x, y);
   }

   async type(selector, text)
   {
      await this.focus(selector);
      for (const key of text)
         await this.press(key);
   }

   select(selector, value)
   {
      return this.$eval(selector, (element, chosen) => {
         element.value = chosen;
         element.dispatchEvent(new Event("input", { bubbles: true }));
         element.dispatchEvent(new Event("change", { bubbles: true }));
      }, value);
   }

   async screenshot(path)
   {
      writeFileSync(path, (await this.picture()).data, "base64");
   }
}

// A browser has one page at a time, to which all events belong.
function newBrowser(connection, version, newTab, end)
{
   return {
      version,
      newPage: async () => {
         const page = new Page();
         return Object.assign(page, await newTab(connection, (kind, text) =>
            page.complaints.push(`${kind}: ${text}`)));
      },
      close: () => connection.end(end),
   };
}

async function launchChromium()
{
   const connection = startChromium();
   const { product } = await connection.send("Browser.getVersion");
   return newBrowser(connection, product, newChromiumTab, "Browser.close");
}

async function launchFirefox(preferences)
{
   const connection = await startFirefox(preferences);
   const { capabilities } = await connection.send("session.new", { capabilities: {} });
   return newBrowser(connection, `${capabilities.browserName}/${capabilities.browserVersion}`,
                     newFirefoxTab, "browser.close");
}

// "firefox-dark" has a dark theme, which the protocol of Firefox cannot choose.
export const LAUNCH = {
   chromium: launchChromium,
   firefox: launchFirefox,
   "firefox-dark": () => launchFirefox('user_pref("ui.systemUsesDarkTheme", 1);\n'),
};

// Firefox draws the triangle of <details> with a font that it has as a data: URL.
function isOwn(complaint, file)
{
   return complaint.startsWith(`request: file://${file}`)
      || complaint.startsWith("request: data:font/");
}

// Opens a file.  options: width, height, hash, scheme ("light" or "dark").
export async function open(browser, file, options = {})
{
   const page = await browser.newPage();
   const { width = 1280, height = 900, hash = "", scheme = "light" } = options;
   page.file = file;
   await page.resize(width, height);
   await page.emulate?.({ features: [{ name: "prefers-color-scheme", value: scheme }] });
   await page.goto(`file://${file}${hash}`);
   await page.waitForSelector("#tabs [aria-selected=true]");
   return page;
}

// Waits until a page is drawn again, after its window has changed.
export async function drawn(page)
{
   await page.evaluate(() => {
      globalThis.frames = 0;
      const count = () => { globalThis.frames++; requestAnimationFrame(count); };
      requestAnimationFrame(count);
   });
   await page.waitFor(() => globalThis.frames >= 3);
}

// All that a page did wrong until now; closes it.
export async function close(page)
{
   const violations = await page.evaluate(() => globalThis.violations);
   await page.close();
   return [...page.complaints.filter(text => !isOwn(text, page.file)), ...violations];
}

// A function that opens a file of the directory, does the steps there, and tests that
// nothing went wrong.
export function walker(browser, name, directory)
{
   return async (file, steps, options) => {
      const where = `${name}: ${file}`;
      const page = await open(browser, `${directory}/${file}`, options);
      await steps(page, where);
      empty(await close(page), `${where}: nothing was wrong on the way`);
   };
}
