/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_prediction.h: the branches that ran, predicted at once or in batches.

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

#define CG_PREDICTION_MAX_WAITING 1024

/* A branch that was executed.  segment_and_counted: the segment, and in the
   lowest bit whether a misprediction is to be counted.  value: what the helper
   got. */
typedef struct {
   UWord segment_and_counted;
   UWord value;
} WaitingBranch;

typedef struct {
   Bool          wait;    /* predict here, not in cg_segment */
   Bool          at_once; /* ... and nothing ever waits */
   UInt          n;
   WaitingBranch waiting[CG_PREDICTION_MAX_WAITING];
} WaitingBranches;

extern WaitingBranches cg_prediction;

/* Call it once, before the first segment is made.  `shift' and `alloc' are as
   for cg_predictor_new.  Cannot fail. */
void cg_prediction_init(const RunConfig* config, UInt shift,
                        void* (*alloc)(SizeT n_bytes));

/* Predict all branches that wait, and count those that are mispredicted.  Call
   it before counts are read, and before a segment is freed.  Cannot fail. */
void cg_prediction_catch_up(void);

/* cg_prediction_add for a predictor with `at_once'. */
void cg_prediction_add_at_once(Segment* seg, UWord value, UWord times);

/* cg_prediction_add for a run in which cg_config_branches_wait. */
static inline void cg_prediction_add_other(Segment* seg, UWord value,
                                           UWord times)
{
   if (cg_prediction.at_once) {
      cg_prediction_add_at_once(seg, value, times);
      return;
   }
   cg_prediction.waiting[cg_prediction.n++] =
      (WaitingBranch){(UWord)seg | times, value};
   if (UNLIKELY(cg_prediction.n == CG_PREDICTION_MAX_WAITING))
      cg_prediction_catch_up();
}

/* The branch that ends `seg' was executed.  `kind' is the branch_kind of `seg',
   as a constant, and `value' is what the helper gets.  `times' is 1 if a
   misprediction is to be counted, else 0. */
static inline void cg_prediction_add(Segment* seg, BranchKind kind, UWord value,
                                     UWord times)
{
   if (LIKELY(!cg_prediction.wait))
      seg->branch_counts[1] += times & cg_segment_mispredicts(seg, kind, value);
   else
      cg_prediction_add_other(seg, value, times);
}

#endif /* CG_PREDICTION_H */
