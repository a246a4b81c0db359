// SPDX-License-Identifier: GPL-2.0-or-later
// totals.js: the table of the totals of all events.

// A change of fewer counts than this share of the instructions is no more than that share.
const LEAST_TOTAL = 0.001;

// The class of the change of a total: red and blue by its share, none below 1 %.
function totalClass(page, i)
{
   const { before, totals } = page.profile;
   const instructions = eventNamed(page, "Ir");
   const least = instructions < 0 ? 0 : LEAST_TOTAL * sizeOf(before[instructions]);
   const share = sizeOf(totals[i]) / Math.max(Math.abs(sizeOf(before[i])), least, 1);
   return isNoise(page, i, totals) || !(Math.abs(share) >= 0.01) ? "noise"
      : changeClass(Math.max(-1, Math.min(1, share)));
}

// The row of an event in the table of totals.
function totalsRow(page, event, i)
{
   const { before, after, totals, difference, events } = page.profile;
   const cell = (...children) => make("td", { class: "count" }, ...children);
   const change = totals[i];
   const counts = difference
      ? [cell(countText(before[i], event)), cell(countText(after[i], event)),
         make("td", { class: `count ${totalClass(page, i)}` },
              make("span", {}, changeText(change, event)),
              make("small", {}, event.linear
                 ? changePercentText(percentOf(change, before[i])) : ""))]
      : [cell(countText(change, event)), cell(rateText(events, i, totals))];
   return make("tr", {}, make("th", { scope: "row", class: "code" }, name(event.name)),
      ...counts, make("td", { class: "meaning" }, name(eventTitle(event))));
}

function showTotals(page, element)
{
   const { events, difference } = page.profile;
   const titles = difference ? ["Before", "After", "Change"] : ["Count", "Rate"];
   element.append(make("h2", { class: "spoken" }, "Totals"),
      make("div", { class: "scroll", tabindex: "0", role: "region",
                    "aria-label": "Table of totals" },
         make("table", { id: "totals-table" },
            make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Event"),
               ...titles.map(title => make("th", { scope: "col", class: "count" }, title)),
               make("th", { scope: "col", class: "meaning" }, "What it counts"))),
            make("tbody", {}, ...events.map((event, i) => totalsRow(page, event, i))))));
}

addView({ id: "totals", title: "Totals", key: "o", tab: true,
          start: showTotals,
          draw() {} });
