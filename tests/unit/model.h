/* SPDX-License-Identifier: GPL-2.0-or-later */
/* model.h: brute-force models of the simulators, for the unit tests.

   They are written from the rules, not from sim/cache/cg_sim.c and
   sim/branch/cg_branchpred.h, and with other methods.  A line in a cache has
   the time of its last use, and the least recently used one is found by
   examining all lines of the set.  The predictor keeps its history as a list of
   outcomes. The models are slow, and nothing in them is clever. */

#ifndef MODEL_H
#define MODEL_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "sim/cache/cg_sim.h"

/* --- Caches ------------------------------------------------------------- */

typedef struct {
   bool     used;
   uint64_t block; /* address / line size */
   uint64_t last_use;
} ModelLine;

typedef struct {
   CacheGeometry g;
   uint64_t      n_sets;
   ModelLine*    lines;   /* set after set, g.assoc lines each */
   ModelLine     evicted; /* by the last touch; unless `used', none */
} ModelCache;

typedef struct {
   ModelCache cache[N_CACHES];
   uint64_t   now;
} Model;

static inline void model_init(Model* m, const CacheGeometry geometry[N_CACHES])
{
   memset(m, 0, sizeof *m);
   for (int i = 0; i < N_CACHES; i++) {
      ModelCache* c = &m->cache[i];
      c->g          = geometry[i];
      c->n_sets     = (uint64_t)(c->g.size / c->g.line_size / c->g.assoc);
      c->lines = calloc(c->n_sets * (uint64_t)c->g.assoc, sizeof *c->lines);
   }
}

static inline void model_free(Model* m)
{
   for (int i = 0; i < N_CACHES; i++)
      free(m->cache[i].lines);
}

/* Touch one block.  Returns true if it was in the cache. */
static inline bool model_touch(Model* m, ModelCache* c, uint64_t block)
{
   ModelLine* set    = &c->lines[block % c->n_sets * (uint64_t)c->g.assoc];
   ModelLine* victim = &set[0];
   c->evicted.used   = false;
   for (int way = 0; way < c->g.assoc; way++) {
      if (set[way].used && set[way].block == block) {
         set[way].last_use = ++m->now;
         return true;
      }
      if (!set[way].used ? victim->used
                         : victim->used && set[way].last_use < victim->last_use)
         victim = &set[way];
   }
   c->evicted = *victim;
   *victim    = (ModelLine){true, block, ++m->now};
   return false;
}

static inline bool model_hits(Model* m, CacheId id, uint64_t addr,
                              uint64_t size)
{
   ModelCache* c     = &m->cache[id];
   uint64_t    line  = (uint64_t)c->g.line_size;
   uint64_t    first = addr / line, last = (addr + size - 1) / line;
   bool        hits = model_touch(m, c, first);
   if (last != first && !model_touch(m, c, last))
      hits = false;
   return hits;
}

static inline SimResult model_reference(Model* m, CacheId level1, uint64_t addr,
                                        uint64_t size)
{
   if (model_hits(m, level1, addr, size))
      return SIM_HIT;
   return model_hits(m, CACHE_LL, addr, size) ? SIM_L1_MISS : SIM_LL_MISS;
}

/* --- Branch predictor ----------------------------------------------------- */

typedef struct {
   int      strength[128][128]; /* [history][low address bits], 0..3 */
   bool     outcome[7];         /* the latest first */
   uint64_t target[512];
} ModelPredictor;

static inline bool model_cond_mispredicted(ModelPredictor* p, uint64_t addr,
                                           bool taken)
{
   int history = 0;
   for (int i = 0; i < 7; i++)
      history += p->outcome[i] ? 1 << i : 0;
   int* strength = &p->strength[history][addr % 128];
   bool wrong    = (*strength >= 2) != taken;
   *strength += taken ? 1 : -1;
   *strength = *strength > 3 ? 3 : *strength < 0 ? 0 : *strength;
   for (int i = 6; i > 0; i--)
      p->outcome[i] = p->outcome[i - 1];
   p->outcome[0] = taken;
   return wrong;
}

static inline bool model_indirect_mispredicted(ModelPredictor* p, uint64_t addr,
                                               uint64_t target)
{
   bool wrong            = p->target[addr % 512] != target;
   p->target[addr % 512] = target;
   return wrong;
}

/* --- Randomness, the same on every machine -----------------------------------
 */

static uint64_t random_state;

static inline void random_seed(uint64_t seed)
{
   random_state = seed * 2654435761u + 1;
}

/* xorshift64*: uniform in 0 .. below - 1. */
static inline uint64_t random_below(uint64_t below)
{
   random_state ^= random_state >> 12;
   random_state ^= random_state << 25;
   random_state ^= random_state >> 27;
   return (random_state * 2685821657736338717u >> 11) % below;
}

static inline bool one_in(uint64_t n)
{
   return random_below(n) == 0;
}

static inline int random_of(const int* choice, size_t n)
{
   return choice[random_below(n)];
}
#define RANDOM_OF(array) random_of(array, sizeof(array) / sizeof *(array))

/* Lines of 16 to 1024 bytes, 1 to 33 ways, 1 to 64 sets. */
static inline CacheGeometry random_geometry(void)
{
   static const int ways[]  = {1, 1, 2, 2, 3, 4, 5, 8, 12, 16, 33};
   static const int sets[]  = {1, 1, 2, 4, 8, 16, 64};
   static const int lines[] = {16, 32, 32, 64, 64, 64, 128, 256, 1024};
   CacheGeometry    g;
   g.assoc     = RANDOM_OF(ways);
   g.line_size = RANDOM_OF(lines);
   g.size      = RANDOM_OF(sets) * g.assoc * g.line_size;
   return g;
}

/* The `alloc' of cg_sim_init and other modules.  The memory lives until
   release_all. */
static void*  allocated[4096];
static size_t n_allocated;

static inline void* allocate(SizeT n_bytes)
{
   if (n_allocated == sizeof allocated / sizeof *allocated)
      abort();
   return allocated[n_allocated++] = calloc(n_bytes ? n_bytes : 1, 1);
}

static inline void release_all(void)
{
   while (n_allocated > 0)
      free(allocated[--n_allocated]);
}

#endif /* MODEL_H */
