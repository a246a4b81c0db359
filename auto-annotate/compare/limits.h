/* SPDX-License-Identifier: GPL-2.0-or-later */
/* limits.h: how much counts may grow from one profile to the next, for
   pipelines: what --fail-above of cg_diff says.

      limits ::= limit ("," limit)*
      limit  ::= event ":" digit+ ("." digit+)? "%"?

   For instance Ir:0.5%,D1m:2%,Cycles:10000.  A limit with "%" is a share of the
   count before, in percent; one without it is a count.  The event may be
   derived (events.h), if it is a sum of events.  A count may grow by its limit,
   and by no more; if it was 0 before, no share of it is allowed.  This is
   decided without rounding.  Cycles that were sampled (Cyv) may grow by twice
   the standard error of the difference, too. */

#ifndef LIMITS_H
#define LIMITS_H

#include <glib.h>

#include "compare/comparison.h"
#include "lib/events.h"

/* The digits of a limit, with those after the dot, at most. */
#define LIMITS_MAX_DIGITS 15

typedef struct Limits Limits;

/* A place where a count changed: a line, or a function. */
typedef struct {
   const Change* of;   /* NULL: there is none */
   guint64       line; /* 0: none can be named (comparison_line()) */
   Count         change;
} LimitPlace;

/* A count that crossed its limit. */
typedef struct {
   const char*   option; /* "fail-above", for instance */
   const char*   name;   /* of the event, as the user gave it */
   const char*   text;   /* of the limit: "0.5%" */
   guint         event;
   const Change* change; /* of a function, or of all */
   int           sign;   /* 1: it grew, -1: it became less */
   LimitPlace    most;   /* where it changed most */
   LimitPlace    known; /* where most of the program's own sources, if `most' is
                           in none; sentences name it first */
} LimitCrossing;

/* Returns the limits that are the value of an option; `option' is its name
   without "--".  Ends the program with a message if the text is wrong. */
Limits* limits_parse(const char* option, const char* text);

/* Looks up the events of the limits, which may add derived ones to `events'.
   Ends the program with a message if one is not there or no sum of events. */
void limits_find_events(Limits* limits, Events* events);

/* Returns the event of the first limit. */
guint limits_first_event(const Limits* limits);

/* Check the totals of a comparison, and each function with at least so many
   percent of the total of the event, before or after.  Append a LimitCrossing
   to `crossings' for each count that grew by more than its limit; with
   `better', also for those that became less by more than that. */
void limits_check_totals(const Limits* limits, const Comparison* comparison,
                         gboolean better, GPtrArray* crossings);
void limits_check_functions(const Limits* limits, const Comparison* comparison,
                            double threshold, gboolean better,
                            GPtrArray* crossings);

/* Returns a sentence about a crossing: by how much the count changed, and where
   most.  The caller frees it. */
char* limits_sentence(const LimitCrossing* crossing);

#endif
