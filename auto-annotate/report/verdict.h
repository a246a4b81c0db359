/* SPDX-License-Identifier: GPL-2.0-or-later */
/* verdict.h: where the cycles go, in ten lines: for the terminal, JSON and
   pages alike.

       52.8%  col.c:10 (col_sum)  s += image[y * width + x];
              stride, 75% of it: one use is 7,600 bytes after the other
              -> Swap the loops, ...

   Its places (places.h) are the lines of the user's own source that pay most,
   each with its causes (causes.h), and code that no line pays for.  The cost is
   the event Cycles: the user's definition, or the best estimate that the
   profile has.

   The verdict of a difference has the lines whose cost changed most: what grew,
   and with a negative estimate what shrank. */

#ifndef VERDICT_H
#define VERDICT_H

#include "report/causes.h"

typedef struct {
   double       estimate; /* what it costs; of a difference, how much more */
   const Place* place;    /* NULL: code that has no line of the program */
   const char*  what;     /* that code is; NULL with a place */
   guint        n_causes;
   Cause        causes[CAUSES_MAX];
   const char*  hint;   /* how to learn more of that code; or NULL */
   char*        source; /* the line, without blanks around it, to be escaped; or
                           NULL: for the caller */
} VerdictItem;

#define VERDICT_FUNCTIONS 3

typedef struct {
   char*   formula; /* of the estimate: "Cycles = Ir + 10 D1mr" */
   double  total;   /* of the estimate; of a difference, that before */
   double  more;    /* of a difference: how much more it is; or 0 */
   double  error;   /* the standard error of `total'; 0: unknown */
   GArray* items;   /* VerdictItem, the largest estimate first; of a difference,
                       the largest change */
   const Function*
      functions[VERDICT_FUNCTIONS]; /* that cost most by themselves,
                                       or NULL; not of a difference */
   double      function_estimates[VERDICT_FUNCTIONS];
   const char* lacks; /* what the estimate is without, in words; or
                        NULL */
   const char* hint;  /* how to learn more of a difference; NULL: for the
                         caller */
   Places* places;
} Verdict;

/* What it is made of. */
typedef struct {
   const Events*    events;
   const Costs*     costs;
   const Count*     totals;    /* by recorded event */
   const Count*     before;    /* the same, of a difference; or NULL */
   const GPtrArray* own;       /* directories with own source (charges.h) */
   guint            line_size; /* of L1D, in bytes */
   gboolean         page; /* it is on a page, which has a map of libraries */
} VerdictInput;

/* Returns the index of the event that is the estimate, or -1 if there is none
   that says something of lines.  Derived events must still be allowed. */
int verdict_event(Events* events);

/* Returns the verdict; the caller frees it with verdict_free().  The lines and
   calls of all functions must have been kept (sum.h).  Returns NULL if there is
   no estimate, or it is 0. */
Verdict* verdict_find(const VerdictInput* input);
void     verdict_free(Verdict* verdict);

/* Returns what an item is of the total, in percent. */
double verdict_share(const Verdict* verdict, const VerdictItem* item);

#endif
