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

// Notes a change of the state as a step.  The end of a search is none, and what is typed is
// one in all.
function noteStep(page, before)
{
   const { state } = page;
   const made = STEP_MEMBERS.filter(member => !sameMember(before[member], state[member]));
   const typed = sameMember(made, ["query"]) && (state.query === "" || page.inSteps);
   if (made.length === 0 || typed)
      return;
   if (made.includes("chosen") || !sameMember(before.source, state.source))
      made.push("source");
   page.steps.push(Object.fromEntries(made.map(member => [member, before[member]])));
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

// Undoes one step.  What Back has undone already is none.
function undoStep(page)
{
   const isUndone = step => STEP_MEMBERS.every(member =>
      !Object.hasOwn(step, member) || sameMember(step[member], page.state[member]));
   let step = page.steps.pop();
   while (step && isUndone(step))
      step = page.steps.pop();
   const change = step ?? withoutLast(page.state);
   if (change)
      go(page, change, { noted: false });
}

function showWholeProgram(page)
{
   go(page, { zoom: null, only: null, hidden: null, query: "" });
}
