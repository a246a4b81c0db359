/* SPDX-License-Identifier: GPL-2.0-or-later */
/* limits.h: how much counts may grow from one profile to the next, for
   pipelines: what --fail-above of cg_diff says.

      limits ::= limit ("," limit)*
      limit  ::= event ":" digit+ ("." digit+)? "%"?

   For instance Ir:0.5%,D1m:2%,Cycles:10000.  A limit with "%" is a share of the
   count before, in percent; one without it is a count.  The event may be
   derived (events.h), if it is a sum of events.  A count may grow by its limit,
   and by no more; if it was 0 before, no share of it is allowed.  This is
   decided without rounding. */

#ifndef LIMITS_H
#define LIMITS_H

#include <glib.h>

#include "compare/comparison.h"
#include "lib/events.h"

/* The digits of a limit, with those after the dot, at most. */
#define LIMITS_MAX_DIGITS 15

typedef struct Limits Limits;

/* Returns the limits that are the value of an option; `option' is its name
   without "--".  Ends the program with a message if the text is wrong. */
Limits* limits_parse(const char* option, const char* text);

/* Looks up the events of the limits, which may add derived ones to `events'.
   Ends the program with a message if one is not there or no sum of events. */
void limits_find_events(Limits* limits, Events* events);

/* Checks the totals of a comparison.  Says in one line on standard error which
   count grew by more than its limit, and which function and line it grew in
   most; no line, if one grew by more than the function.  With `better', also
   says which count became less by more than its limit.  Returns how many counts
   grew by more than their limits. */
guint limits_check_totals(const Limits* limits, const Comparison* comparison,
                          gboolean better);

/* The same for each function with at least so many percent of the total of the
   event, before or after. */
guint limits_check_functions(const Limits* limits, const Comparison* comparison,
                             double threshold, gboolean better);

#endif
