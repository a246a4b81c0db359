/* SPDX-License-Identifier: GPL-2.0-or-later */
/* candidates.h: which moves are worth a trial, by the evidence of a replay.

      what is seen                                   what is tried
      rows that meet in few sets, and push           rows+1 line, rows+3 lines
        each other out
      another variable pushes lines out              shift by a line, and by
   half of what shares a set threads write parts of the same lines spread to
   lines the variable begins within a line              align to a line 2 MiB or
   more, and a machine with a TLB        huge

   The variables are those with the most misses.  What has no name is not
   moved. */

#ifndef CANDIDATES_H
#define CANDIDATES_H

#include "sim/types.h"

#include <glib.h>

#include "conflicts/report.h"
#include "trace/evidence.h"
#include "trace/move.h"

#define CANDIDATES_MAX 8

/* Returns at most CANDIDATES_MAX moves (Move), the most promising variable
   first.  `report' and `uses' (of VariableUse) are of the same replay;
   `has_tlb': of what the moves will be tried on.  The caller frees it. */
GPtrArray* candidates_of(const Report* report, const GArray* uses,
                         gboolean has_tlb);

/* Finds the variable of a move that the user wrote: by its name, or by that
   without the declaration.  Checks whether the move fits, and completes it.
   Returns FALSE and `error' if there is none or several, or if it does not
   fit. */
gboolean candidates_complete(Move* move, const GArray* uses, gboolean has_tlb,
                             GError** error);

#endif
