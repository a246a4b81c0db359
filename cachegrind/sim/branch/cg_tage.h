/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_tage.h: TAGE, a predictor of conditional branches, in two sizes.

   It is the TAGE part of "TAGE-SC-L Branch Predictors Again" (A. Seznec, 5th
   Championship Branch Prediction, 2016), which won in the classes of 8 and 64
   KiB, without the corrector and the loop predictor.  Predictions are the same
   as those of the published program, bit for bit.

   Many tables hold counters for a branch and what came before it, each for a
   longer history.  The longest one that knows the situation predicts:

      base (pc)    table 2      table 4            table 30
      no history   4 bits       6 bits      ...    1000 bits of history
         |           |            |                  |
         |         tag equal?   tag equal?         tag equal?
         |           |            |                  |
         +-----------+---- G -----+------ H ---------+
                           |              |
                    alternative    longest match: predicts, unless its counter
                    prediction     is weak and the alternative does better

   histories    Each branch, of any kind, pushes 2 or 3 bits of its address into
                the bit history, one of which says whether it was taken, and
                into the path, a shift register.
   tables       Two have the same history, a pair; not all exist.  The tables
                with the shorter histories share the entries of one group of
                banks, the others a second one's.  Address and path
                choose the first bank.
   entries      A tag, a counter of 3 bits, and how useful the entry was.  Only
                those that are not useful are replaced.
   learning     Counters move to what the branch does.  A wrong prediction takes
                up to two entries with longer histories.  If that fails too
                often, all entries become less useful.

   All state begins as zero, except for the base, which begins with "not taken,
   weakly".  A branch is known at once: nothing is delayed.  The details are in
   cg_tage.c.  This module calls neither Valgrind nor the C library. */

#ifndef CG_TAGE_H
#define CG_TAGE_H

#include "sim/branch/cg_branch.h"
#include "sim/types.h"

typedef enum { TAGE_8K, TAGE_64K } TageSize;

typedef struct Tage Tage;

/* Returns a predictor that knows nothing.  `alloc' is as for cg_sim_init.
   Cannot fail. */
Tage* cg_tage_new(TageSize size, void* (*alloc)(SizeT n_bytes));

/* Returns the predicted direction of the conditional branch at `pc', True if it
   is expected to be taken, and learns what it did: `taken'.  Cannot fail. */
Bool cg_tage_cond(Tage* t, Addr pc, Bool taken);

/* A branch of another type than TYPE_CONDITIONAL was executed at `pc'.  Cannot
   fail. */
void cg_tage_other(Tage* t, Addr pc, BranchType type);

#endif /* CG_TAGE_H */
