/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_machine_full.c: what happens when a segment runs on a machine and its
   misses are classified; see cg_machine_full.h.

   A run has two phases.  The first one only looks: is there a prediction for
   each line of code and each data reference, and does the fully associative L1D
   hold the lines of data?  If so, nothing misses or changes its class, and the
   second phase stores the times of use.  Otherwise the run is simulated in
   program order. */

#include "run/cg_machine_full.h"

#include "run/cg_prediction.h"
#include "run/cg_analysed.h"
#include "run/cg_helpers.h"
#include "run/cg_machine_run.h"
#include "sim/cg_machine_classes.h"

#define MACHINE (&cg_segment_machine)

/* Valid from cg_machine_full_init on. */
static MachineClasses  classes;
static ConflictCounts* counts; /* NULL: no report */

void cg_machine_full_init(const Machine* machine, ConflictCounts* for_report,
                          void* (*alloc)(SizeT n_bytes))
{
   counts = for_report;
   cg_machine_classes_init(&classes, MACHINE->hierarchy, machine, alloc);
   if (counts)
      cg_conflict_counts_init_machine(counts, &classes, alloc);
}

static inline Bool counts_are_collected(void)
{
   return counts && cg_segment_collecting;
}

/* The running thread's counts of D1 for the report; NULL if nothing is to be
   counted, or not so fast. */
static inline SetCounts* counted_sets(void)
{
   return counts_are_collected() ? counts->D1_sets : NULL;
}

/*------------------------------------------------------------*/
/*--- References that change nothing but times of use      ---*/
/*------------------------------------------------------------*/

/* A data reference that hits L1D, and whose line the fully associative L1D
   holds. */
typedef struct {
   LinePrediction* prediction;
   TouchedLine*    line;
} Hit;

static CG_FRONT_INLINE Bool finds_hit(const FrontSide*  data,
                                      const SegmentRef* ref, Addr ea, Hit* hit)
{
   if (!cg_front_find(data, ea, ref->slack, &hit->prediction))
      return False;
   hit->line = cg_machine_classes_find(&classes, ea);
   return LIKELY(hit->line != NULL);
}

static CG_FRONT_INLINE void touch(const Hit* hit, const SegmentRef* ref,
                                  Addr ea, ULong now, SetCounts* sets)
{
   cg_front_touch(hit->prediction, now, ref->owner);
   cg_machine_classes_touch(&classes, hit->line);
   if (sets)
      sets[cg_machine_classes_L1D_set_of(&classes, ea)].accesses++;
   else if (counts_are_collected())
      cg_conflict_counts_hit(counts,
                             cg_machine_classes_L1D_set_of(&classes, ea));
}

/*------------------------------------------------------------*/
/*--- Other references                                     ---*/
/*------------------------------------------------------------*/

static void simulate_fetch(const MachineFetch* f)
{
   RefResult result;
   Outcome   outcome;

   cg_machine_classes_access(&classes, REF_FETCH, f->addr, f->size, 0, &result,
                             &outcome);
   cg_machine_run_count_fetch(f, &result);
   cg_analysed_count_fetch(&outcome);
}

static __attribute__((noinline)) void
classified_ref(Segment* seg, UInt i, const SegmentRef* ref, Addr ea)
{
   RefResult result;
   Outcome   outcome;

   cg_machine_classes_access(&classes, ref->kind, ea, ref->size, ref->owner,
                             &result, &outcome);
   cg_machine_run_count_ref(seg, ref, ea, &result);
   cg_analysed_count_ref(seg, i, ea, &outcome);
}

static void simulate_ref(Segment* seg, UInt i, Addr ea)
{
   Front*            front = &MACHINE->front;
   const SegmentRef* ref   = &cg_segment_refs(seg)[i];
   Hit               hit;

   if (finds_hit(&front->sides[FRONT_DATA], ref, ea, &hit))
      touch(&hit, ref, ea, front->now++, counted_sets());
   else
      classified_ref(seg, i, ref, ea);
}

static __attribute__((noinline)) void
simulate_in_order(Segment* seg, Addr a, Addr b, Addr c, Addr d, Addr e)
{
   const Addr eas[] = {a, b, c, d, e};

   cg_machine_run_from(seg, 0, eas,
                       (MachineOrder){simulate_fetch, simulate_ref});
}

/*------------------------------------------------------------*/
/*--- The functions called by instrumented code            ---*/
/*------------------------------------------------------------*/

/* Do with a run what does not depend on the caches. */
static __attribute__((noinline)) void note_run(Segment* seg, Addr a, Addr b,
                                               Addr c, Addr d, Addr e)
{
   const Addr eas[] = {a, b, c, d, e};

   cg_analysed_trace_run(seg, eas);
   cg_analysed_note_writes(seg, eas);
}

static CG_FRONT_INLINE Bool is_noted(void)
{
   return UNLIKELY(cg_trace.on || (counts && counts->sharing));
}

static CG_FRONT_INLINE void run(Segment* seg, UInt n_ilines, UInt n,
                                const Addr ea[])
{
   Front*             front = &MACHINE->front;
   const FrontSide    data  = front->sides[FRONT_DATA];
   const SegmentRef*  ref   = cg_segment_refs(seg);
   const MachineLine* line  = (const MachineLine*)(ref + n);
   ULong              now   = front->now;
   Hit                hits[CG_SEGMENT_MAX_RUN_ARGS];
   Bool               found = True;

   seg->execs += cg_segment_collecting;
   cg_machine_run_count_run(seg);
   if (is_noted())
      note_run(seg, ea[0], ea[1], ea[2], ea[3], ea[4]);
#pragma GCC unroll 2
   for (UInt i = 0; found && i < n_ilines; i++)
      found = LIKELY(line[i].prediction->line == line[i].line);
#pragma GCC unroll 8
   for (UInt i = 0; found && i < n; i++)
      found = finds_hit(&data, &ref[i], ea[i], &hits[i]);
   if (UNLIKELY(!found)) {
      simulate_in_order(seg, ea[0], ea[1], ea[2], ea[3], ea[4]);
      return;
   }
   front->now      = now + CG_SEGMENT_RUN_TICKS;
   SetCounts* sets = n > 0 ? counted_sets() : NULL;
#pragma GCC unroll 2
   for (UInt i = 0; i < n_ilines; i++)
      cg_front_fetch(line[i].prediction, now++);
#pragma GCC unroll 8
   for (UInt i = 0; i < n; i++)
      touch(&hits[i], &ref[i], ea[i], now + i, sets);
}

static inline void predict(Segment* seg, BranchKind kind, UWord branch)
{
   if (UNLIKELY(cg_trace.on))
      cg_analysed_trace_branch(seg, branch);
   cg_prediction_add(seg, kind, branch, cg_segment_collecting);
}

CG_HELPERS(full_machine, run, predict)

SegmentHelpers cg_machine_full_helpers = CG_HELPERS_TABLE(full_machine);
