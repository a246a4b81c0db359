// SPDX-License-Identifier: GPL-2.0-or-later
// counts.js: counts as numbers that are exact.
//
// A count in the data is a number, a text if a double cannot hold it, or null if
// the event cannot happen there.  An event that is not linear, for instance a
// rate, is in units of 1 / SCALE.

const SCALE = 10000;

// What a drawing needs: the count as a double, which may be rounded.
function sizeOf(count)
{
   return count === null ? 0 : Number(count);
}

// The sum of two counts, which is exact.
function addCounts(a, b)
{
   // Nearly all counts; pages add up a million of them when they open.
   if (typeof a === "number" && typeof b === "number" && Number.isSafeInteger(a + b))
      return a + b;
   if (a === null)
      return b;
   if (b === null)
      return a;
   const exact = BigInt(a) + BigInt(b);
   return exact >= -BigInt(Number.MAX_SAFE_INTEGER)
      && exact <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(exact) : String(exact);
}

function withoutSign(count)
{
   return typeof count === "string" ? count.replace("-", "")
      : count === null ? null : Math.abs(count);
}

// Compares two counts exactly, null as 0.
function compareCounts(a, b)
{
   if (typeof a === "string" || typeof b === "string") {
      const left = BigInt(a ?? 0), right = BigInt(b ?? 0);
      return left < right ? -1 : left > right ? 1 : 0;
   }
   return (a ?? 0) - (b ?? 0);
}

// Adds a row of counts to another one.
function addRow(sum, row)
{
   for (let i = 0; i < sum.length; i++)
      sum[i] = addCounts(sum[i], row[i]);
}

// Groups of three digits, with a narrow space that does not break.
function groupDigits(digits)
{
   return digits.replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

// A sentence of cg_annotate, with numbers as they are on this page.
function withNumbers(text)
{
   return text.replace(/\b\d{1,3}(?:,\d{3})+\b/g, number => number.replaceAll(",", "\u202f"))
      .replace(/(?<![^\s(])-(?=\d)/g, "−");
}

// Whether an event is the variance of sampled cycles, in squares of 100 cycles.  People
// see its root: the standard error.
function isVariance(event)
{
   return event.name === "Cyv";
}

// The text of a count; a "." says that the event cannot happen there.
function countText(count, event)
{
   if (count === null || count === undefined)
      return ".";
   if (isVariance(event))
      return "±" + groupDigits(String(Math.round(100 * Math.sqrt(Number(withoutSign(count))))));
   const negative = Number(count) < 0;
   const digits = String(count).replace("-", "");
   if (event.linear)
      return (negative ? "−" : "") + groupDigits(digits);
   const padded = digits.padStart(5, "0");
   return (negative ? "−" : "") + groupDigits(padded.slice(0, -4)) + "."
      + padded.slice(-4);
}

// The same with a sign in any case, for differences.
function changeText(count, event)
{
   return (sizeOf(count) > 0 && !isVariance(event) ? "+" : "")
      + countText(count, event);
}

// "44k": a count in four characters, and a sign.
function compactText(count)
{
   const size = Math.abs(sizeOf(count));
   const [unit, letter] = [[1e15, "P"], [1e12, "T"], [1e9, "G"], [1e6, "M"], [1e3, "k"]]
      .find(([least]) => size >= 0.9995 * least) ?? [1, ""];
   const digits = letter && size < 9.95 * unit ? 1 : 0;
   return `${sizeOf(count) < 0 ? "−" : ""}${(size / unit).toFixed(digits)}${letter}`;
}

// 100 * count / total, or 0 if there is no total.
function percentOf(count, total)
{
   return sizeOf(total) === 0 ? 0 : 100 * sizeOf(count) / sizeOf(total);
}

// "12.3 %", with as many digits as one wants to know.
function percentText(percent)
{
   const size = Math.abs(percent);
   if (size === 0)
      return "";
   return size < 0.01 ? "< 0.01 %"
      : `${percent < 0 ? "−" : ""}${size.toFixed(size < 10 ? 2 : 1)} %`;
}

// The same with a sign in any case, for differences.
function changePercentText(percent)
{
   return (percent >= 0.01 ? "+" : "") + percentText(percent);
}
