/* SPDX-License-Identifier: GPL-2.0-or-later */
/* footprints.c: see footprints.h. */

#include "trace/footprints.h"

/* Adds the fetches of `instrs' that may miss to `fetched'. */
static void add_fetches(CacheSim* sim, FetchList* fetched,
                        const ReplayInstr instrs[], guint n_instrs,
                        const ReplayRef refs[], guint n_refs)
{
   guint refs_before = 0;

   for (guint i = 0; i < n_instrs; i++) {
      while (refs_before < n_refs && refs[refs_before].instrs_before <= i)
         refs_before++;
      if (cg_fastpath_add_fetch(fetched, sim, instrs[i].addr, instrs[i].size))
         fetched->fetches[fetched->n_fetches - 1].refs_before = refs_before;
   }
}

Footprint* footprints_new(CacheSim* sim, UInt largest_ref,
                          const GPtrArray*  locations,
                          const ReplayInstr instrs[], guint n_instrs,
                          const ReplayRef refs[], guint n_refs,
                          void* (*alloc)(SizeT n_bytes))
{
   static CodeLine* ilines[2 * REPLAY_MAX_SEGMENT_EVENTS];
   static Fetch     fetches[REPLAY_MAX_SEGMENT_EVENTS];
   FetchList        fetched = {NULL, 0, 0, ilines, fetches};

   add_fetches(sim, &fetched, instrs, n_instrs, refs, n_refs);

   Footprint  counts = {n_refs, fetched.n_ilines, fetched.n_fetches};
   Footprint* f      = alloc(cg_fastpath_size(&counts));

   *f = counts;
   cg_fastpath_fill(f, &fetched);
   for (guint i = 0; i < n_refs; i++) {
      guint size = MIN(refs[i].size, largest_ref);

      cg_fastpath_refs(f)[i] = (SegmentRef){
         .account =
            locations ? g_ptr_array_index(locations, refs[i].location) : NULL,
         .slack = cg_fastpath_slack(sim, size),
         .size  = size,
         .kind  = refs[i].kind,
      };
   }
   return f;
}
