/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_full.c: what happens when a watched segment runs; cg_full.h says
   when segments are. */

#include "cg_full.h"

#include "output/cg_trace.h"
#include "sim/cg_branchpred.h"

static WatchedWishes wishes;

/* Classes are needed, to count or to report them. */
static Bool classify;

void cg_watched_init(const WatchedWishes* asked_for)
{
   wishes   = *asked_for;
   classify = wishes.classes || wishes.tally;
}

/*------------------------------------------------------------*/
/*--- Counts                                               ---*/
/*------------------------------------------------------------*/

static void count_misses(ULong* misses, SimResult result)
{
   if (result >= SIM_L1_MISS)
      misses[0] += cg_collecting;
   if (result == SIM_LL_MISS)
      misses[1] += cg_collecting;
}

static void count_classes(CostCentre* cc, const Outcome* outcome)
{
   static const Event cold[N_LEVELS] = {EV_D1cold, EV_DLcold};

   for (Level level = 0; level < N_LEVELS; level++) {
      const LevelOutcome* o = &outcome->level[level];

      if (o->misses)
         cg_costs_count(cc, cold[level])[o->miss_class] += cg_collecting;
   }
}

/*------------------------------------------------------------*/
/*--- References                                           ---*/
/*------------------------------------------------------------*/

static void classified_fetch(const Fetch* fetch)
{
   Outcome outcome;

   cg_classes_fetch(fetch->addr, fetch->size, &outcome);
   count_misses(fetch->misses, outcome.result);
   cg_note_evictor(&outcome, VARIABLE_CODE);
   if (wishes.tally && cg_collecting)
      cg_tally_fetch(wishes.tally, &outcome);
}

static void watched_fetch(const Fetch* fetch)
{
   if (classify)
      classified_fetch(fetch);
   else
      count_misses(fetch->misses, cg_sim_fetch(fetch->addr, fetch->size));
}

static __attribute__((noinline)) void
classified_ref(const DataRef* ref, WatchedRef* watched, Addr ea)
{
   UInt    variable = VARIABLE_UNKNOWN;
   Outcome outcome;

   cg_classes_data(ea, ref->size, &outcome);
   count_misses(ref->misses, outcome.result);
   if (wishes.classes)
      count_classes(watched->cc, &outcome);
   if (!wishes.tally)
      return;
   if (outcome.result != SIM_HIT) {
      variable = cg_region_of(watched, ea, wishes.region_at)->variable;
      cg_note_evictor(&outcome, variable);
   }
   if (cg_collecting)
      cg_tally_data(wishes.tally, ea, &outcome, &watched->cc->loc, variable);
}

/* As cg_segment.c's, and as in its fast path: what lies in the line that its
   bucket names, and is in the fully associative cache too.  Without classes
   there is no such cache, and the horizon stays 0. */
static inline Bool hits(const DataRef* ref, Addr ea, ULong now, ULong horizon,
                        SetCounts* sets)
{
   const Bucket* b = cg_bucket(&cg_D1, ea);

   if (UNLIKELY(ea - b->line > ref->slack || b->way->last_use <= horizon))
      return False;
   b->way->last_use = now;
   if (sets)
      sets[cg_set_of(LEVEL_D1, ea)].accesses++;
   return True;
}

/* D1's counts for the conflict report; NULL if nothing is to be counted. */
static inline SetCounts* tallied_sets(void)
{
   return wishes.tally && cg_collecting ? wishes.tally->D1_sets : NULL;
}

static void watched_ref(const DataRef* ref, WatchedRef* watched, Addr ea)
{
   if (hits(ref, ea, cg_now++, cg_D1_horizon, tallied_sets()))
      return;
   if (classify)
      classified_ref(ref, watched, ea);
   else
      count_misses(ref->misses, cg_sim_data(ea, ref->size));
}

/*------------------------------------------------------------*/
/*--- One run                                              ---*/
/*------------------------------------------------------------*/

/* What a run may do besides. */
enum { TALLY = 1, TRACE = 2, N_EXTRAS = 4 };

static __attribute__((noinline)) void
simulate_in_order(Segment* seg, Addr a, Addr b, Addr c, Addr d, Addr e)
{
   const Addr     eas[]   = {a, b, c, d, e};
   const DataRef* ref     = cg_refs(seg);
   const Fetch*   fetch   = cg_fetches(seg);
   WatchedRef*    watched = cg_watched(seg)->refs;
   UInt           done    = 0; /* data references */

   for (UInt i = 0; i < seg->n_fetches; i++, fetch++) {
      for (; done < fetch->refs_before; done++)
         watched_ref(&ref[done], &watched[done], eas[done]);
      watched_fetch(fetch);
   }
   for (; done < seg->n_refs; done++)
      watched_ref(&ref[done], &watched[done], eas[done]);
}

/* The data references from number `first' on. */
static __attribute__((noinline)) void
simulate_refs(Segment* seg, UInt first, Addr a, Addr b, Addr c, Addr d, Addr e)
{
   const Addr     eas[]   = {a, b, c, d, e};
   const DataRef* ref     = cg_refs(seg);
   WatchedRef*    watched = cg_watched(seg)->refs;

   for (UInt i = first; i < seg->n_refs; i++)
      watched_ref(&ref[i], &watched[i], eas[i]);
}

/* The fast path, which is right for the reasons that cg_segment.c gives for its
   own.  `n' is the number of data references, the first n of the addresses
   theirs; what is not asked for should cost nothing, so it and `extras' are
   constants. */
static inline __attribute__((always_inline)) void
run(Segment* seg, UInt extras, UInt n, Addr a, Addr b, Addr c, Addr d, Addr e)
{
   const DataRef* ref     = cg_refs(seg);
   const ILine*   iline   = (const ILine*)(ref + n);
   const ILine*   end     = iline + seg->n_ilines;
   SetCounts*     sets    = extras & TALLY ? tallied_sets() : NULL;
   ULong          horizon = cg_D1_horizon;
   ULong          now     = cg_now;

   seg->execs += cg_collecting;
   if (extras & TRACE)
      cg_trace_run(cg_watched(seg), n, a, b, c, d, e);

   cg_now = now + RUN_TIME;
   for (; iline < end; iline++) {
      if (UNLIKELY(iline->bucket->line != iline->line)) {
         simulate_in_order(seg, a, b, c, d, e);
         return;
      }
      iline->bucket->way->last_use = now++;
   }
   if (n > 0 && !hits(&ref[0], a, now, horizon, sets))
      simulate_refs(seg, 0, a, b, c, d, e);
   else if (n > 1 && !hits(&ref[1], b, now + 1, horizon, sets))
      simulate_refs(seg, 1, a, b, c, d, e);
   else if (n > 2 && !hits(&ref[2], c, now + 2, horizon, sets))
      simulate_refs(seg, 2, a, b, c, d, e);
   else if (n > 3 && !hits(&ref[3], d, now + 3, horizon, sets))
      simulate_refs(seg, 3, a, b, c, d, e);
   else if (n > 4 && !hits(&ref[4], e, now + 4, horizon, sets))
      simulate_refs(seg, 4, a, b, c, d, e);
}

static void predict(Segment* seg, BranchKind kind, UWord branch)
{
   Bool mispredicted =
      kind == BRANCH_COND
         ? cg_predict_cond(seg->branch_addr, branch ^ seg->branch_inverted)
         : cg_predict_indirect(seg->branch_addr, branch);
   if (mispredicted)
      seg->branch_counts[1] += cg_collecting;
}

/*------------------------------------------------------------*/
/*--- The functions called by instrumented code            ---*/
/*------------------------------------------------------------*/

#define RUNNER        static VG_REGPARM(1) void
#define BRANCH_RUNNER static VG_REGPARM(2) void

/* clang-format off */
#define RUNNERS(kind, x) \
   RUNNER kind##_0(Segment* s)                                         { run(s, x, 0, 0, 0, 0, 0, 0); } \
   RUNNER kind##_1(Segment* s, Addr a)                                 { run(s, x, 1, a, 0, 0, 0, 0); } \
   RUNNER kind##_2(Segment* s, Addr a, Addr b)                         { run(s, x, 2, a, b, 0, 0, 0); } \
   RUNNER kind##_3(Segment* s, Addr a, Addr b, Addr c)                 { run(s, x, 3, a, b, c, 0, 0); } \
   RUNNER kind##_4(Segment* s, Addr a, Addr b, Addr c, Addr d)         { run(s, x, 4, a, b, c, d, 0); } \
   RUNNER kind##_5(Segment* s, Addr a, Addr b, Addr c, Addr d, Addr e) { run(s, x, 5, a, b, c, d, e); }

#define BRANCH_RUNNERS(kind, branch_kind, x) \
   BRANCH_RUNNER kind##_0(Segment* s, UWord br)                                 { predict(s, branch_kind, br); run(s, x, 0, 0, 0, 0, 0, 0); } \
   BRANCH_RUNNER kind##_1(Segment* s, UWord br, Addr a)                         { predict(s, branch_kind, br); run(s, x, 1, a, 0, 0, 0, 0); } \
   BRANCH_RUNNER kind##_2(Segment* s, UWord br, Addr a, Addr b)                 { predict(s, branch_kind, br); run(s, x, 2, a, b, 0, 0, 0); } \
   BRANCH_RUNNER kind##_3(Segment* s, UWord br, Addr a, Addr b, Addr c)         { predict(s, branch_kind, br); run(s, x, 3, a, b, c, 0, 0); } \
   BRANCH_RUNNER kind##_4(Segment* s, UWord br, Addr a, Addr b, Addr c, Addr d) { predict(s, branch_kind, br); run(s, x, 4, a, b, c, d, 0); }

#define ALL_RUNNERS(name, x) \
   RUNNERS(name##_none, x) \
   BRANCH_RUNNERS(name##_cond, BRANCH_COND, x) \
   BRANCH_RUNNERS(name##_ind, BRANCH_INDIRECT, x)

ALL_RUNNERS(watched, 0)
ALL_RUNNERS(tallied, TALLY)
ALL_RUNNERS(traced, TRACE)
ALL_RUNNERS(tallied_and_traced, TALLY | TRACE)

#define ENTRY(name) {#name, name}
#define ENTRIES(kind) ENTRY(kind##_0), ENTRY(kind##_1), ENTRY(kind##_2), ENTRY(kind##_3), ENTRY(kind##_4)
#define ALL_ENTRIES(name) { \
      [BRANCH_NONE]     = {ENTRIES(name##_none), ENTRY(name##_none_5)}, \
      [BRANCH_COND]     = {ENTRIES(name##_cond)}, \
      [BRANCH_INDIRECT] = {ENTRIES(name##_ind)}, \
   }

static const SegmentRunner runner[N_EXTRAS][N_BRANCH_KINDS][MAX_RUN_ARGS + 1] = {
   [0]             = ALL_ENTRIES(watched),
   [TALLY]         = ALL_ENTRIES(tallied),
   [TRACE]         = ALL_ENTRIES(traced),
   [TALLY | TRACE] = ALL_ENTRIES(tallied_and_traced),
};
/* clang-format on */

const SegmentRunner* cg_watched_runner(BranchKind kind, UInt n_refs)
{
   UInt extras = (wishes.tally ? TALLY : 0) | (wishes.trace ? TRACE : 0);

   return &runner[extras][kind][n_refs];
}
