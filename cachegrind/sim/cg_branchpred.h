/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_branchpred.h: the branch predictor simulator.

   A global-history table of two-bit counters for conditional branches, and a
   table of last targets for indirect ones.  Like cg_sim it calls nothing of
   Valgrind and also builds on the host.  The rules are those of the manual's
   "What is simulated, in detail".

   The index of a conditional branch's counter, 14 bits:

       13         7 6          0
      +------------+------------+
      |  address   |  history   |    history: outcomes of the last 7
      +------------+------------+    conditional branches, the latest lowest

   The address is the branch's without the low bits that are 0 in every
   instruction's (platform.h); on x86 and amd64 there are none.

   Both functions are here to be inlined: a call, with all that a helper must
   keep across it, takes longer than a prediction. */

#ifndef CG_BRANCHPRED_H
#define CG_BRANCHPRED_H

#include "sim/types.h"

#define CG_BRANCHPRED_HISTORY_BITS 7
#define CG_BRANCHPRED_ADDRESS_BITS 7
#define CG_BRANCHPRED_N_COUNTERS                                               \
   (1 << (CG_BRANCHPRED_HISTORY_BITS + CG_BRANCHPRED_ADDRESS_BITS))
#define CG_BRANCHPRED_N_TARGETS 512

/* All zeros when nothing has been learnt. */
typedef struct {
   UWord history; /* CG_BRANCHPRED_HISTORY_BITS wide */
   UChar counter[CG_BRANCHPRED_N_COUNTERS];
   Addr  last_target[CG_BRANCHPRED_N_TARGETS];
} BranchPredictor;

/* The next value of a counter, 0..3: up if taken, down if not, but not past
   the ends.  Simulated outcomes are as hard to predict for the host as for the
   simulated machine, so a table replaces the branch. */
extern const UChar cg_branchpred_next_count[4][2];

/* A conditional branch at `instr_addr' was executed and `taken' says whether
   it jumped.  Predicts, learns, and returns True if mispredicted. */
static inline Bool cg_branchpred_cond(BranchPredictor* p, Addr instr_addr,
                                      Bool taken)
{
   UWord  row = instr_addr & ((1UL << CG_BRANCHPRED_ADDRESS_BITS) - 1);
   UChar* counter =
      &p->counter[(row << CG_BRANCHPRED_HISTORY_BITS) | p->history];
   UWord count   = *counter;
   UWord outcome = taken;

   *counter = cg_branchpred_next_count[count][outcome];
   p->history =
      ((p->history << 1) | outcome) & ((1UL << CG_BRANCHPRED_HISTORY_BITS) - 1);
   return (count >> 1) ^ outcome;
}

/* An indirect jump or call at `instr_addr' went to `target'.  Predicts,
   learns, and returns True if mispredicted. */
static inline Bool cg_branchpred_indirect(BranchPredictor* p, Addr instr_addr,
                                          Addr target)
{
   Addr* last      = &p->last_target[instr_addr % CG_BRANCHPRED_N_TARGETS];
   Addr  predicted = *last;

   *last = target;
   return predicted != target;
}

#endif /* CG_BRANCHPRED_H */
