// SPDX-License-Identifier: GPL-2.0-or-later
// machine.js: the caches and TLBs that were simulated, with what got to each of them.
//
//     Instructions  --66 M--> | L1I 32 KiB |  --13 k--> |          | --1.1 k--> | L3     |
//     Data          --16 M--> | L1D 48 KiB | --104 k--> | L2 1 MiB | ---756---> | 32 MiB |
//     Code addr...  --66 M--> | ITLB       |  --306-->  | STLB     |
//                   --16 M--> | DTLB       | --1.4 k--> |          | ---433---> page walks
//
// An arrow is what misses the part before it, and which share that is of what got there.
// Of a difference it says before and after.  The grid has a column for each part and each
// arrow.

// The parts that the core asks: the titles of their lines in the description, and the
// events that get there and those that go on.
const MACHINE_FIRST = [
   { titles: ["L1I cache", "I1 cache"], row: 1, arrives: ["Ir"], misses: ["I1mr"] },
   { titles: ["L1D cache", "D1 cache"], row: 2, arrives: ["Dr", "Dw"],
     misses: ["D1mr", "D1mw"] },
   { titles: ["ITLB"], row: 3, arrives: ["Ir"], misses: ["ITm"] },
   { titles: ["DTLB"], row: 4, arrives: ["Dr", "Dw"], misses: ["DTm"] },
   { titles: ["Branch predictor"], row: 5, arrives: ["Bc", "Bi", "Br"],
     misses: ["Bcm", "Bim", "Brm"] },
];

// The parts that two of these share: what goes on, by row.
const MACHINE_SHARED = [
   { titles: ["L2 cache"], row: 1, misses: [["I2mr"], ["D2mr", "D2mw"]] },
   { titles: ["L3 cache", "LL cache"], row: 1, misses: [["ILmr"], ["DLmr", "DLmw"]] },
   { titles: ["STLB"], row: 3, misses: [["STm"]] },
];

const MACHINE_STARTS = ["Instructions", "Data", "Code addresses", "Data addresses",
                        "Branches"];
const MACHINE_ENDS = { 1: "memory", 3: "page walks", 5: "mispredicted" };

// "48 KiB": a size in bytes.
function bytesText(bytes)
{
   const units = ["B", "KiB", "MiB", "GiB"];
   let unit = 0;
   for (; bytes >= 1024 && unit < units.length - 1; unit++)
      bytes /= 1024;
   return `${Number.isInteger(bytes) ? bytes : bytes.toFixed(1)} ${units[unit]}`;
}

// The line of the description of a part; null if the machine has none, or the profile
// none of its events.
function partLine(page, { titles, misses })
{
   const title = titles.find(text => described(page, text) !== null);
   return title && eventSum(page, misses.flat(), page.profile.totals) !== null
      ? { title: title.replace(/ cache$/, ""), text: described(page, title) } : null;
}

// "48 KiB, 12-way associative": what of a line fits into a box.
function partText(text)
{
   const [size, ...rest] = text.split(",").map(part => part.trim());
   const bytes = /^(\d+) (?:B|bytes)$/.exec(size);
   const ways = rest.find(part => /way|associative|mapped/.test(part));
   return [bytes ? bytesText(Number(bytes[1])) : size, ways?.replace(" associative", "")]
      .filter(part => part).join(", ");
}

// The sum of events in some totals; null if the profile has none of them.
function eventSum(page, names, totals)
{
   const known = names.map(event => eventNamed(page, event)).filter(index => index >= 0);
   return known.length === 0 ? null
      : known.reduce((sum, index) => addCounts(sum, totals[index]), null);
}

// What an arrow says: how many, and the share of what arrived.
function arrowTexts(page, names, arrived)
{
   const { difference, before, after, totals } = page.profile;
   const count = which => eventSum(page, names, which);
   if (difference)
      return [roundedText(count(before)), `now ${roundedText(count(after))}`];
   return [roundedText(count(totals)), arrived === null ? ""
      : percentText(percentOf(count(totals), eventSum(page, arrived, totals)))];
}

// Puts an element into the grid: from a row and a column, over so many rows.
function placeInGrid(element, row, column, rows)
{
   element.style.gridArea = `${row} / ${column} / span ${rows}`;
   return element;
}

function machineArrow(page, names, arrived, row, column, rows = 1)
{
   const [count, other] = arrowTexts(page, names, arrived);
   return placeInGrid(make("span", { class: "arrow", title: visible(names.map(event =>
                              `${event}: ${eventTitle({ name: event })}`).join("; ")) },
      make("span", {}, count), make("small", {}, other)), row, column, rows);
}

function machineBox({ title, text }, row, column, rows)
{
   return placeInGrid(make("span", { class: rows > 1 ? "part shared" : "part", title: text ? visible(text) : null },
      make("strong", {}, name(title)), text ? make("small", {}, name(partText(text))) : null),
      row, column, rows);
}

// The cells of a part that the core asks: its start, what arrives, itself, and what
// misses it.
function firstCells(page, { titles, row, arrives, misses })
{
   const line = partLine(page, { titles, misses });
   return !line || eventSum(page, arrives, page.profile.totals) === null ? []
      : [placeInGrid(make("span", { class: "start" }, MACHINE_STARTS[row - 1]), row, 1, 1),
         machineArrow(page, arrives, null, row, 2), machineBox(line, row, 3, 1),
         machineArrow(page, misses, arrives, row, 4)];
}

// The cells of a part that rows share: itself, and what misses it; `arrived' is what got
// there, by row.
function sharedCells(page, part, line, { top, rows, arrived, column })
{
   const apart = part.misses.length > 1;
   const misses = apart ? rows.map(row => part.misses[row - part.row]) : part.misses;
   const from = apart ? arrived : [arrived.flat()];
   return { misses, cells: [machineBox(line, top, column, rows.length),
      ...misses.map((events, i) => machineArrow(page, events, from[i], top + i, column + 1,
                                                apart ? 1 : rows.length))] };
}

// The cells of a group of rows that share the parts behind, up to the end.
function machineCells(page, group)
{
   const first = MACHINE_FIRST.filter(({ row }) => group.includes(row))
      .map(part => ({ part, cells: firstCells(page, part) }))
      .filter(({ cells }) => cells.length > 0);
   const cells = first.flatMap(({ cells: own }) => own);
   const rows = first.map(({ part }) => part.row);
   let arrived = first.map(({ part }) => part.misses), column = 5;
   for (const part of MACHINE_SHARED.filter(({ row }) => row === group[0] && rows.length > 0)) {
      const line = partLine(page, part);
      const shared = line && sharedCells(page, part, line,
                                         { top: rows[0], rows, arrived, column });
      if (!shared)
         continue;
      cells.push(...shared.cells);
      arrived = shared.misses;
      column += 2;
   }
   return rows.length === 0 ? []
      : [...cells, machineBox({ title: MACHINE_ENDS[group[0]] }, rows[0], column, rows.length)];
}

// What the prefetchers did.
function prefetchText(page)
{
   const { totals, difference } = page.profile;
   const [asked, used] = [eventSum(page, ["Pfi"], totals), eventSum(page, ["Pfu"], totals)];
   return difference || !(sizeOf(asked) > 0) ? null
      : make("p", {}, `${roundedText(asked)} lines were prefetched, `
             + `${roundedPercent(percentOf(used, asked))} % of them were used.`);
}

function descriptionList(page)
{
   return make("dl", { id: "description" }, ...page.profile.description.flatMap(line => {
      const [, title, text] = /^([^:]*):\s*(.*)$/.exec(line) ?? [null, "", line];
      return [make("dt", {}, name(title)), make("dd", {}, name(text))];
   }));
}

function startMachine(page, element)
{
   const cells = [[1, 2], [3, 4], [5]].flatMap(group => machineCells(page, group));
   element.append(make("h2", { class: "spoken" }, "Machine"),
      ...[cells.length > 0 ? make("div", { class: "machine", role: "group", tabindex: "0",
             "aria-label": "What got to each cache and TLB, and what missed it" }, ...cells)
             : null,
          prefetchText(page), descriptionList(page)].filter(child => child));
}

addView({ id: "machine", title: "Machine", key: "m", tab: true,
          available: page => page.profile.description.length > 0,
          start: startMachine,
          draw() {} });
