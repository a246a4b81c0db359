/* SPDX-License-Identifier: GPL-2.0-or-later */
/* model_ittage.h: a brute-force model of ITTAGE, for the unit tests.

   It is written from the rules, not from sim/branch/cg_ittage.c.  It keeps all
   bits that were ever pushed, and makes each fold anew from them.  The model is
   slow, and nothing in it is clever. */

#ifndef MODEL_ITTAGE_H
#define MODEL_ITTAGE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "sim/branch/cg_branch.h"

typedef struct {
   int      tag, region, c, u;
   uint64_t offset;
} ModelIttageEntry;

typedef struct {
   uint8_t*         pushed; /* all bits, the oldest first */
   int              n_pushed;
   ModelIttageEntry table[4][4096]; /* the base, I, II, III */
   uint64_t         region[128];
   bool             used[128];
   uint32_t         S;
   int              alpha, tick;
   int              n_resets, n_overflows;

   /* Of the latest indirect branch; G: -1 if there is none. */
   int entry[16], tag[16], H, G;
} ModelIttage;

static const int MI_LENGTH[16] = {0,   0,   10,  16,  27,  44,   60,   96,
                                  109, 219, 449, 487, 714, 1313, 2146, 3881};

static inline ModelIttage* mi_new(int max_branches)
{
   ModelIttage* m = calloc(1, sizeof *m);
   m->pushed      = malloc(10 * (size_t)max_branches);
   return m;
}

static inline void mi_free(ModelIttage* m)
{
   free(m->pushed);
   free(m);
}

static inline int mi_physical(int i)
{
   return i == 0 ? 0 : i < 3 ? 1 : i < 11 ? 2 : 3;
}

static inline int mi_leader(int i)
{
   static const int leaders[] = {0, 1, 3, 11};
   return leaders[mi_physical(i)];
}

static inline int mi_tag_bits(int i)
{
   static const int bits[] = {0, 9, 13, 15};
   return bits[mi_physical(i)];
}

static inline int mi_index_bits(int i)
{
   int of_all = mi_physical(i) == 3 ? 11 : 12;
   return i == mi_leader(i) ? of_all : of_all - 3;
}

static inline ModelIttageEntry* mi_entry(ModelIttage* m, int i)
{
   return &m->table[mi_physical(i)][m->entry[i]];
}

static inline uint32_t mi_fold(const ModelIttage* m, int i, int width)
{
   uint32_t f = 0;
   for (int j = 0; j < MI_LENGTH[i] && j < m->n_pushed; j++)
      f ^= (uint32_t)m->pushed[m->n_pushed - 1 - j] << j % width;
   return f;
}

static inline int mi_own_index(const ModelIttage* m, int i, uint32_t pc32)
{
   int bits = mi_index_bits(i);
   return (pc32 ^ pc32 >> (abs(bits - i) + 1) ^ mi_fold(m, i, bits))
          % (1u << bits);
}

static inline void mi_look_up(ModelIttage* m, uint64_t pc)
{
   uint32_t pc32 = (uint32_t)pc;
   m->entry[0]   = pc % 4096;
   m->tag[0]     = 0;
   for (int i = 1; i < 16; i++) {
      int t = mi_tag_bits(i), leader = mi_leader(i);
      m->entry[i] = mi_own_index(m, i, pc32);
      if (i != leader)
         m->entry[i] =
            8 * m->entry[i] + ((m->entry[leader] % 8) ^ (i - leader));
      m->tag[i] =
         (pc32 ^ mi_fold(m, i, t) ^ 2 * mi_fold(m, i, t - 1)) % (1u << t);
   }
   m->H = m->G = -1;
   for (int i = 0; i < 16; i++)
      if (mi_entry(m, i)->tag == m->tag[i]) {
         m->G = m->H;
         m->H = i;
      }
}

static inline uint64_t mi_target(ModelIttage* m, int i)
{
   ModelIttageEntry* e = mi_entry(m, i);
   return e->offset + (m->region[e->region] << 18);
}

static inline int mi_n_bits(BranchType type)
{
   return type == TYPE_CALL                                          ? 5
          : type == TYPE_INDIRECT_JUMP || type == TYPE_INDIRECT_CALL ? 10
                                                                     : 0;
}

static inline void mi_step(ModelIttage* m, BranchType type)
{
   uint32_t P = -(uint32_t)m->n_pushed;
   m->S       = (m->S + 1) ^ (P - (uint32_t)mi_n_bits(type));
   m->S = (m->S >> 11 | (m->S >> 31 ? 0xffe00000 : 0)) + m->S * (1u << 21);
   m->S = m->S + P;
}

static inline void mi_push(ModelIttage* m, const Branch* b)
{
   uint64_t W = (uint64_t)b->target ^ (uint64_t)b->target >> 3 ^ b->pc;
   for (int k = 0; k < mi_n_bits(b->type); k++)
      m->pushed[m->n_pushed++] = W >> k & 1;
}

static inline int mi_region(ModelIttage* m, uint64_t value)
{
   int first_unused = -1;
   for (int i = 127; i >= 0; i--)
      if (!m->used[i])
         first_unused = i;
   for (int i = 0; i < 128; i++)
      if (m->region[i] == value)
         return i;
   if (first_unused < 0) {
      for (int i = 0; i < 128; i++)
         m->used[i] = false;
      first_unused = 0;
      m->n_overflows++;
   }
   m->region[first_unused] = value;
   m->used[first_unused]   = true;
   return first_unused;
}

static inline void mi_extend(ModelIttage* m, uint64_t target, int region)
{
   int n = 0;
   for (int i = m->H + (m->S % 32 == 0 ? 2 : 1); i <= 15; i++) {
      ModelIttageEntry* e = mi_entry(m, i);
      if (e->u) {
         m->tick++;
         continue;
      }
      *e = (ModelIttageEntry){m->tag[i], region, 0, 0, target % (1 << 18)};
      if (m->tick > 0)
         m->tick--;
      if (++n == 3)
         return;
      i++;
   }
}

static inline void mi_update(ModelIttage* m, uint64_t target, uint64_t lp,
                             uint64_t ap)
{
   ModelIttageEntry* h      = mi_entry(m, m->H);
   int               region = -1;
   if (m->H > 0 && h->c == 0 && ap != 0 && lp != ap) {
      if (ap == target) {
         if (m->alpha < 7)
            m->alpha++;
      } else if (lp == target && m->alpha >= -8)
         m->alpha--;
   }
   if (lp != target) {
      region = mi_region(m, target >> 18);
      mi_extend(m, target, region);
   }
   if (m->tick >= 64) {
      m->tick = 0;
      m->n_resets++;
      for (int k = 0; k < 4; k++)
         for (int i = 0; i < 4096; i++)
            m->table[k][i].u = 0;
   }
   if (lp == target) {
      if (h->c < 3)
         h->c++;
   } else if (h->c > 0) {
      h->c--;
   } else {
      h->offset = target % (1 << 18);
      h->region = region;
   }
   if (m->H > 0 && lp != ap && lp == target)
      h->u = 1;
}

/* Any branch.  Returns the predicted target if it is indirect, or 0. */
static inline uint64_t mi_branch(ModelIttage* m, const Branch* b)
{
   uint64_t predicted = 0;
   if (mi_n_bits(b->type) == 10) {
      mi_look_up(m, b->pc);
      uint64_t lp = mi_target(m, m->H), ap = m->H > 0 ? mi_target(m, m->G) : 0;
      bool     is_new = m->H > 0 && mi_entry(m, m->H)->c == 0;
      predicted       = is_new && m->alpha >= 0 ? ap : lp;
      mi_step(m, b->type);
      mi_update(m, b->target, lp, ap);
   } else
      mi_step(m, b->type);
   mi_push(m, b);
   return predicted;
}

#endif /* MODEL_ITTAGE_H */
