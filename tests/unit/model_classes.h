/* SPDX-License-Identifier: GPL-2.0-or-later */
/* model_classes.h: a brute-force model of cold, capacity and conflict misses,
   for the unit test of cg_classes.c.

   It is written from the definitions in cg_classes.h.  Besides the caches of
   model.h, each level has a fully associative cache and a set of all lines that
   were ever touched.  The cache is an array of lines in the order of their last
   use, which is searched and shifted at each touch.  The set is a tree of the C
   library. */

#ifndef MODEL_CLASSES_H
#define MODEL_CLASSES_H

#include <search.h>

#include "sim/cache/cg_classes.h"
#include "model.h"

typedef struct {
   uint64_t block; /* address / line size */
   UInt     evictor;
   bool     used; /* by the program; for models with prefetchers */
} ModelTouched;

typedef struct {
   CacheId   cache;
   uint64_t* recent; /* the blocks in the fully associative cache, the latest
                        first */
   size_t n_recent;
   size_t capacity;
   void*  touched; /* the root of the tree of ModelTouched */
} ModelLevel;

typedef struct {
   bool      misses;
   MissClass miss_class;
   uint64_t  line;
   UInt      evictor;
   UInt      n_evictions;
   uint64_t  evicted[2]; /* addresses of lines */
} ModelLevelOutcome;

typedef struct {
   SimResult         result;
   ModelLevelOutcome level[N_LEVELS];
} ModelOutcome;

typedef struct {
   Model      caches;
   ModelLevel level[N_LEVELS];
} ModelClasses;

static inline int model_compare_touched(const void* a, const void* b)
{
   uint64_t x = ((const ModelTouched*)a)->block;
   uint64_t y = ((const ModelTouched*)b)->block;
   return x < y ? -1 : x > y;
}

/* Returns NULL if the block was never touched. */
static inline ModelTouched* model_find_touched(const ModelLevel* l,
                                               uint64_t          block)
{
   ModelTouched   key  = {.block = block};
   ModelTouched** node = tfind(&key, &l->touched, model_compare_touched);
   return node ? *node : NULL;
}

static inline void model_add_touched(ModelLevel* l, uint64_t block)
{
   ModelTouched* touched = malloc(sizeof *touched);
   *touched              = (ModelTouched){.block = block};
   tsearch(touched, &l->touched, model_compare_touched);
}

/* Returns the index of the block in the fully associative cache, or n_recent if
   it is not there. */
static inline size_t model_place(const ModelLevel* l, uint64_t block)
{
   size_t place = 0;
   while (place < l->n_recent && l->recent[place] != block)
      place++;
   return place;
}

/* Touch one block of the fully associative cache.  Returns true if it was
   there. */
static inline bool model_shadow_touch(ModelLevel* l, uint64_t block)
{
   size_t place = model_place(l, block);
   bool   hits  = place < l->n_recent;
   if (!hits && l->n_recent < l->capacity)
      l->n_recent++;
   else if (!hits)
      place--;
   memmove(l->recent + 1, l->recent, place * sizeof *l->recent);
   l->recent[0] = block;
   return hits;
}

static inline void model_classes_init(ModelClasses*       m,
                                      const CacheGeometry geometry[N_CACHES])
{
   model_init(&m->caches, geometry);
   for (int i = 0; i < N_LEVELS; i++) {
      CacheId    id = i == LEVEL_D1 ? CACHE_D1 : CACHE_LL;
      ModelLevel l  = {
          .cache    = id,
          .capacity = (size_t)(geometry[id].size / geometry[id].line_size),
      };
      l.recent    = calloc(l.capacity, sizeof *l.recent);
      m->level[i] = l;
   }
}

static inline void model_level_free(ModelLevel* l)
{
   while (l->touched) {
      ModelTouched* touched = *(ModelTouched**)l->touched;
      tdelete(touched, &l->touched, model_compare_touched);
      free(touched);
   }
   free(l->recent);
}

static inline void model_classes_free(ModelClasses* m)
{
   for (int i = 0; i < N_LEVELS; i++)
      model_level_free(&m->level[i]);
   model_free(&m->caches);
}

static inline void model_level_touch(ModelClasses* m, ModelLevel* l,
                                     uint64_t block, ModelLevelOutcome* o)
{
   ModelCache*   c           = &m->caches.cache[l->cache];
   uint64_t      line_size   = (uint64_t)c->g.line_size;
   bool          hits        = model_touch(&m->caches, c, block);
   bool          shadow_hits = model_shadow_touch(l, block);
   ModelTouched* touched     = model_find_touched(l, block);

   if (!hits && !o->misses) {
      o->misses     = true;
      o->line       = block * line_size;
      o->evictor    = touched ? touched->evictor : 0;
      o->miss_class = !touched      ? CLASS_COLD
                      : shadow_hits ? CLASS_CONFLICT
                                    : CLASS_CAPACITY;
   }
   if (!touched)
      model_add_touched(l, block);
   if (c->evicted.used)
      o->evicted[o->n_evictions++] = c->evicted.block * line_size;
}

/* Make a reference in one level, and store `who' as the evictor of the lines
   that it evicts. */
static inline ModelLevelOutcome model_level_reference(ModelClasses* m,
                                                      ModelLevel* l, Addr addr,
                                                      UInt size, UInt who)
{
   uint64_t line_size = (uint64_t)m->caches.cache[l->cache].g.line_size;
   uint64_t first = addr / line_size, last = (addr + size - 1) / line_size;
   ModelLevelOutcome o = {.misses = false};

   model_level_touch(m, l, first, &o);
   if (last != first)
      model_level_touch(m, l, last, &o);
   for (UInt i = 0; i < o.n_evictions; i++)
      model_find_touched(l, o.evicted[i] / line_size)->evictor = who;
   return o;
}

static inline ModelOutcome model_classes_reference(ModelClasses* m, bool fetch,
                                                   Addr addr, UInt size,
                                                   UInt who)
{
   ModelOutcome o = {.result = SIM_HIT};
   bool         misses;

   if (fetch) {
      misses = !model_hits(&m->caches, CACHE_I1, addr, size);
   } else {
      o.level[LEVEL_D1] =
         model_level_reference(m, &m->level[LEVEL_D1], addr, size, who);
      misses = o.level[LEVEL_D1].misses;
   }
   if (misses) {
      o.level[LEVEL_LL] =
         model_level_reference(m, &m->level[LEVEL_LL], addr, size, who);
      o.result = o.level[LEVEL_LL].misses ? SIM_LL_MISS : SIM_L1_MISS;
   }
   return o;
}

/* Whether the fully associative cache holds the line that contains `addr'. */
static inline bool model_shadow_holds(const ModelClasses* m, Level level,
                                      Addr addr)
{
   const ModelLevel* l = &m->level[level];
   uint64_t line_size  = (uint64_t)m->caches.cache[l->cache].g.line_size;
   return model_place(l, addr / line_size) < l->n_recent;
}

#endif /* MODEL_CLASSES_H */
