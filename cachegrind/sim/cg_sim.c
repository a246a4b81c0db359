/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_sim.c: the cache simulator; cg_sim.h says what it models.

   The two levels represent recency differently.  I1 and D1 keep a time of last
   use for each way: a hit costs one store, and a miss searches all ways of the
   set.  LL, which sees only the misses, keeps its ways in the order of their
   last use: the search nearly always ends after the first few. */

#include "sim/cg_sim.h"

/* The limit for the buckets of a first-level cache, which has at least two. */
#define MAX_BUCKETS (1UL << 20)

static UInt log2_of(UWord power_of_two)
{
   UInt bits = 0;
   while (power_of_two >>= 1)
      bits++;
   return bits;
}

static UWord n_sets_of(const CacheGeometry* g)
{
   return g->size / g->line_size / g->assoc;
}

static void init_level1(Level1* c, const CacheGeometry* g,
                        void* (*alloc)(SizeT n_bytes))
{
   UWord n_ways    = n_sets_of(g) * g->assoc; /* of all sets */
   UWord n_blocks  = (UWord)g->size >> CG_SIM_BLOCK_BITS;
   UWord n_buckets = 2;

   /* Eight buckets for each line, so that few buckets hold a second line. Fewer
      are slower: bench/README.md, "Tricks and what they gain". */
   while (n_buckets < 8 * n_blocks && n_buckets < MAX_BUCKETS)
      n_buckets *= 2;
   while (n_buckets < 2 * (UWord)g->line_size >> CG_SIM_BLOCK_BITS)
      n_buckets *= 2;
   c->line_mask   = ~((Addr)g->line_size - 1);
   c->line_bits   = log2_of(g->line_size);
   c->set_mask    = n_sets_of(g) - 1;
   c->n_ways      = g->assoc;
   c->buckets     = alloc(n_buckets * sizeof(Bucket));
   c->bucket_mask = (n_buckets - 1) & (c->line_mask >> CG_SIM_BLOCK_BITS);
   c->ways        = alloc(n_ways * sizeof(Way));

   /* Zeroed buckets name line 0, which belongs to bucket 0: only that one needs
      the name of a line of another bucket. */
   c->other_bucket    = (c->bucket_mask & -c->bucket_mask) << CG_SIM_BLOCK_BITS;
   c->buckets[0].line = c->other_bucket;
}

static void init_last_level(LastLevel* c, const CacheGeometry* g,
                            void* (*alloc)(SizeT n_bytes))
{
   c->line_mask = ~((Addr)g->line_size - 1);
   c->line_bits = log2_of(g->line_size);
   c->set_mask  = n_sets_of(g) - 1;
   c->n_rest    = g->assoc - 1;
   c->front     = alloc(n_sets_of(g) * sizeof(Addr));
   c->rest      = alloc(n_sets_of(g) * c->n_rest * sizeof(Addr));
}

void cg_sim_init(CacheSim* sim, const CacheGeometry geometry[N_CACHES],
                 void* (*alloc)(SizeT n_bytes))
{
   init_level1(&sim->I1, &geometry[CACHE_I1], alloc);
   init_level1(&sim->D1, &geometry[CACHE_D1], alloc);
   init_last_level(&sim->LL, &geometry[CACHE_LL], alloc);
   sim->now = 1;
}

/*------------------------------------------------------------*/
/*--- The first level                                      ---*/
/*------------------------------------------------------------*/

/* Put `way' first in the chain of `b'. */
static inline void chain(Bucket* b, Way* way)
{
   way->prev = NULL;
   way->next = b->way;
   if (way->next)
      way->next->prev = way;
   b->way  = way;
   b->line = way->line;
}

/* Take `way' out of its chain. */
static inline void unchain(const Level1* c, Way* way)
{
   Way* next = way->next;

   if (next)
      next->prev = way->prev;
   if (way->prev) {
      way->prev->next = next;
   } else {
      Bucket* b = cg_sim_bucket(c, way->line);
      b->way    = next;
      b->line   = next ? next->line : way->line ^ c->other_bucket;
   }
}

/* The way in the chain of `b' that holds `line', or NULL. */
static inline Way* find(const Bucket* b, Addr line)
{
   Way* way = b->way;

   while (way && way->line != line)
      way = way->next;
   return way;
}

/* The least recently used way of the set of `line', perhaps an empty one.
   Which of two ways is older is as good as random, so the comparisons must not
   become branches; the function is not inlined because the compiler would merge
   the last comparison with a branch of the caller.  Odd and even ways are
   compared separately: two short dependency chains instead of a long one, since
   sets may have a thousand ways. */
static __attribute__((noinline)) Way* oldest_way(const Level1* c, Addr line)
{
   UWord set    = (line >> c->line_bits) & c->set_mask;
   Way*  way    = &c->ways[set * c->n_ways];
   Way*  last   = way + c->n_ways - 1;
   Way * oldest = last, *oldest_odd = last;
   ULong least = last->last_use, least_odd = least;

   for (; way < last; way += 2) {
      oldest     = way[0].last_use < least ? &way[0] : oldest;
      least      = way[0].last_use < least ? way[0].last_use : least;
      oldest_odd = way[1].last_use < least_odd ? &way[1] : oldest_odd;
      least_odd  = way[1].last_use < least_odd ? way[1].last_use : least_odd;
   }
   return least_odd < least ? oldest_odd : oldest;
}

/* Touch a line.  Returns True if it was not in the cache; now it is. */
static inline __attribute__((always_inline)) Bool
touch_misses(CacheSim* sim, const Level1* c, Addr line)
{
   Bucket* b      = cg_sim_bucket(c, line);
   Bool    misses = False;

   if (b->line != line) {
      Way* way = find(b, line);
      if (way) {
         unchain(c, way);
      } else {
         misses = True;
         way    = oldest_way(c, line);
         if (way->last_use)
            unchain(c, way);
         way->line = line;
      }
      chain(b, way);
   }
   b->way->last_use = sim->now++;
   return misses;
}

Way* cg_sim_find(const Level1* c, Addr line)
{
   Bucket* b   = cg_sim_bucket(c, line);
   Way*    way = find(b, line);

   if (way && way != b->way) {
      unchain(c, way);
      chain(b, way);
   }
   return way;
}

Way* cg_sim_victim(const Level1* c, Addr line)
{
   return oldest_way(c, line);
}

void cg_sim_replace(const Level1* c, Way* way, Addr line)
{
   if (way->last_use)
      unchain(c, way);
   way->line = line;
   chain(cg_sim_bucket(c, line), way);
}

Bool cg_sim_touch_I1_misses(CacheSim* sim, Addr line)
{
   return touch_misses(sim, &sim->I1, line);
}

/*------------------------------------------------------------*/
/*--- The last level                                       ---*/
/*------------------------------------------------------------*/

/* Make the line `name', which is not the front of `set', its front.  Returns
   True if it was not in the set.  In one pass, each line ahead of it moves back
   by one way, until the line itself or an empty way is reached.  If neither is,
   the last line is *evicted. */
static inline __attribute__((always_inline)) Bool
ll_reorder_misses(const LastLevel* c, Addr name, UWord set, Addr* evicted)
{
   Addr* rest    = &c->rest[set * c->n_rest];
   Addr  carried = c->front[set];

   c->front[set] = name;
   for (UInt way = 0; carried && way < c->n_rest; way++) {
      Addr displaced = rest[way];
      rest[way]      = carried;
      if (displaced == name)
         return False;
      carried = displaced;
   }
   *evicted = carried;
   return True;
}

static __attribute__((noinline)) Bool ll_search_misses(const LastLevel* c,
                                                       Addr name, UWord set)
{
   Addr evicted;

   return ll_reorder_misses(c, name, set, &evicted);
}

static inline Bool ll_touch_misses(const CacheSim* sim, Addr line)
{
   UWord set  = cg_sim_LL_set_of(sim, line);
   Addr  name = line + 1;

   if (LIKELY(sim->LL.front[set] == name))
      return False;
   return ll_search_misses(&sim->LL, name, set);
}

Bool cg_sim_touch_LL_misses(CacheSim* sim, Addr line, Addr* evicted)
{
   UWord set  = cg_sim_LL_set_of(sim, line);
   Addr  name = line + 1;

   *evicted = 0;
   return sim->LL.front[set] != name
          && ll_reorder_misses(&sim->LL, name, set, evicted);
}

/*------------------------------------------------------------*/
/*--- Both                                                 ---*/
/*------------------------------------------------------------*/

static inline SimResult ll_result(const CacheSim* sim, Addr addr, UInt size)
{
   Addr first  = addr & sim->LL.line_mask;
   Addr last   = (addr + size - 1) & sim->LL.line_mask;
   Bool misses = ll_touch_misses(sim, first);

   if (UNLIKELY(last != first))
      misses |= ll_touch_misses(sim, last);
   return misses ? SIM_LL_MISS : SIM_L1_MISS;
}

static __attribute__((noinline)) SimResult
straddling_reference(CacheSim* sim, const Level1* c, Addr addr, UInt size)
{
   Bool misses = touch_misses(sim, c, cg_sim_line_of(c, addr));

   misses |= touch_misses(sim, c, cg_sim_line_of(c, addr + size - 1));
   return misses ? ll_result(sim, addr, size) : SIM_HIT;
}

static inline __attribute__((always_inline)) SimResult
reference(CacheSim* sim, const Level1* c, Addr addr, UInt size)
{
   Addr line = cg_sim_line_of(c, addr);

   if (UNLIKELY(cg_sim_line_of(c, addr + size - 1) != line))
      return straddling_reference(sim, c, addr, size);
   return touch_misses(sim, c, line) ? ll_result(sim, addr, size) : SIM_HIT;
}

SimResult cg_sim_fetch(CacheSim* sim, Addr addr, UInt size)
{
   return reference(sim, &sim->I1, addr, size);
}

SimResult cg_sim_data(CacheSim* sim, Addr addr, UInt size)
{
   return reference(sim, &sim->D1, addr, size);
}
