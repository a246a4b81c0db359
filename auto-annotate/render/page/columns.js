// SPDX-License-Identifier: GPL-2.0-or-later
// columns.js: the columns of counts that the functions and the sources have.
//
// A column is {event: index}, or {classes: level} for the misses of a cache, drawn
// by their class.

// The columns that are shown: the chosen event, the classes of misses, and the other
// events in their order.
function shownColumns(page)
{
   const columns = page.profile.events.map((_, event) => ({ event }))
      .filter(({ event }) => event === page.event || page.columns.has(event));
   const levels = page.profile.classes.filter(level => page.levels.has(level.name));
   const isChosen = column => column.event === page.event;
   return [...columns.filter(isChosen), ...levels.map(level => ({ classes: level })),
           ...columns.filter(column => !isChosen(column))];
}

// The cells of a row: the column of the chosen event is before the name or the
// text, because that is what one looks at; the others are after it.
function cellsAround(text, cells)
{
   return [cells[0], text, ...cells.slice(1)];
}

function columnName(page, column)
{
   return column.classes ? column.classes.name : page.profile.events[column.event].name;
}

function columnTitle(page, column)
{
   return column.classes ? "cold, capacity and conflict misses"
                         : eventTitle(page.profile.events[column.event]);
}

// The counts of an item that has two kinds, as the user wants them.
function countsOf(page, item)
{
   return page.inclusive ? item.inclusive : item.own;
}

// How much a column counts for sorting: in a difference what changed most, more or
// less.
function columnSize(page, column, counts)
{
   if (column.classes)
      return classSizes(column.classes, counts).reduce((a, b) => a + b, 0);
   return page.profile.difference ? withoutSign(counts[column.event])
                                  : counts[column.event];
}

function classSizes(level, counts)
{
   return level.columns.map(i => Math.abs(sizeOf(counts[i])));
}

// The text of a count: of a difference, with its sign.
function textOf(page, event, counts)
{
   const { events, difference } = page.profile;
   return (difference ? changeText : countText)(counts[event], events[event]);
}

// The share of a count, as a text; only events that add up have one.
function shareOf(page, event, counts)
{
   const { events, whole, difference } = page.profile;
   return !events[event].linear || isVariance(events[event]) ? ""
      : (difference ? changePercentText : percentText)(percentOf(counts[event],
                                                                 whole[event]));
}

// A cell with a count and its share.  `largest' is what the heat is a share of;
// 0: the cell has none.
function countCell(page, column, counts, largest)
{
   if (!counts)
      return make("td", { class: "count" });
   if (column.classes)
      return classCell(page, column.classes, counts, largest);
   const share = largest > 0 ? sizeOf(counts[column.event]) / largest : 0;
   const heat = page.profile.difference ? changeClass(share) : heatClass(share);
   return make("td", { class: `count ${heat}` },
      make("span", {}, textOf(page, column.event, counts)),
      make("small", {}, shareOf(page, column.event, counts)));
}

// The class of a part of a bar: the class of misses, or whether there are more.
function partClass(page, count, i)
{
   return !page.profile.difference ? `class-${CLASS_NAMES[i]}`
      : sizeOf(count) < 0 ? "class-less" : "class-more";
}

// A cell with a bar that is divided by the class of the misses.  Its length is the
// share of the largest.
function classCell(page, level, counts, largest)
{
   const sizes = classSizes(level, counts);
   const sum = sizes.reduce((a, b) => a + b, 0);
   if (sum === 0)
      return make("td", { class: "classes" });
   const most = sizes.indexOf(Math.max(...sizes));
   const title = sizes.map((_, i) =>
      `${textOf(page, level.columns[i], counts)} ${CLASS_NAMES[i]}`).join(", ");
   return make("td", { class: "classes", title },
      make("span", { class: "bar", "aria-hidden": "true" }, ...sizes.map((size, i) => {
         const part = make("span", {
            class: partClass(page, counts[level.columns[i]], i) });
         part.style.width = `${100 * size / Math.max(largest, sum)}%`;
         return part;
      })),
      make("small", {}, (page.profile.difference
            ? textOf(page, level.columns[most], counts)
            : `${Math.round(100 * sizes[most] / sum)} %`) + ` ${CLASS_NAMES[most]}`),
      make("span", { class: "spoken" }, title));
}

// The end of the scale of heat and bars: the largest size of a column in some rows,
// but at least this share of the program, so that a few misses are not hot.
const LEAST_HOT = 0.01;
function largestOf(page, column, rows)
{
   const size = counts => Math.abs(sizeOf(columnSize(page, column, counts)));
   const addsUp = column.classes || page.profile.events[column.event].linear;
   return rows.reduce((most, counts) => counts ? Math.max(most, size(counts)) : most,
                      addsUp ? LEAST_HOT * size(page.profile.whole) : 0);
}

// The choice of columns: a box for each event and for each cache with classes.
function showColumnChoices(page, changed)
{
   const box = (text, title, set, value) => make("label", { title },
      make("input", { type: "checkbox", checked: set.has(value), change: event => {
         event.target.checked ? set.add(value) : set.delete(value);
         changed();
      } }), text);
   byId("column-choices").replaceChildren(
      ...page.profile.events.map((event, i) =>
         box(visible(event.name), visible(eventTitle(event)), page.columns, i)),
      ...page.profile.classes.map(level =>
         box(level.name, "cold, capacity and conflict", page.levels, level.name)));
}
