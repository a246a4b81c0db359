// SPDX-License-Identifier: GPL-2.0-or-later
// main.js: reads the data and starts the views.

// The first event to look at: estimated cycles, unless cg_html sorts by another event.
// The counts of it must add up.
function firstEvent({ events, sort })
{
   const cycles = events.findIndex(event => event.linear && event.name === "Cycles");
   if (sort === 0 && cycles >= 0)
      return cycles;
   return events[sort].linear ? sort : Math.max(0, events.findIndex(e => e.linear));
}

// The line to begin with: that of the first answer on the left that has text, or the
// hottest one; null if there is no source to begin with.
function openingPlace(page)
{
   const place = page.profile.verdict?.places.find(({ file, line, source }) =>
      source !== undefined && lineOfPlace(page, file, line));
   if (place)
      return { file: place.file, line: place.line };
   const source = firstSource(page.profile);
   return source && { file: source.name, line: hottestLine(page, source)?.number ?? 0 };
}

// What the page opens with, which no link says.
function openingState(page)
{
   const { profile } = page;
   return {
      view: page.tabs[0].id, event: profile.events[page.event].name, zoom: null,
      chosen: null, source: openingPlace(page), query: "", inclusive: profile.hasInclusive,
      hidden: null, only: null,
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
      steps: [],
   };

   chooseViews(page);
   page.opening = openingState(page);
   page.state = page.opening;
   startNoise(page);
   startKeys(page);
   startViews(page);
   const members = readLink(location.hash) ?? {};
   setState(page, mergedState(page, page.opening, members));
   drawViews(page, new Set(STATE_MEMBERS));
   showLost(page, members);
   addEventListener("hashchange", () => followAddress(page));
   document.addEventListener("click", event => followLink(page, event));
}

start();
