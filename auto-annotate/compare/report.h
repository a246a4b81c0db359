/* SPDX-License-Identifier: GPL-2.0-or-later */
/* report.h: a comparison for programs and for people: as JSON, and as Markdown
   for the discussion of a change.

   Both have the totals, the limits that were crossed, and the functions and
   lines that changed. */

#ifndef REPORT_H
#define REPORT_H

#include <glib.h>

#include "compare/comparison.h"
#include "compare/limits.h"
#include "compare/versions.h"
#include "lib/output.h"
#include "lib/table.h"

/* How many functions and lines the Markdown has, at most. */
#define REPORT_MAX_ROWS 10

/* One of the two sides of a comparison. */
typedef struct {
   const char* profile; /* its name */
   const char* command; /* that was profiled */
   const char* source;  /* the version of its sources; NULL: unknown */
} ReportSide;

typedef struct {
   ReportSide        before, after;
   const Comparison* comparison;
   Columns           columns; /* the events, in their order */
   guint             event;   /* what functions and lines are sorted by */
   const GPtrArray*  crossed; /* LimitCrossing*; NULL: there are no limits */
   gboolean          lines;   /* lines are comparable */
} Report;

/* Write the report.  `output' must not cut lines. */
void report_json(const Report* report, Output* output);
void report_markdown(const Report* report, Output* output);

#endif
