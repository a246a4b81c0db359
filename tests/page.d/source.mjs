// SPDX-License-Identifier: GPL-2.0-or-later
// source.mjs: lines of a source are found, unfolded and compared.

import { openTab, ROWS, scrollTo } from "./lists.mjs";
import { empty, is } from "./tap.mjs";

// How far the marked line is from the middle of the view, in rows; 0 at the ends.
export function fromMiddle(page)
{
   return page.$eval("#source-table [aria-current]", row => {
      const box = row.closest(".lines"), head = row.closest("table").tHead.offsetHeight;
      const edge = box.getBoundingClientRect();
      const { top, bottom, height } = row.getBoundingClientRect();
      const atEnd = box.scrollTop === 0
         || box.scrollTop + box.clientHeight >= box.scrollHeight - 1;
      const off = (top + bottom) / 2 - (edge.top + head + edge.bottom) / 2;
      return top < edge.top || bottom > edge.bottom ? Infinity
         : atEnd ? 0 : Math.round(Math.abs(off) / height);
   });
}

export async function toLine(page, file, line)
{
   await page.evaluate(hash => { location.hash = hash; }, `#${file}:${line}`);
   await page.waitForSelector(`#source-table [aria-current][data-line="${line}"]`);
}

// Opens an address of a line; a function of the list, whose hottest line is known; and goes
// back.
export async function following(page, where, file, line, name, hottest)
{
   const marked = () => page.$eval("#source-table [aria-current]", row => row.dataset.line);
   await toLine(page, file, line);
   is(await fromMiddle(page) <= 1, true, `${where}: ${file}:${line} is in the middle`);
   await openTab(page, "functions");
   // With what they call, those that are looked for are at the top.
   if (!await page.$eval("#functions-table th", th => th.hasAttribute("aria-sort")))
      await page.click("#functions-table thead button");
   await scrollTo(page, "#functions-lines", 0);
   const link = `#functions-table ${ROWS} th a`;
   await page.click(link, await page.$$eval(link, (all, text) =>
      all.findIndex(a => a.textContent === text), name));
   await page.waitForSelector("#functions-table [aria-current]");
   is([await marked(), await fromMiddle(page) <= 1], [String(hottest), true],
      `${where}: so is the hottest line of ${name}`);
   await page.evaluate(() => history.back());
   await page.waitFor(() => location.hash.includes("v=functions")
                            && !location.hash.includes("f="));
   is(await marked(), String(line), `${where}: back again`);
}

// The texts below a line.
function details(page, line)
{
   return page.$eval(`#source-table tr[data-line="${line}"]`, row => {
      const texts = [];
      for (let next = row.nextElementSibling; next?.classList.contains("detail");
           next = next.nextElementSibling)
         texts.push(next.querySelector(".text").textContent);
      return texts;
   });
}

// Unfolds a line with the keyboard, and folds it again with the mouse.
export async function unfolding(page, where, file, line, expected)
{
   await toLine(page, file, line);
   const expanded = () => page.$eval(`#source-table tr[data-line="${line}"]`, row =>
      row.ariaExpanded);
   is(await expanded(), "false", `${where}: line ${line} is folded`);
   await page.focus("#source-table");
   await page.press("ArrowRight");
   is(await expanded(), "true", `${where}: line ${line} is unfolded`);
   const texts = await details(page, line);
   is(expected.filter(text => !texts.some(other => other.includes(text))), [],
      `${where}: what is in it`);
   await page.click(`#source-table tr[data-line="${line}"] button.unfold`);
   is(await details(page, line), [], `${where}: it is folded again`);
}

// All lines are unfolded and folded by a key; the line at the top stays there.
export async function unfoldingAll(page, where)
{
   const rows = () => page.$eval("#source-table", table => Number(table.ariaRowCount));
   const top = () => page.$eval("#source-lines", box => {
      const head = box.querySelector("th").getBoundingClientRect().bottom;
      return [...box.querySelectorAll("[data-line]")].find(row =>
         row.getBoundingClientRect().bottom > head + 1).dataset.line;
   });
   await page.$eval("#source-lines", box => { box.scrollTop = 240; });
   const [before, line] = [await rows(), await top()];
   await page.press("u");
   is([await rows() > before, await top()], [true, line], `${where}: all lines are unfolded`);
   await page.press("u");
   is([await rows(), await top()], [before, line], `${where}: all lines are folded again`);
}

// A link is copied, or the page says that it cannot.
export async function copying(page, where)
{
   await page.click("#copy-link");
   await page.waitFor(() => document.getElementById("copy-link").textContent !== "Copy link");
   is(/^Cop(ied|y the address of the page)$/.test(
      await page.$eval("#copy-link", button => button.textContent)), true,
      `${where}: the link is copied`);
}

// The chosen event and at most three others have a column; others if they are asked for.
export async function columns(page, where, chosen, asked)
{
   const titles = () => page.$$eval("#source-table thead .count", all =>
      all.map(th => th.textContent));
   const isChosen = title => title.split(" ")[0] === chosen;
   await page.select("#event", chosen);
   const first = await titles();
   is(isChosen(first[0]), true, `${where}: ${chosen} is first`);
   is(first.filter(title => !isChosen(title)).length <= 3, true,
      `${where}: few others: ${first.join(", ")}`);
   await page.click("#source-columns summary");
   const index = await page.$$eval("#source-columns label", (labels, title) =>
      labels.findIndex(label => label.textContent === title), asked);
   await page.click("#source-columns input", index);
   is((await titles()).includes(asked) !== first.includes(asked), true,
      `${where}: ${asked} is asked for`);
   await openTab(page, "functions");
   is(await page.$$eval("#functions-table thead th", (all, title) =>
         all.some(th => th.textContent === title), asked), !first.includes(asked),
      `${where}: in the functions as well`);
   await page.click("#source-columns input", index);
   await page.click("#source-columns summary");
   await page.select("#event", await page.$eval("#event option", option => option.value));
}

// Columns come and go with the width of the window.
export async function resizing(page, where)
{
   const columns = [], heads = "#source-table thead .count";
   for (const width of [390, 1280, 2560]) {
      const before = columns.at(-1) ?? 0;
      await page.resize(width, 900);
      await page.waitFor((all, n) => document.querySelectorAll(all).length > n, heads, before);
      columns.push(await page.$$eval(heads, all => all.length));
   }
   is(columns[0], 2, `${where}: columns in 390, 1280 and 2560 pixels: ${columns}`);
   await page.resize(390, 900);
   await page.waitFor(all => document.querySelectorAll(all).length === 2, heads);
}

// The letters of source that a narrow window has room for, beside two columns of counts.
export async function narrow(page, where)
{
   const { letters, counts } = await page.$eval("#source-lines", box => {
      const text = box.querySelector("tbody td.text:not([colspan])");
      const canvas = document.createElement("canvas").getContext("2d");
      canvas.font = getComputedStyle(text).font;
      const left = text.getBoundingClientRect().left
         + parseFloat(getComputedStyle(text).paddingLeft);
      return { counts: box.querySelectorAll("thead .count").length,
               letters: (box.getBoundingClientRect().left + box.clientWidth - left)
                  / canvas.measureText("0").width };
   });
   is(counts, 2, `${where}: two columns of counts`);
   is(letters >= 40, true, `${where}: ${letters} letters of source`);
}

// On paper are the lines around some places, which are marked, and no others.
export async function onPaper(page, where, ranges)
{
   const printed = () => page.$eval("#source-paper", box => [
      [...box.querySelectorAll("tbody")].map(body => [body.querySelector("[data-line]"),
         ...body.querySelectorAll("[aria-current]"), [...body.rows].at(-1)].map(row =>
            Number(row.dataset.line))),
      box.getClientRects().length > 0,
      document.getElementById("source-lines").getClientRects().length > 0]);
   await page.emulate({ media: "print" });
   await page.waitForSelector(".paper");
   is(await printed(), [ranges, true, false], `${where}: lines on paper`);
   is(await page.$$eval(".paper th.number", all => [...new Set(all.map(th =>
         getComputedStyle(th).position))]), ["static"], `${where}: nothing sticks on paper`);
   await page.emulate({ media: "screen" });
   await page.waitFor(() => !document.querySelector(".paper"));
   is(await printed(), [[], false, true], `${where}: the source on the screen again`);
}

// In a difference, red is more and blue is less: of counts, their shares, and the bars
// of misses, whose parts are the numbers of the cell's title.
export async function changing(page, where)
{
   empty(await page.$$eval("#source-table .more, #source-table .less", all => all
      .filter(td => [...td.children].some(({ textContent: text }) =>
         text && !text.startsWith(td.classList.contains("more") ? "+" : "−")))
      .map(td => td.outerHTML)), `${where}: red is more, blue is less`);
   const bars = await page.$$eval("td.classes:has(.bar)", all => all.map(td => ({
      title: td.title,
      signs: [...td.querySelectorAll(".bar span")].map(part =>
         part.className === "class-more" ? "+" : part.className === "class-less" ? "−" : "?"),
   })));
   is(bars.length > 0, true, `${where}: there are bars`);
   empty(bars.filter(({ title, signs }) => !title.split(", ").every((text, i) =>
      text.startsWith(signs[i]) || /^[.0] /.test(text))).map(({ title }) => title),
      `${where}: so are bars`);
   is(await page.$$eval("tr.removed", all => all.map(row =>
         [row.querySelector("del").textContent, row.nextElementSibling.dataset.line ?? ""])),
      [["sum += row[k] * b[k][column];", "10"], ["fill(a);", ""], ["fill(c);", "26"]],
      `${where}: lines that were changed or removed are struck out above the new ones`);
}
