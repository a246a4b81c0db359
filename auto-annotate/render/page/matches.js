// SPDX-License-Identifier: GPL-2.0-or-later
// matches.js: finds in this page what a link names, which may be of another build, or of the
// same sources in another directory; and says what is not found.
//
//    f=parse@/home/a/prog.c  ->  parse in prog.c, if there is only one such function

function onlyOne(list)
{
   return list.length === 1 ? list[0] : null;
}

// The function {name, file} that a link means by these, where `file' may be null; or null.
function functionLike(page, { name: text, file })
{
   const same = [...page.profile.named.get(text)?.values() ?? []].flat();
   const found = functionIn(page, text, file) ?? onlyOne(same)
      ?? onlyOne(same.filter(f => file !== null && baseName(f.file) === baseName(file)));
   return found && { name: found.name, file: found.file };
}

// The place {file, line} that a link means by this one; the same if there is none.
function placeLike(page, { file, line })
{
   const { source, sources } = page.profile;
   const like = source.has(file) ? null
      : onlyOne(sources.filter(other => baseName(other.name) === baseName(file)));
   return { file: like ? like.name : file, line };
}

function hiddenLike(page, hidden)
{
   return hidden.map(f => functionLike(page, f)).filter(f => f);
}

// Leaves out members that do not fit this page.
function fittingMembers(page, members)
{
   const { view, event, chosen, only, hidden, source, inclusive } = members, fits = { ...members };
   const known = {
      view: page.tabs.some(({ id }) => id === view) ? view : undefined,
      event: page.profile.events.some(e => e.linear && e.name === event) ? event : undefined,
      chosen: chosen && (functionLike(page, chosen) ?? undefined),
      only: only && (functionLike(page, only) ?? undefined),
      hidden: hidden && (orNull(hiddenLike(page, hidden)) ?? undefined),
      source: source && placeLike(page, source),
      inclusive: typeof inclusive === "boolean" ? inclusive : undefined,
   };
   for (const [member, value] of Object.entries(known))
      if (value === undefined)
         delete fits[member];
      else
         fits[member] = value;
   return fits;
}

// What of a link is not in this page, or could be several things there, as texts.
function lostParts(page, members)
{
   const fits = fittingMembers(page, members), { hidden } = members;
   const named = [["view", members.view], ["event", members.event],
                  ["chosen", members.chosen?.name], ["only", members.only?.name]];
   return [...named.filter(([member, text]) => text && fits[member] === undefined)
              .map(([, text]) => text),
           ...(hidden ?? []).filter(f => !functionLike(page, f)).map(f => f.name)];
}

// Says it; until the next choice.
function showLost(page, members)
{
   const lost = members ? lostParts(page, members) : [];
   byId("lost").hidden = lost.length === 0;
   byId("lost").replaceChildren(...lost.length === 0 ? [] : [
      "The link names what this page does not have, or has more than once: ",
      ...lost.flatMap((text, i) => [i > 0 ? ", " : "", name(cutMiddle(text, LONGEST_NAME))])]);
}
