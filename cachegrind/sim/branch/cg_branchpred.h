/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_branchpred.h: the branch predictor simulator.

   It has a global-history table of two-bit counters for conditional branches,
   and a table of last targets for indirect jumps and calls.  The rules are
   in the manual's "What is simulated, in detail".  This module calls
   neither Valgrind nor the C library.

   The index of the counter of a conditional branch has 14 bits:

       13         7 6          0
      +------------+------------+
      |  address   |  history   |    history: outcomes of the last 7
      +------------+------------+    conditional branches, the latest lowest

   The callers pass the address of the branch without the low bits that are 0 in
   every instruction's address: shifted right by PLATFORM_CODE_ADDRESS_SHIFT of
   platform.h, which is 0 on x86 and amd64, and 2 on arm64.

   Both functions are inline, because a call takes longer than a prediction: the
   helper would have to save its registers. */

#ifndef CG_BRANCHPRED_H
#define CG_BRANCHPRED_H

#include "sim/types.h"

#define CG_BRANCHPRED_HISTORY_BITS 7
#define CG_BRANCHPRED_ADDRESS_BITS 7
#define CG_BRANCHPRED_N_COUNTERS                                               \
   (1 << (CG_BRANCHPRED_HISTORY_BITS + CG_BRANCHPRED_ADDRESS_BITS))
#define CG_BRANCHPRED_N_TARGETS 512

/* Initialise it with zeros. */
typedef struct {
   UWord history; /* CG_BRANCHPRED_HISTORY_BITS wide */
   UChar counter[CG_BRANCHPRED_N_COUNTERS];
   Addr  last_target[CG_BRANCHPRED_N_TARGETS];
} BranchPredictor;

/* The next value of a counter, 0 to 3, by its value and the outcome: one more
   if the branch was taken, one less if not, within 0 to 3.  This is a table
   because the host cannot predict simulated outcomes better than the simulated
   machine: it would mispredict a branch here. */
extern const UChar cg_branchpred_next_count[4][2];

/* The part of the index that comes from the address of a conditional branch.
   It is computed once, when the branch is translated: bench/README.md, "Tricks
   and what they gain". */
static inline UWord cg_branchpred_row(Addr instr_addr)
{
   return (instr_addr & ((1UL << CG_BRANCHPRED_ADDRESS_BITS) - 1))
          << CG_BRANCHPRED_HISTORY_BITS;
}

/* Predict the conditional branch with this cg_branchpred_row, and learn from
   `taken': whether it jumped.  Returns True if the prediction was wrong. */
static inline Bool cg_branchpred_cond(BranchPredictor* p, UWord row, Bool taken)
{
   UChar* counter = &p->counter[row | p->history];
   UWord  count   = *counter;
   UWord  outcome = taken;

   *counter = cg_branchpred_next_count[count][outcome];
   p->history =
      ((p->history << 1) | outcome) & ((1UL << CG_BRANCHPRED_HISTORY_BITS) - 1);
   return (count >> 1) ^ outcome;
}

/* Predict the indirect jump or call at `instr_addr', and learn its `target'.
   Returns True if the prediction was wrong.  A branch that was never seen is
   predicted to go to address 0. */
static inline Bool cg_branchpred_indirect(BranchPredictor* p, Addr instr_addr,
                                          Addr target)
{
   Addr* last      = &p->last_target[instr_addr % CG_BRANCHPRED_N_TARGETS];
   Addr  predicted = *last;

   *last = target;
   return predicted != target;
}

#endif /* CG_BRANCHPRED_H */
