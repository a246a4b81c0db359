/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_perceptron.c: a predictor of conditional branches that weighs the last 24
   outcomes; the rules are in cg_perceptron.h.

   The work on a row has neither loops nor branches.  The host could predict
   whether a row learns no better than the simulated machine predicts: a branch
   there took 6 ns more in hard programs, and saved 2 ns in easy ones.  A row is
   two vectors of 16 bytes; one of 32 bytes, with AVX2, was not faster.  Where
   the compiler may not use SSE2, as for x86, it takes ten times as long. */

#include "sim/branch/cg_perceptron.h"

/* All have 16 bytes. */
typedef UChar  Bytes __attribute__((vector_size(16), aligned(8), may_alias));
typedef UShort Pairs __attribute__((vector_size(16)));
typedef ULong  Words __attribute__((vector_size(16)));

#define EACH_BYTE 0x0101010101010101ULL
#define EACH_PAIR 0x0001000100010001ULL
#define LOW_BYTE  0xFFULL
#define SIGN      0x80

/* A row, or what belongs to each of its weights. */
typedef struct {
   Bytes low, high;
} __attribute__((may_alias)) Row;

Perceptron* cg_perceptron_new(void* (*alloc)(SizeT n_bytes))
{
   return alloc(sizeof(Perceptron));
}

/* Sets *r to 0xFF where the outcome is "taken", and to 0 elsewhere.  The bias
   counts as taken.  Each word gets 8 copies of 8 outcomes, and each byte of it
   looks at a bit of its own. */
static inline void read_outcomes(UInt history, Row* r)
{
   const Bytes bits = {1, 2, 4, 8, 16, 32, 64, 128,
                       1, 2, 4, 8, 16, 32, 64, 128};
   Words low  = {(UChar)history * EACH_BYTE, (UChar)(history >> 8) * EACH_BYTE};
   Words high = {(UChar)(history >> 16) * EACH_BYTE, 1};

   r->low  = (Bytes)(((Bytes)low & bits) == bits);
   r->high = (Bytes)(((Bytes)high & bits) == bits);
}

/* Returns the sum of a row, with `n_taken' outcomes that are "taken".

   A weight w XOR its outcome's byte is w or, if taken, -w - 1.  (-w would not
   always fit: w may be -128.)  All these add up to the opposite of the sum,
   less n_taken.  With their signs turned over, each is 128 more, and none is
   negative: bytes add up to pairs of bytes, these to words, and the four pairs
   of a word to its highest one. */
static inline Int row_sum(const Row* weights, const Row* outcomes, UInt n_taken)
{
   Pairs low  = (Pairs)(weights->low ^ outcomes->low ^ SIGN);
   Pairs high = (Pairs)(weights->high ^ outcomes->high ^ SIGN);
   Words totals =
      (Words)((low & LOW_BYTE) + (low >> 8) + (high & LOW_BYTE) + (high >> 8));
   UInt total = (UInt)((totals[0] + totals[1]) * EACH_PAIR >> 48);

   return SIGN * CG_PERCEPTRON_LANES - (Int)(total + n_taken);
}

/* A half of a row learns: each weight goes up where the outcome's byte XOR
   `flip' is 0xFF, else down; but none beyond its end, and only those that
   `mask' selects. */
static inline void learn(Bytes* weights, const Bytes* outcomes, UChar flip,
                         const Words* mask)
{
   Bytes up   = *outcomes ^ flip;
   Bytes step = ~up | 1;   /* 1 or -1 */
   Bytes end  = up ^ SIGN; /* 127 or -128 */

   *weights += step & (Bytes)*mask & (Bytes)(*weights != end);
}

Bool cg_perceptron_cond(Perceptron* p, Addr pc, Bool taken)
{
   Row*  weights = (Row*)p->weight[pc % CG_PERCEPTRON_ROWS];
   Row   outcomes;
   Int   sum;
   Bool  predicted, is_weak;
   ULong learns;

   read_outcomes(p->history, &outcomes);
   sum       = row_sum(weights, &outcomes, p->n_taken + 1);
   predicted = sum >= 0;
   is_weak =
      (sum >= -CG_PERCEPTRON_THRESHOLD) & (sum <= CG_PERCEPTRON_THRESHOLD);
   learns = -(ULong)((predicted != taken) | is_weak);

   /* The bytes after the bias never learn. */
   learn(&weights->low, &outcomes.low, taken - 1, &(Words){learns, learns});
   learn(&weights->high, &outcomes.high, taken - 1,
         &(Words){learns, learns & LOW_BYTE});

   p->n_taken += taken - (p->history >> (CG_PERCEPTRON_HISTORY - 1) & 1);
   p->history = p->history << 1 | taken;
   return predicted;
}
