// SPDX-License-Identifier: GPL-2.0-or-later
// columns.js: the columns of counts that functions, calls and sources have.
//
//    Line  Cycles incl.   Cycles self      Ir     D1m      the text
//      60  31.0 % 9 120   2.1 %   620   4 400      12      return rules_.find(name);
//          chosen event                 others
//
// A column is {event, own}: an index, and whether it has only what a function or a line
// costs itself; undefined: as the reader wants it.  Or it is {classes: level}, for the
// misses of a cache, drawn by their class.  In a narrow table there are two columns, with
// short texts.

// At most so many events are beside the chosen one without being asked for.
const MOST_COLUMNS = 3;

// Tables that have fewer pixels are narrow.
const NARROW = 600;

// So many letters of names or of source are in sight: other columns leave before.
const LEAST_TEXT = 40;

// The indices of the events that are beside the chosen one unless others are asked for.
// Rates are there because the reader defined them.
function firstColumns(page)
{
   const { events, totals } = page.profile;
   const others = events.map((_, i) => i)
      .filter(i => i !== page.event && !isOneEvent(events[i]));
   const cycles = i => !events[i].linear ? Infinity
      : Object.hasOwn(FEW, events[i].name)
         ? FEW[events[i].name] * Math.abs(sizeOf(totals[i])) : NaN;
   const few = others.length <= MOST_COLUMNS ? others
      : others.filter(i => cycles(i) >= 0);
   const costly = [...few].sort((a, b) => (cycles(b) || 0) - (cycles(a) || 0) || a - b);
   return new Set(costly.slice(0, MOST_COLUMNS));
}

// The events beside the chosen one, and the caches whose classes have a column.
function askedColumns(page)
{
   const { classes } = page.profile;
   return page.asked ?? { events: firstColumns(page),
                          levels: new Set(classes.map(level => level.name)) };
}

// The columns of the chosen event: with and without what is called, if that differs.
function chosenColumns(page)
{
   return page.profile.hasInclusive
      ? [{ event: page.event, own: false }, { event: page.event, own: true }]
      : [{ event: page.event }];
}

// Those of them that some items need: one if each costs the same with what it calls.
function shownOfChosen(page, items)
{
   const isApart = items.some(({ own, inclusive }) =>
      own?.[page.event] !== inclusive?.[page.event]);
   return isApart ? chosenColumns(page) : [{ event: page.event }];
}

// The columns that are shown: the chosen event, without what is equal for all items;
// classes of misses, and the other events in their order.
function shownColumns(page, items, narrow)
{
   const { events, levels } = askedColumns(page);
   const others = page.profile.events.map((_, event) => ({ event }))
      .filter(({ event }) => event !== page.event && events.has(event));
   const chosen = shownOfChosen(page, items);
   const classes = page.profile.classes.filter(level => !narrow && levels.has(level.name))
      .map(level => ({ classes: level }));
   const most = narrow ? 2 : chosen.length + MOST_COLUMNS;
   return [...chosen, ...classes, ...others]
      .slice(0, page.asked ? undefined : most);
}

// The columns of a list that leave room for text beside them, unless the reader asked for
// more, each with its width: `letters'.  items: what has a row; others: how many letters
// other columns take.
function fittingColumns(page, list, items, others)
{
   let room = list.box.clientWidth / list.letter - others - LEAST_TEXT;
   const fits = ({ event, letters }) => {
      if (event !== page.event && letters > room && !page.asked && !list.narrow)
         return false;
      room -= letters;
      return true;
   };
   return shownColumns(page, items, list.narrow).map(column =>
      ({ ...column, letters: columnLetters(page, column, items, list.narrow) })).filter(fits);
}

function columnName(page, { event, own, classes }, narrow)
{
   const name = classes ? classes.name : page.profile.events[event].name;
   return own === undefined ? name
      : narrow ? own ? "self" : "incl" : `${name} ${own ? "self" : "incl."}`;
}

function columnTitle(page, { event, own, classes })
{
   if (classes)
      return "cold, capacity and conflict misses";
   const title = eventTitle(page.profile.events[event]);
   return own === undefined ? title
      : `${title}${title && "; "}${own ? "without" : "with"} what is called or inlined`;
}

// The counts of an item that has two kinds, as the reader wants them.
function countsOf(page, item)
{
   return page.inclusive ? item.inclusive : item.own;
}

// The counts that a column has of an item.
function columnCounts(page, column, item)
{
   return column.own === undefined ? countsOf(page, item)
      : column.own ? item.own : item.inclusive;
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

// The class of the heat of a count: its share of the program; what is within noise has
// none.
function heatOf(page, event, counts)
{
   const { events, whole, difference } = page.profile;
   if (isNoise(page, event, counts))
      return "noise";
   if (!events[event].linear || isVariance(events[event]))
      return "";
   const share = percentOf(counts[event], whole[event]) / 100;
   return difference ? changeClass(share) : heatClass(share);
}

// What a narrow cell has: the share of the chosen event, or a short count.
function narrowText(page, event, counts)
{
   const { events, whole } = page.profile;
   if (!events[event].linear || isVariance(events[event]) || counts[event] === null)
      return textOf(page, event, counts);
   if (event !== page.event)
      return compactText(counts[event]);
   const text = percentOf(counts[event], whole[event]).toFixed(1);
   return Number(text) === 0 ? "" : text;
}

// A cell with a count; that of the chosen event has its share.  `largest' is what the
// bars of classes are a share of.
function countCell(page, column, counts, { largest = 0, narrow = false } = {})
{
   if (!counts)
      return make("td", { class: "count" });
   if (column.classes)
      return classCell(page, column.classes, counts, largest);
   const { event } = column;
   const [text, share] = [textOf(page, event, counts), shareOf(page, event, counts)];
   return make("td", { class: `count ${heatOf(page, event, counts)}`,
                       title: [text, share, isNoise(page, event, counts) ? "within noise" : ""]
                          .filter(part => part).join(", ") },
      make("span", {}, narrow ? narrowText(page, event, counts) : text),
      event === page.event && !narrow ? make("small", {}, share.replace(/^<.*/, "")) : null);
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

// What bars are a share of: the largest size of a column of classes in some items, but at
// least this share of the program, so that a few misses have no long bar.
const LEAST_LONG = 0.01;
function largestOf(page, column, items)
{
   if (!column.classes)
      return 0;
   const size = counts => counts ? columnSize(page, column, counts) : 0;
   return items.reduce((most, item) => Math.max(most, size(countsOf(page, item))),
                       LEAST_LONG * size(page.profile.whole));
}

// The letters of the largest count of an event; counted once for each list of items.
const LETTERS = new WeakMap();
function countLetters(page, column, event, items)
{
   if (!LETTERS.has(items))
      LETTERS.set(items, new Map());
   const known = LETTERS.get(items);
   const key = `${event} ${column.own ?? page.inclusive}`;
   if (!known.has(key))
      known.set(key, largestLetters(page, column, event, items));
   return known.get(key);
}

function largestLetters(page, column, event, items)
{
   const longest = items.reduce((most, item) => {
      const count = columnCounts(page, column, item)?.[event] ?? null;
      return Math.abs(sizeOf(count)) > Math.abs(sizeOf(most)) ? count : most;
   }, null);
   return textOf(page, event, { [event]: longest }).length;
}

// How many letters wide a column with such items is.
const BAR_LETTERS = 6;
function columnLetters(page, column, items, narrow)
{
   const heading = columnName(page, column, narrow).length + 3;
   if (column.classes)
      return Math.max(heading, BAR_LETTERS + 12 + (!page.profile.difference ? 5
         : Math.max(...column.classes.columns.map(event =>
              countLetters(page, column, event, items)))));
   return narrow ? 5.2 : Math.max(heading, countLetters(page, column, column.event, items)
                                           + (column.event === page.event ? 11 : 2));
}
