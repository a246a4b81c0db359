/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_full.h: the full path - runs of segments of which more is asked than
   counts: classes of misses, a conflict report, a trace, or that only a part
   of what is simulated is counted (--toggle-collect).

   Then segments call other helpers than cg_count.c's, slower ones, and are
   longer.  Without such an option nothing of this is called.

   Like cg_segment, it calls Valgrind through cg_costs only. */

#ifndef CG_FULL_H
#define CG_FULL_H

#include "cg_segment.h"
#include "conflicts/cg_conflict_counts.h"
#include "output/cg_trace.h"
#include "sim/types.h"
#include "variables/cg_region.h"

/* What is asked for. */
typedef struct {
   Bool count_classes; /* events D1cold ... DLconf are counted */

   /* The conflict report's counts, or NULL. */
   ConflictCounts* conflict_counts;

   Bool trace; /* each run goes into the trace */

   /* Returns the region at `ea'.  Unused without conflict counts and trace. */
   Region* (*region_at)(Addr ea);
} FullConfig;

/* Call it before the first segment and after cg_sim_init of cg_segment_machine,
   with the same `geometry' and `alloc'.  `config' is copied. */
void cg_full_init(const FullConfig*   config,
                  const CacheGeometry geometry[N_CACHES],
                  void* (*alloc)(SizeT n_bytes));

/* What the full path keeps of a segment stands in the segment's block of
   memory, at Segment.full_at:

      FullRef x n_refs | TraceSegment, if there is a trace           */
typedef struct {
   CostCentre* cc;
   Region*     region; /* that it last referred to */
} FullRef;

/* The bytes that this takes for so many data references. */
SizeT cg_full_size(UInt n_refs);

/* Fill it in, for a segment that has full_at: `cc' is the cost centre of each
   data reference; the rest is what a trace says of the segment. */
void cg_full_fill(Segment* seg, CostCentre* const cc[],
                  const TraceInstr instrs[], UInt n_instrs,
                  const TraceRef refs[]);

/* The helpers for what was asked for.  They work with or without a cache
   simulation. */
SegmentHelpers* cg_full_helpers(void);

#endif /* CG_FULL_H */
