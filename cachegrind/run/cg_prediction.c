/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_prediction.c: the branches that ran, predicted in batches; see
   cg_prediction.h. */

#include "run/cg_prediction.h"

#include "sim/cg_predictor.h"

WaitingBranches cg_prediction;

static Predictor* predictor;
static Bool       directions_apart;
static Int        taken_at; /* Bct is so far behind Bc; 0: it is not recorded */

void cg_prediction_init(const RunConfig* config, UInt shift,
                        void* (*alloc)(SizeT n_bytes))
{
   PredictorKind kind = config->predictor;

   cg_prediction.wait    = cg_config_branches_wait(config);
   cg_prediction.at_once = kind < PREDICTOR_PERCEPTRON;
   directions_apart      = cg_predictor_keeps_directions_apart(kind);
   if (cg_config_predicts_returns(config))
      taken_at = cg_costs_distance(EV_Bc, EV_Bct);
   if (cg_prediction.wait)
      predictor = cg_predictor_new(kind, config->return_stack, shift, alloc);
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

/* Predicts the conditional branch that ends `seg'.  `counted' is 0 or 1.  Much
   is saved by not making a Branch. */
static inline void add_direction(Segment* seg, Bool taken, UWord counted)
{
   seg->branch_counts[1] +=
      counted
      & cg_predictor_mispredicts_direction(predictor, seg->branch, taken);
   if (taken_at > 0)
      seg->branch_counts[taken_at] += counted & taken;
}

/* The same for any branch. */
static inline void add_any(Segment* seg, UWord value, UWord counted)
{
   Branch branch = branch_of(seg, value);

   if (cg_predictor_mispredicts(predictor, &branch))
      seg->branch_counts[1] += counted;
   if (taken_at > 0 && branch.type == TYPE_CONDITIONAL)
      seg->branch_counts[taken_at] += counted & branch.taken;
}

void cg_prediction_add_at_once(Segment* seg, UWord value, UWord times)
{
   if (seg->branch_type == TYPE_CONDITIONAL)
      add_direction(seg, value ^ seg->branch_inverted, times);
   else
      add_any(seg, value, times);
}

void cg_prediction_catch_up(void)
{
   for (UInt i = 0; i < cg_prediction.n; i++) {
      const WaitingBranch* w       = &cg_prediction.waiting[i];
      UWord                counted = w->segment_and_counted & 1;

      Segment* seg = (Segment*)(w->segment_and_counted - counted);

      if (directions_apart && seg->branch_type == TYPE_CONDITIONAL)
         add_direction(seg, w->value ^ seg->branch_inverted, counted);
      else
         add_any(seg, w->value, counted);
   }
   cg_prediction.n = 0;
}
