/* SPDX-License-Identifier: GPL-2.0-or-later */
/* comparison.h: two profiles, function by function and line by line.

                 before        after
      costs    ----------- - ----------->  by line: after - before
      sums     by function               + the difference of the lines = after
*/

#ifndef COMPARISON_H
#define COMPARISON_H

#include <glib.h>

#include "compare/versions.h"
#include "lib/costs.h"
#include "lib/events.h"

/* Counts before and after, by event, derived ones included; 0 where nothing
   can be counted. */
typedef struct {
   const Function* function; /* NULL: all of the program */
   const char*     file;     /* of the function, as people know it: the path in
                                the newer sources, if these are known */
   Count *before, *after;
} Change;

typedef struct Comparison Comparison;

/* Begins a comparison.  `before' has the costs of the first profile, by line.
   With `versions', lines that moved were found again (pairing.h); NULL: they
   were not. */
Comparison* comparison_begin(const Costs* before, const Versions* versions);

/* Completes it when these costs have become the difference, with sorted lines.
   Ends the program with a message if a value exceeds 63 bits. */
void comparison_end(Comparison* comparison, const Costs* costs,
                    const Events* events);

/* Return the change of all, and of each function (Change*) in the order of
   costs_functions(). */
const Change*    comparison_total(const Comparison* comparison);
const GPtrArray* comparison_functions(const Comparison* comparison);

/* Returns the name of the function of a change; and its object, "f [x.so]", if
   it is known, because functions of several objects may have the same file and
   name.  The caller frees it. */
char* comparison_name(const Change* change);

/* Returns the line of a function in which an event changed most, in the
   direction of `sign' (1 or -1), and sets *change to by how much.  Returns 0,
   and the change of the function, if there is none.  So it does if a line
   changed by more than the function, unless its lines were found again:
   probably they have moved, and what is there was in another line before. */
guint64 comparison_line(const Comparison* comparison, const Change* of,
                        guint event, int sign, Count* change);

/* Returns the changes of a row of a function's lines, derived events included;
   0 where nothing can be counted.  The caller frees them. */
Count* comparison_row(const Comparison* comparison, const Function* function,
                      gsize row);

void comparison_free(Comparison* comparison);

#endif
