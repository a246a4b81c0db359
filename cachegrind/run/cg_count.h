/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_count.h: the helpers of segments that only count.  cg_analysed.h has
   slower ones, which do more.

   This module does not call Valgrind. */

#ifndef CG_COUNT_H
#define CG_COUNT_H

#include "run/cg_segment.h"

/* The helpers of segments that do not take the full path.  They ignore
   cg_segment_collecting, because they are called only while it is 1.  The table
   is valid for the whole run.  The second table is for runs in which
   cg_config_branches_wait. */
extern SegmentHelpers cg_count_helpers, cg_count_predicted_helpers;

#endif /* CG_COUNT_H */
