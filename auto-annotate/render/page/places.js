// SPDX-License-Identifier: GPL-2.0-or-later
// places.js: where in the sources to lead a reader: to a line that a link names, to the
// one that costs most in a source or a function, and from a line to its function.

// The source to begin with: that of the first place of the verdict, or the first one.
// One that has text is better than one that has none; null if those that there are have
// none, and are of libraries only.
function firstSource({ verdict, source: named, sources })
{
   const hasText = source => source.lines.some(line => line.text !== null);
   const isOwn = source => source.lines.some(line =>
      line.parts.some(({ function: f }) => f === null || isOwnCode(f)));
   const inVerdict = (verdict?.places ?? [])
      .map(({ file }) => named.get(file)).filter(source => source);
   const all = [...inVerdict, ...sources];
   return all.find(hasText) ?? all.find(isOwn) ?? null;
}

// The source that an address names: by its whole name, or by the end of it if no
// other source ends so.
function sourceNamed(page, file)
{
   const { source, sources } = page.profile;
   const ending = sources.filter(({ name: other }) => other.endsWith(`/${file}`));
   return source.get(file) ?? (ending.length === 1 ? ending[0] : null);
}

// The index of a line or, if the page does not have it, of the one before.
function lineIndex(source, number)
{
   return source.lines.findLastIndex(line => hasAddress(line) && line.number <= number);
}

// The function that has most at a line or, if none is there, at the one before; before
// the first one, at the next.
function functionAt(page, source, index)
{
   const cost = part => Math.abs(sizeOf(part.counts[page.event]));
   const isKnown = line => line.parts.some(part => part.function);
   const line = source.lines[source.lines.findLastIndex((other, i) => i <= index
      && isKnown(other))] ?? source.lines.find(isKnown);
   return line ? line.parts.filter(part => part.function)
      .reduce((most, part) => cost(part) > cost(most) ? part : most).function : null;
}

// The function at the line that the state names; null if there is none.
function functionInSight(page)
{
   const place = page.state.source;
   const source = place && sourceNamed(page, place.file);
   const index = source ? lineIndex(source, place.line) : -1;
   return index < 0 ? null : functionAt(page, source, index);
}

function hottestLine(page, source)
{
   const cost = line => Math.abs(sizeOf(countsOf(page, line)?.[page.event] ?? null));
   const lines = source.lines.filter(line => countsOf(page, line) && hasAddress(line));
   return lines.length === 0 ? null
      : lines.reduce((most, line) => cost(line) > cost(most) ? line : most);
}

// The line of a function that costs most, with what it calls or without; null if the page
// has none of its lines.
function hottestLineOf(page, f)
{
   const cost = ({ line, counts }) => {
      const called = page.inclusive && line.calls.length > 0 ? line.inclusive : counts;
      return Math.abs(sizeOf(called[page.event]));
   };
   const items = f.lines.filter(item => hasAddress(item.line));
   return items.length === 0 ? null
      : items.reduce((most, item) => cost(item) > cost(most) ? item : most).line;
}

// A link to that line or, in a profile with calls, to the function; null if the page
// does not show it.
function functionLink(page, f, text)
{
   return page.profile.hasCalls || hottestLineOf(page, f)
      ? make("a", { href: functionHash(f) }, text) : null;
}
