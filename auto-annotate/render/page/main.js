// SPDX-License-Identifier: GPL-2.0-or-later
// main.js: reads the data and starts the views.

// The first event to look at: one whose counts add up.
function firstEvent({ events, sort })
{
   return events[sort].linear ? sort : Math.max(0, events.findIndex(e => e.linear));
}

// What the page opens with, which no link says.
function openingState(page)
{
   const { profile } = page;
   const source = profile.sources.length > 0 ? firstSource(profile) : null;
   const line = source && hottestLine(page, source);
   return {
      view: page.tabs[0].id, event: profile.events[page.event].name, zoom: null,
      chosen: null, source: line ? { file: source.name, line: line.number } : null,
      query: "", inclusive: profile.hasInclusive,
   };
}

async function start()
{
   const data = await readData();
   if (!data)
      return;
   const profile = readProfile(data);
   const event = firstEvent(profile);
   const page = {
      profile, event, inclusive: profile.hasInclusive, chosen: null, link: location.hash,
   };

   chooseViews(page);
   page.opening = openingState(page);
   page.state = page.opening;
   startTabs(page);
   startEvent(page);
   startSearch(page);
   startViews(page);
   setState(page, mergedState(page, page.opening, readLink(location.hash) ?? {}));
   drawViews(page, new Set(STATE_MEMBERS));
   byId("footer").textContent = "Made by cg_html of Cachegrind.";
   addEventListener("hashchange", () => followAddress(page));
   document.addEventListener("click", event => followLink(page, event));
}

start();
