// SPDX-License-Identifier: GPL-2.0-or-later
// flame.mjs: what readers do with the flame graph, Leaves and the map, by keys and by the
// mouse.  What is on the canvas is known from what was painted: see watch().

import { walker } from "./browser.mjs";
import { empty, is } from "./tap.mjs";

// Notes from now on what is painted: the boxes {left, top, width, color, alpha, text,
// marked} of the canvas that is in sight.
async function watch(page)
{
   await page.evaluate(() => {
      const { prototype } = CanvasRenderingContext2D;
      const wrap = (name, note) => {
         const paint = prototype[name];
         prototype[name] = function (...where) {
            note(this, ...where);
            paint.apply(this, where);
         };
      };
      wrap("clearRect", () => { globalThis.boxes = []; });
      wrap("fillRect", (pen, left, top, width) => globalThis.boxes.push({ left, top, width,
         color: pen.fillStyle, alpha: pen.globalAlpha, text: "", marked: null }));
      wrap("fillText", (pen, text) => { globalThis.boxes.at(-1).text = text; });
      wrap("strokeRect", pen => { globalThis.boxes.at(-1).marked = pen.strokeStyle; });
      dispatchEvent(new Event("resize"));
   });
}

const CANVAS = ".flame:not([hidden]) canvas";
const boxes = page => page.evaluate(() => globalThis.boxes);
const texts = async page => (await boxes(page)).map(box => box.text);
const line = page => page.$eval(".flame:not([hidden]) .frame p", p =>
   p.textContent.replaceAll("\u202f", ""));
const choices = page => page.$eval(".flame:not([hidden]) .choices", p => p.textContent);
const hash = page => page.evaluate(() => location.hash);

async function keys(page, ...names)
{
   for (const name of names)
      await page.press(name);
}

// Clicks on the box with a text, the first of them or another.
async function clickBox(page, text, index = 0)
{
   await clickOn(page, (await boxes(page)).filter(one => one.text === text)[index]);
}

async function clickOn(page, box)
{
   const { left, top } = await page.$eval(CANVAS, canvas => {
      const { left, top } = canvas.getBoundingClientRect();
      return { left, top };
   });
   await page.clickAt(Math.floor(left + box.left + box.width / 2), Math.floor(top + box.top + 8));
}

// A color as styles have it.
function rgb(color)
{
   const parts = [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16));
   return `rgb(${parts.join(", ")})`;
}

// What is drawn of the calls of prog.c, and how wide.
async function drawing(page, where)
{
   is((await texts(page)).filter(text => text),
      ["the program", "main", "std::sort<…>", "parse", "compare", "parse", "next"],
      `${where}: frames below those that call them, the widest first`);
   const all = await boxes(page);
   const width = text => all.find(box => box.text === text).width + 1;
   is([500, 100].map((cost, i) => Math.abs(width(["std::sort<…>", "parse"][i])
                                           - cost / 610 * width("main")) < 1.5),
      [true, true], `${where}: a frame is as wide as its share`);
   const color = text => all.find(box => box.text === text).color;
   is(await page.$$eval(".flame:not([hidden]) .colors span", all => all.map(span =>
         [span.textContent, getComputedStyle(span.firstChild).backgroundColor])),
      [["own code", rgb(color("main"))], ["libraries", rgb(color("std::sort<…>"))]],
      `${where}: and it is said which`);
   is([color("main") === color("parse"), color("main") === color("std::sort<…>")], [true, false],
      `${where}: own code has one color, libraries another`);
   await page.evaluate(() => {
      Object.defineProperty(globalThis, "devicePixelRatio", { value: 2, configurable: true });
      dispatchEvent(new Event("resize"));
   });
   is(await page.$eval(CANVAS, canvas => canvas.width / canvas.clientWidth), 2,
      `${where}: as many pixels as the screen has`);
   await page.evaluate(() => {
      Object.defineProperty(globalThis, "devicePixelRatio", { value: 1, configurable: true });
      dispatchEvent(new Event("resize"));
   });
}

async function walking(page, where)
{
   await page.focus(CANVAS);
   await keys(page, "ArrowDown", "ArrowDown", "ArrowRight", "ArrowLeft");
   is(await line(page), "std::sort<int*>(int*, int*)self 400 (65.6 %), inclusive 500 (82.0 %), "
      + "called once, sort.h:10", `${where}: arrows lead down to the widest`);
   await keys(page, "ArrowRight", "ArrowDown", "ArrowUp");
   is(await line(page), "parseself 20 (3.28 %), inclusive 100 (16.4 %), called once, prog.c:5",
      `${where}: and beside`);
   is(await page.$eval(".flame:not([hidden]) .frame a", a => a.getAttribute("href")),
      "#s=prog.c:5", `${where}: a frame leads to its source`);
   is(await page.$$eval("#flame-path li", all => all.map(li => li.textContent)),
      ["the program: 610 (100.0 %)", "main: 610 (100.0 %)", "parse: 100 (16.4 %)",
       "parse: 40 (6.56 %)", "next: 40 (6.56 %)"],
      `${where}: its path and what is below, as a list`);
   await keys(page, "Enter");
   is(await hash(page), "#z=main;parse&f=parse@prog.c", `${where}: Enter zooms and chooses`);
   is((await boxes(page)).slice(0, 3).map(box => [box.left, box.text]),
      [[0, "the program"], [0, "main"], [0, "parse"]], `${where}: what is above stays`);
   const marks = (await boxes(page)).filter(box => box.marked);
   is([marks.length, marks.every(box => box.text.startsWith("par"))], [5, true],
      `${where}: the function is framed wherever it is`);
   await keys(page, "Escape");
   is([await hash(page), (await texts(page))[2]], ["#v=flame", "std::sort<…>"],
      `${where}: Escape undoes both`);
   await clickBox(page, "parse");
   is(await hash(page), "#z=main;parse&f=parse@prog.c", `${where}: a click does the same`);
   await clickBox(page, "the program");
   is((await texts(page))[2], "std::sort<…>", `${where}: and on what is above it leads back`);
}

// The keys n and N and the two buttons lead through what is found, in a circle.
async function stepping(page, where)
{
   const [first, second, last] = ["parse next", "parse parse next", "parse next parse next"];
   const path = () => page.$$eval("#flame-path ol li", all => all.slice(2).map(li =>
      li.textContent.replace(/:.*/, "")).join(" "));
   const button = index => page.click(".flame:not([hidden]) .choices button", index);
   await page.type("#search", "next");
   is(await path(), first, `${where}: the widest match`);
   await page.focus(CANVAS);
   for (const [what, act, expected] of [
      ["n", () => page.press("n"), second], ["N", () => page.press("N"), first],
      ["N before the first", () => page.press("N"), last],
      ["Next after the last", () => button(0), first], ["Next", () => button(0), second],
      ["Before", () => button(1), first]]) {
      await act();
      is(await path(), expected, `${where}: ${what} leads to ${expected}`);
   }
   await page.focus(CANVAS);
   await keys(page, "ArrowUp", "N");
   is(await path(), last, `${where}: N leads back to the last one from elsewhere`);
   await keys(page, "ArrowUp", "ArrowUp", "ArrowUp", "n");
   is(await path(), first, `${where}: and n to the first one`);
   await page.focus("#search");
   await page.press("Escape");
}

async function searching(page, where)
{
   await page.type("#search", "NEXT");
   is(await choices(page), "3 frames, 9.84 %NextBefore", `${where}: what is found counts once`);
   empty((await boxes(page)).filter(box => box.text && (box.alpha === 1) !== (box.text === "next"))
            .map(box => box.text), `${where}: the rest is dim`);
   const at = async () => (await line(page)).replace(/, called.*/, "");
   is(await at(), "next everywhere 60 (9.84 %), here:self 20 (3.28 %), inclusive 40 (6.56 %)",
      `${where}: it is at the widest`);
   is(await page.$eval(".flame:not([hidden]) .frame strong", strong => {
      const [title, everywhere] = strong.children;
      title.textContent = "a_long_name_".repeat(25);
      return everywhere.getBoundingClientRect().right <= strong.getBoundingClientRect().right;
   }), true, `${where}: what it costs everywhere is in sight, however long the name`);
   const ink = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue("--ink").trim());
   is((await boxes(page)).filter(box => box.alpha === 1).map(({ text, marked }) =>
         [text, marked === null ? "" : marked === ink ? "current" : "match"]),
      [["next", "current"], ["", "match"], ["", "match"]],
      `${where}: it is framed, and so are those that are too narrow for a name`);
   await page.focus(CANVAS);
   await keys(page, "n", "ArrowUp");
   is(await at(), "parse everywhere 100 (16.4 %), here:self 20 (3.28 %), inclusive 40 (6.56 %)",
      `${where}: n goes to the next, which has another caller`);
   await page.focus("#search");
   await page.press("Escape");
   await page.$eval("#panels", panels => { panels.style.height = "6rem"; });
   await page.waitFor(() => document.querySelector("canvas").clientHeight < 70);
   await page.type("#search", "next");
   is((await boxes(page)).some(box => box.text === "next" && box.top >= 0 && box.top < 50), true,
      `${where}: a match is scrolled into view`);
   await page.$eval("#panels", panels => { panels.style.height = ""; });
   await page.focus("#search");
   await page.press("Escape");
   is([await choices(page), (await boxes(page)).every(box => box.alpha === 1)], ["", true],
      `${where}: the search ends`);
}

async function filtering(page, where)
{
   const SORT = "std%3A%3Asort%3Cint*%3E(int*%2C%20int*)@sort.h";
   await clickBox(page, "parse");
   await page.press("x");
   is([await choices(page), await hash(page)],
      ["Without parse ×", "#z=main;parse&h=parse@prog.c&f=parse@prog.c"],
      `${where}: a function is hidden, and the zoom stays`);
   is((await texts(page)).filter(text => text),
      ["the program", "main", "std::sort<…>", "next", "compare"],
      `${where}: its callees are its caller's`);
   await page.press("x");
   is(await choices(page), "Without parse ×Without next ×",
      `${where}: the mouse is on another frame then`);
   await page.focus(CANVAS);
   await keys(page, "Escape");
   is(await choices(page), "Without parse ×", `${where}: Escape shows the last one again`);
   await keys(page, "ArrowUp");
   is(await line(page), "the programCycles 610 (100.0 %)", `${where}: arrows lead up`);
   await keys(page, "ArrowDown");
   is(await line(page), "mainself 50 (8.20 %), inclusive 610 (100.0 %), prog.c:2",
      `${where}: and what is hidden is its caller's cost`);
   await page.click(".flame:not([hidden]) .choices button");
   is(await choices(page), "", `${where}: a click shows it again`);
   await page.press("0");
   await clickBox(page, "std::sort<…>");
   await keys(page, "i", "0");
   is([await choices(page), await hash(page)], ["", `#f=${SORT}`],
      `${where}: 0 shows the whole program`);
   await clickBox(page, "parse");
   await page.press("i");
   is([await choices(page), (await texts(page)).slice(0, 3), await hash(page)],
      ["Only parse ×", ["only parse", "parse", "parse"], "#z=main;parse&o=parse@prog.c&f=parse@prog.c"],
      `${where}: only one function, zoomed as before`);
   await page.focus(CANVAS);
   await keys(page, "ArrowUp");
   is(await line(page), "only parseCycles 100 (16.4 %)", `${where}: the root says which`);
   is((await texts(page)).slice(0, 4), ["only parse", "parse", "parse", "next"],
      `${where}: it is the root in all its contexts`);
   await keys(page, "Escape");
   is([await choices(page), await hash(page)], ["", "#z=main;parse&f=parse@prog.c"],
      `${where}: Escape leads back`);
   await page.press("0");
}

// What comes before the first split is one bar, which unfolds.
async function folding(page, where)
{
   is(await texts(page), ["the program", "3 frames: main … work", "init", "init", "read", "copy"],
      `${where}: three frames are one bar`);
   await page.focus(CANVAS);
   await keys(page, "ArrowDown");
   is(await line(page), "workself 1 (0.99 %), inclusive 99 (98.0 %), called once, the last of 3 "
      + "frames: a click unfolds them, main.c:9", `${where}: which is said`);
   await clickBox(page, "3 frames: main … work");
   is((await texts(page)).slice(0, 5), ["the program", "main", "start", "work", "init"],
      `${where}: a click unfolds them`);
   await page.press("w");
   is((await texts(page)).length, 6, `${where}: w folds them again`);
}

// A click moves the frames; keys go on with the one that was clicked, whatever lies at the
// mouse then.  The source does not say that it is of a function without lines.
async function clicking(page, where)
{
   const source = () => page.$$eval("#source-function, #source-note", all =>
      all.map(element => element.textContent));
   await clickBox(page, "read");
   is(await texts(page), ["the program", "4 frames: main … init", "read", "copy"],
      `${where}: another frame is at the mouse`);
   is((await line(page)).slice(0, 13), "readself 25 (", `${where}: the one clicked is shown`);
   await page.press("k");
   is(await page.$eval("#calls-function strong", name => name.textContent), "read",
      `${where}: and its callers`);
   await page.press("f");
   await clickBox(page, "copy");
   is(await source(), ["in read", "The page has no line of copy."],
      `${where}: a function without lines`);
   await page.press("0");
   await page.type("#search", "glue");
   is(await choices(page), "no frames: inlined, and part of the frames of its callers",
      `${where}: what has no frame`);
   await page.focus("#search");
   await page.press("Escape");
}

// Of two functions of one name, the one in the frame is shown, hidden and zoomed to; and links
// name it, also if they are of other sources.
async function telling(page, where)
{
   const costs = async () => [await choices(page), await page.$eval(CANVAS, canvas =>
      canvas.parentElement.parentElement.parentElement.querySelector("[id$=-path] li").textContent)];
   await clickBox(page, "init", 1);
   is([await hash(page), (await line(page)).slice(0, 13)],
      ["#z=main;start;work;init%40b.c&f=init@b.c", "initself 40 ("], `${where}: zooms to the second`);
   await page.press("i");
   is([await hash(page), await costs()],
      ["#z=main;start;work;init%40b.c&o=init@b.c&f=init@b.c",
       ["Only init ×", "only init: 40 (39.6 %)"]], `${where}: only the second`);
   await page.press("Escape");
   await page.press("x");
   is([await choices(page), await texts(page)],
      ["Without init ×", ["the program", "main", "start", "work", "init", "read", "copy"]],
      `${where}: without the second, where it was`);
   await page.press("0");
   is((await texts(page)).filter(text => text === "init").length, 2, `${where}: both`);
   await clickBox(page, "init", 1);
   await page.press("k");
   is(await page.evaluate(() => [document.activeElement.id,
         document.getElementById("calls-function").textContent.slice(0, 10)]),
      ["calls-function", "init (b.c)"], `${where}: k shows its callers`);
   const links = [["o=init@/elsewhere/b.c", ["Only init ×", "only init: 40 (39.6 %)"], ""],
      ["o=read", ["Only read ×", "only read: 30 (29.7 %)"], ""],
      ["o=init", ["", "the program: 101 (100.0 %)"], "init"],
      ["h=nobody;init@a.c", ["Without init ×", "the program: 101 (100.0 %)"], "nobody"],
      ["v=none&e=Bm", ["", "the program: 101 (100.0 %)"], "none, Bm"],
      ["z=work;nobody", ["Not in this graph: work → nobody", "the program: 101 (100.0 %)"], ""]];
   for (const [link, expected, lost] of links) {
      await address(page, `#${link}`);
      is([await costs(), (await page.$eval("#lost", p => p.textContent)).replace(/^.*: /, "")],
         [expected, lost], `${where}: a link ${link}`);
   }
   await address(page, "#s=/elsewhere/b.c:1");
   is(await page.$eval("#source-function", span => span.textContent), "in init",
      `${where}: a link to sources in another directory`);
   await address(page, "#z=loader+0x1;work;init@b.c");
   is([(await line(page)).slice(0, 13), (await texts(page)).length], ["initself 40 (", 3],
      `${where}: a link with another loader`);
   await page.press("Escape");
   is(await hash(page), "#v=flame", `${where}: Escape after a link ends what it has chosen`);
}

// Follows a link by the address.
async function address(page, link)
{
   await page.evaluate(where => {
      globalThis.followed = false;
      addEventListener("hashchange", () => { globalThis.followed = true; }, { once: true });
      location.hash = where;
   }, link);
   await page.waitFor(() => globalThis.followed);
}

// Another event has other widths.
async function counting(page, where)
{
   const first = await page.$eval("#event", select => select.value);
   const share = async () => {
      const all = await boxes(page), width = text => all.find(box => box.text === text).width + 1;
      return Math.round(100 * width("std::sort<…>") / width("main"));
   };
   const before = await share();
   await page.select("#event", "Dr");
   is([before, await share()], [82, 77], `${where}: the chosen event is drawn`);
   await page.select("#event", first);
}

// The menu has what the keys do.
async function choosing(page, where)
{
   await page.focus(CANVAS);
   await keys(page, "ArrowDown", "ArrowDown");
   await page.click(".flame:not([hidden]) .frame button");
   is(await page.$$eval(".flame:not([hidden]) .menu button", all => all.map(b => b.textContent)),
      ["Zoom in Enter", "Only this function i", "Hide this function x",
       "Callers of this function k"], `${where}: a menu`);
   await keys(page, "ArrowDown", "ArrowDown", "Enter");
   is([await choices(page), await page.evaluate(() => document.querySelector(":popover-open"))],
      ["Without std::sort<int*>(int*, int*) ×", null],
      `${where}: which does what it says, and closes`);
   await page.focus(CANVAS);
   await keys(page, "Escape");
}

async function inverting(page, where)
{
   await page.click("#tab-leaves");
   is((await texts(page)).filter((_, i) => i < 6),
      ["the program", "std::sort<…>", "compare", "parse", "next", ""],
      `${where}: functions by what they cost themselves`);
   await clickBox(page, "compare");
   is([await line(page), await hash(page)],
      ["compareCycles 100 (16.4 %), called 9 times, prog.c:8",
       "#v=leaves&z=;compare&f=compare@prog.c"],
      `${where}: a click zooms`);
   is(await texts(page), ["the program", "compare", "std::sort<…>", "main"],
      `${where}: below are those who call it`);
   await page.click("#tab-flame");
   is((await texts(page))[2], "std::sort<…>", `${where}: the zoom is of this view only`);
   await page.evaluate(() => history.back());
   await page.waitFor(() => !document.getElementById("leaves").hidden);
   is((await texts(page))[1], "compare", `${where}: Back leads to it`);
   await page.evaluate(() => { location.hash = "#v=leaves&z=;nobody;main&h=nobody&o=nobody"; });
   await page.waitFor(() => globalThis.boxes.length > 6);
   is((await texts(page))[1], "std::sort<…>", `${where}: names that are not there are ignored`);
}

// In a difference, red grew and blue shrank.
async function changing(page, where)
{
   const all = await boxes(page);
   const color = text => all.find(box => box.text === text)?.color;
   const style = await page.evaluate(() => ["more", "less"].map(kind =>
      [1, 2, 3, 4, 5, 6, 7, 8].map(i => getComputedStyle(document.documentElement)
         .getPropertyValue(`--${kind}-${i}`).trim())));
   empty(await page.$$eval(".flame:not([hidden]) .colors span", all => all
      .filter(span => span.getBoundingClientRect().bottom
                      > span.parentElement.getBoundingClientRect().bottom)
      .map(span => span.textContent)), `${where}: all colors are explained`);
   is(style[0].includes(color("std::sort<…>")), true, `${where}: red is more`);
   empty(all.filter(box => style[1].includes(box.color)).map(box => box.text),
         `${where}: nothing is less`);
   is(color("parse"), await page.evaluate(() => getComputedStyle(document.documentElement)
         .getPropertyValue("--library").trim()), `${where}: grey is what did not change`);
   await page.focus(CANVAS);
   await keys(page, "ArrowDown", "ArrowDown");
   is((await line(page)).startsWith("std::sort<int*>(int*, int*)self 400 (60.6 %), "
         + "inclusive 550 (83.3 %), changed by +50"), true, `${where}: costs are those afterwards`);
}

// In Leaves, what is too narrow is a box to the end of the row.
async function others(page, where)
{
   const first = await page.$eval("#event", select => select.value);
   await page.click("#tab-leaves");
   await page.select("#event", "Dr");
   const all = await boxes(page), box = all.filter(({ top }) => top === all[1].top).at(-1);
   const width = await page.$eval(CANVAS, canvas => canvas.clientWidth);
   is(Math.round(box.left + box.width + 1), width, `${where}: others to the end`);
   await clickOn(page, box);
   is([await line(page), await hash(page)],
      ["(others)Dr 45 (0.50 %): functions that cost too little to be drawn", "#v=leaves&e=Dr"],
      `${where}: which are no frame`);
   await page.click("#tab-flame");
   await page.select("#event", first);
}

// What was inlined into a function is in its frames, if contexts have more than it cost.
async function withInlined(page, where)
{
   is(await page.evaluate(() => [6, 8].map(own => {
      const f = { own: [own], callees: [{ inlined: true }] };
      const tree = { names: [{}, { function: f }], key: [0, 1, 1] };
      return inlinedText({ event: 0, profile: {}, flameTree: tree,
                           flameWeights: { event: 0, self: [0, 5, 3] } }, { key: 1 });
   })), [" with inlined code", ""], `${where}: inlined code is said to be in a frame`);
}

// Without calls: objects, files, functions, lines.
async function mapping(page, where)
{
   await page.focus(CANVAS);
   await keys(page, "ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowRight");
   is((await line(page)).startsWith("line "), true, `${where}: arrows lead to a line`);
   await page.press("x");
   is(await choices(page), "", `${where}: which is no function that can be hidden`);
   const link = await page.$eval(".flame:not([hidden]) .frame a", a => a.textContent);
   await keys(page, "Enter");
   is(await page.$eval("#source-table [aria-current]", row => row.dataset.line),
      link.split(":")[1], `${where}: Enter shows it`);
   await keys(page, "Escape", "Escape", "Escape");
   is((await boxes(page)).filter(box => box.left === 0 && box.text === "the program").length, 1,
      `${where}: Escape leads back`);
}

// On paper all rows are there, also if the reader has made the view smaller.
async function printing(page, where)
{
   await page.$eval("#panels", panels => { panels.style.height = "6rem"; });
   const rows = () => page.$eval(CANVAS, canvas => [canvas.clientHeight,
      parseFloat(canvas.parentElement.style.height),
      1 + Math.max(...globalThis.boxes.map(box => box.top)) > canvas.clientHeight - 25]);
   await page.waitFor(() => document.querySelector("canvas").clientHeight < 100);
   const [seen, all] = await rows();
   is(seen < all, true, `${where}: not all rows are on the screen`);
   await page.emulate({ media: "print" });
   await page.waitFor(() => matchMedia("print").matches);
   await page.waitFor(height => document.querySelector("canvas").clientHeight > height, seen);
   is(await rows(), [all, all, true], `${where}: all rows are on paper`);
   is(await page.$eval("#panels", panels => panels.clientHeight >= panels.scrollHeight), true,
      `${where}: and nothing lies on them`);
   await page.emulate({ media: "screen" });
}

export async function testFlame(browser, name, directory)
{
   const walkOn = walker(browser, name, directory);
   const walk = (file, steps, options) => walkOn(file, async (page, where) => {
      await watch(page);
      for (const step of steps)
         await step(page, where);
   }, options);
   await walk("calls.html", [drawing, walking, searching, stepping, filtering, counting,
                             choosing, inverting]);
   await walk("twins.html", [folding, others, telling, clicking, withInlined]);
   await walk("calls-difference.html", [changing]);
   await walk("matrix.html", [mapping]);
   // Firefox's protocol cannot choose the medium.
   if (name === "chromium")
      await walk("calls.html", [printing]);
}
