/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_watched.c: what happens when a watched segment runs; cg_watched.h says
   when segments are. */

#include "cg_watched.h"

#include "cg_branchpred.h"

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
         cg_count(cc, cold[level])[o->miss_class] += cg_collecting;
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

static inline void watched_ref(const DataRef* ref, WatchedRef* watched, Addr ea)
{
   const Bucket* b        = cg_bucket(&cg_D1, ea);
   Bool          in_front = ea - b->line <= ref->slack;

   if (!classify) {
      if (in_front)
         b->way->last_use = cg_now++;
      else
         count_misses(ref->misses, cg_sim_data(ea, ref->size));
   } else if (in_front && b->way->last_use > cg_D1_horizon) {
      b->way->last_use = cg_now++;
      if (wishes.tally && cg_collecting)
         cg_tally_hit(wishes.tally, ea);
   } else {
      classified_ref(ref, watched, ea);
   }
}

/*------------------------------------------------------------*/
/*--- One run                                              ---*/
/*------------------------------------------------------------*/

/* True if all I-lines are found at once; see "One run" in cg_segment.c for why
   those before one that is not may be touched again. */
static Bool ilines_hit(Segment* seg)
{
   const ILine* iline = cg_ilines(seg);
   const ILine* end   = iline + seg->n_ilines;

   for (; iline < end; iline++) {
      if (iline->bucket->line != iline->line)
         return False;
      iline->bucket->way->last_use = cg_now++;
   }
   return True;
}

static void simulate_in_order(Segment* seg, WatchedSegment* watched,
                              const Addr ea[])
{
   const DataRef* ref   = cg_refs(seg);
   const Fetch*   fetch = cg_fetches(seg);
   UInt           done  = 0; /* data references */

   for (UInt i = 0; i < seg->n_fetches; i++, fetch++) {
      for (; done < fetch->refs_before; done++)
         watched_ref(&ref[done], &watched->refs[done], ea[done]);
      watched_fetch(fetch);
   }
   for (; done < seg->n_refs; done++)
      watched_ref(&ref[done], &watched->refs[done], ea[done]);
}

static void run(Segment* seg, const Addr ea[])
{
   WatchedSegment* watched = cg_watched(seg);

   seg->execs += cg_collecting;
   if (wishes.trace)
      wishes.trace(seg, watched, ea);
   if (wishes.cold && !cg_collecting)
      return;
   if (!ilines_hit(seg)) {
      simulate_in_order(seg, watched, ea);
      return;
   }
   for (UInt i = 0; i < seg->n_refs; i++)
      watched_ref(&cg_refs(seg)[i], &watched->refs[i], ea[i]);
}

static void predict(Segment* seg, BranchKind kind, UWord branch)
{
   Bool mispredicted;

   if (wishes.cold && !cg_collecting)
      return;
   mispredicted =
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
RUNNER watched_0(Segment* s)                                         { run(s, NULL); }
RUNNER watched_1(Segment* s, Addr a)                                 { run(s, (Addr[]){a}); }
RUNNER watched_2(Segment* s, Addr a, Addr b)                         { run(s, (Addr[]){a, b}); }
RUNNER watched_3(Segment* s, Addr a, Addr b, Addr c)                 { run(s, (Addr[]){a, b, c}); }
RUNNER watched_4(Segment* s, Addr a, Addr b, Addr c, Addr d)         { run(s, (Addr[]){a, b, c, d}); }
RUNNER watched_5(Segment* s, Addr a, Addr b, Addr c, Addr d, Addr e) { run(s, (Addr[]){a, b, c, d, e}); }

#define BRANCH_RUNNERS(cond_or_ind, kind)                                                                                                                 \
   BRANCH_RUNNER watched_##cond_or_ind##_0(Segment* s, UWord br)                                 { predict(s, kind, br); run(s, NULL); }                  \
   BRANCH_RUNNER watched_##cond_or_ind##_1(Segment* s, UWord br, Addr a)                         { predict(s, kind, br); run(s, (Addr[]){a}); }           \
   BRANCH_RUNNER watched_##cond_or_ind##_2(Segment* s, UWord br, Addr a, Addr b)                 { predict(s, kind, br); run(s, (Addr[]){a, b}); }        \
   BRANCH_RUNNER watched_##cond_or_ind##_3(Segment* s, UWord br, Addr a, Addr b, Addr c)         { predict(s, kind, br); run(s, (Addr[]){a, b, c}); }     \
   BRANCH_RUNNER watched_##cond_or_ind##_4(Segment* s, UWord br, Addr a, Addr b, Addr c, Addr d) { predict(s, kind, br); run(s, (Addr[]){a, b, c, d}); }

BRANCH_RUNNERS(cond, BRANCH_COND)
BRANCH_RUNNERS(ind, BRANCH_INDIRECT)

static const SegmentRunner runner[N_BRANCH_KINDS][MAX_RUN_ARGS + 1] = {
   [BRANCH_NONE]     = {{"watched_0", watched_0}, {"watched_1", watched_1}, {"watched_2", watched_2},
                        {"watched_3", watched_3}, {"watched_4", watched_4}, {"watched_5", watched_5}},
   [BRANCH_COND]     = {{"watched_cond_0", watched_cond_0}, {"watched_cond_1", watched_cond_1}, {"watched_cond_2", watched_cond_2},
                        {"watched_cond_3", watched_cond_3}, {"watched_cond_4", watched_cond_4}},
   [BRANCH_INDIRECT] = {{"watched_ind_0", watched_ind_0}, {"watched_ind_1", watched_ind_1}, {"watched_ind_2", watched_ind_2},
                        {"watched_ind_3", watched_ind_3}, {"watched_ind_4", watched_ind_4}},
};
/* clang-format on */

const SegmentRunner* cg_watched_runner(BranchKind kind, UInt n_refs)
{
   return &runner[kind][n_refs];
}
