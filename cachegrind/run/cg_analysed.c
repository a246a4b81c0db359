/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_analysed.c: what happens when a segment runs that takes the full path;
   cg_analysed.h says when it does. */

#include "run/cg_analysed.h"

#include "run/cg_prediction.h"
#include "run/cg_helpers.h"

static AnalysedConfig config;

/* Whether misses are classified, to count the classes or to report them.  If
   not, `classes' stays all zeros and cg_classes_D1_since returns 1, so that
   every line in D1 is recent enough for the fast path. */
static Bool        classify;
static MissClasses classes;

static inline Region** regions_of(Segment* seg)
{
   return (Region**)((UChar*)seg + seg->analysed_at);
}

/* The TraceSegment of `seg' comes after the regions of its `n' data
   references. */
static inline TraceSegment* trace_of(Segment* seg, UInt n)
{
   return (TraceSegment*)(regions_of(seg) + n);
}

void cg_analysed_init(const AnalysedConfig* asked_for,
                      const CacheGeometry   geometry[N_CACHES],
                      void* (*alloc)(SizeT n_bytes))
{
   config   = *asked_for;
   classify = geometry && (config.count_classes || config.conflict_counts);
   if (classify)
      cg_classes_init(&classes, &cg_segment_machine.caches, geometry, alloc);
}

SizeT cg_analysed_size(UInt n_refs)
{
   return n_refs * sizeof(Region*)
          + (config.trace ? cg_trace_segment_size(n_refs) : 0);
}

void cg_analysed_fill(Segment* seg, const TraceInstr instrs[], UInt n_instrs,
                      const TraceRef refs[], const TraceBranch* branch)
{
   static Region nowhere;
   UInt          n = seg->footprint.n_refs;

   for (UInt i = 0; i < n; i++)
      regions_of(seg)[i] = &nowhere;
   if (config.trace)
      cg_trace_segment(trace_of(seg, n), instrs, n_instrs, refs, n);
   if (config.trace_branches && branch)
      cg_trace_branch(branch);
}

/*------------------------------------------------------------*/
/*--- Counts                                               ---*/
/*------------------------------------------------------------*/

static void count_classes(CostCentre* cc, const Outcome* outcome)
{
   static const Event cold[N_LEVELS] = {EV_D1cold, EV_DLcold};

   for (Level level = 0; level < N_LEVELS; level++) {
      const LevelOutcome* o =
         &outcome->level[config.one_level ? LEVEL_D1 : level];

      if (o->misses)
         cg_costs_count(cc, cold[level])[o->miss_class] +=
            cg_segment_collecting;
   }
}

static inline Bool counts_are_collected(void)
{
   return config.conflict_counts && cg_segment_collecting;
}

/* The running thread's counts of D1 for the conflict report; NULL if nothing is
   to be counted, or not so fast. */
static inline SetCounts* counted_sets(void)
{
   return counts_are_collected() ? config.conflict_counts->D1_sets : NULL;
}

static inline void count_hit(void* sets, Addr ea)
{
   UWord set = cg_sim_D1_set_of(&cg_segment_machine.caches, ea);

   if (sets)
      ((SetCounts*)sets)[set].accesses++;
   else if (counts_are_collected())
      cg_conflict_counts_hit(config.conflict_counts, set);
}

/* The region that holds `ea', the address of data reference `i'.  It is looked
   up only if the reference's last region does not hold it. */
static inline Region* region_of(Segment* seg, UInt i, Addr ea)
{
   Region** last = &regions_of(seg)[i];

   if (UNLIKELY(!cg_region_holds(*last, ea)))
      *last = config.region_at(ea);
   return *last;
}

static CostCentre* centre_of(const SegmentRef* ref)
{
   return cg_costs_centre_of(ref->account,
                             ref->kind == REF_WRITE ? EV_D1mw : EV_D1mr);
}

void cg_analysed_count_fetch(const Outcome* outcome)
{
   cg_conflict_counts_note_evictor(outcome, VARIABLE_CODE);
   if (config.conflict_counts && cg_segment_collecting)
      cg_conflict_counts_fetch(config.conflict_counts, outcome);
}

void cg_analysed_count_ref(Segment* seg, UInt i, Addr ea,
                           const Outcome* outcome)
{
   CostCentre* cc       = centre_of(&cg_segment_refs(seg)[i]);
   UInt        variable = VARIABLE_UNKNOWN;

   if (config.count_classes)
      count_classes(cc, outcome);
   if (!config.conflict_counts)
      return;
   if (outcome->result != SIM_HIT) {
      variable = region_of(seg, i, ea)->variable;
      cg_conflict_counts_note_evictor(outcome, variable);
   }
   if (cg_segment_collecting)
      cg_conflict_counts_data(config.conflict_counts, ea, outcome, cc->loc,
                              variable);
}

/*------------------------------------------------------------*/
/*--- What the fast path does not find                     ---*/
/*------------------------------------------------------------*/

static void classified_fetch(const Fetch* fetch)
{
   Outcome outcome;

   cg_classes_fetch(&classes, &fetch->instr, &outcome);
   cg_segment_count_misses(fetch->account, outcome.result,
                           cg_segment_collecting);
   cg_analysed_count_fetch(&outcome);
}

static void simulate_fetch(void* unused, const Fetch* fetch)
{
   if (classify)
      classified_fetch(fetch);
   else
      cg_segment_count_misses(
         fetch->account,
         cg_sim_fetch(&cg_segment_machine.caches, &fetch->instr),
         cg_segment_collecting);
}

static __attribute__((noinline)) void classified_ref(Segment* seg, UInt i,
                                                     Addr ea)
{
   const SegmentRef* ref = &cg_segment_refs(seg)[i];
   Outcome           outcome;

   cg_classes_data(&classes, ea, ref->size, &outcome);
   cg_segment_count_misses(ref->account, outcome.result, cg_segment_collecting);
   cg_analysed_count_ref(seg, i, ea, &outcome);
}

static void simulate_ref(void* segment, UInt i, Addr ea)
{
   CacheSim*         caches = &cg_segment_machine.caches;
   const SegmentRef* ref    = &cg_segment_refs(segment)[i];

   if (cg_fastpath_hits(&caches->D1, ref, ea, caches->now++,
                        cg_classes_D1_since(&classes)))
      count_hit(counted_sets(), ea);
   else if (classify)
      classified_ref(segment, i, ea);
   else
      cg_segment_count_misses(ref->account, cg_sim_data(caches, ea, ref->size),
                              cg_segment_collecting);
}

static __attribute__((noinline)) void
simulate_in_order(Segment* seg, Addr a, Addr b, Addr c, Addr d, Addr e)
{
   const Addr eas[] = {a, b, c, d, e};

   cg_fastpath_in_order(&seg->footprint, eas, seg, simulate_fetch,
                        simulate_ref);
}

/* Simulate the data references from number `first' on. */
static __attribute__((noinline)) void
simulate_refs(Segment* seg, UInt first, Addr a, Addr b, Addr c, Addr d, Addr e)
{
   const Addr eas[] = {a, b, c, d, e};

   for (UInt i = first; i < seg->footprint.n_refs; i++)
      simulate_ref(seg, i, eas[i]);
}

/*------------------------------------------------------------*/
/*--- The trace                                            ---*/
/*------------------------------------------------------------*/

/* Find the regions before the run is written to the trace: region_at writes new
   regions to the trace, and the run may need them. */
static __attribute__((noinline)) void
find_regions(Segment* seg, UInt n, Addr a, Addr b, Addr c, Addr d, Addr e)
{
   const Addr eas[] = {a, b, c, d, e};

   for (UInt i = 0; i < n; i++)
      region_of(seg, i, eas[i]);
}

static CG_FASTPATH_INLINE void trace_run(Segment* seg, UInt n, const Addr ea[])
{
   Region** last  = regions_of(seg);
   Bool     known = True;

   if (!cg_trace.on)
      return;
#pragma GCC unroll 8
   for (UInt i = 0; i < n; i++)
      known &= cg_region_holds(last[i], ea[i]);
   if (UNLIKELY(!known))
      find_regions(seg, n, ea[0], ea[1], ea[2], ea[3], ea[4]);
   cg_trace_run(trace_of(seg, n), n, ea, cg_segment_collecting);
}

void cg_analysed_trace_branch(const Segment* seg, UWord value)
{
   if (!config.trace_branches || !cg_trace.on)
      return;
   switch (seg->branch_type) {
   case TYPE_CONDITIONAL:
      cg_trace_outcome(value ^ seg->branch_inverted);
      break;
   case TYPE_JUMP:
   case TYPE_CALL:
      break;
   default:
      cg_trace_target(seg->branch, value);
      break;
   }
}

void cg_analysed_trace_run(Segment* seg, const Addr ea[])
{
   trace_run(seg, seg->footprint.n_refs, ea);
}

/*------------------------------------------------------------*/
/*--- Writes of several threads                            ---*/
/*------------------------------------------------------------*/

/* Whether writes are to be looked at: not before a second thread runs. */
static inline Bool sharing_is_possible(void)
{
   return config.conflict_counts->sharing && cg_segment_collecting;
}

static __attribute__((noinline)) void note_writes(Segment* seg, Addr a, Addr b,
                                                  Addr c, Addr d, Addr e)
{
   const Addr        eas[]   = {a, b, c, d, e};
   Sharing*          sharing = config.conflict_counts->sharing;
   UInt              thread  = config.conflict_counts->thread;
   const SegmentRef* refs    = cg_segment_refs(seg);

   /* The region is looked up in any case: if it is new, its owner is. */
   for (UInt i = 0; i < seg->footprint.n_refs; i++) {
      if (refs[i].kind == REF_READ)
         continue;
      UInt variable = region_of(seg, i, eas[i])->variable;

      if (!cg_sharing_write_again(sharing, thread, eas[i], refs[i].size))
         cg_sharing_write(sharing, thread, eas[i], refs[i].size, variable);
   }
}

void cg_analysed_note_writes(Segment* seg, const Addr ea[])
{
   if (config.conflict_counts && UNLIKELY(sharing_is_possible()))
      note_writes(seg, ea[0], ea[1], ea[2], ea[3], ea[4]);
}

/*------------------------------------------------------------*/
/*--- The functions called by instrumented code            ---*/
/*------------------------------------------------------------*/

/* What a run can do besides simulating: count its hits for the conflict report,
   and write itself to the trace.  There are helpers for each combination, so
   that what the user does not want costs nothing. */
enum { COUNT = 1, TRACE = 2, N_EXTRAS = 4 };

static CG_FASTPATH_INLINE void run(Segment* seg, UInt extras, UInt n_ilines,
                                   UInt n, const Addr ea[])
{
   seg->execs += cg_segment_collecting;
   if (extras & TRACE)
      trace_run(seg, n, ea);
   if ((extras & COUNT) && n > 0 && UNLIKELY(sharing_is_possible()))
      note_writes(seg, ea[0], ea[1], ea[2], ea[3], ea[4]);
   UInt n_found =
      cg_fastpath_run(&cg_segment_machine.caches, &seg->footprint, n_ilines, n,
                      ea, CG_SEGMENT_RUN_TICKS, cg_classes_D1_since(&classes),
                      extras & COUNT ? count_hit : NULL,
                      extras & COUNT ? counted_sets() : NULL);

   if (n_found == CG_FASTPATH_NO_FETCH)
      simulate_in_order(seg, ea[0], ea[1], ea[2], ea[3], ea[4]);
   else if (n_found < n)
      simulate_refs(seg, n_found, ea[0], ea[1], ea[2], ea[3], ea[4]);
}

static inline void predict(Segment* seg, BranchKind kind, UWord branch)
{
   if (UNLIKELY(config.trace_branches))
      cg_analysed_trace_branch(seg, branch);
   cg_prediction_add(seg, kind, branch, cg_segment_collecting);
}

#define HELPERS(name, extras)                                                  \
   static CG_FASTPATH_INLINE void name##_run(Segment* seg, UInt n_ilines,      \
                                             UInt n, const Addr ea[])          \
   {                                                                           \
      run(seg, extras, n_ilines, n, ea);                                       \
   }                                                                           \
   CG_HELPERS(name, name##_run, predict)

HELPERS(full, 0)
HELPERS(counted, COUNT)
HELPERS(traced, TRACE)
HELPERS(counted_and_traced, COUNT | TRACE)

static SegmentHelpers helpers[N_EXTRAS] = {
   [0]             = CG_HELPERS_TABLE(full),
   [COUNT]         = CG_HELPERS_TABLE(counted),
   [TRACE]         = CG_HELPERS_TABLE(traced),
   [COUNT | TRACE] = CG_HELPERS_TABLE(counted_and_traced),
};

SegmentHelpers* cg_analysed_helpers(void)
{
   return &helpers[(config.conflict_counts ? COUNT : 0)
                   | (config.trace ? TRACE : 0)];
}
