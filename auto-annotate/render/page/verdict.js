// SPDX-License-Identifier: GPL-2.0-or-later
// verdict.js: the lines that cost most, why, and what helps.

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
      ? [" ", make("a", { class: "more", href: "#v=conflicts" }, "Which variables?")] : [];
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

addView({ id: "verdict", title: "Verdict", key: "v", tab: false,
          available: page => page.profile.verdict,
          start: showVerdict,
          draw() {} });
