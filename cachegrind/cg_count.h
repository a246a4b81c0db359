/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_count.h: runs of segments that count and do nothing else, the fast way.

   It calls nothing of Valgrind. */

#ifndef CG_COUNT_H
#define CG_COUNT_H

#include "cg_segment.h"

/* The helpers of segments that do not take the full path.  They ignore
   cg_segment_collecting, because they are only called while it is 1. */
extern SegmentHelpers cg_count_helpers;

#endif /* CG_COUNT_H */
