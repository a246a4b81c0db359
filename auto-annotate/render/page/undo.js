// SPDX-License-Identifier: GPL-2.0-or-later
// undo.js: Escape undoes one step as it was made, the last one first; "0" shows the whole
// program again.
//
//    search "mem"  ->  zoom to parse, which chooses it  ->  hide next
//                  <-  Escape                           <-  Escape
//
// After a link from elsewhere nothing was made: Escape ends the search, shows what is hidden,
// one by one, and ends the focus, the zoom and the choice of a function.  Back and Forward
// undo and redo everything, also tabs and lines.

// What a step changes; going through tabs and lines is none.
const STEP_MEMBERS = ["zoom", "only", "hidden", "chosen", "query"];

// Some members of a state.
function membersOf(state, members)
{
   return Object.fromEntries(members.map(member => [member, state[member]]));
}

// Notes a change of the state as a step {before, after}, the members that it has changed.  The
// end of a search is none, and what is typed is one in all.
function noteStep(page, before)
{
   const { state, steps } = page, last = steps.at(-1);
   const made = STEP_MEMBERS.filter(member => !sameMember(before[member], state[member]));
   if (made.length === 0 || sameMember(made, ["query"]) && state.query === "")
      return;
   const step = { before: membersOf(before, made), after: membersOf(state, made) };
   if (page.inSteps && last && sameMember(last.after, { query: before.query }))
      return last.after = step.after;
   if (made.includes("chosen") || !sameMember(before.source, state.source))
      step.before.source = before.source;
   steps.push(step);
}

// The next of all that a link may have chosen, without it; null if there is nothing.
function withoutLast({ query, hidden, only, zoom, chosen })
{
   return query !== "" ? { query: "" } : hidden ? { hidden: orNull(hidden.slice(0, -1)) }
      : only ? { only: null } : zoom ? { zoom: null } : chosen ? { chosen: null } : null;
}

function orNull(list)
{
   return list.length > 0 ? list : null;
}

// Undoes one step.  One is left out if it is not what was made last: Back has undone it, or
// a link has changed all.
function undoStep(page)
{
   const isLast = ({ after }) => sameMember(after, membersOf(page.state, Object.keys(after)));
   let step = page.steps.pop();
   while (step && !isLast(step))
      step = page.steps.pop();
   const change = step ? step.before : withoutLast(page.state);
   if (change)
      go(page, change, { noted: false });
}

function showWholeProgram(page)
{
   go(page, { zoom: null, only: null, hidden: null, query: "" });
}
