// SPDX-License-Identifier: GPL-2.0-or-later
// sharing.js: false sharing, as findings of the verdict.
//
//    False sharing
//    counter by thread 1, total by thread 2: 12 345 writes to 1 line.
//    → Give each thread its own line.

// So many groups of lines are shown at first.
const MOST_GROUPS = 3;

// A group with a smaller share of these writes, in percent, is not shown.
const LEAST_GROUP = 1;

function sharingFinding({ variable_names: names }, { writes, n_lines: n, writers })
{
   return make("li", {},
      make("p", {}, ...writers.flatMap(({ thread, variable }, i) =>
         [i > 0 ? ", " : "", variableName(names[variable]), ` by thread ${thread}`]),
           `: ${groupDigits(String(writes))} writes to ${groupDigits(String(n))} `
           + `line${n === 1 ? "" : "s"}.`),
      make("p", { class: "remedy" }, "Give each thread its own line."));
}

// What the verdict says of lines that several threads write, each in bytes of its own:
// elements, none without a conflict report that has such lines.
function sharingFindings({ profile: { report } })
{
   const all = report?.false_sharing ?? [];
   const writes = all.reduce((sum, group) => addCounts(sum, group.writes), 0);
   const items = all.filter(group => percentOf(group.writes, writes) >= LEAST_GROUP)
      .map(group => sharingFinding(report, group));
   const rest = items.slice(MOST_GROUPS);
   return items.length === 0 ? [] : [
      make("h3", {}, "False sharing"),
      make("ul", { class: "findings" }, ...items.slice(0, MOST_GROUPS)),
      rest.length === 0 ? null
         : make("details", {}, make("summary", {}, `${rest.length} more`),
                make("ul", { class: "findings" }, ...rest))];
}
