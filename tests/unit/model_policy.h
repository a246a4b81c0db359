/* SPDX-License-Identifier: GPL-2.0-or-later */
/* model_policy.h: a brute-force model of the replacement policies, for the unit
   tests.

   It is written from the definitions in sim/machine/cg_policy.h, not from
   sim/machine/cg_policy.c, and with other methods: each way has its own bit,
   age and time, and each tree is an array of nodes.  It has no random numbers,
   so it does not know random and qlru's rare ages. */

#ifndef MODEL_POLICY_H
#define MODEL_POLICY_H

#include "sim/machine/cg_policy.h"

#include <stdbool.h>
#include <stdint.h>

enum { MODEL_MAX_WAYS = 255, MODEL_MAX_TREES = 8, MODEL_MAX_NODES = 64 };

/* What all sets of a cache share. */
typedef struct {
   Policy   policy;
   int      ways;
   uint64_t n_sets;
   uint64_t now;
   uint64_t n_brrip_fills;
   int      preference;
} ModelPolicy;

typedef struct {
   bool     used[MODEL_MAX_WAYS];
   bool     old[MODEL_MAX_WAYS];  /* the bit of mru, mru-n and nru */
   int      age[MODEL_MAX_WAYS];  /* of *rrip and qlru */
   uint64_t time[MODEL_MAX_WAYS]; /* lru, fifo: of the last use or fill */
   bool     node[MODEL_MAX_TREES][MODEL_MAX_NODES]; /* of trees: right */
   uint64_t tree_time[MODEL_MAX_TREES];
} ModelSet;

static inline void model_set_init(ModelSet* s)
{
   *s = (ModelSet){.used = {false}};
   for (int way = 0; way < MODEL_MAX_WAYS; way++) {
      s->old[way] = true;
      s->age[way] = 3;
   }
}

static inline bool model_set_full(const ModelPolicy* p, const ModelSet* s)
{
   for (int way = 0; way < p->ways; way++)
      if (!s->used[way])
         return false;
   return true;
}

/* Let the nodes from `at', above the leaves `low' to `high' - 1, point away
   from `leaf'. */
static inline void model_point_away(bool* node, int at, int low, int high,
                                    int leaf)
{
   int middle = (low + high) / 2;
   if (high - low == 1)
      return;
   node[at] = leaf < middle;
   if (leaf < middle)
      model_point_away(node, 2 * at, low, middle, leaf);
   else
      model_point_away(node, 2 * at + 1, middle, high, leaf);
}

static inline int model_lead(const bool* node, int at, int low, int high)
{
   int middle = (low + high) / 2;
   if (high - low == 1)
      return low;
   return node[at] ? model_lead(node, 2 * at + 1, middle, high)
                   : model_lead(node, 2 * at, low, middle);
}

static inline int model_max_age(const ModelPolicy* p, const ModelSet* s,
                                int but)
{
   int max = -1;
   for (int way = 0; way < p->ways; way++)
      if (way != but && s->age[way] > max)
         max = s->age[way];
   return max;
}

static inline void model_grow(const ModelPolicy* p, ModelSet* s, int but, int n)
{
   for (int way = 0; way < p->ways; way++)
      if (way != but)
         s->age[way] += n;
}

static inline void model_update(const ModelPolicy* p, ModelSet* s, UInt rule,
                                int touched)
{
   int but = rule == 1 || rule == 3 ? touched : -1;
   if (rule <= 1)
      model_grow(p, s, but, 3 - model_max_age(p, s, but));
   else if (model_max_age(p, s, -1) < 3)
      model_grow(p, s, but, 1);
}

/* The bits of mru and mru-n. */
static inline void model_clear_bit(const ModelPolicy* p, ModelSet* s, int way)
{
   bool any    = false;
   s->old[way] = false;
   for (int i = 0; i < p->ways; i++)
      any = any || s->old[i];
   for (int i = 0; i < p->ways && !any; i++)
      s->old[i] = i != way;
}

/* A touch by a hit or a fill, for the policies that do not tell them apart.
   `was_full': before. */
static inline void model_touch_way(ModelPolicy* p, ModelSet* s, int way,
                                   bool was_full)
{
   switch (p->policy.kind) {
   case POLICY_LRU:
      s->time[way] = ++p->now;
      break;
   case POLICY_PLRU:
   case POLICY_PLRU_FILL:
      model_point_away(s->node[0], 1, 0, p->ways, way);
      break;
   case POLICY_LRU_PLRU4:
      s->tree_time[way / 4] = ++p->now;
      model_point_away(s->node[way / 4], 1, 0, 4, way % 4);
      break;
   case POLICY_MRU_N:
      if (!was_full)
         break; /* fall through */
   case POLICY_MRU:
      model_clear_bit(p, s, way);
      break;
   case POLICY_NRU:
      s->old[way] = false;
      break;
   default:
      break;
   }
}

static inline void model_hit(ModelPolicy* p, ModelSet* s, int way)
{
   const Policy* q = &p->policy;
   if (q->kind < POLICY_SRRIP) {
      model_touch_way(p, s, way, model_set_full(p, s));
   } else if (q->kind < POLICY_QLRU) {
      s->age[way] = 0;
   } else {
      s->age[way] = s->age[way] == 3   ? (int)q->hit3
                    : s->age[way] == 2 ? (int)q->hit2
                                       : 0;
      if (!q->on_miss_only)
         model_update(p, s, q->update, way);
   }
}

/* The lowest way that is `old', or has the age 3; -1 if there is none. */
static inline int model_first(const ModelPolicy* p, const ModelSet* s,
                              bool by_age)
{
   for (int way = 0; way < p->ways; way++)
      if (by_age ? s->age[way] == 3 : s->old[way])
         return way;
   return -1;
}

static inline int model_oldest(const uint64_t* time, int n)
{
   int oldest = 0;
   for (int i = 1; i < n; i++)
      if (time[i] < time[oldest])
         oldest = i;
   return oldest;
}

static inline int model_empty(const ModelPolicy* p, const ModelSet* s)
{
   int  found   = -1;
   bool highest = p->policy.kind == POLICY_QLRU && p->policy.replace == 2;
   bool any     = p->policy.kind == POLICY_PLRU || p->policy.kind == POLICY_NRU;
   for (int way = 0; way < p->ways && !any; way++)
      if (!s->used[way] && (found < 0 || highest))
         found = way;
   return found;
}

static inline int model_victim(const ModelPolicy* p, ModelSet* s)
{
   int tree, way;
   switch (p->policy.kind) {
   case POLICY_LRU:
   case POLICY_FIFO:
      return model_oldest(s->time, p->ways);
   case POLICY_PLRU:
   case POLICY_PLRU_FILL:
      return model_lead(s->node[0], 1, 0, p->ways);
   case POLICY_LRU_PLRU4:
      tree = model_oldest(s->tree_time, p->ways / 4);
      return 4 * tree + model_lead(s->node[tree], 1, 0, 4);
   case POLICY_NRU:
      for (int i = 0; i < p->ways && model_first(p, s, false) < 0; i++)
         if (i == p->ways - 1)
            memset(s->old, true, sizeof s->old);
      return model_first(p, s, false);
   case POLICY_MRU:
   case POLICY_MRU_N:
      way = model_first(p, s, false);
      return way < 0 ? 0 : way;
   default:
      if (p->policy.kind != POLICY_QLRU)
         model_grow(p, s, -1, 3 - model_max_age(p, s, -1));
      way = model_first(p, s, true);
      return way < 0 ? 0 : way;
   }
}

static inline int model_brrip_age(ModelPolicy* p)
{
   return ++p->n_brrip_fills % 32 == 0 ? 2 : 3;
}

/* The age of a line that comes into set number `set'. */
static inline int model_new_age(ModelPolicy* p, uint64_t set)
{
   uint64_t size = 2;
   switch (p->policy.kind) {
   case POLICY_SRRIP:
      return 2;
   case POLICY_BRRIP:
      return model_brrip_age(p);
   case POLICY_DRRIP:
      while (size * 32 < p->n_sets)
         size++;
      if (set % size == 0) {
         p->preference += p->preference < 1023;
         return 2;
      }
      if (set % size == size / 2) {
         p->preference -= p->preference > 0;
         return model_brrip_age(p);
      }
      return p->preference >= 512 ? model_brrip_age(p) : 2;
   default:
      return (int)p->policy.insert;
   }
}

/* Returns the way that a new line is to take. */
static inline int model_choose(const ModelPolicy* p, ModelSet* s)
{
   const Policy* q   = &p->policy;
   int           way = model_empty(p, s);
   if (q->kind == POLICY_QLRU && q->on_miss_only)
      model_update(p, s, q->update, -1);
   return way < 0 ? model_victim(p, s) : way;
}

/* A line comes into a way of set number `set'. */
static inline void model_fill(ModelPolicy* p, ModelSet* s, uint64_t set,
                              int way)
{
   const Policy* q    = &p->policy;
   bool          full = model_set_full(p, s);
   s->used[way]       = true;
   if (q->kind == POLICY_FIFO)
      s->time[way] = ++p->now;
   else
      model_touch_way(p, s, way, full);
   if (q->kind >= POLICY_SRRIP)
      s->age[way] = model_new_age(p, set);
   if (q->kind == POLICY_QLRU && !q->on_miss_only)
      model_update(p, s, q->update, way);
}

static inline void model_remove(ModelSet* s, int way)
{
   s->used[way] = false;
   s->old[way]  = true;
   s->age[way]  = 3;
}

#endif /* MODEL_POLICY_H */
