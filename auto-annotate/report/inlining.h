/* SPDX-License-Identifier: GPL-2.0-or-later */
/* inlining.h: where the cost of inlined functions counts, for the verdict.

   A profile has the cost of an inlined function at the lines of that function,
   and says in calls which line of its caller it was inlined into.  The verdict
   charges the line of the program that the user can change:

      main          line 5 calls std::sort, and all is inlined
        std::sort     the library's: counts at line 5 of main
          lambda        the program's: counts at its own lines
            std::less     the library's: counts at the lambda's line

   So a call moves the cost of its callee to the line of the caller if the
   callee is of a library, and then it moves what counts in the callee: not the
   cost of the lambda.  The calls of a profile are sums over all places where a
   function was inlined.  If it was also called, or was inlined elsewhere, a
   share of its cost counts at its own lines, and the rest at its callers; all
   its lines have the same shares.  These costs add up to the total.

   Calls that the program made move nothing here: charges.h says who pays for
   them. */

#ifndef INLINING_H
#define INLINING_H

#include "lib/costs.h"

typedef struct Inlining Inlining;

/* Returns what the calls of all functions say; the caller frees it with
   inlining_free().  `costs' must outlive it. */
Inlining* inlining_new(const Costs* costs);
void      inlining_free(Inlining* inlining);

/* Whether something counts at the lines of callers. */
gboolean inlining_moves_any(const Inlining* inlining);

/* Whether a call moves cost to the line of the caller. */
gboolean inlining_moves(const CostsCall* call);

/* Returns which share of what counts in a function, by event, counts at its own
   lines and not at its callers; or NULL if that is all. */
const double* inlining_kept(const Inlining* inlining, const Function* function);

/* Returns which share of the cost of a function with all that was inlined into
   it, by event, counts in it; or NULL if that is all.  A call that moves moves
   this share of its inclusive cost. */
const double* inlining_content(const Inlining* inlining,
                               const Function* function);

#endif
