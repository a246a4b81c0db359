/* SPDX-License-Identifier: GPL-2.0-or-later */
/* coverage.h: which functions a page has, so that it has nearly all counts and
   stays small.

      all functions, by the share of an event
      |######### 41% | ##### 22% | ... | # 0.02% | ... 12,000 more, 0.4% |
      '-- --threshold reached: ---'                '-- left out; summed --'
          with their lines        '- listed only -'    up by object

   An event's shares are of the sum of all absolute counts, so that this works
   for differences, too.  A function is listed if one event that is shown wants
   it, and has its lines if it reaches the threshold of one, by itself or with
   what was inlined into it.  If its source cannot be read, it has only the
   lines that reach the threshold themselves: the others are numbers without a
   text, and a small program has thousands of them in its libraries. */

#ifndef COVERAGE_H
#define COVERAGE_H

#include "annotate/annotation.h"

/* In percent of an event: what the functions that are not listed have together,
   at most, unless the threshold is 0. */
#define COVERAGE_LEFT_OUT 0.5

/* A function. */
typedef struct {
   Function*    function;
   const Count* counts; /* of all events */
   const Count*
            inclusive; /* with what was inlined into it; NULL: nothing was */
   gboolean listed;
   gboolean lines; /* its lines are shown */
} CoverageRow;

/* The functions of one object that are not listed, without those that have no
   counts. */
typedef struct {
   const char*  object; /* or NULL */
   guint        n;
   const Count* counts; /* of all events */
} CoverageRest;

typedef struct {
   GArray* rows; /* CoverageRow, sorted by the event that is sorted by */
   GArray* rest; /* CoverageRest */

   /* The event that is sorted by, and Ir if the profile has it; and of which
      count on a line of a source that cannot be read is on the page. */
   guint  line_events[2];
   double line_least[2];
} Coverage;

/* Chooses from all functions.  The caller keeps the result to the end.  Ends
   the program with a message if a sum exceeds 63 bits. */
Coverage* coverage_new(const Annotation* annotation);

/* Returns whether a line of a source that cannot be read is on the page, by its
   counts of all events. */
gboolean coverage_has_bare_line(const Coverage* coverage, const Count* counts);

#endif
