/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_segment.c: what happens when a segment runs; cg_segment.h draws one. */

#include "cg_segment.h"

#include "sim/cg_branchpred.h"

ULong cg_collecting = 1;

SizeT cg_segment_size(const Segment* seg, Bool watched)
{
   SizeT size = sizeof *seg + seg->n_refs * sizeof(DataRef)
                + seg->n_ilines * sizeof(ILine) + seg->n_fetches * sizeof(Fetch)
                + seg->n_shares * sizeof(Share);

   if (watched)
      size += sizeof(WatchedSegment) + seg->n_refs * sizeof(WatchedRef);
   return size;
}

void cg_segment_fold(Segment* seg)
{
   ULong        execs = seg->execs;
   const Share* share = cg_shares(seg);

   seg->execs = 0;
   if (execs == 0)
      return;
   for (UInt i = 0; i < seg->n_shares; i++, share++) {
      *cg_costs_count(share->cc, EV_Ir) += execs * share->n_Ir;
      if (share->n_Dr)
         *cg_costs_count(share->cc, EV_Dr) += execs * share->n_Dr;
      if (share->n_Dw)
         *cg_costs_count(share->cc, EV_Dw) += execs * share->n_Dw;
   }
   if (seg->branch_kind != BRANCH_NONE)
      seg->branch_counts[0] += execs;
}

/*------------------------------------------------------------*/
/*--- One run                                              ---*/
/*------------------------------------------------------------*/

/* Nearly all that a run touches is the first in its bucket, and then it hits.
   The fast path, run(), checks that and notes the times of use.  It makes no
   call but the last, which is a jump, and so needs no stack frame; and it takes
   the time once for all touches.  With a call after each reference that is not
   found so, and the time taken anew for each touch, bzip2 takes 21 to 25 % more
   time, and xz, zstd and strides 5 to 9 %.  What must hold for it to be right:

   - A reference that lies within the line that its bucket names hits, and all
     it changes is the last use of the bucket's way (cg_sim.h).
   - The time rises from each touch to the next.  A run takes RUN_TIME of it
     at once, more than the touches it can make, and numbers these.
   - Fetches and data references meet in LL only, so as long as no fetch
     misses, their order among each other does not matter.
   - If an I-line is not found, all begins anew with the first fetch.  The
     I-lines before it are touched once more, in the same order and before all
     others: that changes nothing. */

static inline void count_misses(ULong* misses, SimResult result)
{
   if (result >= SIM_L1_MISS)
      misses[0]++;
   if (result == SIM_LL_MISS)
      misses[1]++;
}

/* In the line that its bucket names, and not straddling: the offset from that
   line's start, as an unsigned number, says both. */
static inline Bool hits(const DataRef* ref, Addr ea, ULong now)
{
   const Bucket* b = cg_bucket(&cg_D1, ea);

   if (UNLIKELY(ea - b->line > ref->slack))
      return False;
   b->way->last_use = now;
   return True;
}

static inline void search_ref(const DataRef* ref, Addr ea)
{
   count_misses(ref->misses, cg_sim_data(ea, ref->size));
}

static inline void simulate_ref(const DataRef* ref, Addr ea)
{
   if (!hits(ref, ea, cg_now++))
      search_ref(ref, ea);
}

/* When some I-line is not the first in its bucket: all events in their order,
   in which their misses reach LL. */
static __attribute__((noinline)) void
simulate_in_order(Segment* seg, Addr a, Addr b, Addr c, Addr d, Addr e)
{
   const Addr     eas[] = {a, b, c, d, e};
   const DataRef* ref   = cg_refs(seg);
   const Fetch*   fetch = cg_fetches(seg);
   UInt           done  = 0; /* data references */

   for (UInt i = 0; i < seg->n_fetches; i++, fetch++) {
      for (; done < fetch->refs_before; done++)
         simulate_ref(&ref[done], eas[done]);
      count_misses(fetch->misses, cg_sim_fetch(fetch->addr, fetch->size));
   }
   for (; done < seg->n_refs; done++)
      simulate_ref(&ref[done], eas[done]);
}

/* In what follows `n' is the number of data references, the first n of the
   addresses theirs.  It is a constant wherever these are inlined, so nothing
   is left of the other references, and the addresses stay in registers. */

/* `n' data references, of which the first is known not to be found so. */
#define SIMULATE_REFS(n)                                                       \
   static __attribute__((noinline)) void simulate_##n##_refs(                  \
      const DataRef* ref, Addr a, Addr b, Addr c, Addr d, Addr e)              \
   {                                                                           \
      search_ref(&ref[0], a);                                                  \
      if (n > 1)                                                               \
         simulate_ref(&ref[1], b);                                             \
      if (n > 2)                                                               \
         simulate_ref(&ref[2], c);                                             \
      if (n > 3)                                                               \
         simulate_ref(&ref[3], d);                                             \
      if (n > 4)                                                               \
         simulate_ref(&ref[4], e);                                             \
   }
SIMULATE_REFS(1)
SIMULATE_REFS(2)
SIMULATE_REFS(3)
SIMULATE_REFS(4)
SIMULATE_REFS(5)

static void (*const simulate_refs[])(const DataRef*, Addr, Addr, Addr, Addr,
                                     Addr) = {
   NULL,
   simulate_1_refs,
   simulate_2_refs,
   simulate_3_refs,
   simulate_4_refs,
   simulate_5_refs,
};

/* The fast path. */
static inline __attribute__((always_inline)) void
run(Segment* seg, UInt n, Addr a, Addr b, Addr c, Addr d, Addr e)
{
   const DataRef* ref   = cg_refs(seg);
   const ILine*   iline = (const ILine*)(ref + n);
   const ILine*   end   = iline + seg->n_ilines;
   ULong          now   = cg_now;

   seg->execs++;
   cg_now = now + RUN_TIME;
   for (; iline < end; iline++) {
      if (UNLIKELY(iline->bucket->line != iline->line)) {
         simulate_in_order(seg, a, b, c, d, e);
         return;
      }
      iline->bucket->way->last_use = now++;
   }
   if (n > 0 && !hits(&ref[0], a, now))
      simulate_refs[n](ref, a, b, c, d, e);
   else if (n > 1 && !hits(&ref[1], b, now + 1))
      simulate_refs[n - 1](ref + 1, b, c, d, e, 0);
   else if (n > 2 && !hits(&ref[2], c, now + 2))
      simulate_refs[n - 2](ref + 2, c, d, e, 0, 0);
   else if (n > 3 && !hits(&ref[3], d, now + 3))
      simulate_refs[n - 3](ref + 3, d, e, 0, 0, 0);
   else if (n > 4 && !hits(&ref[4], e, now + 4))
      simulate_refs[n - 4](ref + 4, e, 0, 0, 0, 0);
}

static inline void predict(Segment* seg, BranchKind kind, UWord branch)
{
   if (kind == BRANCH_COND)
      seg->branch_counts[1] +=
         cg_predict_cond(seg->branch_addr, branch ^ seg->branch_inverted);
   if (kind == BRANCH_INDIRECT)
      seg->branch_counts[1] += cg_predict_indirect(seg->branch_addr, branch);
}

/*------------------------------------------------------------*/
/*--- The functions called by instrumented code            ---*/
/*------------------------------------------------------------*/

/* The caches know nothing of the branch, which therefore may come first: what
   comes last can be jumped to instead of called. */

#define RUNNER        static VG_REGPARM(1) void
#define BRANCH_RUNNER static VG_REGPARM(2) void

/* clang-format off */
RUNNER run_0(Segment* s)                                         { run(s, 0, 0, 0, 0, 0, 0); }
RUNNER run_1(Segment* s, Addr a)                                 { run(s, 1, a, 0, 0, 0, 0); }
RUNNER run_2(Segment* s, Addr a, Addr b)                         { run(s, 2, a, b, 0, 0, 0); }
RUNNER run_3(Segment* s, Addr a, Addr b, Addr c)                 { run(s, 3, a, b, c, 0, 0); }
RUNNER run_4(Segment* s, Addr a, Addr b, Addr c, Addr d)         { run(s, 4, a, b, c, d, 0); }
RUNNER run_5(Segment* s, Addr a, Addr b, Addr c, Addr d, Addr e) { run(s, 5, a, b, c, d, e); }

#define BRANCH_RUNNERS(cond_or_ind, kind)                                                                                                  \
   BRANCH_RUNNER cond_or_ind##_0(Segment* s, UWord br)                                 { predict(s, kind, br); run(s, 0, 0, 0, 0, 0, 0); } \
   BRANCH_RUNNER cond_or_ind##_1(Segment* s, UWord br, Addr a)                         { predict(s, kind, br); run(s, 1, a, 0, 0, 0, 0); } \
   BRANCH_RUNNER cond_or_ind##_2(Segment* s, UWord br, Addr a, Addr b)                 { predict(s, kind, br); run(s, 2, a, b, 0, 0, 0); } \
   BRANCH_RUNNER cond_or_ind##_3(Segment* s, UWord br, Addr a, Addr b, Addr c)         { predict(s, kind, br); run(s, 3, a, b, c, 0, 0); } \
   BRANCH_RUNNER cond_or_ind##_4(Segment* s, UWord br, Addr a, Addr b, Addr c, Addr d) { predict(s, kind, br); run(s, 4, a, b, c, d, 0); }

BRANCH_RUNNERS(cond, BRANCH_COND)
BRANCH_RUNNERS(ind, BRANCH_INDIRECT)

static const SegmentRunner runner[N_BRANCH_KINDS][MAX_RUN_ARGS + 1] = {
   [BRANCH_NONE]     = {{"run_0", run_0}, {"run_1", run_1}, {"run_2", run_2}, {"run_3", run_3}, {"run_4", run_4}, {"run_5", run_5}},
   [BRANCH_COND]     = {{"cond_0", cond_0}, {"cond_1", cond_1}, {"cond_2", cond_2}, {"cond_3", cond_3}, {"cond_4", cond_4}},
   [BRANCH_INDIRECT] = {{"ind_0", ind_0}, {"ind_1", ind_1}, {"ind_2", ind_2}, {"ind_3", ind_3}, {"ind_4", ind_4}},
};
/* clang-format on */

const SegmentRunner* cg_segment_runner(BranchKind kind, UInt n_refs)
{
   return &runner[kind][n_refs];
}
