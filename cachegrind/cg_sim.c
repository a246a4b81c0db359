/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_sim.c: the cache simulator; cg_sim.h says what it models.

   Recency is order.  A touched line moves to the front of its set and every
   line that was ahead of it moves back by one; if none was it, the last one
   falls out.  One pass does both at once: it carries the displaced line along
   and stops where the wanted line used to be.

   Empty ways.  Memory starts zeroed, so an unused way reads as "line 0".  No
   program references line 0 - the kernel refuses to map the first page - so
   an unused way never matches, and a cache of gigabytes costs no more host
   memory than the sets that are used. */

#include "cg_sim.h"

Cache cg_cache[N_CACHES];

static UInt log2_of(UWord power_of_two)
{
   UInt bits = 0;
   while (power_of_two >>= 1)
      bits++;
   return bits;
}

void cg_sim_init(const CacheGeometry geometry[N_CACHES],
                 void* (*alloc)(SizeT n_bytes))
{
   for (Int i = 0; i < N_CACHES; i++) {
      const CacheGeometry* g      = &geometry[i];
      Cache*               c      = &cg_cache[i];
      UWord                n_sets = g->size / g->line_size / g->assoc;

      c->set_mask  = n_sets - 1;
      c->line_bits = log2_of(g->line_size);
      c->line_mask = ~((Addr)g->line_size - 1);
      c->n_rest    = g->assoc - 1;
      c->front     = alloc(n_sets * sizeof(Addr));
      c->rest      = alloc(n_sets * c->n_rest * sizeof(Addr));
   }
}

/* Make `line' the latest of its set.  True if it was not there. */
static inline Bool touch_misses(Cache* c, Addr line)
{
   UWord set     = (line >> c->line_bits) & c->set_mask;
   Addr  carried = c->front[set];

   if (carried == line)
      return False;
   c->front[set] = line;

   Addr* rest = &c->rest[set * c->n_rest];
   for (UInt way = 0; way < c->n_rest; way++) {
      Addr displaced = rest[way];
      rest[way]      = carried;
      if (displaced == line)
         return False;
      carried = displaced;
   }
   return True;
}

static inline Bool reference_misses(Cache* c, Addr addr, UInt size)
{
   Addr first  = cg_line_of(c, addr);
   Addr last   = cg_line_of(c, addr + size - 1);
   Bool misses = touch_misses(c, first);

   if (last != first)
      misses |= touch_misses(c, last);
   return misses;
}

static inline SimResult reference(Cache* level1, Addr addr, UInt size)
{
   if (!reference_misses(level1, addr, size))
      return SIM_HIT;
   if (!reference_misses(&cg_cache[CACHE_LL], addr, size))
      return SIM_L1_MISS;
   return SIM_LL_MISS;
}

SimResult cg_sim_fetch(Addr addr, UInt size)
{
   return reference(&cg_cache[CACHE_I1], addr, size);
}

SimResult cg_sim_data(Addr addr, UInt size)
{
   return reference(&cg_cache[CACHE_D1], addr, size);
}
