/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_count.h: the helpers of segments that only count.  cg_analysed.h has
   slower ones, which do more.

   This module does not call Valgrind. */

#ifndef CG_COUNT_H
#define CG_COUNT_H

#include "run/cg_segment.h"

/* The helpers.  They obey cg_segment_collecting, and predict with the classic
   predictor.  The table is valid for the whole run. */
extern SegmentHelpers cg_count_helpers;

/* The same with --calls: mispredictions count for the context, too.  (Misses
   always do: they are rare.) */
extern SegmentHelpers cg_count_calls_helpers;

#endif /* CG_COUNT_H */
