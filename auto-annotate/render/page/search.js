// SPDX-License-Identifier: GPL-2.0-or-later
// search.js: searches everywhere: functions, files, source text.
//
//    [ rules_                       ]
//    | function  Rule::GetBinding   eval_env.cc          12.0 % |
//    | file      rules_test.cc                            3.1 % |
//    | line      return rules_.find(name)->second;  eval_env.cc:60 |
//
// All words must be there, in any case of letters.  What is found first costs most.  The
// arrow keys choose, Enter goes there, Escape ends the search.

// So many of each kind are listed.
const MOST_FOUND = { function: 8, file: 4, line: 12 };

// What is found: {kind, text, where, counts, change}, where `change' is what the state
// becomes.
// A function without text on this page has its calls at least.
function functionFound(page, f)
{
   const hasText = typeof hottestLineOf(page, f)?.text === "string";
   const view = page.profile.hasCalls && !hasText ? { view: "calls" } : {};
   return { kind: "function", text: f.short, title: f.name, where: baseName(f.file),
            counts: f.inclusive, change: { chosen: { name: f.name, file: f.file }, ...view } };
}

function fileFound(page, source)
{
   const line = hottestLine(page, source);
   return { kind: "file", text: source.name, title: source.name, where: "", counts: null,
            change: { source: { file: source.name, line: line?.number ?? 0 } } };
}

function lineFound(page, line)
{
   return { kind: "line", text: line.text.trim(), title: line.text,
            where: `${baseName(line.source.name)}:${line.number}`, counts: line.inclusive,
            change: { source: { file: line.source.name, line: line.number } } };
}

// Whether a text has all words, which are in small letters.
function hasWords(text, words)
{
   const lower = text.toLowerCase();
   return words.every(word => lower.includes(word));
}

// All that can be found with its text in small letters, made at the first search.
function searchedTexts(page)
{
   const { withIndex, sources } = page.profile;
   page.searched ??= {
      functions: withIndex.map(f => ({ item: f, text: f.name.toLowerCase() })),
      files: sources.map(source => ({ item: source, text: source.name.toLowerCase() })),
      lines: sources.flatMap(({ lines }) => lines.filter(line =>
         line.text !== null && hasAddress(line))
         .map(line => ({ item: line, text: line.text.toLowerCase() }))),
   };
   return page.searched;
}

// The items whose texts have all words.
function withWords(texts, words)
{
   return texts.filter(({ text }) => words.every(word => text.includes(word)))
      .map(({ item }) => item);
}

// The items that cost most, and how many there are.
function dearest(page, items, counts, most)
{
   const sized = items.map(item =>
      ({ item, size: Math.abs(sizeOf(counts(item)?.[page.event] ?? 0)) }));
   sized.sort((a, b) => b.size - a.size);
   return { n: items.length, items: sized.slice(0, most).map(({ item }) => item) };
}

function findEverywhere(page, query)
{
   const words = query.toLowerCase().split(/\s+/).filter(word => word);
   const searched = searchedTexts(page);
   const functions = dearest(page, withWords(searched.functions, words), f => f.inclusive,
                             MOST_FOUND.function);
   const files = withWords(searched.files, words);
   const lines = dearest(page, withWords(searched.lines, words), line => line.inclusive,
                         MOST_FOUND.line);
   return {
      items: [...functions.items.map(f => functionFound(page, f)),
              ...files.slice(0, MOST_FOUND.file).map(source => fileFound(page, source)),
              ...lines.items.map(line => lineFound(page, line))],
      counts: [["function", functions.n], ["file", files.length], ["line", lines.n]],
   };
}

// "3 functions, 1 file and 12 lines".
function foundWords(counts)
{
   const words = counts.filter(([, n]) => n > 0).map(([kind, n]) =>
      `${groupDigits(String(n))} ${kind}${n === 1 ? "" : "s"}`);
   return words.length === 0 ? "Nothing is found."
      : `${words.join(", ").replace(/, ([^,]*)$/, " and $1")}.`;
}

/*------------------------------------------------------------*/
/*--- The list                                             ---*/
/*------------------------------------------------------------*/

function foundOption(page, item, index)
{
   const share = item.counts ? shareOf(page, page.event, item.counts) : "";
   return make("li", { role: "option", id: `found-${index}`, title: visible(item.title),
                       "aria-selected": "false",
                       mousedown: event => event.preventDefault(),
                       click: () => goToFound(page, index) },
      make("small", {}, item.kind), name(cutMiddle(item.text, 200), { class: "code" }),
      make("small", {}, name(item.where), share ? ` ${share}` : ""));
}

// Makes an item the one that Enter goes to.
function selectFound(page, index)
{
   page.foundIndex = index;
   for (const [i, option] of [...byId("found").children].entries())
      option.setAttribute("aria-selected", i === index);
   const option = byId("found").children[index];
   option?.scrollIntoView({ block: "nearest" });
   byId("search").setAttribute("aria-activedescendant", option?.id ?? "");
}

function showFound(page)
{
   const { items, counts } = findEverywhere(page, page.state.query);
   page.foundItems = items;
   byId("found").replaceChildren(...items.map((item, i) => foundOption(page, item, i)));
   byId("found-count").textContent = foundWords(counts);
   openFound(true);
   selectFound(page, 0);
}

function openFound(open)
{
   byId("found-box").hidden = !open;
   byId("search").setAttribute("aria-expanded", open);
}

// Goes to an item; the search stays, so that views can mark what it finds.
function goToFound(page, index)
{
   const item = page.foundItems[index];
   if (!item)
      return;
   openFound(false);
   go(page, item.change);
   if (item.change.view)
      byId("calls-function").focus();
   else
      byId("source").querySelector("[tabindex='0']")?.focus({ preventScroll: true });
   showSourceBelow();
}

function onSearchKey(page, event)
{
   const open = !byId("found-box").hidden;
   const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
   if (step && open)
      selectFound(page, Math.max(0, Math.min(page.foundItems.length - 1,
                                             page.foundIndex + step)));
   else if (step && page.state.query.trim() !== "")
      showFound(page);
   else if (event.key === "Enter" && open)
      goToFound(page, page.foundIndex);
   else if (event.key === "Escape") {
      openFound(false);
      go(page, { query: "" });
      byId("search").blur();
   } else
      return;
   event.preventDefault();
}

function startSearch(page)
{
   const search = byId("search");
   search.addEventListener("input", () => {
      go(page, { query: search.value }, { replace: true });
      if (search.value.trim() === "")
         openFound(false);
      else
         showFound(page);
   });
   search.addEventListener("keydown", event => onSearchKey(page, event));
   search.addEventListener("blur", () => openFound(false));
}

addView({ id: "search-box", title: "Search", tab: false,
          start: startSearch,
          draw(page) {
             if (byId("search").value !== page.state.query)
                byId("search").value = page.state.query;
          } });
