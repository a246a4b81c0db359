/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_perceptron.h: a predictor of conditional branches that weighs each of the
   last 24 outcomes by how much this branch depends on it.

   The rules.  There are 163 rows of weights, from -128 to 127, which are 0 at
   the start.  The branch at an address uses row (address mod 163):

      weight     0    1    2   ...   23  | 24: bias
      outcome  latest               24th | always "taken"

   The 24 outcomes are the last conditional branches'; all are "not
   taken" at the start.  The sum of a row adds the weight of each outcome that
   is "taken", and subtracts the weight of each that is not.  The branch is
   predicted as taken if the sum is 0 or more.

   If the prediction was wrong, or the sum is from -60 to 60, the row learns:
   the weight of each outcome that is equal to the branch's goes up by one, and
   each other weight goes down by one, within -128 to 127.  (60 is 1.93 * 24 +
   14, rounded.)  Then the branch's outcome becomes the latest.

   Sources: D. A. Jimenez and C. Lin, "Dynamic branch prediction with
   perceptrons" (HPCA 2001); the numbers are ChampSim's.  There, a branch enters
   the history as it was predicted, and the history is repaired when that was
   wrong.  Here, the outcome is known at once, which comes to the same.

   This module calls neither Valgrind nor the C library. */

#ifndef CG_PERCEPTRON_H
#define CG_PERCEPTRON_H

#include "sim/types.h"

#define CG_PERCEPTRON_ROWS      163
#define CG_PERCEPTRON_HISTORY   24
#define CG_PERCEPTRON_BIAS      CG_PERCEPTRON_HISTORY /* its place in a row */
#define CG_PERCEPTRON_LANES     32                    /* bytes of a row */
#define CG_PERCEPTRON_THRESHOLD 60

typedef struct {
   /* The bytes after the bias stay 0. */
   signed char weight[CG_PERCEPTRON_ROWS][CG_PERCEPTRON_LANES];

   UInt history; /* 1: taken; the latest in bit 0; older ones above bit 23 */
   UInt n_taken; /* of the last 24 */
} Perceptron;

/* Returns a predictor that knows nothing.  `alloc' is as for cg_sim_init.
   Cannot fail. */
Perceptron* cg_perceptron_new(void* (*alloc)(SizeT n_bytes));

/* Returns whether the conditional branch at `pc' is predicted as taken, and
   learns that it was `taken'.  Cannot fail. */
Bool cg_perceptron_cond(Perceptron* p, Addr pc, Bool taken);

#endif /* CG_PERCEPTRON_H */
