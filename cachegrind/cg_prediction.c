/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_prediction.c: the branches that ran, predicted in batches; see
   cg_prediction.h. */

#include "cg_prediction.h"

#include "sim/cg_predictor.h"

WaitingBranches cg_prediction;

static Predictor* predictor;
static Bool       at_once;
static Int        taken_at; /* Bct is so far behind Bc; 0: it is not recorded */

void cg_prediction_init(const RunConfig* config, UInt shift,
                        void* (*alloc)(SizeT n_bytes))
{
   cg_prediction.wait = cg_config_branches_wait(config);
   at_once            = config->predictor < PREDICTOR_PERCEPTRON;
   if (cg_config_predicts_returns(config))
      taken_at = cg_costs_distance(EV_Bc, EV_Bct);
   if (cg_prediction.wait)
      predictor = cg_predictor_new(config->predictor, config->return_stack,
                                   shift, alloc);
}

static Branch branch_of(const Segment* seg, UWord value)
{
   Bool is_conditional = seg->branch_type == TYPE_CONDITIONAL;

   return (Branch){
      .pc     = seg->branch,
      .target = is_conditional ? 0 : value,
      .type   = seg->branch_type,
      .size   = seg->branch_size,
      .taken  = is_conditional ? value ^ seg->branch_inverted : 1,
   };
}

void cg_prediction_add_other(Segment* seg, UWord value, UWord times)
{
   if (at_once && seg->branch_type == TYPE_CONDITIONAL) {
      Bool taken = value ^ seg->branch_inverted;

      seg->branch_counts[1] +=
         times
         & cg_predictor_mispredicts_direction(predictor, seg->branch, taken);
      if (taken_at > 0)
         seg->branch_counts[taken_at] += times & taken;
      return;
   }
   if (at_once) {
      Branch branch = branch_of(seg, value);
      if (cg_predictor_mispredicts(predictor, &branch))
         seg->branch_counts[1] += times;
      return;
   }
   cg_prediction.waiting[cg_prediction.n++] =
      (WaitingBranch){(UWord)seg | times, value};
   if (UNLIKELY(cg_prediction.n == CG_PREDICTION_MAX_WAITING))
      cg_prediction_catch_up();
}

void cg_prediction_catch_up(void)
{
   for (UInt i = 0; i < cg_prediction.n; i++) {
      const WaitingBranch* w       = &cg_prediction.waiting[i];
      UWord                counted = w->segment_and_counted & 1;
      Segment*             seg = (Segment*)(w->segment_and_counted - counted);
      Branch               branch = branch_of(seg, w->value);

      if (cg_predictor_mispredicts(predictor, &branch))
         seg->branch_counts[1] += counted;
      if (taken_at > 0 && branch.type == TYPE_CONDITIONAL)
         seg->branch_counts[taken_at] += counted & branch.taken;
   }
   cg_prediction.n = 0;
}
