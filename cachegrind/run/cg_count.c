/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_count.c: what happens when a segment runs that only counts. */

#include "run/cg_count.h"

#include "run/cg_helpers.h"

/*------------------------------------------------------------*/
/*--- What the fast path does not find                     ---*/
/*------------------------------------------------------------*/

static inline void count_fetch(void* unused, const Fetch* fetch)
{
   cg_segment_count_misses(
      fetch->account, REF_FETCH,
      cg_sim_fetch(&cg_segment_machine.caches, &fetch->instr));
}

static inline void count_ref(void* segment, UInt i, Addr ea)
{
   CacheSim*         caches = &cg_segment_machine.caches;
   const SegmentRef* ref    = &cg_segment_refs(segment)[i];

   if (!cg_fastpath_hits(&caches->D1, ref, ea, caches->now++, 0))
      cg_segment_count_misses(ref->account, ref->kind,
                              cg_sim_data(caches, ea, ref->size));
}

/* The functions below have the parameters of a helper without a branch, so that
   a helper's call to them becomes a jump. */

static __attribute__((noinline)) void
count_in_order(Segment* seg, Addr a, Addr b, Addr c, Addr d, Addr e)
{
   const Addr eas[] = {a, b, c, d, e};

   cg_fastpath_in_order(&seg->footprint, eas, seg, count_fetch, count_ref);
}

/* Simulate the data references from number `first' on.  `first' is a constant.
   The fast path has failed for that reference, so it is not tried again. */
static CG_FASTPATH_INLINE void count_from(Segment* seg, UInt first,
                                          const Addr eas[])
{
   const SegmentRef* ref = &cg_segment_refs(seg)[first];

   cg_segment_count_misses(
      ref->account, ref->kind,
      cg_sim_data(&cg_segment_machine.caches, eas[first], ref->size));
#pragma GCC unroll 8
   for (UInt i = first + 1; i < CG_SEGMENT_MAX_RUN_ARGS; i++) {
      if (i == seg->footprint.n_refs)
         return;
      count_ref(seg, i, eas[i]);
   }
}

CG_HELPERS_REST(count_from)

/*------------------------------------------------------------*/
/*--- The functions called by instrumented code            ---*/
/*------------------------------------------------------------*/

static CG_FASTPATH_INLINE void count_run(Segment* seg, UInt n_ilines, UInt n,
                                         const Addr ea[])
{
   seg->execs += cg_segment_collecting;
   UInt n_found =
      cg_fastpath_run(&cg_segment_machine.caches, &seg->footprint, n_ilines, n,
                      ea, CG_SEGMENT_RUN_TICKS, 0, NULL, NULL);

   /* n_found is a constant at each exit of the inlined fast path, so the
      compiler turns this into direct jumps. */
   if (n_found == CG_FASTPATH_NO_FETCH)
      count_in_order(seg, ea[0], ea[1], ea[2], ea[3], ea[4]);
   else if (n_found < n)
      count_from_jump(seg, n_found, ea);
}

static inline void count_predict(Segment* seg, BranchKind kind, UWord branch)
{
   seg->branch_counts[1] +=
      cg_segment_collecting & cg_segment_mispredicts(seg, kind, branch);
}

CG_HELPERS_PREDICTING(count, count_run, count_predict)

/* The same with --calls. */
static inline void calls_predict(Segment* seg, BranchKind kind, UWord branch)
{
   ULong missed =
      cg_segment_collecting & cg_segment_mispredicts(seg, kind, branch);

   seg->branch_counts[1] += missed;
   cg_costs_context[cg_segment_missed[kind == BRANCH_OUTCOME
                                         ? TYPE_CONDITIONAL
                                         : TYPE_INDIRECT_JUMP]] += missed;
}

CG_HELPERS_PREDICTING(calls, count_run, calls_predict)

SegmentHelpers cg_count_calls_helpers = CG_HELPERS_PREDICTING_TABLE(calls);

SegmentHelpers cg_count_helpers = CG_HELPERS_PREDICTING_TABLE(count);
