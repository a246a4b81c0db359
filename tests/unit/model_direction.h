/* SPDX-License-Identifier: GPL-2.0-or-later */
/* model_direction.h: plain models of the predictors of directions and returns,
   for the unit tests.

   The models are written from the rules in sim/branch/cg_bimodal.h,
   cg_gshare.h, cg_perceptron.h, cg_hashed_perceptron.h and cg_return_stack.h,
   not from the code there.  They keep their history as a list of outcomes and
   look at all of it for each branch.  They are slow, and nothing in them is
   clever. */

#ifndef MODEL_DIRECTION_H
#define MODEL_DIRECTION_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "sim/branch/cg_branch.h"

/* The outcomes of the last conditional branches, the latest first. */
enum { MODEL_HISTORY = 300 };
typedef struct {
   bool taken[MODEL_HISTORY];
} ModelOutcomes;

static inline void mo_push(ModelOutcomes* h, bool taken)
{
   for (int i = MODEL_HISTORY - 1; i > 0; i--)
      h->taken[i] = h->taken[i - 1];
   h->taken[0] = taken;
}

static inline int mo_within(int value, int least, int largest)
{
   return value < least ? least : value > largest ? largest : value;
}

/* --- bimodal ------------------------------------------------------------- */

typedef struct {
   int strength[16381];
} ModelBimodal;

static inline bool model_bimodal(ModelBimodal* m, uint64_t pc, bool taken)
{
   int* strength  = &m->strength[pc % 16381];
   bool predicted = *strength == 2 || *strength == 3;
   *strength      = mo_within(*strength + (taken ? 1 : -1), 0, 3);
   return predicted;
}

/* --- gshare -------------------------------------------------------------- */

typedef struct {
   int           strength[16384];
   ModelOutcomes history;
} ModelGshare;

static inline bool model_gshare(ModelGshare* m, uint64_t pc, bool taken)
{
   int place = 0;
   for (int bit = 0; bit < 14; bit++) {
      int ones = m->history.taken[bit];
      for (int group = 0; group < 3; group++)
         ones += (int)(pc >> (14 * group + bit) & 1);
      if (ones % 2 != 0)
         place += 1 << bit;
   }
   int* strength  = &m->strength[place];
   bool predicted = *strength > 0;
   *strength      = mo_within(*strength + (taken ? 1 : -1), 0, 3);
   mo_push(&m->history, taken);
   return predicted;
}

/* --- perceptron ---------------------------------------------------------- */

typedef struct {
   int           weight[163][24], bias[163];
   ModelOutcomes history;
} ModelPerceptron;

static inline bool model_perceptron(ModelPerceptron* m, uint64_t pc, bool taken)
{
   int row = (int)(pc % 163), sum = m->bias[row];
   for (int i = 0; i < 24; i++) {
      if (m->history.taken[i])
         sum += m->weight[row][i];
      else
         sum -= m->weight[row][i];
   }
   bool predicted = sum >= 0;
   if (predicted != taken || abs(sum) <= 60) {
      m->bias[row] = mo_within(m->bias[row] + (taken ? 1 : -1), -128, 127);
      for (int i = 0; i < 24; i++) {
         int step          = m->history.taken[i] == taken ? 1 : -1;
         m->weight[row][i] = mo_within(m->weight[row][i] + step, -128, 127);
      }
   }
   mo_push(&m->history, taken);
   return predicted;
}

/* --- hashed perceptron --------------------------------------------------- */

typedef struct {
   int           weight[16][4096];
   ModelOutcomes history;
   int           threshold, balance;
} ModelHashed;

static inline void model_hashed_init(ModelHashed* m)
{
   memset(m, 0, sizeof *m);
   m->threshold = 10;
}

static inline int model_hashed_place(const ModelHashed* m, int table,
                                     uint64_t pc)
{
   static const int lengths[] = {0,  3,  4,  6,  8,  10,  14,  19,
                                 26, 36, 49, 67, 91, 125, 170, 232};
   int              fold      = 0;
   for (int i = 0; i < lengths[table]; i++)
      if (m->history.taken[i])
         fold ^= 1 << i % 12;
   return fold ^ (int)(pc % 4096);
}

static inline bool model_hashed(ModelHashed* m, uint64_t pc, bool taken)
{
   int* weight[16];
   int  sum = 0;
   for (int i = 0; i < 16; i++) {
      weight[i] = &m->weight[i][model_hashed_place(m, i, pc)];
      sum += *weight[i];
   }
   bool predicted = sum >= 1;
   if (predicted != taken || abs(sum) < m->threshold) {
      for (int i = 0; i < 16; i++)
         *weight[i] = mo_within(*weight[i] + (taken ? 1 : -1), -128, 127);
      m->balance += predicted != taken ? 1 : -1;
      if (abs(m->balance) == 18) {
         m->threshold += m->balance / 18;
         m->balance = 0;
      }
   }
   mo_push(&m->history, taken);
   return predicted;
}

/* --- returns ------------------------------------------------------------- */

/* Which call is where in the ring follows from how deep the program is, which
   may become negative. */
typedef struct {
   unsigned depth;
   long     height; /* calls less returns */
   bool     is_there[64];
   Branch   call[64]; /* the latest one at each height, modulo the depth */
} ModelReturns;

static inline unsigned model_place(const ModelReturns* m)
{
   long place = m->height % (long)m->depth;
   return (unsigned)(place < 0 ? place + (long)m->depth : place);
}

static inline void model_call(ModelReturns* m, Branch call)
{
   m->is_there[model_place(m)] = true;
   m->call[model_place(m)]     = call;
   m->height++;
}

static inline bool model_return(ModelReturns* m, uint64_t target)
{
   m->height--;
   Branch   call  = m->call[model_place(m)];
   uint64_t after = target - call.pc;
   return m->is_there[model_place(m)]
          && (call.size ? after == call.size : after >= 1 && after <= 15);
}

#endif /* MODEL_DIRECTION_H */
