// SPDX-License-Identifier: GPL-2.0-or-later
// noise.js: how sure a change is.
//
// A profile whose cycles are sampled has the event Cyv, their variance in squares of 100
// cycles; a difference has that of both profiles together.  What a simulation of
// everything finds is most likely within two standard errors.

// How often an event has the cycles that samples estimate: Ls, and sums that it is a part
// of, as far as the profile says so.
function sampledWeight(events, name, depth = 0)
{
   if (["Ls", "Cyo", "Cyl"].includes(name))
      return 1;
   const terms = formulaTerms(events.find(event => event.name === name)?.formula ?? "");
   return (depth < 8 ? terms ?? [] : []).reduce((sum, [n, part]) =>
      sum + n * sampledWeight(events, part, depth + 1), 0);
}

// Sets the index of Cyv, or -1, and how many times its root an event may be off.
function startNoise(page)
{
   const { events } = page.profile;
   page.variance = events.findIndex(isVariance);
   page.sampled = events.map(({ name }) =>
      page.variance < 0 ? 0 : sampledWeight(events, name));
}

// The standard error of counts in cycles; 0 if it is not known.
function standardError(page, counts)
{
   return page.variance < 0 || !counts ? 0
      : 100 * Math.sqrt(Math.abs(sizeOf(counts[page.variance])));
}

// Whether the change of an event is within noise.  `sure' are the counts that have the
// variance: those of calls and contexts have none, but those of their function do.
function isNoise(page, event, counts, sure = counts)
{
   const change = Math.abs(sizeOf(counts[event]));
   return page.profile.difference && change > 0
      && change <= 2 * page.sampled[event] * standardError(page, sure);
}
