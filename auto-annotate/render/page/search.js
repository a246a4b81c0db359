// SPDX-License-Identifier: GPL-2.0-or-later
// search.js: what is searched for.

function startSearch(page)
{
   byId("search").addEventListener("input", event =>
      go(page, { query: event.target.value }, { replace: true }));
}
