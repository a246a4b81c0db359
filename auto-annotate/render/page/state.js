// SPDX-License-Identifier: GPL-2.0-or-later
// state.js: what the reader has chosen, the link that says it, and the views that draw
// it.
//
//      click, key --> go() --> page.state --> draw() of each view in sight
//                               |     ^
//                               v     |
//                              location.hash <-- Back, Forward, links from elsewhere
//
// The link has names, not indices, so that it survives a new page of the same program:
//
//    #v=flame&e=Cycles&z=main;Build&h=NAME@FILE;NAME@FILE&o=NAME@FILE&f=NAME@FILE
//     &s=FILE:LINE&q=TEXT&i=0
//
// Each part is there only if it is not what the page opens with; an empty one is null.
// Without a line, a link to a function shows its hottest one.  Links of older pages,
// #FILE:LINE, are read as well.  A part that does not fit this page is said, and ignored;
// matches.js says what fits.  undo.js says what Escape does.

// The views, in their order:
//    {id, title, key?, keys?, tab, available(page)?, start(page, element)?,
//     draw(page, changed)}
// A tab is in sight if it is the view of the state, others always are.
const VIEWS = [];

function addView(view)
{
   VIEWS.push(view);
}

const STATE_MEMBERS = ["view", "event", "zoom", "chosen", "source", "query", "inclusive",
                       "hidden", "only"];

/*------------------------------------------------------------*/
/*--- The link                                             ---*/
/*------------------------------------------------------------*/

function encodePath(path)
{
   return encodeURIComponent(path.toWellFormed?.() ?? path).replaceAll("%2F", "/");
}

function encodeNames(names)
{
   return names.map(encodePath).join(";");
}

function decodeNames(text)
{
   return text.split(";").map(decodeURIComponent);
}

function encodeFunction({ name, file })
{
   return `${encodePath(name)}@${encodePath(file)}`;
}

// A function {name, file} of a link; without a file, that is null.
function decodeFunction(text)
{
   const [name, file] = text.split("@").map(decodeURIComponent);
   return { name, file: file ?? null };
}

// How the members of the state are written, and read; null if a text is none.
const LINK_PARTS = {
   v: { member: "view", write: encodePath, read: decodeURIComponent },
   e: { member: "event", write: encodePath, read: decodeURIComponent },
   z: { member: "zoom", write: encodeNames, read: decodeNames },
   h: { member: "hidden", write: all => all.map(encodeFunction).join(";"),
        read: text => text.split(";").map(decodeFunction) },
   o: { member: "only", write: encodeFunction, read: decodeFunction },
   f: { member: "chosen", write: encodeFunction, read: decodeFunction },
   s: { member: "source", write: ({ file, line }) => `${encodePath(file)}:${line}`,
        read: readPlace },
   q: { member: "query", write: encodePath, read: decodeURIComponent },
   i: { member: "inclusive", write: inclusive => inclusive ? "1" : "0",
        read: text => text === "1" },
};

// "FILE:LINE" of a link, or null.
function readPlace(text)
{
   const match = /^(.*):(\d+)$/.exec(text);
   return match && { file: decodeURIComponent(match[1]), line: Number(match[2]) };
}

function sameMember(a, b)
{
   return JSON.stringify(a) === JSON.stringify(b);
}

// The address of a line in this page, and of a function.
function lineHash(file, line)
{
   return `#s=${LINK_PARTS.s.write({ file, line })}`;
}

function functionHash(f)
{
   return `#f=${LINK_PARTS.f.write(f)}`;
}

// The parts of a link as members of a state; null if it is a link to something else.
// What cannot be read is left out.
function readLink(hash)
{
   const members = {};
   const old = /^#[vezhofsqi]=/.test(hash) ? null : /^#(.*:\d+)$/.exec(hash);
   const parts = old ? [["s", old[1]]] : hash.slice(1).split("&").map(part =>
      [part.slice(0, 1), part.slice(1, 2) === "=" ? part.slice(2) : null]);
   for (const [key, text] of parts)
      try {
         if (text !== null && Object.hasOwn(LINK_PARTS, key))
            members[LINK_PARTS[key].member] = text !== "" ? LINK_PARTS[key].read(text)
               : key === "q" ? "" : null;
      } catch {
         // "%" without two digits: no part of a link of this page.
      }
   return Object.keys(members).length > 0 ? members : null;
}

// The link of a state.  It has a part in any case, because an empty one would scroll the
// page to its top.
function writeLink(page)
{
   const { state, opening } = page;
   const usual = { ...impliedSource(page, { ...opening, chosen: state.chosen }),
                   chosen: opening.chosen };
   const parts = Object.entries(LINK_PARTS)
      .filter(([, { member }]) => !sameMember(state[member], usual[member]))
      .map(([key, { member, write }]) =>
         `${key}=${state[member] === null ? "" : write(state[member])}`);
   return `#${parts.join("&") || `v=${encodePath(state.view)}`}`;
}

/*------------------------------------------------------------*/
/*--- The state                                            ---*/
/*------------------------------------------------------------*/

function functionNamed(page, chosen)
{
   return chosen ? functionIn(page, chosen.name, chosen.file) : null;
}

// A state in which the source shows the chosen function; the same if it has no line.
function impliedSource(page, state)
{
   const f = functionNamed(page, state.chosen);
   const line = f && hottestLineOf(page, f);
   return line ? { ...state, source: { file: line.source.name, line: line.number } } : state;
}

// The state that members make of another one.
function mergedState(page, state, members)
{
   const fits = fittingMembers(page, members);
   const merged = { ...state, ...fits };
   return fits.chosen && fits.source === undefined ? impliedSource(page, merged) : merged;
}

// Sets the state, and what follows from it.  Returns the members that have changed.
function setState(page, state)
{
   const changed = new Set(STATE_MEMBERS.filter(member =>
      !sameMember(state[member], page.state[member])));
   page.state = state;
   page.event = Math.max(0, page.profile.events.findIndex(e => e.name === state.event));
   page.chosen = functionNamed(page, state.chosen);
   page.inclusive = state.inclusive;
   return changed;
}

// Changes the state: `change' has the members that change.  `replace' is for what comes
// in small steps, such as typing: Back leads to before the first of them.  Escape undoes what
// is noted.
function go(page, change, { replace = false, noted = true } = {})
{
   const before = page.state;
   const changed = setState(page, mergedState(page, before, change));
   if (noted)
      noteStep(page, before);
   showLost(page, null);
   drawViews(page, changed);
   const link = writeLink(page);
   if (sameMember(before, page.state) || link === location.hash)
      return;
   page.link = link;
   if (replace && page.inSteps)
      location.replace(link);
   else
      location.hash = link;
   page.inSteps = replace;
}

// Shows a function: its calls, and its hottest line.
function chooseFunction(page, f, more = {})
{
   go(page, { chosen: { name: f.name, file: f.file }, ...more });
}

// Follows the address after Back, or when the reader has changed it.
function followAddress(page)
{
   if (location.hash === page.link)
      return;
   page.link = location.hash;
   page.inSteps = false;
   const members = location.hash.length > 1 ? readLink(location.hash) : {};
   if (!members)
      return;
   drawViews(page, setState(page, mergedState(page, page.opening, members)));
   showLost(page, members);
}

// Links within the page change what they name, and leave the rest as it is.
function followLink(page, event)
{
   const link = event.target.closest?.("a[href^='#']");
   const members = link && readLink(link.getAttribute("href"));
   if (!members || event.ctrlKey || event.metaKey || event.shiftKey)
      return;
   event.preventDefault();
   // The reader may have scrolled away from where the link points already.
   if (sameMember(mergedState(page, page.state, members), page.state))
      drawViews(page, new Set(STATE_MEMBERS.filter(member => Object.hasOwn(members, member))));
   else
      go(page, members);
}

/*------------------------------------------------------------*/
/*--- Drawing                                              ---*/
/*------------------------------------------------------------*/

// Draws the views in sight.  One that was hidden draws all.
function drawViews(page, changed)
{
   if (changed.size === 0)
      return;
   for (const view of page.views) {
      const shown = !view.tab || view.id === page.state.view;
      const appears = shown && !page.inSight.has(view);
      if (view.tab)
         byId(view.id).hidden = !shown;
      if (shown) {
         page.inSight.add(view);
         view.draw(page, appears ? new Set(STATE_MEMBERS) : changed);
      } else
         page.inSight.delete(view);
   }
}

// Finds the views that this page has.
function chooseViews(page)
{
   page.views = VIEWS.filter(view => view.available?.(page) ?? true);
   page.tabs = page.views.filter(view => view.tab);
   page.inSight = new Set();
   for (const view of VIEWS)
      if (byId(view.id))
         byId(view.id).hidden = !page.views.includes(view);
}

// Starts them, each with its section.
function startViews(page)
{
   for (const view of page.views) {
      if (!byId(view.id))
         byId("panels").append(make("section", { id: view.id }));
      if (view.tab) {
         byId(view.id).setAttribute("role", "tabpanel");
         byId(view.id).setAttribute("aria-labelledby", `tab-${view.id}`);
      }
   }
   for (const view of page.views)
      view.start?.(page, byId(view.id));
}
