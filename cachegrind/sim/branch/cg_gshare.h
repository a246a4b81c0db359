/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_gshare.h: a predictor of conditional branches that expects of a branch
   what it did after the same outcomes of the branches before it.

   The rules.  There are 16384 counters from 0 to 3, which are 0 at the start.
   The history has the outcomes of the last 14 conditional branches, 1 for
   taken, the latest in bit 0; all are 0 at the start.  The place of a counter
   is the XOR of the history and of three groups of 14 bits of the address:

         41       28 27       14 13        0
        +-----------+-----------+-----------+
        |     ^     |     ^     |     ^     |   address
        +-----------+-----------+-----------+

   The branch is predicted as taken if the counter is 1 or more (not 2: half of
   the greatest value, 3, is 1).  The same counter then goes up by one if the
   branch was taken, else down by one, within 0 to 3, and the outcome enters
   the history.

   Sources: S. McFarling, "Combining branch predictors" (WRL TN-36, 1993); the
   numbers are ChampSim's.

   This module calls neither Valgrind nor the C library. */

#ifndef CG_GSHARE_H
#define CG_GSHARE_H

#include "sim/branch/cg_branchpred.h"

#define CG_GSHARE_HISTORY_BITS 14
#define CG_GSHARE_COUNTERS     (1 << CG_GSHARE_HISTORY_BITS)

typedef struct {
   UWord history; /* the bits above the lowest 14 are older outcomes */
   UChar counter[CG_GSHARE_COUNTERS];
} Gshare;

/* Returns a predictor that knows nothing.  `alloc' is as for cg_sim_init.
   Cannot fail. */
static inline Gshare* cg_gshare_new(void* (*alloc)(SizeT n_bytes))
{
   return alloc(sizeof(Gshare));
}

/* Returns whether the conditional branch at `pc' is predicted as taken, and
   learns that it was `taken'.  Cannot fail. */
static inline Bool cg_gshare_cond(Gshare* p, Addr pc, Bool taken)
{
   UWord hash = p->history ^ pc ^ pc >> CG_GSHARE_HISTORY_BITS
                ^ pc >> (2 * CG_GSHARE_HISTORY_BITS);
   UChar* counter = &p->counter[hash % CG_GSHARE_COUNTERS];
   UWord  count   = *counter;

   *counter   = cg_branchpred_next_count[count][taken];
   p->history = p->history << 1 | taken;
   return count >= 1;
}

#endif /* CG_GSHARE_H */
