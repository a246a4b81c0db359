// SPDX-License-Identifier: GPL-2.0-or-later
// noise.js: how sure a change is.
//
// A profile whose cycles are sampled has the event Cyv, their variance in squares of 100
// cycles; a difference has that of both profiles together.  What a simulation of
// everything finds is most likely within two standard errors.

// The events that samples estimate: what is lost, and sums that it is a part of.
function isSampledEvent({ name, formula })
{
   return name === "Ls" || name === "Cycles" || /\b(Ls|Cyo|Cyl)\b/.test(formula ?? "");
}

function startNoise(page)
{
   page.variance = page.profile.events.findIndex(isVariance);
   page.sampled = page.profile.events.map(event =>
      page.variance >= 0 && isSampledEvent(event));
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
   return page.profile.difference && page.sampled[event] && change > 0
      && change <= 2 * standardError(page, sure);
}
