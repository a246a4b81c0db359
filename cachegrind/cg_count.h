/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_count.h: runs of segments that count and do nothing else, the fast way.

   Like cg_segment, it calls nothing of Valgrind. */

#ifndef CG_COUNT_H
#define CG_COUNT_H

#include "cg_segment.h"

/* The helpers of segments for which a RunConfig does not ask for the full path.
   They count whatever cg_segment_collecting says: they are for segments that
   only run, or are only called, while it is 1. */
extern SegmentHelpers cg_count_helpers;

#endif /* CG_COUNT_H */
