/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_machine_full.h: what happens when a segment runs on a machine (--machine)
   and the user wants classes of misses or a conflict report.

   The segments are those of cg_machine_run.h, with the part that the full path
   keeps (cg_analysed.h).  sim/cg_machine_classes.h says what the classes are.
   For them, the fully associative L1D has to get each data reference, also
   those that hit.

   Like cg_segment, this module calls Valgrind only through cg_costs. */

#ifndef CG_MACHINE_FULL_H
#define CG_MACHINE_FULL_H

#include "run/cg_segment.h"
#include "conflicts/cg_conflict_counts.h"

/* Classify the misses of cg_segment_machine from now on.  `for_report' gets the
   counts for a report, which this function initialises; NULL: no report.  Call
   it once, after cg_machine_run_init with the same `machine' and `alloc', and
   before the first segment is made.  Cannot fail. */
void cg_machine_full_init(const Machine* machine, ConflictCounts* for_report,
                          void* (*alloc)(SizeT n_bytes));

/* The helpers of these segments.  They write to the trace, if there is one, and
   obey cg_segment_collecting.  The table is valid for the whole run. */
extern SegmentHelpers cg_machine_full_helpers;

#endif /* CG_MACHINE_FULL_H */
