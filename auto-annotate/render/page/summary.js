// SPDX-License-Identifier: GPL-2.0-or-later
// summary.js: what comes first: the program, and one line of totals in words.
//
//    ninja -n
//    160 M instructions, about 0.028 s on AMD Zen 5 at 2.6 GHz, 12 % of cycles waiting
//    for memory

// Events that cost time because memory is slow.
const MEMORY_EVENT = /^(?:I1|I2|IL|D1|D2|DL|L1|L2|LL|IT|DT|ST)m[rwo]?$|^Cyw$/;

// Those that cost time because another thread uses the line.
const SHARING_EVENT = /^Ws[ft]$/;

// The command without the directory of its program.
function commandText({ command })
{
   return command.replace(/^\S*\/(?=\S)/, "");
}

// "160 M": a count in three digits.
function roundedText(count)
{
   const size = Math.abs(sizeOf(count));
   const [unit, sign] = size >= 999.5e9 ? [1e12, " T"] : size >= 999.5e6 ? [1e9, " G"]
      : size >= 999.5e3 ? [1e6, " M"] : size >= 1e4 ? [1e3, " k"] : [1, ""];
   const value = size / unit;
   return (unit === 1 ? groupDigits(String(Math.round(value)))
                      : value.toFixed(value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2)) + sign;
}

// "3.1": a percentage in two digits, or more if it is large.
function roundedPercent(percent)
{
   const size = Math.abs(percent);
   return size >= 9.95 ? size.toFixed(0) : size.toFixed(1);
}

// The index of an event, or -1.
function eventNamed(page, name)
{
   return page.profile.events.findIndex(event => event.name === name);
}

// A line of the description: "Machine" is "AMD Zen 5 (native)".
function described(page, title)
{
   for (const line of page.profile.description) {
      const [, what, text] = /^([^:]*):\s*(.*)$/.exec(line) ?? [];
      if (what?.replace(/\s+/g, " ") === title)
         return text;
   }
   return null;
}

// The terms of a sum of events: "3 A + B" is [[3, "A"], [1, "B"]]; null if it is another
// formula.
function formulaTerms(formula)
{
   const terms = formula.replace(/^.*=/, "").split("+").map(term =>
      /^\s*(?:([\d.]+)\s*\*?\s*)?([A-Za-z_]\w*)\s*$/.exec(term));
   return terms.every(term => term) ? terms.map(([, n, name]) => [Number(n ?? 1), name])
                                    : null;
}

// The share of the cycles that such events cost; null if it is not known.
function shareOfEvents(page, totals, kind)
{
   const { verdict, events } = page.profile;
   const cycles = events[eventNamed(page, "Cycles")];
   const terms = formulaTerms(verdict?.formula ?? cycles?.formula ?? "");
   const some = terms?.filter(([, name]) => kind.test(name)) ?? [];
   return some.length === 0 || some.some(([, name]) => eventNamed(page, name) < 0) ? null
      : some.reduce((sum, [n, name]) => sum + n * sizeOf(totals[eventNamed(page, name)]), 0)
        / sizeOf(totals[eventNamed(page, "Cycles")]);
}

// The clock in cycles per second, or 0 if the profile does not say it.
function clockOf(page)
{
   return 1e6 * Number(/^(\d{1,6}) MHz/.exec(described(page, "Clock") ?? "")?.[1] ?? 0);
}

// "about 0.028 s on AMD Zen 5 at 2.6 GHz" if it is known how long a cycle is, otherwise
// "73 M cycles on AMD Zen 5"; the machine may be unknown.
function timeText(page, cycles)
{
   const machine = described(page, "Machine")?.replace(/\s*\(.*/, "");
   const on = machine ? ` on ${machine}` : "";
   const clock = clockOf(page);
   const seconds = sizeOf(cycles) / clock;
   const [unit, sign] = seconds >= 0.01 ? [1, "s"] : seconds >= 1e-5 ? [1e-3, "ms"]
                                                                     : [1e-6, "µs"];
   return clock === 0 ? `${roundedText(cycles)} cycles${on}`
      : `about ${Number((seconds / unit).toPrecision(2))} ${sign}${on} `
        + `at ${Number((clock / 1e9).toPrecision(3))} GHz`;
}

// "12 % of cycles waiting for memory", with what waits for other threads' lines if that
// is anything; null if it is not known.
function waitingText(page, totals)
{
   if (eventNamed(page, "Cycles") < 0)
      return null;
   const memory = shareOfEvents(page, totals, MEMORY_EVENT);
   const lines = shareOfEvents(page, totals, SHARING_EVENT) ?? 0;
   const text = share => `${roundedPercent(100 * share)} %`;
   const words = [memory === null ? null : `${text(memory)} of cycles waiting for memory`,
                  lines < 0.001 ? null : `${text(lines)} ${memory === null ? "of cycles waiting " : ""}`
                                         + "for other threads' lines"].filter(part => part);
   return words.length > 0 ? words.join(" and ") : null;
}

// The totals of a profile in words.
function profileLine(page, totals)
{
   const [instructions, cycles] = [eventNamed(page, "Ir"), eventNamed(page, "Cycles")];
   const waiting = waitingText(page, totals);
   const words = [];
   if (instructions >= 0)
      words.push(`${roundedText(totals[instructions])} instructions`);
   if (cycles >= 0)
      words.push(timeText(page, totals[cycles]));
   if (waiting)
      words.push(waiting);
   if (words.length === 0)
      words.push(`${roundedText(totals[page.event])} ${page.profile.events[page.event].name}`);
   return words.join(", ");
}

// What became of an event: "37.3 M cycles, now 46 % more (± 1 %)".
function changeWords(page, event, unit)
{
   const { before, totals } = page.profile;
   if (event < 0)
      return null;
   const percent = percentOf(totals[event], before[event]);
   const error = percentOf(2 * page.sampled[event] * standardError(page, totals),
                           before[event]);
   const change = isNoise(page, event, totals) ? "no change beyond noise"
      : sizeOf(totals[event]) === 0 ? "no change"
      : sizeOf(before[event]) === 0 ? `now ${roundedText(totals[event])}`
      : `now ${roundedPercent(percent)} % ${percent > 0 ? "more" : "fewer"}`;
   return `${roundedText(before[event])} ${unit}, ${change}`
      + (error > 0 ? ` (± ${roundedPercent(error)} %)` : "");
}

function differenceLine(page)
{
   const known = [changeWords(page, eventNamed(page, "Cycles"), "cycles"),
                  changeWords(page, eventNamed(page, "Ir"), "instructions")];
   const words = known.filter(text => text);
   return words.length > 0 ? words.join("; ")
      : changeWords(page, page.event, page.profile.events[page.event].name);
}

function showTitle(page)
{
   const { profile } = page;
   const from = profile.profiles.map(baseName);
   const command = commandText(profile);
   byId("title").replaceChildren(name(cutMiddle(command, 200)));
   byId("title").title = visible(`${profile.command}\n${profile.profiles.join(", ")}`);
   document.title = visible(cutMiddle(command, 80))
      + (profile.difference ? ": what changed" : "");
   byId("profiles").replaceChildren(...profile.difference
      ? ["What changed from ", name(profile.versions?.[0] ?? from[0]), " to ",
         name(profile.versions?.[1] ?? from[1])]
      : from.length === 1 ? []
      : [`The sum of ${from.length} profiles: `, name(cutMiddle(from.join(", "), 200))]);
   byId("line").replaceChildren(name(profile.difference
      ? differenceLine(page) : profileLine(page, profile.totals)));
}

addView({ id: "heading", title: "Program", tab: false,
          start: showTitle,
          draw() {} });
