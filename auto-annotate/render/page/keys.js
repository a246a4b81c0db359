// SPDX-License-Identifier: GPL-2.0-or-later
// keys.js: the keys, and the help that lists them.
//
// A view has a key that leads to it, and may have others, which work while it is in
// sight: {key, title, run(page)} in its `keys'.  Keys that are typed into a field, or
// that a view has handled itself (preventDefault), are none of these.

// The keys that work everywhere.
const PAGE_KEYS = [
   { key: "/", title: "Search everything", run: () => byId("search").focus() },
   { key: "e", title: "Choose the event", run: () => byId("event").focus() },
   { key: "1", title: "Go to an answer on the left (1 to 9)", run: page => goToAnswer(page, 0) },
   { key: "0", title: "Show the whole program: end the search, the zoom and what hides",
     run: showWholeProgram },
   { key: "Escape", title: "Undo one step: a search, a zoom, a choice, what is hidden",
     run: stepBack },
   { key: "?", title: "Show or hide this help", run: toggleHelp },
];

// What the list has besides: keys of graphs and of the browser.
const BROWSER_KEYS = [
   { key: "↑ ↓ ← →", title: "In the graph: to the frame above, below, beside; Enter zooms in" },
   { key: "Back", title: "Undo any choice; Forward makes it again" },
];

// An answer without a line has no link: it gets the focus.
function goToAnswer(page, index)
{
   const answer = byId("verdict-lists").querySelectorAll("li")[index];
   const link = answer?.querySelector("a");
   if (link)
      link.click();
   else if (answer) {
      answer.tabIndex = -1;
      answer.focus();
   }
}

function stepBack(page)
{
   if (byId("help").open)
      byId("help").close();
   else
      undoStep(page);
}

// Leads to a view: opens its tab, and gives the focus to what keys work on.
function goToView(page, view)
{
   if (view.tab)
      go(page, { view: view.id });
   const section = byId(view.id);
   (section.querySelector("[tabindex='0']") ?? section.querySelector("a, button, select")
    ?? byId(`tab-${view.id}`) ?? section).focus();
   section.scrollIntoView({ block: "nearest" });
}

// All keys that work now: {key, title, run}.  What is in sight has its keys before others.
function allKeys(page)
{
   const views = page.views.filter(view => view.key).map(view =>
      ({ key: view.key, title: view.title, run: () => goToView(page, view) }));
   const inSight = [...page.inSight].flatMap(view => view.keys ?? []);
   const free = ({ key }) => !inSight.some(other => other.key === key);
   return [...views.filter(free), ...inSight, ...PAGE_KEYS];
}

function onKey(page, event)
{
   const typing = event.target.closest?.("input, select, textarea");
   if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || typing)
      return;
   const digit = /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : -1;
   const found = allKeys(page).find(({ key }) => key === event.key);
   if (digit >= 0)
      goToAnswer(page, digit);
   else if (found)
      found.run(page);
   else
      return;
   event.preventDefault();
}

// The name of a key for people.
function keyName(key)
{
   return key === "Escape" ? "Esc" : key;
}

function toggleHelp(page)
{
   const help = byId("help");
   if (help.open)
      return help.close();
   const keys = [...allKeys(page), ...BROWSER_KEYS];
   byId("help-keys").replaceChildren(...keys.flatMap(({ key, title }) =>
      [make("dt", {}, make("kbd", {}, keyName(key))), make("dd", {}, title)]));
   help.showModal();
}

function startKeys(page)
{
   document.addEventListener("keydown", event => onKey(page, event));
   byId("help-open").addEventListener("click", () => toggleHelp(page));
   byId("help-close").addEventListener("click", () => byId("help").close());
}
