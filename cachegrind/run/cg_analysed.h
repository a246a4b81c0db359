/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_analysed.h: the full path, the helpers of segments that do more than
   count.

   Segments take the full path if the user wants classes of misses, a conflict
   report or a trace.  They also take it if some misses are simulated but not
   counted (--toggle-collect).  They then call these helpers, which are slower
   than those of cg_count.c, and their memory is larger.  With --machine, the
   helpers of cg_machine_run.c and cg_machine_full.c do what these do, and call
   the functions at the end of this header.  Otherwise no segment uses this
   module.

   Like cg_segment, this module calls Valgrind only through cg_costs. */

#ifndef CG_ANALYSED_H
#define CG_ANALYSED_H

#include "run/cg_segment.h"
#include "conflicts/cg_conflict_counts.h"
#include "output/cg_trace.h"
#include "sim/cg_classes.h"
#include "sim/types.h"
#include "variables/cg_region.h"

/* What the full path does, and what it needs for that. */
typedef struct {
   Bool count_classes; /* count the events D1cold to DLconf */
   Bool one_level;     /* L1D of the machine is its last level, too, so that its
                          classes are those of LL */

   /* What the conflict report is made from; NULL: no report. */
   ConflictCounts* conflict_counts;

   Bool trace;          /* write each run to the trace */
   Bool trace_branches; /* ... and each branch */

   /* Returns the region that holds `ea'.  Called only if there are conflict
      counts or a trace. */
   Region* (*region_at)(Addr ea);
} AnalysedConfig;

/* Call it once, before the first segment is made and after cg_sim_init of
   cg_segment_machine, with the same `geometry' and `alloc'.  With --machine,
   `geometry' is NULL.  `config' is copied.  Cannot fail. */
void cg_analysed_init(const AnalysedConfig* config,
                      const CacheGeometry   geometry[N_CACHES],
                      void* (*alloc)(SizeT n_bytes));

/* What the full path keeps of a segment.  It is part of the segment's block of
   memory, from Segment.analysed_at on:

      Region* x n_refs | TraceSegment, if there is a trace

   The regions are those where the data references went last.  The size of this
   in bytes, for a segment with `n_refs' data references: */
SizeT cg_analysed_size(UInt n_refs);

/* Fill it in for `seg', whose analysed_at and footprint are set.  `instrs' and
   `refs' describe each instruction and each data reference, in program order,
   and `branch' the branch that ends the segment; NULL: none that is traced.
   Without a trace they are not read.  Nothing of the arrays is kept. */
void cg_analysed_fill(Segment* seg, const TraceInstr instrs[], UInt n_instrs,
                      const TraceRef refs[], const TraceBranch* branch);

/* The helpers for the AnalysedConfig that cg_analysed_init got.  They work with
   and without a cache simulation.  The table is valid for the whole run. */
SegmentHelpers* cg_analysed_helpers(void);

/*------------------------------------------------------------*/
/*--- For the helpers of machines                          ---*/
/*------------------------------------------------------------*/

/* Write a run of `seg' to the trace, with the addresses of its data references.
   Does nothing if there is no trace, or after it has failed. */
void cg_analysed_trace_run(Segment* seg, const Addr ea[]);

/* Write the branch of the next run of `seg' to the trace, if branches are
   traced. `value' is what the helper gets. */
void cg_analysed_trace_branch(const Segment* seg, UWord value);

/* For a report, note which bytes a run of `seg' writes, if several threads have
   run. */
void cg_analysed_note_writes(Segment* seg, const Addr ea[]);

/* A fetch had this outcome: count the lines that it evicted. */
void cg_analysed_count_fetch(const Outcome* outcome);

/* Data reference `i' of `seg', to `ea', had this outcome: count the classes of
   its misses and, for a report, what it did in the caches. */
void cg_analysed_count_ref(Segment* seg, UInt i, Addr ea,
                           const Outcome* outcome);

#endif /* CG_ANALYSED_H */
