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

/* The fast path is a question: is every line that this run touches already
   the latest of its set?  Such a touch hits and changes no cache, so if the
   answer is yes for all of them, in whatever order they are asked about, the
   run is done.  If not, nothing has changed yet, and the run is simulated
   from its start, in program order, which LL depends on. */

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

static __attribute__((noinline)) void simulate(Segment* seg, const Addr* eas)
{
   const DataRef* ref   = cg_refs(seg);
   const Fetch*   fetch = cg_fetches(seg);
   UInt           done  = 0; /* data references */

   for (UInt i = 0; i < seg->n_fetches; i++, fetch++) {
      for (; done < fetch->refs_before; done++)
         count_misses(ref[done].misses, cg_sim_data(eas[done], ref[done].size));
      count_misses(fetch->misses, cg_sim_fetch(fetch->addr, fetch->size));
   }
   for (; done < seg->n_refs; done++)
      count_misses(ref[done].misses, cg_sim_data(eas[done], ref[done].size));
}

static inline void predict(Segment* seg, BranchKind kind, UWord branch)
{
   if (kind == BRANCH_COND)
      seg->branch_counts[1] += cg_predict_cond(seg->branch_addr,
                                               branch ^ seg->branch_inverted);
   if (kind == BRANCH_INDIRECT)
      seg->branch_counts[1] += cg_predict_indirect(seg->branch_addr, branch);
}

/* `n' is the number of data references, the first n of the addresses theirs.
   It is a constant wherever this is inlined, so the questions unroll, the
   addresses stay in registers, and they are stored only if an answer is no. */
static inline __attribute__((always_inline)) void
run(Segment* seg, UInt n, Addr a, Addr b, Addr c, Addr d, Addr e)
{
   const DataRef* ref = cg_refs(seg);

   seg->execs++;
   if (LIKELY(ilines_in_front(seg) && (n < 1 || in_front(&ref[0], a))
              && (n < 2 || in_front(&ref[1], b))
              && (n < 3 || in_front(&ref[2], c))
              && (n < 4 || in_front(&ref[3], d))
              && (n < 5 || in_front(&ref[4], e))))
      return;
   simulate(seg, (const Addr[]){a, b, c, d, e});
}

static void run_spilled(Segment* seg)
{
   const DataRef* ref = cg_refs(seg);
   UInt           i   = 0;

   seg->execs++;
   if (ilines_in_front(seg))
      while (i < seg->n_refs && in_front(&ref[i], cg_spilled_eas[i]))
         i++;
   if (i < seg->n_refs)
      simulate(seg, cg_spilled_eas);
}

/*------------------------------------------------------------*/
/*--- The functions called by instrumented code            ---*/
/*------------------------------------------------------------*/

#define RUNNER static VG_REGPARM(1) void
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
