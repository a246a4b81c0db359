/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_full.h: the full path - runs of segments of which more is asked than
   counts: classes of misses, a conflict report, a trace, or that only a part
   of the program is counted.

   Then segments call other helpers than cg_segment.c's, slower ones, and carry
   a FullSegment.  Without such an option nothing of this is called.

   Like cg_segment, it calls nothing of Valgrind. */

#ifndef CG_FULL_H
#define CG_FULL_H

#include "cg_segment.h"
#include "conflicts/cg_tally.h"
#include "output/cg_trace.h"
#include "sim/types.h"
#include "variables/cg_region.h"

/* What is asked for. */
typedef struct {
   Bool count_classes; /* events D1cold ... DLconf are counted */

   /* The conflict report's counts, or NULL. */
   Tally* tally;

   Bool trace; /* each run goes into the trace */

   /* The region at `ea'; NULL if neither tally nor trace is. */
   Region* (*region_at)(Addr ea);
} FullConfig;

/* Before the first segment, and after cg_sim_init of cg_segment_machine, whose
   `geometry' and `alloc' these are.  `config' is copied. */
void cg_full_init(const FullConfig*   config,
                  const CacheGeometry geometry[N_CACHES],
                  void* (*alloc)(SizeT n_bytes));

/* A data reference, as the full path sees it. */
typedef struct {
   CostCentre* cc;
   Region*     region; /* that it last referred to */
} FullRef;

/* Behind a segment (Segment.full_at) stands

      FullRef x n_refs | TraceSegment, if there is a trace           */
typedef FullRef FullSegment;

/* The bytes of a FullSegment with so many data references. */
SizeT cg_full_size(UInt n_refs);

/* Fill in the FullSegment of `seg': the cost centre of each data reference,
   and what the trace wants to know of its instructions and references. */
void cg_full_fill(Segment* seg, CostCentre* const cc[],
                  const TraceInstr instrs[], UInt n_instrs,
                  const TraceRef refs[]);

/* The helpers for what was asked for.  They work with or without a cache
   simulation. */
SegmentHelpers* cg_full_helpers(void);

#endif /* CG_FULL_H */
