/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_analysed.h: what happens when a segment runs and the user wants more than
   counts: classes of misses, a conflict report or a trace.

   The helpers of these segments are slower than those of cg_count.h and
   cg_machine_run.h, and their memory is larger.  If misses are not classified,
   they call those after they have written the run to the trace.  Otherwise no
   segment uses this module.

   Like cg_segment, this module calls Valgrind only through cg_costs. */

#ifndef CG_ANALYSED_H
#define CG_ANALYSED_H

#include "conflicts/cg_conflict_counts.h"
#include "output/cg_trace.h"
#include "run/cg_segment.h"
#include "sim/cache/cg_classes.h"
#include "sim/types.h"
#include "variables/cg_region.h"

/* Call it once, before the first segment is made and after the caches of
   cg_segment_machine are initialised, with the same `alloc'.  `counts' gets
   what the conflict report is made from; it is initialised here, and not used
   if the user wants no report.  region_at(ea) returns the region that holds
   `ea', and is called only for a report or a trace.  Cannot fail. */
void cg_analysed_init(const RunConfig* config, ConflictCounts* counts,
                      Region* (*region_at)(Addr ea),
                      void* (*alloc)(SizeT n_bytes));

/* What is kept of a segment beside its counts.  It is part of the segment's
   block of memory, from Segment.analysed_at on:

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

/* The helpers of all segments.  They obey cg_segment_collecting.  The table is
   valid for the whole run. */
extern SegmentHelpers cg_analysed_helpers;

/* The helper of all branches.  It is called before that of their segment. */
extern const SegmentHelper cg_analysed_branch_helper;

/*------------------------------------------------------------*/
/*--- For cg_machine_run.c                                 ---*/
/*------------------------------------------------------------*/

/* A fetch had this outcome: count the lines that it evicted. */
void cg_analysed_count_fetch(const Outcome* outcome);

/* Data reference `i' of `seg', to `ea', had this outcome: count the classes of
   its misses and, for a report, what it did in the caches. */
void cg_analysed_count_ref(Segment* seg, UInt i, Addr ea,
                           const Outcome* outcome);

#endif /* CG_ANALYSED_H */
