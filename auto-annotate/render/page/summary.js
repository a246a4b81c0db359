// SPDX-License-Identifier: GPL-2.0-or-later
// summary.js: what comes first: the program, the totals, the machine, the verdict.

function showTitle(page)
{
   const { profile } = page;
   const from = profile.profiles.map(baseName);
   byId("title").replaceChildren(name(cutMiddle(profile.command, 200)));
   document.title = visible(cutMiddle(profile.command, 80));
   byId("profiles").replaceChildren(...profile.difference
      ? ["What changed from ", name(profile.versions?.[0] ?? from[0]), " to ",
         name(profile.versions?.[1] ?? from[1])]
      : from.length === 1 ? ["Profile ", name(from[0])]
      : [`The sum of ${from.length} profiles: `, name(cutMiddle(from.join(", "), 200))]);
   const parts = [...document.querySelectorAll("main > section:not([hidden])")];
   byId("parts").replaceChildren(...parts.map(section =>
      make("a", { href: `#${section.id}` }, section.querySelector("h2").textContent)));
}

// A row of the table of totals; a share follows each count if there is a whole.
function totalsRow(profile, title, counts, change)
{
   return make("tr", {}, make("th", { scope: "row" }, title),
      ...counts.map((count, i) => {
         const event = profile.events[i];
         const share = change && event.linear
            ? percentText(percentOf(count, profile.before[i])) : "";
         const heat = change ? `count ${changeClass(Math.sign(sizeOf(count)) * 0.2)}`
                             : "count";
         return make("td", { class: heat },
            make("span", {}, (change ? changeText : countText)(count, event)),
            share && make("small", {}, share));
      }));
}

function showTotals(page)
{
   const { profile } = page;
   const rows = profile.difference
      ? [totalsRow(profile, "Before", profile.before),
         totalsRow(profile, "After", profile.after),
         totalsRow(profile, "Change", profile.totals, true)]
      : [totalsRow(profile, "Program", profile.totals)];
   byId("totals-table").replaceChildren(
      make("thead", {}, make("tr", {}, make("td", {}), ...profile.events.map(event =>
         make("th", { scope: "col", title: visible(eventTitle(event)) },
            name(event.name))))),
      make("tbody", {}, ...rows));
   byId("machine").replaceChildren(...profile.description.flatMap(line => {
      const [, title, text] = /^([^:]*):\s*(.*)$/.exec(line) ?? [null, "", line];
      return [make("dt", {}, name(title)), make("dd", {}, name(text))];
   }));
}

// A place of the verdict, which is a line or code without one.
function adviceItem(page, advice, place)
{
   const where = place.file === undefined
      ? [name(place.what)]
      : [placeLink(page, place.file, place.line), " in ",
         name(place.function, { class: "code" })];
   return make("li", {},
      make("p", {}, make("strong", {}, `${(100 * place.estimate / advice.total).toFixed(1)} % `),
         ...where),
      make("p", {}, name(place.help)));
}

// A link to a line, or only its name if the page does not have it.
function placeLink(page, file, line)
{
   const text = name(`${baseName(file)}:${line}`, { class: "code", title: visible(file) });
   const source = page.profile.source.get(file);
   return source?.lines.some(l => l.number === line) ? lineLink(file, line, text) : text;
}

function showAdvice(page)
{
   const lists = page.profile.advice ?? [];
   byId("verdict").hidden = lists.length === 0;
   byId("verdict-lists").replaceChildren(...lists.flatMap(advice => [
      make("h3", {}, name(advice.title)),
      make("ol", {}, ...advice.places.map(place => adviceItem(page, advice, place))),
      advice.lacks ? make("p", { class: "hint" }, name(advice.lacks)) : null,
   ]).filter(element => element));
}
