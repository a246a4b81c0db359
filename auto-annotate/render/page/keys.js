// SPDX-License-Identifier: GPL-2.0-or-later
// keys.js: the keys, and the list of them.
//
// A view has a key that leads to it, and may have others, which work while it is in
// sight: {key, title, run(page)} in its `keys'.  Keys that are typed into a field, or
// that a view has handled itself (preventDefault), are none of these.

// The keys that work everywhere.
const PAGE_KEYS = [
   { key: "/", title: "Search everything", run: () => byId("search").focus() },
   { key: "e", title: "Choose the event", run: () => byId("event").focus() },
   { key: "1", title: "Go to an answer on the left (1 to 9)", run: page => goToAnswer(page, 0) },
   { key: "Escape", title: "Step back: from the search, the zoom, the chosen function",
     run: stepBack },
   { key: "?", title: "Show or hide this list", run: toggleHelp },
];

function goToAnswer(page, index)
{
   byId("verdict-lists").querySelectorAll("li")[index]?.querySelector("a")?.click();
}

// Undoes one choice.
function stepBack(page)
{
   const { query, chosen } = page.state, out = stepOutOfFrames(page.state);
   if (byId("help").open)
      byId("help").close();
   else if (query !== "")
      go(page, { query: "" });
   else if (out)
      go(page, out);
   else if (chosen !== null)
      go(page, { chosen: null });
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

// All keys that work now: {key, title, run}.
function allKeys(page)
{
   return [...page.views.filter(view => view.key).map(view =>
              ({ key: view.key, title: view.title, run: () => goToView(page, view) })),
           ...[...page.inSight].flatMap(view => view.keys ?? []), ...PAGE_KEYS];
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
   byId("help-keys").replaceChildren(...allKeys(page).flatMap(({ key, title }) =>
      [make("dt", {}, make("kbd", {}, keyName(key))), make("dd", {}, title)]));
   help.showModal();
}

function startKeys(page)
{
   document.addEventListener("keydown", event => onKey(page, event));
   byId("help-open").addEventListener("click", () => toggleHelp(page));
   byId("help-close").addEventListener("click", () => byId("help").close());
}
