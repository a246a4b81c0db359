// SPDX-License-Identifier: GPL-2.0-or-later
// events.js: what events mean, and which of them have a column at first.

// The events of Cachegrind; others have the text after the ":" of their
// definition, or their formula.
const EVENT_TITLES = {
   Ir: "instructions executed",
   I1mr: "instruction fetches that miss the first-level cache",
   ILmr: "instruction fetches that miss the last-level cache",
   Dr: "data reads", D1mr: "data reads that miss the first-level cache",
   DLmr: "data reads that miss the last-level cache",
   Dw: "data writes", D1mw: "data writes that miss the first-level cache",
   DLmw: "data writes that miss the last-level cache",
   Bc: "conditional branches executed", Bcm: "conditional branches mispredicted",
   Bct: "conditional branches taken",
   Bi: "indirect branches executed", Bim: "indirect branches mispredicted",
   Br: "returns executed", Brm: "returns mispredicted",
   I2mr: "instruction fetches that miss the second-level cache, too",
   D2mr: "data reads that miss the second-level cache, too",
   D2mw: "data writes that miss the second-level cache, too",
   Wb: "dirty lines written back to memory, at the line that evicts them",
   Wbo: "dirty lines written back to memory, at the line that made them dirty",
   ITm: "misses of the TLB of instructions", DTm: "misses of the TLB of data",
   STm: "misses of the second-level TLB: page walks",
   Pfi: "lines that were prefetched", Pfu: "prefetched lines that were used",
   Pfx: "prefetched lines that left the cache unused",
   Cyi: "cycles that the instructions take at least",
   Ls: "cycles more because one instruction waits for the result of another",
   Cyw: "cycles in which the core waits because many misses are in one set",
   D1mo: "read misses of D1 that the core waits for",
   D2mo: "read misses of L2 that the core waits for",
   DLmo: "read misses of LL that the core waits for",
   DTmo: "misses of the TLB of data that the core waits for",
   STmo: "page walks that the core waits for",
   Lsd: "cycles of Ls that wait for a division or root",
   Lsf: "cycles of Ls that wait for other operations of floating point",
   Lsm: "cycles of Ls that wait for a multiplication of integers",
   Lsl: "cycles of Ls that wait for a load that hits D1, by an index",
   Lsp: "cycles of Ls that wait for a load that hits D1, by a pointer",
   Lsa: "cycles of Ls that wait for an atomic operation",
   Lsc: "cycles of Ls in which calls and returns are fetched",
   Lf: "lines of D1 that were used first here and left since",
   Used: "bytes of these lines that were used before they left",
   Stn: "first uses of lines that are as far from each other as those before",
   Std: "the sum of these distances in bytes",
   Al: "calls of malloc and the like", Alb: "bytes that these ask for",
   Sys: "system calls", Sysb: "bytes that system calls read and write",
   D1ml: "reads that miss D1 or its TLB", D1mc: "of these, reads whose address comes from one",
   Wsf: "stores to a cache line that another thread uses at other bytes",
   Wst: "stores to bytes that another thread uses, too",
   D1cold: "D1 misses that are the first use of their memory",
   D1cap: "D1 misses because more memory is used than D1 holds",
   D1conf: "D1 misses because too many lines share a set",
   DLcold: "LL misses that are the first use of their memory",
   DLcap: "LL misses because more memory is used than LL holds",
   DLconf: "LL misses because too many lines share a set",
   D1m: "data misses of the first-level cache", LLm: "misses of the last-level cache",
   Bm: "branches mispredicted", Cycles: "estimated cycles",
};

// What an event is a part of: the rate of misses, say, is D1mr of 100 Dr.
const EVENT_WHOLES = {
   I1mr: ["Ir"], I2mr: ["Ir"], ILmr: ["Ir"],
   D1mr: ["Dr"], D2mr: ["Dr"], DLmr: ["Dr"], D1mw: ["Dw"], D2mw: ["Dw"], DLmw: ["Dw"],
   D1m: ["Dr", "Dw"], LLm: ["Ir", "Dr", "Dw"],
   Bcm: ["Bc"], Bct: ["Bc"], Bim: ["Bi"], Brm: ["Br"], Bm: ["Bc", "Bi"],
   ITm: ["Ir"], DTm: ["Dr", "Dw"], STm: ["Ir", "Dr", "Dw"],
   Pfu: ["Pfi"], Pfx: ["Pfi"],
   Lsd: ["Ls"], Lsf: ["Ls"], Lsm: ["Ls"], Lsl: ["Ls"], Lsp: ["Ls"],
   Lsa: ["Ls"], Lsc: ["Ls"],
   D1mc: ["D1ml"],
   Wsf: ["Dr", "Dw"], Wst: ["Dr", "Dw"],
};

// The events by which the misses of a cache are divided.
const CLASS_LEVELS = [
   { name: "D1 misses by class", events: ["D1cold", "D1cap", "D1conf"] },
   { name: "LL misses by class", events: ["DLcold", "DLcap", "DLconf"] },
];
const CLASS_NAMES = ["cold", "capacity", "conflict"];

// The events that a terminal shows, too, and how many cycles each of them costs: those that
// cost least leave first; without a number, none leaves.  Others are beside an event only
// if the profile has no more of them than columns.
const FEW = { Cycles: Infinity, Ir: Infinity, Cyv: 0, D1m: 10, LLm: 200, Bm: 15 };

// The groups of the choice of an event; others are in the last one.
const EVENT_GROUPS = [
   { title: "Instructions", events: /^(Ir|I\w+|ILm\w*)$/ },
   { title: "Data", events: /^(D[rw12]\w*|DL\w+|LLm|Wbo?)$/ },
   { title: "Use of cache lines", events: /^(Lf|Used|Stn|Std|Pf[iux])$/ },
   { title: "TLBs", events: /^[IDS]Tmo?$/ },
   { title: "Branches", events: /^B[a-z]+$/ },
   { title: "Waits of the core", events: /^(Cy\w+|Ls\w?)$/ },
   { title: "Threads, system calls, allocation", events: /^(Ws[ft]|Sysb?|Alb?)$/ },
   { title: "Others", events: /^/ },
];

// Events by their group: [{title, events}], without empty groups.
function groupedEvents(events)
{
   const groups = EVENT_GROUPS.map(({ title }) => ({ title, events: [] }));
   for (const event of events)
      groups[EVENT_GROUPS.findIndex(group => group.events.test(event.name))].events.push(event);
   return groups.filter(group => group.events.length > 0);
}

// Whether an event is only another name of a counted one: Cycles without misses.
function isOneEvent(event)
{
   return event.linear && event.formula && !event.formula.includes("+");
}

function eventTitle(event)
{
   const title = event.title
      ?? (Object.hasOwn(EVENT_TITLES, event.name) ? EVENT_TITLES[event.name] : null);
   const formula = event.formula ? `${event.name} = ${event.formula.trim()}` : null;
   return [title, formula].filter(text => text).join("; ");
}

// The text "16.2 % of Dr + Dw", or "" if the event is a part of nothing.
function rateText(events, index, counts)
{
   const name = events[index].name;
   const wholes = Object.hasOwn(EVENT_WHOLES, name) ? EVENT_WHOLES[name] : [];
   const columns = wholes.map(whole => events.findIndex(e => e.name === whole));
   if (columns.length === 0 || columns.some(i => i < 0))
      return "";
   const sum = columns.reduce((total, i) => addCounts(total, counts[i]), null);
   const rate = percentText(percentOf(counts[index], sum));
   return rate && `${rate} of ${wholes.join(" + ")}`;
}

// The caches whose misses have classes in this profile: {name, columns}, where
// `columns' are the indices of the three events.
function classLevels(events)
{
   return CLASS_LEVELS.map(level => ({
      name: level.name,
      columns: level.events.map(name => events.findIndex(e => e.name === name)),
   })).filter(level => level.columns.every(i => i >= 0));
}
