/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_predictor.h: the branch prediction of a processor: what --predictor
   chooses between.

      name                conditional branches   indirect         returns
      classic             cg_branchpred          last targets     -
      bimodal             cg_bimodal             last targets     return stack
      gshare              cg_gshare              last targets     return stack
      perceptron          cg_perceptron          last targets     return stack
      hashed-perceptron   cg_hashed_perceptron   last targets     return stack
      tage-8k, tage-64k   cg_tage                cg_ittage        return stack

   "Last targets" is the table of cg_branchpred.  A branch is predicted when it
   has been executed, and its outcome is learnt at once.  A conditional branch
   is mispredicted if it goes the other way; an indirect jump or call, or a
   return, if it goes elsewhere.  Direct jumps and calls never are: a processor
   that does not know them finds their targets when it decodes them.

   This module calls neither Valgrind nor the C library. */

#ifndef CG_PREDICTOR_H
#define CG_PREDICTOR_H

#include "sim/branch/cg_branch.h"
#include "sim/types.h"

typedef enum {
   PREDICTOR_CLASSIC,
   PREDICTOR_BIMODAL,
   PREDICTOR_GSHARE,
   PREDICTOR_PERCEPTRON,
   PREDICTOR_HASHED_PERCEPTRON,
   PREDICTOR_TAGE_8K,
   PREDICTOR_TAGE_64K,
   N_PREDICTORS
} PredictorKind;

/* All names, for messages. */
#define CG_PREDICTOR_NAMES                                                     \
   "classic, bimodal, gshare, perceptron, hashed-perceptron, tage-8k or "      \
   "tage-64k"

/* Returns the name of a predictor, as in the table above. */
const HChar* cg_predictor_name(PredictorKind kind);

/* Sets *kind to the predictor with this name.  Returns False if there is
   none. */
Bool cg_predictor_find(const HChar* name, PredictorKind* kind);

/* Returns whether a predictor has a return stack: all but the classic one. */
Bool cg_predictor_has_returns(PredictorKind kind);

/* Returns whether a predictor has to know of branches of this type.  It may be
   told of others, too. */
Bool cg_predictor_needs(PredictorKind kind, BranchType type);

typedef struct Predictor Predictor;

/* Returns a predictor that knows nothing.  `depth' is the return stack's,
   1 to CG_RETURN_STACK_MAX.  `shift' says how many low bits of each
   instruction's address are 0: the classic tables leave them out.  `alloc' is
   as for cg_sim_init.  Cannot fail. */
Predictor* cg_predictor_new(PredictorKind kind, UInt depth, UInt shift,
                            void* (*alloc)(SizeT n_bytes));

/* Returns whether only the part that predicts conditional branches has to know
   of these: with all but TAGE. */
Bool cg_predictor_keeps_directions_apart(PredictorKind kind);

/* The same as cg_predictor_mispredicts for a conditional branch, if
   cg_predictor_keeps_directions_apart. */
Bool cg_predictor_mispredicts_direction(Predictor* p, Addr pc, Bool taken);

/* Predicts a branch and learns from it.  Returns whether it was mispredicted.
   Cannot fail. */
Bool cg_predictor_mispredicts(Predictor* p, const Branch* b);

/* `b' is executed, but neither predicted nor learned: only the calls that have
   not returned are known afterwards.  Cannot fail. */
void cg_predictor_skip(Predictor* p, const Branch* b);

#endif /* CG_PREDICTOR_H */
