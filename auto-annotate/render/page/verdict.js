// SPDX-License-Identifier: GPL-2.0-or-later
// verdict.js: on the left, the lines that cost most, why, and what helps.
//
//     31 %  eval_env.cc:60
//           in Lookup
//           return rules_.find(name)->second;
//           cache misses, 75 % of it: ...
//           → Use a hash map.
//
// Without a verdict, it is the lines that have most of the chosen event.  Of a
// difference, it is what changed, and what is within noise is grey.

// So many places of the verdict are shown at first, in one column fewer; and so many lines
// without a verdict.
const MOST_PLACES = 5;
const FEW_PLACES = 3;
const MOST_LINES = 8;

// Whether all parts of the page are below each other.
const ONE_COLUMN = matchMedia("(max-width: 899px), (max-height: 499px)");

// The short name of the function of a place.
function shortName(page, place)
{
   const f = functionIn(page, place.function, place.file);
   return cutMiddle(f?.short ?? place.function, LONGEST_NAME);
}

// A sentence of the verdict.  Its options are elements, so that none is broken after
// its hyphens.
function sentence(text)
{
   return make("bdi", {}, ...withNumbers(text).split(/(--[\w=-]+)/).map((part, i) =>
      i % 2 === 1 ? make("span", { class: "option" }, part) : visible(part)));
}

// The line of a place, or undefined if the page does not have it.
function lineOfPlace(page, file, number)
{
   return page.profile.source.get(file)?.lines.find(line =>
      hasAddress(line) && line.number === number);
}

// A link to a line, or only its name if the page does not have it.
function placeLink(page, file, line)
{
   if (line === 0)
      return "no line is known";
   const text = name(`${baseName(file)}:${line}`,
                     { class: "code", title: visible(file) });
   return lineOfPlace(page, file, line) ? lineLink(file, line, text) : text;
}

// "31 %", in a difference "+31 %".
function placeShare(page, percent)
{
   const sign = !page.profile.difference ? "" : percent < 0 ? "−" : "+";
   return Math.abs(percent) < 0.05 ? "< 0.1 %" : `${sign}${roundedPercent(percent)} %`;
}

// A cause of a line, with what helps.  The page may have more of conflicts.
function causeParagraphs(page, { cause, share, text, remedy })
{
   const more = cause === "conflict" && page.profile.report?.levels.length > 0
      ? [" ", make("a", { class: "more", href: "#v=conflicts" }, "Which variables?")] : [];
   return [make("p", {}, name(withNumbers(`${cause}, ${share.toFixed(0)} % of it`
                              + `${text ? `: ${text}` : ""}.`)), ...more),
           remedy ? make("p", { class: "remedy" }, sentence(remedy)) : null];
}

// What a line calls that costs much, as far as it is known.
function calledParagraph(page, verdict, { called, called_estimate: cost })
{
   return called === undefined ? null
      : make("p", {}, `${placeShare(page, 100 * cost / verdict.total)} is in `,
             name(cutMiddle(page.profile.withIndex.find(f => f.name === called)?.short
                            ?? called, LONGEST_NAME), { class: "code", title: visible(called) }),
             ".");
}

// Whether the change at a place is within noise.
function isPlaceNoise(page, { file, line: number, estimate })
{
   const line = page.profile.difference && file !== undefined
      && lineOfPlace(page, file, number);
   return line && line.own
      && Math.abs(estimate) <= 2 * standardError(page, line.own);
}

// A click anywhere on an answer follows its link, unless it is on what has its own use or
// ends a selection.
function followAnswer(event)
{
   if (!event.target.closest("a, summary") && getSelection().isCollapsed)
      event.currentTarget.querySelector("a")?.click();
}

// Where all parts are in one column, the source is out of sight: scrolls to it.
function showSourceBelow()
{
   if (ONE_COLUMN.matches)
      byId("source").scrollIntoView();
}

// One answer: its share, where it is, the line, and what is said of it.
function answer(page, { share, where, inside, source, noise, file, line, more })
{
   const change = !page.profile.difference || noise ? ""
      : share > 0 ? "grew" : "shrank";
   return make("li", { class: noise ? "noise" : null,
                       "data-place": file === undefined ? null : `${file}:${line}`,
                       click: followAnswer },
      make("p", {}, make("strong", { class: change }, placeShare(page, share)), " ",
           where, noise ? " within noise" : null),
      inside === null ? null : make("p", { class: "in" }, "in ", inside),
      source === null ? null : make("p", { class: "code quote" }, lineText(source)),
      ...more);
}

// The dearest function of those without lines on this page that is in such a place, and its
// counts; of libraries with what it calls, which is in libraries, too.  null if none is known.
function dearestHidden(page, { what, estimate })
{
   const cycles = eventNamed(page, "Cycles"), isLibrary = what === "the system's libraries";
   const isIn = f => isLibrary ? !isOwnCode(f)
                               : f.file === "???" && !SYSTEM_OBJECT.test(f.object ?? "");
   const size = ({ counts }) => sizeOf(counts?.[cycles] ?? 0);
   return page.profile.withIndex.filter(f => isIn(f) && !hottestLineOf(page, f))
      .map(f => ({ f, counts: isLibrary ? f.inclusive : f.own }))
      .filter(one => size(one) > 0 && size(one) <= 1.05 * estimate)
      .reduce((most, one) => most === null || size(one) > size(most) ? one : most, null);
}

// The functions at start of a program that load and link it.
const LOADING = /^_dl_(start|sysdep_start|relocate|main)|^dl_main$/;

// Code without lines on this page: its name, which leads to where it is seen, and what
// most of it is in.
function hiddenPlace(page, place)
{
   const dearest = page.profile.contexts && !page.profile.difference
      ? dearestHidden(page, place) : null;
   const link = make("a", { href: dearest ? `${functionHash(dearest.f)}&v=calls` : "#v=functions" },
                     name(place.what));
   if (dearest === null)
      return { where: link, said: null };
   const { f, counts } = dearest, cycles = eventNamed(page, "Cycles");
   return { where: link, said: make("p", {},
      `${roundedPercent(percentOf(counts[cycles], page.profile.whole[cycles]))} % is in `,
      name(cutMiddle(f.short, LONGEST_NAME), { class: "code", title: visible(f.name) }),
      LOADING.test(f.name) ? ": loading and linking at the start." : ".") };
}

// A place of the verdict, which is a line or code without one.
function verdictAnswer(page, verdict, place)
{
   const { file, line, causes, hint } = place;
   const hidden = file === undefined ? hiddenPlace(page, place) : null;
   return answer(page, {
      share: 100 * place.estimate / verdict.total,
      where: hidden?.where ?? placeLink(page, file, line),
      inside: file === undefined ? null
         : name(shortName(page, place), { class: "code", title: visible(place.function) }),
      source: place.source ?? null,
      noise: isPlaceNoise(page, place), file, line,
      more: [hidden?.said ?? null,
             calledParagraph(page, verdict, place),
             ...(causes ?? []).flatMap(cause => causeParagraphs(page, cause)),
             hint ? make("p", {}, sentence(hint)) : null],
   });
}

// What the places leave, where that is if it is much, and what the verdict lacks.
function leftParagraphs(page, verdict)
{
   const shown = verdict.places.reduce((sum, place) => sum + place.estimate, 0);
   const left = page.profile.difference ? 0 : 100 * (1 - shown / verdict.total);
   return [left < 0.1 || left > 99.9 ? null
              : make("p", { class: "hint" }, `${roundedPercent(left)} % of the cycles are `
                     + "in other lines."),
           ...left > 50 ? dearestFunctions(page) : [],
           ...[verdict.lacks, verdict.hint].filter(text => text).map(text =>
              make("p", { class: "hint" }, sentence(text))),
           make("details", { class: "hint" }, make("summary", {}, "How cycles are estimated"),
                make("p", {}, name(withNumbers(verdict.formula))))];
}

// A list of the functions with most of the chosen event, themselves.
function dearestFunctions(page)
{
   const { functions, whole, events } = page.profile;
   const size = f => Math.abs(sizeOf(f.own[page.event]));
   const most = [...functions].sort((a, b) => size(b) - size(a)).slice(0, MOST_LINES)
      .filter(f => size(f) > 0);
   return [make("h3", {}, name(`Functions with most own ${events[page.event].name}`)),
           make("ol", { id: "most-functions" }, ...most.map(f => {
              const text = name(cutMiddle(f.short, LONGEST_NAME),
                                { class: "code", title: visible(f.name) });
              return make("li", {}, make("p", {},
                 make("strong", {}, placeShare(page, percentOf(f.own[page.event],
                                                               whole[page.event]))), " ",
                 functionLink(page, f, text) ?? text));
           }))];
}

// The lines with most of the chosen event.
function dearestLines(page)
{
   const size = line => Math.abs(sizeOf(line.own[page.event]));
   return page.profile.sources.flatMap(source => source.lines.filter(line =>
      line.own && hasAddress(line) && size(line) > 0 && !isNoise(page, page.event, line.own)))
      .sort((a, b) => size(b) - size(a)).slice(0, MOST_LINES);
}

function lineAnswer(page, line)
{
   const f = line.parts.find(part => part.function)?.function;
   const { name: file } = line.source;
   return answer(page, {
      share: percentOf(line.own[page.event], page.profile.whole[page.event]),
      where: placeLink(page, file, line.number),
      inside: f ? name(cutMiddle(f.short, LONGEST_NAME),
                       { class: "code", title: visible(f.name) }) : null,
      source: line.text, noise: false, file, line: line.number, more: [],
   });
}

// The first answers, and the others behind a click; in one column with all that comes
// after them, so that the views are near.
function answerLists(items, after)
{
   const n = ONE_COLUMN.matches ? FEW_PLACES : MOST_PLACES;
   const rest = [items.length <= n ? null : make("ol", { start: n + 1 }, ...items.slice(n)),
                 ...ONE_COLUMN.matches ? after : []].filter(element => element);
   return [make("ol", {}, ...items.slice(0, n)),
           rest.length === 0 ? null
              : make("details", { id: "more-answers" },
                     make("summary", {}, items.length > n ? `${items.length - n} more` : "More"),
                     ...rest),
           ...ONE_COLUMN.matches ? [] : after];
}

function showAnswers(page)
{
   const { verdict, difference, events } = page.profile;
   const judged = verdict?.places.length > 0;
   const items = judged ? verdict.places.map(place => verdictAnswer(page, verdict, place))
                        : dearestLines(page).map(line => lineAnswer(page, line));
   byId("verdict-title").textContent = judged ? "Verdict"
      : visible(`${difference ? "What changed most" : "Lines with most"}: `
                + events[page.event].name);
   const after = [...sharingFindings(page), ...verdict ? leftParagraphs(page, verdict) : []];
   byId("verdict-lists").replaceChildren(...(items.length > 0 ? answerLists(items, after)
      : [make("p", { class: "hint" }, difference ? "Nothing changed." : "None is known."),
         ...difference ? [] : dearestFunctions(page), ...after]).filter(element => element));
}

// Marks the answer that the source shows.
function markAnswer(page)
{
   const place = page.state.source && `${page.state.source.file}:${page.state.source.line}`;
   for (const item of byId("verdict-lists").querySelectorAll("li"))
      if (item.dataset.place === place) {
         item.setAttribute("aria-current", "true");
         item.closest("details")?.setAttribute("open", "");
      } else
         item.removeAttribute("aria-current");
}

// After a link to a line is followed, by a listener of the whole page, its line is shown.
function startVerdict(page)
{
   ONE_COLUMN.addEventListener("change", () => {
      showAnswers(page);
      markAnswer(page);
   });
   byId("verdict").addEventListener("click", event => {
      if (event.target.closest("a[href^='#s=']"))
         setTimeout(showSourceBelow);
   });
   byId("to-verdict").addEventListener("click", () =>
      byId("verdict").scrollIntoView());
}

addView({ id: "verdict", title: "Verdict", key: "v", tab: false,
          start: startVerdict,
          draw(page, changed) {
             if (changed.has("event"))
                showAnswers(page);
             markAnswer(page);
          } });
