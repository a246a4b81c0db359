// SPDX-License-Identifier: GPL-2.0-or-later
// choices.js: the choices that all views share: the tab that is open, the event, and the
// columns of tables.

// The tabs: the arrow keys go from one to the next.
function startTabs(page)
{
   byId("tabs").replaceChildren(...page.tabs.map(view =>
      make("button", { type: "button", role: "tab", id: `tab-${view.id}`,
                       "aria-controls": view.id, title: view.key ? `Key: ${view.key}` : null,
                       click: () => go(page, { view: view.id }) }, view.title)));
   byId("tabs").addEventListener("keydown", event => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      const at = page.tabs.findIndex(view => view.id === page.state.view);
      if (!step || !page.tabs[at + step])
         return;
      openTab(page, page.tabs[at + step]);
      event.preventDefault();
   });
}

// Opens a tab and gives it the focus.
function openTab(page, view)
{
   go(page, { view: view.id });
   byId(`tab-${view.id}`).focus();
}

function showTabs(page)
{
   for (const view of page.tabs) {
      const chosen = view.id === page.state.view;
      byId(`tab-${view.id}`).setAttribute("aria-selected", chosen);
      byId(`tab-${view.id}`).tabIndex = chosen ? 0 : -1;
   }
}

// The events that add up: those that people look at first, then all others in groups.
function startEvent(page)
{
   const linear = page.profile.events.filter(event => event.linear && !isVariance(event));
   const few = linear.filter(event => Object.hasOwn(FEW, event.name));
   const option = event =>
      make("option", { value: event.name, title: visible(eventTitle(event)) },
           visible([event.name, eventTitle({ ...event, formula: null })]
                      .filter(text => text).join(": ")));
   const rest = linear.filter(event => !few.includes(event));
   byId("event").replaceChildren(...few.map(option), ...few.length === 0 ? rest.map(option)
      : groupedEvents(rest).map(({ title, events }) =>
           make("optgroup", { label: title }, ...events.map(option))));
   byId("event").addEventListener("change", event => go(page, { event: event.target.value }));
}

// Puts the choice of columns into an element, once for each table: a box for each event
// and for each cache with classes.  `fill' fills the table.
function addColumnChoice(page, element, fill)
{
   page.columnChoices ??= [];
   page.columnChoices.push({ element, fill });
   showColumnChoice(page, element);
}

function showColumnChoice(page, element)
{
   const { events, levels } = askedColumns(page);
   const box = (text, title, set, value) => make("label", { title },
      make("input", { type: "checkbox", checked: set.has(value), change: event => {
         event.target.checked ? set.add(value) : set.delete(value);
         page.asked = { events, levels };
         changeColumns(page, element);
      } }), text);
   element.replaceChildren(make("summary", {}, "Columns"),
      make("fieldset", {}, make("legend", { class: "spoken" }, "Events with a column"),
         ...page.profile.events.map((event, i) =>
            box(visible(event.name), visible(eventTitle(event)), events, i)),
         ...page.profile.classes.map(level =>
            box(level.name, "cold, capacity and conflict", levels, level.name))));
}

// Fills all tables after a choice in one of them.
function changeColumns(page, chosen)
{
   for (const { element, fill } of page.columnChoices) {
      if (element !== chosen)
         showColumnChoice(page, element);
      fill();
   }
}

addView({ id: "choices", title: "Choices", tab: false,
          start(page) {
             startTabs(page);
             startEvent(page);
          },
          draw(page) {
             showTabs(page);
             byId("event").value = page.state.event;
          } });
