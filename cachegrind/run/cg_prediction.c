/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_prediction.c: the branches that ran, predicted in batches; see
   cg_prediction.h. */

#include "run/cg_prediction.h"

#include "run/cg_machine_run.h"
#include "run/cg_sampling.h"
#include "sim/branch/cg_predictor.h"

#define MAX_WAITING 1024

/* A branch that was executed.  segment_and_counted: the segment, and in the
   lowest bit whether a misprediction is to be counted.  value: what the helper
   got. */
typedef struct {
   UWord  segment_and_counted;
   UWord  value;
   ULong* context; /* cg_costs_context, as it was */
} WaitingBranch;

/* Valid from cg_prediction_init on. */
static struct {
   Bool at_once;                   /* nothing ever waits: predicting takes
                                      little, or the core must know */
   Bool          directions_apart; /* as of cg_predictor.h */
   Bool          counts_taken;
   UInt          taken_column; /* of Bct, if so */
   Predictor*    predictor;
   UInt          n_waiting;
   WaitingBranch waiting[MAX_WAITING];
} prediction;

void cg_prediction_init(const RunConfig* config, UInt shift,
                        void* (*alloc)(SizeT n_bytes))
{
   PredictorKind kind     = config->predictor;
   Bool          is_small = kind < PREDICTOR_PERCEPTRON;
   Bool          has_core = config->machine && config->machine->core.width > 0;

   prediction.at_once = is_small || has_core;
   prediction.directions_apart =
      is_small || cg_predictor_keeps_directions_apart(kind);
   prediction.counts_taken = cg_config_predicts_returns(config);
   prediction.taken_column = cg_costs_column(EV_Bct);
   if (cg_config_branches_apart(config))
      prediction.predictor =
         cg_predictor_new(kind, config->return_stack, shift, alloc);
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

static inline void add_taken(Segment* seg, UWord counted, ULong* context)
{
   seg->n_taken += counted;
   context[prediction.taken_column] += counted;
}

/* Predicts the conditional branch that ends `seg'.  `counted' is 0 or 1.  Much
   is saved by not making a Branch. */
static inline Bool add_direction(Segment* seg, Bool taken, UWord counted,
                                 ULong weight, ULong* context)
{
   Bool  is_missed = cg_predictor_mispredicts_direction(prediction.predictor,
                                                        seg->branch, taken);
   ULong missed    = is_missed ? weight : 0;

   seg->branch_counts[1] += missed;
   context[cg_segment_missed[TYPE_CONDITIONAL]] += missed;
   if (prediction.counts_taken)
      add_taken(seg, counted & taken, context);
   return is_missed;
}

/* The same for any branch. */
static inline Bool add_any(Segment* seg, UWord value, UWord counted,
                           ULong weight, ULong* context)
{
   Branch branch    = branch_of(seg, value);
   Bool   is_missed = cg_predictor_mispredicts(prediction.predictor, &branch);

   if (is_missed) {
      seg->branch_counts[1] += weight;
      context[cg_segment_missed[branch.type]] += weight;
   }
   if (prediction.counts_taken && branch.type == TYPE_CONDITIONAL)
      add_taken(seg, counted & branch.taken, context);
   return is_missed;
}

void cg_prediction_catch_up(void)
{
   for (UInt i = 0; i < prediction.n_waiting; i++) {
      const WaitingBranch* w       = &prediction.waiting[i];
      UWord                counted = w->segment_and_counted & 1;

      Segment* seg = (Segment*)(w->segment_and_counted - counted);

      if (prediction.directions_apart && seg->branch_type == TYPE_CONDITIONAL)
         add_direction(seg, w->value ^ seg->branch_inverted, counted, counted,
                       w->context);
      else
         add_any(seg, w->value, counted, counted, w->context);
   }
   prediction.n_waiting = 0;
}

void cg_prediction_unmeasured(Segment* seg, UWord value)
{
   if (seg->branch_type != TYPE_CONDITIONAL) {
      Branch branch = branch_of(seg, value);

      cg_predictor_skip(prediction.predictor, &branch);
   } else if (prediction.counts_taken)
      add_taken(seg, cg_segment_collecting & (value ^ seg->branch_inverted),
                cg_costs_context);
}

Bool cg_prediction_at_once(Segment* seg, UWord value)
{
   ULong weight = cg_sampling_weight(seg);

   if (prediction.directions_apart && seg->branch_type == TYPE_CONDITIONAL)
      return add_direction(seg, value ^ seg->branch_inverted,
                           cg_segment_collecting, weight, cg_costs_context);
   return add_any(seg, value, cg_segment_collecting, weight, cg_costs_context);
}

VG_REGPARM(2) void cg_prediction_branch(Segment* seg, UWord value)
{

   if (prediction.at_once) {
      if (cg_prediction_at_once(seg, value) && seg->times_at)
         cg_machine_run_mispredicted(seg);
      return;
   }
   prediction.waiting[prediction.n_waiting++] = (WaitingBranch){
      (UWord)seg | (UWord)cg_segment_collecting, value, cg_costs_context};
   if (UNLIKELY(prediction.n_waiting == MAX_WAITING))
      cg_prediction_catch_up();
}

const SegmentHelper cg_prediction_helper = {"cg_prediction_branch",
                                            cg_prediction_branch};
