/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_prediction.h: the branches that ran, predicted at once or in batches,
   unless the helper of their segment predicts them (cg_count.h).

   The classic predictor, bimodal and gshare are small, so a branch is predicted
   as soon as its segment runs.  The tables of the others are larger, and they
   take longer.  Between two branches of the program, the translated code pushes
   them out of the host's caches.  So branches are stored here, and a thousand
   at a time are predicted with warm tables:

      segment runs ---> waiting[n] = {segment, outcome or target}
                                      |  full, or somebody needs the counts
                                      v
                        predictor ---> segment's branch_counts[1]++

   A segment must not be freed while one of its branches waits.

   Like cg_segment, this module calls Valgrind only through cg_costs. */

#ifndef CG_PREDICTION_H
#define CG_PREDICTION_H

#include "cg_config.h"
#include "run/cg_segment.h"

/* Call it once, before the first segment is made.  `shift' and `alloc' are as
   for cg_predictor_new.  Cannot fail. */
void cg_prediction_init(const RunConfig* config, UInt shift,
                        void* (*alloc)(SizeT n_bytes));

/* Predict all branches that wait, and count those that are mispredicted.  Call
   it before counts are read, and before a segment is freed.  Cannot fail. */
void cg_prediction_catch_up(void);

/* The branch that ends `seg' was executed, and `value' is what helpers get of
   it. Instrumented code calls this before the helper of the segment.  It obeys
   cg_segment_collecting. */
VG_REGPARM(2) void cg_prediction_branch(Segment* seg, UWord value);

extern const SegmentHelper cg_prediction_helper; /* that function */

/* The same for the helpers of a machine whose core is known, and returns
   whether the branch was mispredicted.  The run of `seg' is measured
   (cg_sampling.h). */
Bool cg_prediction_at_once(Segment* seg, UWord value);

/* The same for a run that is not measured: taken branches are counted, and the
   predictor knows which calls have not returned. */
void cg_prediction_unmeasured(Segment* seg, UWord value);

#endif /* CG_PREDICTION_H */
