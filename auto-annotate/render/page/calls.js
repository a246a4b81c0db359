// SPDX-License-Identifier: GPL-2.0-or-later
// calls.js: who calls a function, and what it calls; above the source, in profiles
// with calls (--calls=yes).
//
//    parse (prog.c) was called 5 times.
//
//    Callers of parse                    Functions that parse calls
//    Ir   Times  Caller    Line          Ir  Times  Callee   Line
//    100      1  main      prog.c:2      60      4  next     prog.c:5
//     45      2  parse ↻   prog.c:6      45      2  parse ↻  prog.c:6
//
// Above the callers of a library's function is the own code behind it: see nearest.js.
// What a call costs has all that ran until it returned, also where calls are inside
// each other.

// So many calls are shown at first.
const CALLS = 10;

// How often; of a difference, with its sign.
function timesNumber(page, times)
{
   return page.profile.difference ? changeText(times, { linear: true })
                                  : groupDigits(String(times));
}

// "12 times".
function timesText(page, times)
{
   const text = timesNumber(page, times);
   return text === "1" ? "once" : `${text} times`;
}

// The name of a function as a link.
function calledName(page, f)
{
   return functionLink(page, f, name(cutMiddle(f.short, LONGEST_NAME),
                                     { title: visible(`${f.name} (${f.file})`) }));
}

// A mark of own code; null for a library's.
function ownMark(f)
{
   return isOwnCode(f) ? make("i", { class: "color-own", role: "img", "aria-label": "own code",
                                     title: "own code" }) : null;
}

// The name of a function as a link; a call to the function itself says so.
function partnerName(page, f, call)
{
   return [calledName(page, f),
           call.caller === call.callee
              ? make("span", { title: "It calls itself." }, " ↻ itself") : null]
      .filter(element => element);
}

function callRow(page, call, f)
{
   return make("tr", {},
      countCell(page, { event: page.event }, call.counts),
      make("td", { class: "count" }, call.inlined ? null : timesNumber(page, call.times)),
      make("th", { scope: "row", class: "name" }, ownMark(f), ...partnerName(page, f, call),
           call.inlined ? " inlined" : null),
      make("td", { class: "file" }, placeLink(page, call.caller.file, call.line)));
}

// The largest costs first, more or less; ties are in the order of the profile.
function sortCalls(page, calls)
{
   const size = call => columnSize(page, { event: page.event }, call.counts);
   return [...calls].sort((a, b) => compareCounts(size(b), size(a)));
}

// A button that shows the calls for which there was no room.
function moreButton(body, rows)
{
   const left = rows.slice(CALLS);
   return left.length === 0 ? null : make("button", { type: "button", click: event => {
      body.append(...left);
      event.target.closest("p").remove();
      left[0].querySelector("a").focus();
   } }, `and ${left.length} more`);
}

// What is said of the calls that are not on the page.
function leftSentence(page, n)
{
   const [one, many] = page.profile.difference ? ["changed", "changed"] : ["costs", "cost"];
   return n === 1 ? `Another ${one} too little to be listed.`
                  : `${n} others ${many} too little to be listed.`;
}

// What is said in the place of a table without rows.
function noneText(page, left)
{
   const none = page.profile.difference ? "None changed." : "None is known.";
   return left > 0 ? null : make("p", { class: "hint" }, none);
}

// A table of the chosen event and other columns, [heading, class], with the first of its rows
// and a button for the others.
function eventTable(page, label, columns, rows)
{
   const event = { event: page.event };
   const body = make("tbody", {}, ...rows.slice(0, CALLS)), more = moreButton(body, rows);
   return [make("div", { class: "scroll", tabindex: "0", role: "region",
                         "aria-label": `Table of ${label}` },
      make("table", {}, make("thead", {}, make("tr", {},
         make("th", { scope: "col", class: "count", title: visible(columnTitle(page, event)) },
              name(columnName(page, event))),
         ...columns.map(([text, kind]) => make("th", { scope: "col", class: kind }, text)))),
         body)),
      more && make("p", { class: "controls" }, more)];
}

// The table of callers or callees.  `which' is "caller" or "callee": what its rows are.
function callsTable(page, title, which, calls, left)
{
   const rows = sortCalls(page, calls).map(call => callRow(page, call, call[which]));
   const columns = [["Times", "count"], [which === "caller" ? "Caller" : "Callee", "name"],
                    ["Line", "file"]];
   return make("div", { id: `${which}s` }, make("h3", {}, ...title),
      ...rows.length === 0 ? [noneText(page, left)]
                           : eventTable(page, `${which}s`, columns, rows),
      left === 0 ? null : make("p", { class: "hint" }, leftSentence(page, left)));
}

// The table of the own code behind a function, or null.
function nearestTable(page, f)
{
   const rows = !hasNearestOwn(f) ? []
      : sortCalls(page, nearestOwn(page, f)).map(({ f: nearest, counts }) => make("tr", {},
         countCell(page, { event: page.event }, counts),
         make("th", { scope: "row", class: "name" }, ownMark(nearest),
              calledName(page, nearest))));
   return rows.length === 0 ? null
      : make("div", { id: "nearest" }, make("h3", {}, "Nearest own code"),
             ...eventTable(page, "own code", [["Function", "name"]], rows));
}

// How often a function was called.
function calledText(page, f)
{
   if (page.profile.difference)
      return `: ${timesNumber(page, f.called)} calls.`;
   if (Number(f.called) === 0)
      return f.callers.some(call => call.inlined) ? " was inlined." : ": no call is known.";
   return ` was called ${timesText(page, f.called)}.`;
}

// What a function costs, with and without what it calls.
function costText(page, f)
{
   const part = counts => {
      const share = shareOf(page, page.event, counts);
      return textOf(page, page.event, counts) + (share ? ` (${share})` : "");
   };
   return f.own === null ? ""
      : ` ${page.profile.events[page.event].name}: ${part(f.inclusive)} with what it calls, `
        + `${part(f.own)} itself.`;
}

// Shows the calls of a function; null is none.
function showCalls(page, f)
{
   page.called = f;
   if (f === null)
      return;
   const inside = byId("calls").contains(document.activeElement);
   const short = () => name(cutMiddle(f.short, LONGEST_NAME), { class: "code" });
   byId("calls-function").replaceChildren(
      make("strong", {}, name(cutMiddle(f.name, LONGEST_NAME), { class: "code" })),
      name(` (${baseName(f.file)})`, { title: visible(f.file) }),
      calledText(page, f), visible(costText(page, f)));
   byId("calls-tables").replaceChildren(
      make("div", {}, nearestTable(page, f),
           callsTable(page, ["Callers of ", short()], "caller", f.callers, f.leftCallers)),
      callsTable(page, ["Functions that ", short(), " calls"], "callee", f.callees,
                 f.leftCallees));
   // The link that led here is gone: the keys stay where they were.
   if (inside)
      byId("calls-function").focus({ preventScroll: true });
}

// Says on the page that calls are what is added.
function startCalls(page)
{
   byId("inlined").nextSibling.data = " Include callees";
}

addView({ id: "calls", title: "Calls", key: "k", tab: true,
          available: page => page.profile.hasCalls,
          start: startCalls,
          draw(page, changed) {
             if (["event", "chosen", "source"].some(member => changed.has(member)))
                showCalls(page, page.chosen ?? functionInSight(page)
                                ?? page.profile.functions[0] ?? null);
          } });
