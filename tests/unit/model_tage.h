/* SPDX-License-Identifier: GPL-2.0-or-later */
/* model_tage.h: a brute-force model of the two sizes of TAGE, for the unit
   tests.

   It is written from the rules, not from sim/branch/cg_tage.c.  It keeps all
   bits that were ever pushed, and makes each fold anew from them.  Tables are
   by their numbers, and each computes its row, tag and bank for itself.  The
   model is slow, and nothing in it is clever. */

#ifndef MODEL_TAGE_H
#define MODEL_TAGE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "sim/branch/cg_branch.h"

enum { TAGE_MAX_TABLES = 36 };

typedef struct {
   int  tables, row_bits, first_high;
   int  banks[2], tag_bits[2], path_bits[2]; /* of the low and the high group */
   int  max_u, base_bits, path_kept, cost_of_made;
   int  length[TAGE_MAX_TABLES / 2 + 1]; /* by pair */
   bool exists[TAGE_MAX_TABLES + 1];
} ModelTageSize;

static const ModelTageSize MODEL_TAGE_8K = {.tables       = 30,
                                            .row_bits     = 7,
                                            .first_high   = 11,
                                            .banks        = {9, 17},
                                            .tag_bits     = {8, 12},
                                            .path_bits    = {4, 29},
                                            .max_u        = 3,
                                            .base_bits    = 12,
                                            .path_kept    = 64,
                                            .cost_of_made = 5,
                                            .length = {0, 4, 6, 9, 13, 19, 29,
                                                       43, 63, 94, 139, 206,
                                                       306, 454, 674, 1000},
                                            .exists = {[2]        = true,
                                                       [4]        = true,
                                                       [6 ... 20] = true,
                                                       [22]       = true,
                                                       [24]       = true,
                                                       [26]       = true,
                                                       [28]       = true,
                                                       [30]       = true}};

static const ModelTageSize MODEL_TAGE_64K = {
   .tables       = 36,
   .row_bits     = 10,
   .first_high   = 13,
   .banks        = {10, 20},
   .tag_bits     = {8, 12},
   .path_bits    = {6, 22},
   .max_u        = 1,
   .base_bits    = 13,
   .path_kept    = 27,
   .cost_of_made = 2,
   .length = {0, 6, 9, 12, 18, 26, 37, 54, 78, 112, 161, 232, 335, 482, 695,
              1002, 1444, 2081, 3000},
   .exists = {[2]        = true,
              [6]        = true,
              [9 ... 22] = true,
              [24]       = true,
              [26]       = true,
              [28]       = true,
              [32]       = true,
              [36]       = true}};

typedef struct {
   int tag, c, u;
} ModelTageEntry;

typedef struct {
   const ModelTageSize* z;
   bool                 is_8k;
   uint8_t*             pushed; /* all bits, the oldest first */
   int                  n_pushed;
   uint64_t             path;
   uint32_t             S; /* random */
   ModelTageEntry*      group[2];
   int *                direction, *hysteresis;
   int                  a[10], tick;
   int                  resets, placed;

   /* Of the latest conditional branch. */
   int row[TAGE_MAX_TABLES + 2], tag[TAGE_MAX_TABLES + 2];
   int number[TAGE_MAX_TABLES + 2]; /* of the entry, in its group */
   int H, G;
} ModelTage;

static inline int mt_group(const ModelTage* m, int i)
{
   return i >= m->z->first_high;
}

static inline ModelTageEntry* mt_entry(const ModelTage* m, int i)
{
   return &m->group[mt_group(m, i)][m->number[i]];
}

/* max_branches: how many will be pushed at most. */
static inline ModelTage* mt_new(bool is_8k, int max_branches)
{
   ModelTage* m = calloc(1, sizeof *m);
   m->is_8k     = is_8k;
   m->z         = is_8k ? &MODEL_TAGE_8K : &MODEL_TAGE_64K;
   m->pushed    = malloc(3 * (size_t)max_branches);
   for (int g = 0; g < 2; g++)
      m->group[g] = calloc((size_t)m->z->banks[g] << m->z->row_bits,
                           sizeof(ModelTageEntry));
   m->direction  = calloc(1u << m->z->base_bits, sizeof(int));
   m->hysteresis = calloc(1u << m->z->base_bits, sizeof(int));
   for (int i = 0; i < 1 << m->z->base_bits; i++)
      m->hysteresis[i] = 1;
   return m;
}

static inline void mt_free(ModelTage* m)
{
   free(m->pushed);
   free(m->group[0]);
   free(m->group[1]);
   free(m->direction);
   free(m->hysteresis);
   free(m);
}

/* --- Histories ------------------------------------------------------------ */

/* Bit j of the history; 0 is the latest one. */
static inline uint32_t mt_bit(const ModelTage* m, int j)
{
   return j < m->n_pushed ? m->pushed[m->n_pushed - 1 - j] : 0;
}

static inline uint32_t mt_fold(const ModelTage* m, int length, int width)
{
   uint32_t f = 0;
   for (int j = 0; j < length; j++)
      f ^= mt_bit(m, j) << j % width;
   return f;
}

static inline uint32_t mt_index_fold(const ModelTage* m, int p)
{
   int width = !m->is_8k ? 10 : p % 2 ? 17 : 19;
   return p == 0 ? 0 : mt_fold(m, m->z->length[p], width);
}

/* A ^ 2 B. */
static inline uint32_t mt_tag_folds(const ModelTage* m, int p)
{
   int length = m->z->length[p];
   int width  = m->z->tag_bits[mt_group(m, 2 * p)];
   int A = m->is_8k ? 13 : width, B = m->is_8k ? 11 : width - 1;
   return mt_fold(m, length, A) ^ 2 * mt_fold(m, length, B);
}

static inline void mt_push(ModelTage* m, uint64_t pc, BranchType type, int o)
{
   bool by_register = type == TYPE_INDIRECT_JUMP || type == TYPE_INDIRECT_CALL
                      || type == TYPE_RETURN;
   uint64_t T = pc ^ pc >> 2 ^ (uint64_t)o, Q = pc ^ pc >> 2 ^ pc >> 4;
   for (int k = 0; k < (by_register ? 3 : 2); k++) {
      m->pushed[m->n_pushed++] = T >> k & 1;
      m->path                  = 2 * m->path ^ ((Q >> k) % 128);
   }
   if (m->z->path_kept < 64)
      m->path %= 1ull << m->z->path_kept;
}

/* --- Where tables look ------------------------------------------------------
 */

static inline uint32_t mt_rho(const ModelTage* m, int i, uint32_t z)
{
   int L = m->z->row_bits;
   return i < L ? (z << i) % (1u << L) + (z >> (L - i)) : z;
}

/* F of an odd table. */
static inline uint32_t mt_path_mix(const ModelTage* m, int i)
{
   int      length = m->z->length[(i + 1) / 2], L = m->z->row_bits;
   uint32_t v = m->path % (1u << (length < 27 ? length : 27));
   return mt_rho(m, i, v % (1u << L) ^ mt_rho(m, i, v >> L));
}

static inline void mt_odd_table(ModelTage* m, int i, uint64_t pc)
{
   int      p = (i + 1) / 2, L = m->z->row_bits, t;
   uint32_t pc32 = (uint32_t)pc, F = mt_path_mix(m, i), I = mt_index_fold(m, p);
   uint32_t X = pc32 ^ pc32 >> (abs(L - i) + 1) ^ I ^ F, Z;
   t          = m->z->tag_bits[mt_group(m, i)];
   if (m->is_8k) {
      uint32_t Y = pc32 ^ pc32 >> 2 ^ 4 * mt_index_fold(m, p - 1) ^ I;
      Z          = Y >> 1 ^ 1024 * (Y % 2) ^ F ^ mt_tag_folds(m, p);
      m->row[i]  = (X ^ X >> 7 ^ X >> 14) % 128;
      m->tag[i]  = (Z ^ Z >> t) % (1u << t);
   } else {
      m->row[i] = X % 1024;
      m->tag[i] = (pc32 ^ mt_tag_folds(m, p)) % (1u << t);
   }
   m->tag[i + 1] = m->tag[i];
   m->row[i + 1] = m->row[i] ^ m->tag[i] % (1 << L);
}

static inline void mt_look_up(ModelTage* m, uint64_t pc)
{
   int bank[2];
   for (int g = 0; g < 2; g++)
      bank[g] = (pc ^ m->path % (1u << m->z->path_bits[g])) % m->z->banks[g];
   for (int i = 1; i <= m->z->tables; i += 2)
      mt_odd_table(m, i, pc);
   for (int i = 1; i <= m->z->tables; i++) {
      int g = mt_group(m, i);
      if (!m->z->exists[i])
         continue;
      m->number[i] = (bank[g] << m->z->row_bits) + m->row[i];
      bank[g]      = (bank[g] + 1) % m->z->banks[g];
   }
   m->H = m->G = 0;
   for (int i = 1; i <= m->z->tables; i++)
      if (m->z->exists[i] && mt_entry(m, i)->tag == m->tag[i]) {
         m->G = m->H;
         m->H = i;
      }
}

/* --- Learning ---------------------------------------------------------------
 */

static inline uint32_t mt_asr(uint32_t x, int by)
{
   return x >> by | (x >> 31 ? ~(~0u >> by) : 0);
}

static inline uint32_t mt_rnd(ModelTage* m)
{
   m->S = m->S + 1;
   m->S ^= (uint32_t)m->path;
   m->S = mt_asr(m->S, 21) + m->S * (1u << 11);
   m->S ^= -(uint32_t)m->n_pushed;
   m->S = mt_asr(m->S, 10) + m->S * (1u << 22);
   if (m->is_8k)
      m->S ^= m->tag[13];
   return m->S;
}

static inline bool mt_weak(const ModelTageEntry* e)
{
   return e->c == -1 || e->c == 0;
}

static inline int mt_moved(int value, bool up, int low, int high)
{
   value += up ? 1 : -1;
   return value < low ? low : value > high ? high : value;
}

/* Returns whether table i gave its entry. */
static inline bool mt_try(ModelTage* m, int i, int o, int* cost, int* made)
{
   if (i > m->z->tables || !m->z->exists[i])
      return false;
   ModelTageEntry* e = mt_entry(m, i);
   if (e->u > 0) {
      *cost += 1;
      if (m->is_8k && e->u == 1 && mt_weak(e)) {
         if (mt_rnd(m) % 8 == 0)
            e->u = 0;
      } else if (m->is_8k)
         *cost += 1;
      return false;
   }
   if (!m->is_8k && (e->c < -2 || e->c > 1)) {
      e->c += e->c > 0 ? -1 : 1;
      return false;
   }
   e->u   = m->is_8k && mt_rnd(m) % 32 == 0;
   e->tag = m->tag[i];
   e->c   = o ? 0 : -1;
   *made += 1;
   m->placed++;
   return true;
}

static inline void mt_allocate(ModelTage* m, int o)
{
   int d = mt_rnd(m) % 128 < 32 ? 2 : 1, s = mt_rnd(m) % 2;
   int q = (m->H + 1) / 2 + d, left = 2, cost = 0, made = 0;
   while (q <= m->z->tables / 2 && left > 0) {
      int first = 2 * q - 1 + s;
      if (m->is_8k) {
         if (m->z->exists[first]) {
            if (mt_try(m, first, o, &cost, &made)) {
               left--;
               q++;
            }
            if (left > 0 && q <= m->z->tables / 2
                && mt_try(m, 2 * q - s, o, &cost, &made)) {
               left--;
               q++;
            }
         }
         q++;
      } else if (mt_try(m, first, o, &cost, &made)
                 || mt_try(m, 2 * q - s, o, &cost, &made)) {
         left--;
         q += 2;
      } else
         q++;
   }
   m->tick += cost - m->z->cost_of_made * made;
   if (m->tick < 0)
      m->tick = 0;
   if (m->tick < 1024)
      return;
   m->tick = 0;
   m->resets++;
   for (int g = 0; g < 2; g++)
      for (int i = 0; i < m->z->banks[g] << m->z->row_bits; i++)
         m->group[g][i].u -= m->group[g][i].u > 0;
}

/* Returns the prediction; learns and pushes. */
static inline bool mt_cond(ModelTage* m, uint64_t pc, int o)
{
   int beta = (pc ^ pc >> 2) % (1u << m->z->base_bits);
   int bim  = 2 * m->direction[beta] + m->hysteresis[beta / 4];
   mt_look_up(m, pc);
   ModelTageEntry* h = m->H > 0 ? mt_entry(m, m->H) : NULL;
   ModelTageEntry* g = m->G > 0 ? mt_entry(m, m->G) : NULL;

   bool ap     = g ? g->c >= 0 : bim >= 2;
   bool strong = g ? !mt_weak(g) : bim == 0 || bim == 3;
   bool lp     = h ? h->c >= 0 : bim >= 2;
   int* a      = h ? &m->a[2 * ((m->H - 1) / 8) + strong] : NULL;
   bool pred   = h && mt_weak(h) && *a >= 0 ? ap : lp;
   bool want = pred != o && m->H < m->z->tables, train_base = !h;

   if (pred == o)
      mt_rnd(m);
   if (h && mt_weak(h)) {
      if (lp == o)
         want = false;
      if (lp != ap)
         *a = mt_moved(*a, ap == o, -16, 15);
   }
   if (want)
      mt_allocate(m, o);
   if (h) {
      if (mt_weak(h) && lp != o) {
         if (g) {
            if (m->is_8k && mt_weak(g))
               g->u = 0;
            g->c = mt_moved(g->c, o, -4, 3);
            if (m->is_8k && mt_weak(g))
               g->u = 0;
         } else
            train_base = true;
      }
      if (m->is_8k && mt_weak(h))
         h->u = 0;
      h->c = mt_moved(h->c, o, -4, 3);
      if (mt_weak(h))
         h->u = 0;
      if (ap == o && lp == o && g && (g->c == -4 || g->c == 3) && h->u == 1)
         h->u = 0;
      if (lp != ap && lp == o)
         h->u = mt_moved(h->u, true, 0, m->z->max_u);
   }
   if (train_base) {
      bim                     = mt_moved(bim, o, 0, 3);
      m->direction[beta]      = bim / 2;
      m->hysteresis[beta / 4] = bim % 2;
   }
   mt_push(m, pc, TYPE_CONDITIONAL, o);
   return pred;
}

#endif /* MODEL_TAGE_H */
