/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_full.h: runs of segments of which more is asked than counts: classes
   of misses, a conflict report, a trace, or that only a part of the program is
   counted.

   Then the segments call other functions than cg_segment.c's, slower ones, and
   carry more with them (see cg_segment.h).  Without such a wish nothing of this
   is called.

   Like cg_segment, it calls nothing of Valgrind. */

#ifndef CG_WATCHED_H
#define CG_WATCHED_H

#include "sim/types.h"

#include "cg_segment.h"
#include "conflicts/cg_tally.h"
#include "variables/cg_region.h"

/* What is asked for. */
typedef struct {
   Bool classes; /* events D1cold ... DLconf are counted */

   /* The conflict report's counts, or NULL. */
   Tally* tally;

   Bool trace; /* each run goes into the trace */

   /* The region at `ea'; NULL if neither tally nor trace is. */
   Region* (*region_at)(Addr ea);
} WatchedWishes;

/* Before the first segment.  `wishes' is copied. */
void cg_watched_init(const WatchedWishes* wishes);

/* As cg_segment_runner; the runner is for a segment that has a WatchedSegment
   and works with or without a cache simulation. */
const SegmentRunner* cg_watched_runner(BranchKind kind, UInt n_refs);

/* The region that `ref' now refers to at `ea', asked for again only if it is
   not the one of the last time. */
static inline Region* cg_region_of(WatchedRef* ref, Addr ea,
                                   Region* (*region_at)(Addr ea))
{
   if (UNLIKELY(!cg_region_holds(ref->region, ea)))
      ref->region = region_at(ea);
   return ref->region;
}

#endif /* CG_WATCHED_H */
