// SPDX-License-Identifier: GPL-2.0-or-later
// choices.js: the choices that all views share: the tab that is open, and the event.

// The tabs: the arrow keys go from one to the next.
function startTabs(page)
{
   byId("tabs").replaceChildren(...page.tabs.map(view =>
      make("button", { type: "button", role: "tab", id: `tab-${view.id}`,
                       "aria-controls": view.id, title: `Key: ${view.key}`,
                       click: () => go(page, { view: view.id }) }, view.title)));
   byId("tabs").addEventListener("keydown", event => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      const at = page.tabs.findIndex(view => view.id === page.state.view);
      if (!step || !page.tabs[at + step])
         return;
      go(page, { view: page.tabs[at + step].id });
      byId(`tab-${page.state.view}`).focus();
      event.preventDefault();
   });
}

function showTabs(page)
{
   for (const view of page.tabs) {
      const chosen = view.id === page.state.view;
      byId(`tab-${view.id}`).setAttribute("aria-selected", chosen);
      byId(`tab-${view.id}`).tabIndex = chosen ? 0 : -1;
   }
}

function startEvent(page)
{
   const { events } = page.profile;
   byId("event").replaceChildren(...events.filter(event => event.linear).map(event =>
      make("option", { value: event.name, title: visible(eventTitle(event)) },
           visible([event.name, eventTitle(event)].filter(text => text).join(": ")))));
   byId("event").addEventListener("change", event => go(page, { event: event.target.value }));
}

addView({ id: "choices", title: "Choices", key: "e", tab: false,
          draw(page) {
             showTabs(page);
             byId("event").value = page.state.event;
          } });
