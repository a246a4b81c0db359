// SPDX-License-Identifier: GPL-2.0-or-later
// summary.js: what comes first: the program, the totals, the machine, the verdict.

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
   if (profile.difference)
      byId("map-width").textContent =
         "Wider is a larger change. Red is more than before, blue is less.";
   const parts = [...document.querySelectorAll("main > section:not([hidden])")];
   byId("parts").replaceChildren(...parts.map(section =>
      make("a", { href: `#${section.id}` }, section.querySelector("h2").textContent)));
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
   byId("machine").replaceChildren(...profile.description.flatMap(line => {
      const [, title, text] = /^([^:]*):\s*(.*)$/.exec(line) ?? [null, "", line];
      return [make("dt", {}, name(title)), make("dd", {}, name(text))];
   }));
}

// The short name of the function of a place.
function shortName(page, place)
{
   const f = page.profile.named.get(`${place.function}\n${place.file}`);
   return cutMiddle(f?.short ?? place.function, LONGEST_NAME);
}

// A sentence of the verdict.  Its options are elements, so that none is broken after
// its hyphens.
function sentence(text)
{
   return make("bdi", {}, ...text.split(/(--[\w=-]+)/).map((part, i) =>
      i % 2 === 1 ? make("span", { class: "option" }, part) : visible(part)));
}

// A place of the verdict, which is a line or code without one.
function verdictItem(page, verdict, place)
{
   const share = 100 * place.estimate / verdict.total;
   const where = place.file === undefined
      ? [name(place.what)]
      : [placeLink(page, place.file, place.line), " in ",
         name(shortName(page, place), { class: "code", title: visible(place.function) })];
   return make("li", {},
      make("p", {}, make("strong", {}, `${share.toFixed(1)} % `), ...where),
      place.source === undefined ? null : make("p", { class: "code" }, name(place.source)),
      ...causeParagraphs(page, place));
}

// So many places of the verdict are shown at first.
const MOST_PLACES = 5;

// A cause of a line, with what helps.  The page may have more of conflicts.
function causeParagraph(page, { cause, share, text, remedy })
{
   const more = cause === "conflict" && page.profile.report?.levels.length > 0
      ? [" ", make("a", { class: "more", href: "#sets" }, "Which variables?")] : [];
   return make("p", {}, name(`${cause}, ${share.toFixed(0)} % of it`
                             + `${text ? `: ${text}` : ""}.${remedy ? ` ${remedy}` : ""}`),
               ...more);
}

// The causes of a line, or how to learn more of other code.
function causeParagraphs(page, { causes, hint })
{
   return [...(causes ?? []).map(cause => causeParagraph(page, cause)),
           ...hint ? [make("p", {}, sentence(hint))] : []];
}

// A link to a line, or only its name if the page does not have it.
function placeLink(page, file, line)
{
   if (line === 0)
      return "no line is known";
   const text = name(`${baseName(file)}:${line}`,
                     { class: "code", title: visible(file) });
   const source = page.profile.source.get(file);
   return source?.lines.some(l => hasAddress(l) && l.number === line)
      ? lineLink(file, line, text) : text;
}

function showVerdict(page)
{
   const verdict = page.profile.verdict;
   byId("verdict").hidden = !verdict;
   if (!verdict)
      return;
   const items = verdict.places.map(place => verdictItem(page, verdict, place));
   byId("verdict-lists").replaceChildren(...[
      make("ol", {}, ...items.slice(0, MOST_PLACES)),
      items.length > MOST_PLACES
         ? make("details", {}, make("summary", {}, `${items.length - MOST_PLACES} more`),
                make("ol", { start: MOST_PLACES + 1 }, ...items.slice(MOST_PLACES)))
         : null,
      make("p", { class: "hint" }, name(verdict.formula)),
      verdict.lacks ? make("p", { class: "hint" }, sentence(verdict.lacks)) : null,
   ].filter(element => element));
}
