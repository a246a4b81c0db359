/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_hashed_perceptron.h: a predictor of conditional branches that adds up what
   16 tables expect after histories of different lengths.

   The rules.  Each table has 4096 weights, from -128 to 127, which are 0 at the
   start, and looks at the latest outcomes of conditional branches, as many as
   this:

      0 3 4 6 8 10 14 19 26 36 49 67 91 125 170 232

   The outcomes are 1 for taken and 0 for not, and 0 before the start.  They
   are folded: the latest one is bit 0 of 12, the one before it bit 1, and so
   on, over and over again, and what meets in a bit is XORed.

      latest                                          oldest
      | 0 1 2 ... 11 | 12 13 ... 23 | 24 25 ...         |
      +------- ^ ----+------- ^ ----+------- ^ ---------+  -->  12 bits

   The fold XOR the lowest 12 bits of the address is the place of a weight.  The
   16 weights are added; the branch is predicted as taken if the sum is 1 or
   more.

   If the prediction was wrong, or the sum is nearer to 0 than a threshold, each
   of the 16 weights goes up by one if the branch was taken, else down by one,
   within -128 to 127.  Then the outcome becomes the latest.

   The threshold is 10 at the start, and a balance is 0.  The balance goes up
   by one with each wrong prediction, and down by one with each right one that
   was nearer to 0 than the threshold.  At 18, the threshold goes up by one; at
   -18, down by one; the balance is then 0 again.

   Sources: D. Tarjan and K. Skadron, "Merging path and gshare indexing in
   perceptron branch prediction" (TACO 2005); the threshold is from A.
   Seznec's O-GEHL (ISCA 2005); the numbers are ChampSim's.

   This module calls neither Valgrind nor the C library. */

#ifndef CG_HASHED_PERCEPTRON_H
#define CG_HASHED_PERCEPTRON_H

#include "sim/types.h"

#define CG_HASHED_PERCEPTRON_TABLES     16
#define CG_HASHED_PERCEPTRON_INDEX_BITS 12
#define CG_HASHED_PERCEPTRON_WEIGHTS    (1 << CG_HASHED_PERCEPTRON_INDEX_BITS)

/* How many earlier moments are remembered: more than the longest history, and a
   power of two. */
#define CG_HASHED_PERCEPTRON_MOMENTS 256

typedef struct {
   /* What all outcomes up to a moment fold to, side by side with itself: in
      bits 0 to 11, and 12 to 23.  It is a ring.  Its later half repeats the
      first, so that the ages of moments count from `now' without a wrap. */
   UInt folds[2 * CG_HASHED_PERCEPTRON_MOMENTS];
   UInt now; /* the place of the latest moment, in the first half */

   Int threshold, balance;

   signed char weight[CG_HASHED_PERCEPTRON_TABLES]
                     [CG_HASHED_PERCEPTRON_WEIGHTS];
} HashedPerceptron;

/* Returns a predictor that knows nothing.  `alloc' is as for cg_sim_init.
   Cannot fail. */
HashedPerceptron* cg_hashed_perceptron_new(void* (*alloc)(SizeT n_bytes));

/* Returns whether the conditional branch at `pc' is predicted as taken, and
   learns that it was `taken'.  Cannot fail. */
Bool cg_hashed_perceptron_cond(HashedPerceptron* p, Addr pc, Bool taken);

#endif /* CG_HASHED_PERCEPTRON_H */
