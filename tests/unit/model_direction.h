/* SPDX-License-Identifier: GPL-2.0-or-later */
/* model_direction.h: plain models of the predictors of directions and returns,
   for the unit tests, and the stream of branches whose results are known.

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

/* --- The stream of branches ------------------------------------------------
   The program has 256 branches, of all kinds.  They lie 23 bytes apart. */

enum { STREAM_CALLS = 40000 };

typedef struct {
   uint64_t x, outcomes;
   unsigned steps, seen[256];
   unsigned n_calls;
   uint64_t returns_to[STREAM_CALLS];
} BranchStream;

static inline void stream_init(BranchStream* s, uint64_t seed)
{
   memset(s, 0, sizeof *s);
   s->x = seed;
}

static inline uint64_t stream_draw(BranchStream* s)
{
   s->x = s->x * 6364136223846793005u + 1442695040888963407u;
   return s->x >> 33;
}

static inline Branch stream_call(BranchStream* s, BranchType type, uint64_t pc,
                                 uint64_t target, unsigned size)
{
   s->returns_to[s->n_calls++] = pc + size;
   return (Branch){
      .pc = pc, .target = target, .type = type, .size = size, .taken = 1};
}

static inline Branch stream_cond(BranchStream* s, uint64_t pc, uint64_t target,
                                 bool taken)
{
   s->outcomes = (s->outcomes << 1 | taken) & 0xFFFFFFFF;
   return (Branch){
      .pc = pc, .target = target, .type = TYPE_CONDITIONAL, .taken = taken};
}

static inline Branch stream_jump(BranchType type, uint64_t pc, uint64_t target)
{
   return (Branch){.pc = pc, .target = target, .type = type, .taken = 1};
}

static inline Branch stream_next(BranchStream* s)
{
   for (;;) {
      unsigned b    = (s->steps++ * 7 + (unsigned)(stream_draw(s) % 3)) % 256;
      unsigned seen = s->seen[b]++;
      uint64_t pc   = 0x401000 + b * 23;
      uint64_t h    = s->outcomes;

      switch (b % 16) {
      case 0:
      case 1:
      case 2:
         return stream_cond(s, pc, pc - 64, seen % (3 + b % 29) != 0);
      case 3:
      case 4:
         return stream_cond(s, pc, pc + 40, seen % (3 + b % 29) != 0);
      case 5:
      case 6:
      case 7:
         return stream_cond(s, pc, pc + 48, (h >> b % 11 ^ h >> b % 5) & 1);
      case 8:
      case 9:
         return stream_cond(s, pc, pc + 80, stream_draw(s) % 32 != 0);
      case 10:
         return stream_cond(s, pc, pc + 16, stream_draw(s) & 1);
      case 11:
         return stream_jump(TYPE_JUMP, pc, pc + 200);
      case 12:
         return stream_jump(TYPE_INDIRECT_JUMP, pc,
                            0x500000 + 64 * (h >> 1 & 7));
      case 13:
         return stream_call(s, TYPE_CALL, pc, 0x600000 + b * 64, 5);
      case 14:
         return stream_call(s, TYPE_INDIRECT_CALL, pc,
                            0x700000 + 128 * (seen % 5), 3);
      default:
         if (s->n_calls > 0)
            return stream_jump(TYPE_RETURN, 0x800000 + b * 4,
                               s->returns_to[--s->n_calls]);
      }
   }
}

#endif /* MODEL_DIRECTION_H */
