// SPDX-License-Identifier: GPL-2.0-or-later
// main.js: reads the data and fills in the page; the choices that all parts share.

// What depends on the event, the columns, and whether calls are added.
function showCounts(page)
{
   showMap(page);
   showFunctions(page);
   showCalls(page, page.called);
   page.sourceChanged = true;
   if (page.shownSource)
      showSource(page, page.shownSource);
}

function startChoices(page)
{
   const { events } = page.profile;
   byId("event").replaceChildren(...events.map((event, i) => event.linear
      ? make("option", { value: i, title: visible(eventTitle(event)),
                         selected: i === page.event },
             visible([event.name, eventTitle(event)].filter(text => text).join(": ")))
      : null).filter(option => option));
   byId("event").addEventListener("change", event => {
      page.event = Number(event.target.value);
      page.sort = { key: null, column: { event: page.event }, down: true };
      showCounts(page);
   });
   byId("inlined-choice").hidden = !page.profile.hasInclusive;
   byId("map-inlined").hidden = !page.profile.hasInclusive;
   byId("inlined").addEventListener("change", event => {
      page.inclusive = event.target.checked;
      showCounts(page);
   });
   showColumnChoices(page, () => showCounts(page));
}

// Follows the address: "#file:line" is a line, "#function-12" a function; others are
// parts of the page.
function follow(page)
{
   const place = parseHash(location.hash);
   if (place)
      goToLine(page, place.file, place.line);
   const f = page.profile.withIndex[parseFunctionHash(location.hash)];
   if (f && page.profile.hasCalls)
      goToFunction(page, f);
}

// A link to where the address points already changes nothing, but the reader may
// have scrolled away.
function followAgain(page, event)
{
   const link = event.target.closest("a");
   if (link && link.hash === location.hash)
      follow(page);
}

// The first event to look at: one whose counts add up.
function firstEvent({ events, sort })
{
   return events[sort].linear ? sort : Math.max(0, events.findIndex(e => e.linear));
}

function start()
{
   const profile = readProfile(JSON.parse(byId("data").textContent));
   const event = firstEvent(profile);
   const page = {
      profile, event, inclusive: profile.hasInclusive, unfolded: false, called: null,
      columns: firstColumns(profile.events, event),
      levels: new Set(profile.classes.map(level => level.name)),
   };

   showTotals(page);
   showVerdict(page);
   startChoices(page);
   startMap(page);
   startFunctions(page);
   startCalls(page);
   startSource(page);
   startSets(page);
   showTitle(page);
   showMap(page);
   showFunctions(page);
   if (profile.sources.length > 0)
      openSource(page, firstSource(profile));
   byId("footer").textContent = "Made by cg_html of Cachegrind.";
   addEventListener("hashchange", () => follow(page));
   document.addEventListener("click", event => followAgain(page, event));
   follow(page);
}

start();
