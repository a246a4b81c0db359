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

   On x86 and amd64 instructions start at any byte, so the low bits of their
   addresses all tell branches apart and none is dropped.

   Both functions are here to be inlined: a call, with all that a segment's
   runner must keep across it, takes longer than a prediction (with
   --branch-sim=yes and calls, bzip2, xz and zstd take 4 to 5 % more time,
   strides 2 %). */

#ifndef CG_BRANCHPRED_H
#define CG_BRANCHPRED_H

#include "sim/types.h"

#define CG_HISTORY_BITS 7
#define CG_ADDRESS_BITS 7
#define CG_N_TARGETS    512

#define CG_LOW_BITS(n) ((1UL << (n)) - 1)

extern UWord cg_history; /* CG_HISTORY_BITS wide */
extern UChar cg_counter[1 << (CG_HISTORY_BITS + CG_ADDRESS_BITS)];
extern Addr  cg_last_target[CG_N_TARGETS];

/* What becomes of a counter, 0..3: up if taken, down if not, but not past the
   ends.  Simulated outcomes are as hard to predict for the host as for the
   simulated machine, so it gets no branch to predict. */
extern const UChar cg_next_count[4][2];

/* Forget all history: every counter at 0, every last target 0. */
void cg_branchpred_init(void);

/* A conditional branch at `instr_addr' was executed and `taken' says whether
   it jumped.  Predicts, learns, and returns True if mispredicted. */
static inline Bool cg_predict_cond(Addr instr_addr, Bool taken)
{
   UWord  row     = instr_addr & CG_LOW_BITS(CG_ADDRESS_BITS);
   UChar* counter = &cg_counter[(row << CG_HISTORY_BITS) | cg_history];
   UWord  count   = *counter;
   UWord  outcome = taken;

   *counter   = cg_next_count[count][outcome];
   cg_history = ((cg_history << 1) | outcome) & CG_LOW_BITS(CG_HISTORY_BITS);
   return (count >> 1) ^ outcome;
}

/* An indirect jump or call at `instr_addr' went to `target'.  Predicts,
   learns, and returns True if mispredicted. */
static inline Bool cg_predict_indirect(Addr instr_addr, Addr target)
{
   Addr* last      = &cg_last_target[instr_addr % CG_N_TARGETS];
   Addr  predicted = *last;

   *last = target;
   return predicted != target;
}

#endif /* CG_BRANCHPRED_H */
