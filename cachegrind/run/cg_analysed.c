/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_analysed.c: what happens when a segment runs and the user wants more than
   counts; see cg_analysed.h. */

#include "run/cg_analysed.h"

#include "run/cg_count.h"
#include "run/cg_helpers.h"
#include "run/cg_machine_run.h"
#include "run/cg_prediction.h"

/* Valid from cg_analysed_init on. */
static struct {
   Bool            classify; /* misses, to count the classes or for ... */
   ConflictCounts* conflict_counts; /* ... the report; NULL: no report */
   Bool            count_classes;   /* count the events D1cold to DLconf */
   Bool one_level; /* L1D of the machine is its last level, too, so that its
                      classes are those of LL */
   Bool trace, trace_branches;
   Region* (*region_at)(Addr ea);

   MissClasses     classes;         /* of the classic caches */
   MachineClasses  machine_classes; /* or of the machine */
   SegmentHelpers* plain;           /* of segments that are not classified */
} analysed;

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

static void init_classes(const RunConfig* config, void* (*alloc)(SizeT n_bytes))
{
   const Machine* m = config->machine;

   if (m) {
      analysed.one_level = cg_machine_last_level(m) == LEVEL_L1D;
      cg_machine_classes_init(&analysed.machine_classes,
                              cg_segment_machine.hierarchy, m, alloc);
      cg_machine_run_classify(&analysed.machine_classes,
                              analysed.conflict_counts);
   } else {
      cg_classes_init(&analysed.classes, &cg_segment_machine.caches,
                      config->geometry, alloc);
   }
}

void cg_analysed_init(const RunConfig* config, ConflictCounts* counts,
                      Region* (*region_at)(Addr ea),
                      void* (*alloc)(SizeT n_bytes))
{
   analysed.classify        = cg_config_classifies(config);
   analysed.conflict_counts = config->report_name ? counts : NULL;
   analysed.count_classes   = config->miss_classes;
   analysed.trace           = config->trace_name != NULL;
   analysed.trace_branches  = config->trace_branches;
   analysed.region_at       = region_at;
   analysed.plain =
      config->machine ? &cg_machine_run_helpers : &cg_count_helpers;
   if (analysed.classify)
      init_classes(config, alloc);
   if (config->report_name && config->machine)
      cg_conflict_counts_init_machine(counts, &analysed.machine_classes, alloc);
   else if (config->report_name)
      cg_conflict_counts_init(counts, &cg_segment_machine.caches, alloc);
}

SizeT cg_analysed_size(UInt n_refs)
{
   return n_refs * sizeof(Region*)
          + (analysed.trace ? cg_trace_segment_size(n_refs) : 0);
}

void cg_analysed_fill(Segment* seg, const TraceInstr instrs[], UInt n_instrs,
                      const TraceRef refs[], const TraceBranch* branch)
{
   static Region nowhere;
   UInt          n = seg->footprint.n_refs;

   for (UInt i = 0; i < n; i++)
      regions_of(seg)[i] = &nowhere;
   if (analysed.trace)
      cg_trace_segment(trace_of(seg, n), instrs, n_instrs, refs, n);
   if (analysed.trace_branches && branch)
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
         &outcome->level[analysed.one_level ? LEVEL_D1 : level];

      if (!o->misses)
         continue;
      cg_costs_count(cc, cold[level])[o->miss_class] += cg_segment_collecting;
      cg_costs_context[cg_costs_column(cold[level]) + o->miss_class] +=
         cg_segment_collecting;
   }
}

/* The region that holds `ea', the address of data reference `i'.  It is looked
   up only if the reference's last region does not hold it. */
static inline Region* region_of(Segment* seg, UInt i, Addr ea)
{
   Region** last = &regions_of(seg)[i];

   if (UNLIKELY(!cg_region_holds(*last, ea)))
      *last = analysed.region_at(ea);
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
   if (analysed.conflict_counts && cg_segment_collecting)
      cg_conflict_counts_fetch(analysed.conflict_counts, outcome);
}

void cg_analysed_count_ref(Segment* seg, UInt i, Addr ea,
                           const Outcome* outcome)
{
   CostCentre* cc       = centre_of(&cg_segment_refs(seg)[i]);
   UInt        variable = VARIABLE_UNKNOWN;

   if (analysed.count_classes)
      count_classes(cc, outcome);
   if (!analysed.conflict_counts)
      return;
   if (cg_classes_changed(outcome)) {
      variable = region_of(seg, i, ea)->variable;
      cg_conflict_counts_note_evictor(outcome, variable);
   }
   if (cg_segment_collecting)
      cg_conflict_counts_data(analysed.conflict_counts, ea, outcome, cc->loc,
                              variable);
}

/*------------------------------------------------------------*/
/*--- The trace                                            ---*/
/*------------------------------------------------------------*/

/* Find the regions before the run is written to the trace: region_at writes new
   regions to the trace, and the run may need them. */
static CG_FASTPATH_INLINE void trace_run(Segment* seg, UInt n, const Addr ea[])
{
#pragma GCC unroll 8
   for (UInt i = 0; i < n; i++)
      region_of(seg, i, ea[i]);
   cg_trace_run(trace_of(seg, n), n, ea, cg_segment_collecting);
}

static void trace_branch(const Segment* seg, UWord value)
{
   if (!analysed.trace_branches || !cg_trace.on)
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

/*------------------------------------------------------------*/
/*--- Writes of several threads                            ---*/
/*------------------------------------------------------------*/

/* Note which bytes a run writes. */
static __attribute__((noinline)) void note_writes(Segment* seg, Addr a, Addr b,
                                                  Addr c, Addr d, Addr e)
{
   const Addr        ea[]    = {a, b, c, d, e};
   Sharing*          sharing = analysed.conflict_counts->sharing;
   UInt              thread  = analysed.conflict_counts->thread;
   const SegmentRef* refs    = cg_segment_refs(seg);

   /* The region is looked up in any case: if it is new, its owner is. */
   for (UInt i = 0; i < seg->footprint.n_refs; i++) {
      if (refs[i].kind == REF_READ)
         continue;
      UInt variable = region_of(seg, i, ea[i])->variable;

      if (!cg_sharing_write_again(sharing, thread, ea[i], refs[i].size))
         cg_sharing_write(sharing, thread, ea[i], refs[i].size, variable);
   }
}

/* Whether writes are to be looked at: not before a second thread runs. */
static inline Bool sharing_is_possible(void)
{
   return analysed.conflict_counts && analysed.conflict_counts->sharing
          && cg_segment_collecting;
}

/*------------------------------------------------------------*/
/*--- The functions called by instrumented code            ---*/
/*------------------------------------------------------------*/

static void analysed_fetch(void* seg, const Fetch* fetch,
                           const Outcome* outcome)
{
   cg_segment_count_misses(fetch->account, REF_FETCH, outcome->result);
   cg_analysed_count_fetch(outcome);
}

static void analysed_ref(void* seg, UInt i, Addr ea, const Outcome* outcome)
{
   const SegmentRef* ref = &cg_segment_refs(seg)[i];

   cg_segment_count_misses(ref->account, ref->kind, outcome->result);
   cg_analysed_count_ref(seg, i, ea, outcome);
}

static inline void analysed_hit(void* seg, Addr ea)
{
   if (analysed.conflict_counts && cg_segment_collecting)
      cg_conflict_counts_hit(analysed.conflict_counts,
                             cg_sim_D1_set_of(&cg_segment_machine.caches, ea));
}

static CG_FASTPATH_INLINE void run_classified(Segment* seg, UInt n,
                                              const Addr ea[])
{
   ClassifiedRun run = {.classes   = &analysed.classes,
                        .footprint = &seg->footprint,
                        .data      = seg,
                        .fetch     = analysed_fetch,
                        .ref       = analysed_ref,
                        .hit       = analysed_hit};

   seg->execs += cg_segment_collecting;
   cg_classes_run(&run, n, ea);
}

/* A helper ignores the addresses that its segment does not have. */
static CG_FASTPATH_INLINE void run_plain(Segment* seg, const Addr ea[])
{
   typedef VG_REGPARM(1) void Helper(Segment*, Addr, Addr, Addr, Addr, Addr);
   Helper* helper = cg_segment_helper(analysed.plain, seg, BRANCH_NONE)->fn;

   helper(seg, ea[0], ea[1], ea[2], ea[3], ea[4]);
}

static CG_FASTPATH_INLINE void analysed_run(Segment* seg, UInt n_ilines, UInt n,
                                            const Addr ea[])
{
   if (cg_trace.on)
      trace_run(seg, n, ea);
   if (UNLIKELY(sharing_is_possible()))
      note_writes(seg, ea[0], ea[1], ea[2], ea[3], ea[4]);
   if (!analysed.classify)
      run_plain(seg, ea);
   else if (cg_segment_machine.hierarchy)
      cg_machine_run_in_order(seg, ea[0], ea[1], ea[2], ea[3], ea[4]);
   else
      run_classified(seg, n, ea);
}

/* The number of data references is a constant because traces need it:
   cg_trace.h. */
CG_HELPERS_ANY(analysed, analysed_run)

SegmentHelpers cg_analysed_helpers = CG_HELPERS_ANY_TABLE(analysed);

static VG_REGPARM(2) void analysed_branch(Segment* seg, UWord value)
{
   trace_branch(seg, value);
   cg_prediction_branch(seg, value);
}

const SegmentHelper cg_analysed_branch_helper = {"analysed_branch",
                                                 analysed_branch};
