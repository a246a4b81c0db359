/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_hashed_perceptron.c: a predictor of conditional branches with 16 tables;
   the rules are in cg_hashed_perceptron.h.

   No history is kept.  Let F(t) be what all outcomes up to the moment t fold
   to.  L outcomes later, each older one has moved by L bits, round and round.
   What the latest L outcomes fold to is therefore

      F(now) ^ (F(now - L) rotated left by L mod 12)

   and that takes a load, a shift and an XOR for each table.  A shift rotates,
   because F lies beside itself.

   Only the loop that predicts is unrolled, because the lengths of the histories
   then become parts of its instructions. */

#include "sim/branch/cg_hashed_perceptron.h"

#define TABLES          CG_HASHED_PERCEPTRON_TABLES
#define WEIGHTS         CG_HASHED_PERCEPTRON_WEIGHTS
#define MOMENTS         CG_HASHED_PERCEPTRON_MOMENTS
#define BITS            CG_HASHED_PERCEPTRON_INDEX_BITS
#define MAX_BALANCE     18
#define FIRST_THRESHOLD 10
#define LEAST_WEIGHT    (-128)
#define LARGEST_WEIGHT  127

/* Of the histories, by table. */
static const UChar length[TABLES] = {0,  3,  4,  6,  8,  10,  14,  19,
                                     26, 36, 49, 67, 91, 125, 170, 232};

HashedPerceptron* cg_hashed_perceptron_new(void* (*alloc)(SizeT n_bytes))
{
   HashedPerceptron* p = alloc(sizeof *p);

   p->threshold = FIRST_THRESHOLD;
   return p;
}

static void push(HashedPerceptron* p, Bool taken)
{
   UInt fold = (p->folds[p->now] >> (BITS - 1) ^ taken) % WEIGHTS;

   p->now                     = (p->now - 1) % MOMENTS;
   p->folds[p->now]           = fold | fold << BITS;
   p->folds[p->now + MOMENTS] = p->folds[p->now];
}

static void adapt_threshold(HashedPerceptron* p, Bool wrong)
{
   p->balance += wrong ? 1 : -1;
   if (p->balance == MAX_BALANCE) {
      p->threshold++;
      p->balance = 0;
   } else if (p->balance == -MAX_BALANCE) {
      p->threshold--;
      p->balance = 0;
   }
}

Bool cg_hashed_perceptron_cond(HashedPerceptron* p, Addr pc, Bool taken)
{
   const UInt*  folds = &p->folds[p->now]; /* by age */
   UInt         base  = folds[0] ^ (UInt)pc;
   signed char* weight[TABLES];
   Int          sum = 0;
   Bool         predicted, wrong;

#pragma GCC unroll 16
   for (UInt i = 0; i < TABLES; i++) {
      UInt rotated = folds[length[i]] >> (BITS - length[i] % BITS);

      weight[i] = &p->weight[i][(base ^ rotated) % WEIGHTS];
      sum += *weight[i];
   }
   predicted = sum >= 1;
   wrong     = predicted != taken;
   if (wrong || (sum < p->threshold && -sum < p->threshold)) {
      Int end  = taken ? LARGEST_WEIGHT : LEAST_WEIGHT;
      Int step = taken ? 1 : -1;

      for (UInt i = 0; i < TABLES; i++)
         *weight[i] += *weight[i] != end ? step : 0;
      adapt_threshold(p, wrong);
   }
   push(p, taken);
   return predicted;
}
