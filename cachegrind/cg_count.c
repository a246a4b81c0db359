/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_count.c: what happens when a segment runs and nothing but counts is asked
   for. */

#include "cg_count.h"

#include "cg_helpers.h"

/*------------------------------------------------------------*/
/*--- What the fast path does not find                     ---*/
/*------------------------------------------------------------*/

static inline void count_misses(ULong* misses, SimResult result)
{
   if (result >= SIM_L1_MISS)
      misses[0]++;
   if (result == SIM_LL_MISS)
      misses[1]++;
}

static inline void simulate_fetch(void* unused, const Fetch* fetch)
{
   count_misses(fetch->account, cg_sim_fetch(&cg_segment_machine.caches,
                                             fetch->addr, fetch->size));
}

static inline void simulate_ref(void* segment, UInt i, Addr ea)
{
   CacheSim*      caches = &cg_segment_machine.caches;
   Segment*       seg    = segment;
   const DataRef* ref    = &cg_fastpath_refs(&seg->footprint)[i];

   if (!cg_fastpath_hits(caches, ref, ea, caches->now++, 0))
      count_misses(ref->account, cg_sim_data(caches, ea, ref->size));
}

/* Both take the helper's arguments as they are, to be jumped to. */

static __attribute__((noinline)) void
simulate_in_order(Segment* seg, Addr a, Addr b, Addr c, Addr d, Addr e)
{
   const Addr eas[] = {a, b, c, d, e};

   cg_fastpath_in_order(&seg->footprint, eas, seg, simulate_fetch,
                        simulate_ref);
}

/* All data references, also those that were found already: to touch these once
   more, in their order and before all others, changes nothing. */
static __attribute__((noinline)) void
simulate_refs(Segment* seg, Addr a, Addr b, Addr c, Addr d, Addr e)
{
   const Addr eas[] = {a, b, c, d, e};

#pragma GCC unroll 8
   for (UInt i = 0; i < MAX_RUN_ARGS; i++) {
      if (i == seg->footprint.n_refs)
         return;
      simulate_ref(seg, i, eas[i]);
   }
}

/*------------------------------------------------------------*/
/*--- The functions called by instrumented code            ---*/
/*------------------------------------------------------------*/

static CG_FASTPATH_INLINE void count_run(Segment* seg, UInt n, const Addr ea[])
{
   seg->execs++;
   UInt n_found = cg_fastpath_run(&cg_segment_machine.caches, &seg->footprint,
                                  n, ea, RUN_TIME, 0, NULL, NULL);

   if (n_found == CG_FASTPATH_NO_FETCH)
      simulate_in_order(seg, ea[0], ea[1], ea[2], ea[3], ea[4]);
   else if (n_found < n)
      simulate_refs(seg, ea[0], ea[1], ea[2], ea[3], ea[4]);
}

static CG_FASTPATH_INLINE void count_predict(Segment* seg, BranchKind kind,
                                             UWord branch)
{
   BranchPredictor* p = &cg_segment_machine.predictor;

   seg->branch_counts[1] +=
      kind == BRANCH_COND ? cg_branchpred_cond(p, seg->branch_addr,
                                               branch ^ seg->branch_inverted)
                          : cg_branchpred_indirect(p, seg->branch_addr, branch);
}

CG_HELPERS(count)

SegmentHelpers cg_count_helpers = CG_HELPERS_TABLE(count);
