// SPDX-License-Identifier: GPL-2.0-or-later
// summary.js: what comes first: the program, the totals.

function showTitle(page)
{
   const { profile } = page;
   const from = profile.profiles.map(baseName);
   byId("title").replaceChildren(name(cutMiddle(profile.command, 200)));
   document.title = visible(cutMiddle(profile.command, 80))
      + (profile.difference ? ": what changed" : "");
   byId("profiles").replaceChildren(...profile.difference
      ? ["What changed from ", name(profile.versions?.[0] ?? from[0]), " to ",
         name(profile.versions?.[1] ?? from[1])]
      : from.length === 1 ? ["Profile ", name(from[0])]
      : [`The sum of ${from.length} profiles: `, name(cutMiddle(from.join(", "), 200))]);
}

// The row of an event in the table of totals.
function totalsRow(profile, event, i)
{
   const { before, after, totals, difference } = profile;
   const cell = (...children) => make("td", { class: "count" }, ...children);
   const change = totals[i];
   const counts = difference
      ? [cell(countText(before[i], event)), cell(countText(after[i], event)),
         make("td", { class: `count ${changeClass(Math.sign(sizeOf(change)) * 0.2)}` },
              make("span", {}, changeText(change, event)),
              make("small", {}, event.linear
                 ? changePercentText(percentOf(change, before[i])) : ""))]
      : [cell(countText(change, event)), cell(rateText(profile.events, i, totals))];
   return make("tr", {}, make("th", { scope: "row", class: "code" }, name(event.name)),
      ...counts, make("td", { class: "meaning" }, name(eventTitle(event))));
}

function showTotals(page)
{
   const { profile } = page;
   const titles = profile.difference ? ["Before", "After", "Change"] : ["Count", "Rate"];
   byId("totals-table").replaceChildren(
      make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "Event"),
         ...titles.map(title => make("th", { scope: "col", class: "count" }, title)),
         make("th", { scope: "col", class: "meaning" }, "What it counts"))),
      make("tbody", {}, ...profile.events.map((event, i) =>
         totalsRow(profile, event, i))));
   byId("description").replaceChildren(...profile.description.flatMap(line => {
      const [, title, text] = /^([^:]*):\s*(.*)$/.exec(line) ?? [null, "", line];
      return [make("dt", {}, name(title)), make("dd", {}, name(text))];
   }));
}

addView({ id: "summary", title: "Totals", key: "o", tab: false,
          start(page) {
             showTitle(page);
             showTotals(page);
          },
          draw() {} });
