// SPDX-License-Identifier: GPL-2.0-or-later
// tap.mjs: the Test Anything Protocol (TAP) for tests/page.
//
//    is(got, expected, what)   prints `ok N - WHAT', or `not ok' and both values
//    empty(list, what)         the same for a list of complaints, which should be
//                              empty
//    skip(what, why)           a test that cannot run
//    note(text)                prints a comment
//    done()                    prints the plan

let number = 0;

function line(ok, what)
{
   number++;
   console.log(`${ok ? "ok" : "not ok"} ${number} - ${what.replaceAll("#", "\\#")}`);
}

export function note(text)
{
   for (const part of String(text).split("\n"))
      console.log(`#   ${part.slice(0, 400)}`);
}

export function is(got, expected, what)
{
   const [a, b] = [JSON.stringify(got), JSON.stringify(expected)];
   line(a === b, what);
   if (a !== b)
      note(`got      ${a}\nexpected ${b}`);
}

export function empty(list, what)
{
   line(list.length === 0, what);
   list.slice(0, 10).forEach(note);
}

export function skip(what, why)
{
   number++;
   console.log(`ok ${number} - ${what} # SKIP ${why}`);
}

export function done()
{
   console.log(`1..${number}`);
}
