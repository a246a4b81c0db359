// SPDX-License-Identifier: GPL-2.0-or-later
// icicle.js: the map: a row for each of program, objects, files, functions and
// lines; each cell is as wide as its share of the one above.
//
//    |                  the program                  |
//    |        prog           |       libc.so.6       |
//    |   main.c     |  b.c   | malloc.c | string.c   |
//
// In full width is the cell that was clicked, with all above it.

// Cells that are narrower, in pixels, are drawn together.
const NARROWEST = 4;

// Cells that are narrower have no text.
const NARROWEST_TEXT = 24;

// The height of a row, in units of the text's size.
const ROW_HEIGHT = 1.75;

// How wide each node is, computed once for an event: what it costs, or how much
// changed in it.
function nodeSizes(page)
{
   if (page.sizesOf !== page.event) {
      page.sizes = new Map();
      page.sizesOf = page.event;
      const visit = node => {
         node.children.forEach(visit);
         const below = node.children.reduce((sum, c) => sum + page.sizes.get(c), 0);
         page.sizes.set(node, page.profile.difference && node.children.length > 0
            ? below : Math.abs(sizeOf(node.counts[page.event])));
      };
      visit(page.profile.root);
   }
   return page.sizes;
}

function nodeText(page, node)
{
   const share = shareOf(page, page.event, node.counts);
   const event = page.profile.events[page.event].name;
   return `${textOf(page, page.event, node.counts)} ${event}` + (share ? `, ${share}` : "");
}

function nodeLabel(node)
{
   return cutMiddle(node.kind === "file" || node.kind === "object"
      ? baseName(node.name) : node.name, LONGEST_NAME);
}

// "function main", "line 12".
function spokenName(node)
{
   return node.kind === "line" ? node.name : `${node.kind} ${nodeLabel(node)}`;
}

// A function's whole name.
function nodeName(node)
{
   return node.function?.name ?? node.name;
}

// What the line below the map says of a cell.
function describeNode(page, node)
{
   const parts = [make("strong", {}, name(cutMiddle(nodeName(node), LONGEST_NAME))),
                  ` ${nodeText(page, node)}`];
   const f = node.function ?? (node.kind === "line" ? node.parent.function : null);
   if (node.kind === "line" && node.line.number > 0)
      parts.push(" ", lineLink(f.file, node.line.number, "Show the line"));
   else if (node.function)
      parts.push(" ", functionLink(page, node.function,
         page.profile.hasCalls ? "Show its calls" : "Show the source") ?? "");
   byId("cell").replaceChildren(...parts);
}

// The class of a cell's color: by its share of the program, or how it changed.
function nodeColor(page, node)
{
   const sizes = nodeSizes(page);
   if (page.profile.difference)
      return changeClass(sizeOf(node.counts[page.event]) / (sizes.get(node) || 1));
   return heatClass(sizes.get(node) / (sizes.get(page.profile.root) || 1));
}

function mapWidth()
{
   return byId("cells").clientWidth || 1000;
}

// `left' and `width' are in percent.  The text is left out if there is no room.
function placeCell(cell, row, left, width, text)
{
   if (width * mapWidth() / 100 < NARROWEST_TEXT)
      cell.classList.add("thin");
   else
      cell.append(text);
   cell.style.top = `${row * ROW_HEIGHT}rem`;
   cell.style.left = `${left}%`;
   cell.style.width = `${width}%`;
}

function makeCell(page, node, row, left, width, label)
{
   const cell = make("button", {
      type: "button", class: `cell ${nodeColor(page, node)}`,
      tabindex: node === page.zoomed ? "0" : "-1",
      title: `${visible(nodeName(node))}: ${visible(nodeText(page, node))}`,
      "aria-label": visible(`${spokenName(node)}, ${nodeText(page, node)}`),
      click: () => zoomTo(page, node),
      focus: () => describeNode(page, node),
      mouseenter: () => describeNode(page, node),
   });
   placeCell(cell, row, left, width, name(label));
   page.cells.set(node, cell);
   page.nodes.set(cell, node);
   return cell;
}

// Draws a node and what is below it.
function drawNode(page, node, row, left, width, cells)
{
   const sizes = nodeSizes(page);

   cells.push(makeCell(page, node, row, left, width, nodeLabel(node)));
   const sorted = [...node.children].sort((a, b) => sizes.get(b) - sizes.get(a));
   const whole = Math.max(sizes.get(node),
                          sorted.reduce((sum, child) => sum + sizes.get(child), 0));
   let at = left;
   for (const [i, child] of sorted.entries()) {
      const share = whole > 0 ? width * sizes.get(child) / whole : 0;
      if (share * mapWidth() / 100 < NARROWEST)
         return drawOthers(sorted.slice(i), row + 1, at, width - (at - left), whole,
                           sizes, width, cells);
      drawNode(page, child, row + 1, at, share, cells);
      at += share;
   }
}

// Draws the children that are too narrow as one cell, which cannot be clicked; if it
// is too narrow itself, nothing.
function drawOthers(nodes, row, left, room, whole, sizes, width, cells)
{
   const size = nodes.reduce((sum, node) => sum + sizes.get(node), 0);
   const share = Math.min(room, whole > 0 ? width * size / whole : 0);
   if (share * mapWidth() / 100 < NARROWEST)
      return;
   const text = `${nodes.length} more`;
   const cell = make("span", { class: "cell others", title: text });
   placeCell(cell, row, left, share, text);
   cells.push(cell);
}

function showMap(page)
{
   const above = [];
   for (let node = page.zoomed.parent; node; node = node.parent)
      above.unshift(node);
   const cells = [];
   page.cells = new Map();
   page.nodes = new Map();
   above.forEach((node, row) =>
      cells.push(makeCell(page, node, row, 0, 100, nodeLabel(node))));
   drawNode(page, page.zoomed, above.length, 0, 100, cells);
   const map = byId("cells");
   map.replaceChildren(...cells);
   map.style.height = `${ROW_HEIGHT * (page.profile.objects.length > 0 ? 5 : 4)}rem`;
   describeNode(page, page.zoomed);
}

// Shows a node in full width.  A line has nothing below it; it is shown in its
// source.
function zoomTo(page, node)
{
   if (node.kind === "line") {
      if (node.line.number > 0)
         go(page, { source: { file: node.parent.function.file, line: node.line.number } });
      return;
   }
   page.zoomed = node;
   showMap(page);
   page.cells.get(node).focus({ preventScroll: true });
}

/*------------------------------------------------------------*/
/*--- The keyboard                                         ---*/
/*------------------------------------------------------------*/

// The cell next to one in its row: step is 1 or -1.
function neighbour(page, cell, step)
{
   const row = [...page.nodes.keys()].filter(other => other.style.top === cell.style.top)
      .sort((a, b) => parseFloat(a.style.left) - parseFloat(b.style.left));
   return row[row.indexOf(cell) + step];
}

function keyTarget(page, cell, key)
{
   const node = page.nodes.get(cell);
   switch (key) {
   case "ArrowRight":
      return neighbour(page, cell, 1);
   case "ArrowLeft":
      return neighbour(page, cell, -1);
   case "ArrowUp":
      return page.cells.get(node.parent);
   case "ArrowDown":
      return [...node.children].map(child => page.cells.get(child))
         .filter(child => child)
         .sort((a, b) => parseFloat(a.style.left) - parseFloat(b.style.left))[0];
   default:
      return null;
   }
}

function onMapKey(page, event)
{
   const cell = event.target.closest("button.cell");
   if (!cell)
      return;
   if (event.key === "Escape" && page.zoomed.parent) {
      zoomTo(page, page.zoomed.parent);
      event.preventDefault();
      return;
   }
   const target = keyTarget(page, cell, event.key);
   if (!target)
      return;
   for (const other of page.nodes.keys())
      other.tabIndex = other === target ? 0 : -1;
   target.focus();
   event.preventDefault();
}

function startMap(page)
{
   const map = byId("cells");
   let width = 0;

   page.zoomed = page.profile.root;
   byId("map-inlined").hidden = !page.profile.hasInclusive;
   if (page.profile.difference)
      byId("map-width").textContent =
         "Wider is a larger change. Red is more than before, blue is less.";
   map.addEventListener("keydown", event => onMapKey(page, event));
   new ResizeObserver(() => {
      if (map.clientWidth !== width && map.clientWidth > 0) {
         width = map.clientWidth;
         showMap(page);
      }
   }).observe(map);
}

addView({ id: "flame", title: "Map", key: "f", tab: true,
          start: startMap,
          draw(page, changed) {
             if (changed.has("event"))
                showMap(page);
          } });
