// SPDX-License-Identifier: GPL-2.0-or-later
// facts.mjs: what holds for every page: names for everything that can be used,
// contrast, headings, tables, widths.  Each function runs in the page and returns
// a list of complaints.

// Everything that a reader can use has a name, and no id occurs twice.
export function unnamed()
{
   const complaints = [];
   const text = element => (element.getAttribute("aria-label")
      || [...element.labels ?? []].map(label => label.textContent).join(" ")
      || element.textContent || "").trim();
   for (const element of document.querySelectorAll(
      "a, button, input, select, summary, canvas, [role=region], [role=group]"))
      if (element.getClientRects().length > 0 && text(element) === ""
          && !element.hasAttribute("aria-labelledby"))
         complaints.push(`no name: ${element.outerHTML.slice(0, 100)}`);
   const ids = [...document.querySelectorAll("[id]")].map(element => element.id);
   for (const id of new Set(ids))
      if (ids.filter(other => other === id).length > 1)
         complaints.push(`twice: #${id}`);
   for (const element of document.querySelectorAll("[aria-labelledby], [aria-describedby]"))
      for (const id of (element.getAttribute("aria-labelledby")
                        ?? element.getAttribute("aria-describedby")).split(" "))
         if (!document.getElementById(id))
            complaints.push(`names #${id}, which is not there`);
   return complaints;
}

// One h1, no level left out, and tables whose headers say what they head.
export function structure()
{
   const complaints = [];
   let level = 0;
   for (const heading of document.querySelectorAll("h1, h2, h3, h4")) {
      const next = Number(heading.tagName[1]);
      if (next > level + 1 || (next === 1 && level > 0))
         complaints.push(`h${level} is followed by h${next} ${heading.textContent}`);
      level = next;
   }
   for (const header of document.querySelectorAll("th"))
      if (!["col", "row"].includes(header.scope))
         complaints.push(`th without scope: ${header.textContent.slice(0, 50)}`);
   for (const row of document.querySelectorAll("tbody tr"))
      if ([...row.cells].reduce((n, cell) => n + cell.colSpan, 0)
          !== [...row.closest("table").rows[0].cells].reduce((n, cell) => n + cell.colSpan, 0))
         complaints.push(`another number of cells: ${row.textContent.slice(0, 80)}`);
   return complaints.slice(0, 20);
}

// The contrast of text with what is behind it, by WCAG 2.1, 1.4.3.
export function contrast()
{
   const channels = color => color.match(/[\d.]+/g).map(Number);
   const luminance = ([r, g, b]) => [r, g, b]
      .map(c => c / 255).map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
      .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
   const background = element => {
      for (; element; element = element.parentElement) {
         const color = channels(getComputedStyle(element).backgroundColor);
         if (color.length < 4 || color[3] > 0)
            return color;
      }
      return [255, 255, 255];
   };
   const complaints = new Set();
   const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
   while (walker.nextNode()) {
      const element = walker.currentNode.parentElement;
      if (walker.currentNode.data.trim() === "" || element.closest("script, noscript, style")
          || element.getClientRects().length === 0)
         continue;
      const style = getComputedStyle(element);
      const [a, b] = [luminance(channels(style.color)), luminance(background(element))];
      const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      const size = parseFloat(style.fontSize);
      const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      if (ratio < (large ? 3 : 4.5))
         complaints.add(`${ratio.toFixed(2)}: ${element.tagName} ${element.className} `
            + `"${walker.currentNode.data.trim().slice(0, 30)}"`);
   }
   return [...complaints];
}

// The page does not scroll sideways, no part lies on another, and no option of a
// command is broken after its hyphens.
export function layout()
{
   const complaints = [];
   const { scrollWidth, clientWidth } = document.scrollingElement;
   if (scrollWidth > clientWidth)
      complaints.push(`the page is ${scrollWidth} pixels wide, the window ${clientWidth}`);
   let bottom = 0, last = "";
   for (const part of document.querySelectorAll(
      "header, main > section:not([hidden]) > *:not([hidden])")) {
      const box = part.getBoundingClientRect();
      if (box.height === 0)
         continue;
      const where = `${part.tagName} ${part.id} ${part.className}`;
      if (box.top < bottom - 1)
         complaints.push(`${where} lies on ${last}`);
      if (box.left < 0 || box.right > clientWidth + 1)
         complaints.push(`${where} is not in the window: ${box.left} to ${box.right}`);
      [bottom, last] = [box.bottom, where];
   }
   for (const option of document.querySelectorAll(".option"))
      if (option.getClientRects().length > 1)
         complaints.push(`broken: ${option.textContent}`);
   return complaints;
}
