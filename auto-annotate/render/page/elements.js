// SPDX-License-Identifier: GPL-2.0-or-later
// elements.js: makes elements.  All text from the profile gets into the page here
// or as a property of an element, never as HTML.

// An element with attributes and children; a child is an element or a text, and
// null is none.  An attribute that is a function is a listener.
function make(tag, attributes, ...children)
{
   const element = document.createElement(tag);
   for (const [name, value] of Object.entries(attributes ?? {}))
      if (typeof value === "function")
         element.addEventListener(name, value);
      else if (value !== null && value !== false)
         element.setAttribute(name, value === true ? "" : value);
   element.append(...children.filter(child => child !== null));
   return element;
}

function byId(id)
{
   return document.getElementById(id);
}

// Text from a profile: each name keeps its own direction.
function name(text, attributes)
{
   return make("bdi", attributes, visible(text));
}

// Shows characters that nobody sees, or that change how the others are ordered: the
// control characters of ASCII as their pictures, others by their numbers.  They are
// those of cg_text_is_obeyed().
const OBEYED = new RegExp("[\\u{7f}-\\u{9f}\\u{ad}\\u{61c}\\u{180e}\\u{200b}-\\u{200f}"
   + "\\u{2028}-\\u{202e}\\u{2060}-\\u{206f}\\u{feff}\\u{fff9}-\\u{fffb}"
   + "\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e007f}]", "gu");
function visible(text)
{
   return text.replace(/[\u0000-\u0008\u000b-\u001f]/g,
                       c => String.fromCharCode(0x2400 + c.charCodeAt(0)))
      .replace(OBEYED, c => `\\u${c.codePointAt(0).toString(16).padStart(4, "0")}`);
}

// The text of a line of source, without what is left of a line break of Windows.
function lineText(text)
{
   return name(cutMiddle(text.replace(/\r$/, ""), LONGEST_LINE));
}

// The last part of a path.
function baseName(path)
{
   return path.slice(path.lastIndexOf("/") + 1) || path;
}

// One of the levels of heat of the style, by the share of the largest; none for a
// share that does not matter.
const HEATS = 8;
const COLDEST = 0.005;
function heatClass(share)
{
   if (!(Math.abs(share) >= COLDEST))
      return "";
   const exact = Math.ceil(HEATS * Math.sqrt(Math.abs(share)));
   const level = Math.min(HEATS, Math.max(1, exact));
   return `heat-${level}`;
}

// The same for a difference: red for more, blue for less.
function changeClass(share)
{
   return heatClass(share) && `${share > 0 ? "more" : "less"} ${heatClass(share)}`;
}

function lineLink(file, line, text)
{
   return make("a", { href: lineHash(file, line) }, text);
}

// A name of a function, and a line of source, are cut if they are longer.
const LONGEST_NAME = 300;
const LONGEST_LINE = 2000;

// Cuts a text in the middle: beginning and end of a name tell most.
function cutMiddle(text, most)
{
   return text.length <= most
      ? text : `${text.slice(0, most / 2)}…${text.slice(-most / 2)}`;
}
