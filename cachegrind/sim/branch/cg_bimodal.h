/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_bimodal.h: a predictor of conditional branches that expects of each branch
   what it mostly did.

   The rules.  There are 16381 counters from 0 to 3, which are 0 at the start.
   A branch has the counter at the place

      address mod 16381

   and is predicted as taken if the counter is 2 or 3.  The counter then goes
   up by one if the branch was taken, else down by one, within 0 to 3.

   Sources: J. E. Smith, "A study of branch prediction strategies" (ISCA 1981);
   the numbers are ChampSim's, whose table has room for 16384 counters of two
   bits, or 4 KiB, and which uses as many as the largest prime below.

   This module calls neither Valgrind nor the C library. */

#ifndef CG_BIMODAL_H
#define CG_BIMODAL_H

#include "sim/branch/cg_branchpred.h"

#define CG_BIMODAL_COUNTERS 16381

typedef struct {
   UChar counter[CG_BIMODAL_COUNTERS];
} Bimodal;

/* Returns a predictor that knows nothing.  `alloc' is as for cg_sim_init.
   Cannot fail. */
static inline Bimodal* cg_bimodal_new(void* (*alloc)(SizeT n_bytes))
{
   return alloc(sizeof(Bimodal));
}

/* Returns whether the conditional branch at `pc' is predicted as taken, and
   learns that it was `taken'.  Cannot fail. */
static inline Bool cg_bimodal_cond(Bimodal* p, Addr pc, Bool taken)
{
   UChar* counter = &p->counter[pc % CG_BIMODAL_COUNTERS];
   UWord  count   = *counter;

   *counter = cg_branchpred_next_count[count][taken];
   return count >= 2;
}

#endif /* CG_BIMODAL_H */
