/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_segment.c: what happens when a segment runs; cg_segment.h draws one. */

#include "cg_segment.h"

#include "cg_branchpred.h"

Addr cg_spilled_eas[MAX_EVENTS];

SizeT cg_segment_size(const Segment* seg)
{
   return sizeof *seg + seg->n_ilines * sizeof(ILine)
          + seg->n_refs * sizeof(DataRef) + seg->n_fetches * sizeof(Fetch)
          + seg->n_shares * sizeof(Share);
}

void cg_segment_fold(Segment* seg)
{
   ULong        execs = seg->execs;
   const Share* share = cg_shares(seg);

   seg->execs = 0;
   if (execs == 0)
      return;
   for (UInt i = 0; i < seg->n_shares; i++, share++) {
      *cg_count(share->cc, EV_Ir) += execs * share->n_Ir;
      if (share->n_Dr)
         *cg_count(share->cc, EV_Dr) += execs * share->n_Dr;
      if (share->n_Dw)
         *cg_count(share->cc, EV_Dw) += execs * share->n_Dw;
   }
   if (seg->branch_kind != BRANCH_NONE)
      seg->branch_counts[0] += execs;
}

/*------------------------------------------------------------*/
/*--- One run                                              ---*/
/*------------------------------------------------------------*/

/* Nearly all that a run touches is already the latest of its set, and then it
   hits and changes no cache.  So that is asked first: of all I-lines at once,
   because if they are, the fetches are done with, and then of each data
   reference by itself.  Only if an I-line has to be fetched does it matter in
   which order fetches and data references come: that is the order in which
   their misses reach LL. */

static inline Bool ilines_in_front(Segment* seg)
{
   const ILine* iline = cg_ilines(seg);

   for (UInt i = 0; i < seg->n_ilines; i++)
      if (*iline[i].front != iline[i].line)
         return False;
   return True;
}

/* In the line at its set's front, and not straddling: the offset from that
   line's start, as an unsigned number, says both. */
static inline Bool in_front(const DataRef* ref, Addr ea)
{
   return ea - *cg_front(&cg_cache[CACHE_D1], ea) <= ref->slack;
}

static inline void count_misses(ULong* misses, SimResult result)
{
   if (result >= SIM_L1_MISS)
      misses[0]++;
   if (result == SIM_LL_MISS)
      misses[1]++;
}

static __attribute__((noinline)) void search_ref(const DataRef* ref, Addr ea)
{
   count_misses(ref->misses, cg_sim_data(ea, ref->size));
}

static inline void simulate_ref(const DataRef* ref, Addr ea)
{
   if (UNLIKELY(!in_front(ref, ea)))
      search_ref(ref, ea);
}

static __attribute__((noinline)) void simulate_in_order(Segment*    seg,
                                                        const Addr* eas)
{
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

static inline void predict(Segment* seg, BranchKind kind, UWord branch)
{
   if (kind == BRANCH_COND)
      seg->branch_counts[1] +=
         cg_predict_cond(seg->branch_addr, branch ^ seg->branch_inverted);
   if (kind == BRANCH_INDIRECT)
      seg->branch_counts[1] += cg_predict_indirect(seg->branch_addr, branch);
}

/* `n' is the number of data references, the first n of the addresses theirs.
   It is a constant wherever this is inlined, so nothing is left of the other
   references, and the addresses stay in registers. */
static inline __attribute__((always_inline)) void
run(Segment* seg, UInt n, Addr a, Addr b, Addr c, Addr d, Addr e)
{
   const DataRef* ref = cg_refs(seg);

   seg->execs++;
   if (UNLIKELY(!ilines_in_front(seg))) {
      simulate_in_order(seg, (const Addr[]){a, b, c, d, e});
      return;
   }
   if (n > 0)
      simulate_ref(&ref[0], a);
   if (n > 1)
      simulate_ref(&ref[1], b);
   if (n > 2)
      simulate_ref(&ref[2], c);
   if (n > 3)
      simulate_ref(&ref[3], d);
   if (n > 4)
      simulate_ref(&ref[4], e);
}

static void run_spilled(Segment* seg)
{
   const DataRef* ref = cg_refs(seg);

   seg->execs++;
   if (UNLIKELY(!ilines_in_front(seg))) {
      simulate_in_order(seg, cg_spilled_eas);
      return;
   }
   for (UInt i = 0; i < seg->n_refs; i++)
      simulate_ref(&ref[i], cg_spilled_eas[i]);
}

/*------------------------------------------------------------*/
/*--- The functions called by instrumented code            ---*/
/*------------------------------------------------------------*/

#define RUNNER        static VG_REGPARM(1) void
#define BRANCH_RUNNER static VG_REGPARM(2) void

/* clang-format off */
RUNNER run_0(Segment* s)                                         { run(s, 0, 0, 0, 0, 0, 0); }
RUNNER run_1(Segment* s, Addr a)                                 { run(s, 1, a, 0, 0, 0, 0); }
RUNNER run_2(Segment* s, Addr a, Addr b)                         { run(s, 2, a, b, 0, 0, 0); }
RUNNER run_3(Segment* s, Addr a, Addr b, Addr c)                 { run(s, 3, a, b, c, 0, 0); }
RUNNER run_4(Segment* s, Addr a, Addr b, Addr c, Addr d)         { run(s, 4, a, b, c, d, 0); }
RUNNER run_5(Segment* s, Addr a, Addr b, Addr c, Addr d, Addr e) { run(s, 5, a, b, c, d, e); }
RUNNER run_n(Segment* s)                                         { run_spilled(s); }

#define BRANCH_RUNNERS(cond_or_ind, kind)                                                                                                      \
   BRANCH_RUNNER cond_or_ind##_0(Segment* s, UWord br)                                 { run(s, 0, 0, 0, 0, 0, 0); predict(s, kind, br); } \
   BRANCH_RUNNER cond_or_ind##_1(Segment* s, UWord br, Addr a)                         { run(s, 1, a, 0, 0, 0, 0); predict(s, kind, br); } \
   BRANCH_RUNNER cond_or_ind##_2(Segment* s, UWord br, Addr a, Addr b)                 { run(s, 2, a, b, 0, 0, 0); predict(s, kind, br); } \
   BRANCH_RUNNER cond_or_ind##_3(Segment* s, UWord br, Addr a, Addr b, Addr c)         { run(s, 3, a, b, c, 0, 0); predict(s, kind, br); } \
   BRANCH_RUNNER cond_or_ind##_4(Segment* s, UWord br, Addr a, Addr b, Addr c, Addr d) { run(s, 4, a, b, c, d, 0); predict(s, kind, br); } \
   BRANCH_RUNNER cond_or_ind##_n(Segment* s, UWord br)                                 { run_spilled(s);           predict(s, kind, br); }

BRANCH_RUNNERS(cond, BRANCH_COND)
BRANCH_RUNNERS(ind, BRANCH_INDIRECT)

static const SegmentRunner runner[N_BRANCH_KINDS][MAX_EA_ARGS + 1] = {
   [BRANCH_NONE]     = {{"run_0", run_0}, {"run_1", run_1}, {"run_2", run_2}, {"run_3", run_3}, {"run_4", run_4}, {"run_5", run_5}},
   [BRANCH_COND]     = {{"cond_0", cond_0}, {"cond_1", cond_1}, {"cond_2", cond_2}, {"cond_3", cond_3}, {"cond_4", cond_4}},
   [BRANCH_INDIRECT] = {{"ind_0", ind_0}, {"ind_1", ind_1}, {"ind_2", ind_2}, {"ind_3", ind_3}, {"ind_4", ind_4}},
};

static const SegmentRunner spilled_runner[N_BRANCH_KINDS] = {
   [BRANCH_NONE] = {"run_n", run_n}, [BRANCH_COND] = {"cond_n", cond_n}, [BRANCH_INDIRECT] = {"ind_n", ind_n},
};
/* clang-format on */

const SegmentRunner* cg_segment_runner(BranchKind kind, UInt n_refs)
{
   if (n_refs <= MAX_EA_ARGS && runner[kind][n_refs].fn)
      return &runner[kind][n_refs];
   return NULL;
}

const SegmentRunner* cg_spilled_runner(BranchKind kind)
{
   return &spilled_runner[kind];
}
