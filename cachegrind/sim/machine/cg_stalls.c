/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_stalls.c: how long the core of a machine stalls because data references
   miss in L1D; the rules are in cg_stalls.h. */

#include "sim/machine/cg_stalls.h"

static void init_queues(Stalls* s, const Machine* m,
                        void* (*alloc)(SizeT n_bytes))
{
   const CacheModel* L1D   = &m->caches[LEVEL_L1D];
   UInt              width = m->core.width;

   s->n_sets           = L1D->size / L1D->ways / m->line_size;
   s->line_size        = m->line_size;
   s->free_at          = alloc(s->n_sets * sizeof *s->free_at);
   s->fill[REF_READ]   = L1D->fill * width;
   s->fill[REF_WRITE]  = L1D->fill_write * width;
   s->fill[REF_MODIFY] = s->fill[REF_WRITE];
   for (RefSource from = FROM_L2; from < N_SOURCES; from++) {
      const CacheModel* c        = &m->caches[LEVEL_L1D + from];
      Bool              is_cache = from < FROM_MEMORY;
      UInt              latency  = is_cache ? c->latency : m->memory_latency;
      UInt              transfer = is_cache ? c->transfer : m->memory_transfer;

      s->transfer[from] = transfer * width;
      if (latency > L1D->latency + transfer)
         s->wait[from] = (latency - L1D->latency - transfer) * width;
   }
}

void cg_stalls_init(Stalls* s, const Machine* m, void* (*alloc)(SizeT n_bytes))
{
   UInt hidden = m->caches[LEVEL_L1D].latency + m->core.window / m->core.width;

   *s = (Stalls){
      .window      = m->core.window,
      .last_long   = -(ULong)m->core.window, /* so the first one counts */
      .long_source = m->caches[LEVEL_L2].latency > hidden   ? FROM_L2
                     : m->caches[LEVEL_L3].latency > hidden ? FROM_L3
                                                            : FROM_MEMORY};
   if (m->caches[LEVEL_L1D].fill > 0)
      init_queues(s, m, alloc);
}

Bool cg_stalls_for_line(Stalls* s, RefKind kind, RefSource source,
                        Bool is_chained, ULong at)
{
   Bool is_long = source >= s->long_source;

   if (kind == REF_WRITE)
      return False;
   if (!is_chained && (!is_long || at - s->last_long < s->window))
      return False;
   if (is_long)
      s->last_long = at;
   s->ahead += s->wait[source];
   return True;
}

ULong cg_stalls_for_set(Stalls* s, RefKind kind, RefSource source, Addr addr,
                        ULong at)
{
   ULong* free_at = &s->free_at[addr / s->line_size % s->n_sets];
   ULong  now     = at + s->ahead;
   ULong  begin   = *free_at > now ? *free_at : now;
   ULong  wait    = begin > now + s->window ? begin - (now + s->window) : 0;

   *free_at = begin + s->fill[kind];
   s->ahead += s->transfer[source] + wait;
   return wait;
}
