/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_predictor.c: the branch prediction of a processor, put together from the
   modules that cg_predictor.h names. */

#include "sim/branch/cg_predictor.h"

#include "sim/branch/cg_bimodal.h"
#include "sim/branch/cg_branchpred.h"
#include "sim/branch/cg_gshare.h"
#include "sim/branch/cg_hashed_perceptron.h"
#include "sim/branch/cg_ittage.h"
#include "sim/branch/cg_perceptron.h"
#include "sim/branch/cg_return_stack.h"
#include "sim/branch/cg_tage.h"
#include "sim/cg_words.h"

struct Predictor {
   PredictorKind kind;
   UInt          shift;

   /* Of conditional branches: the one of `kind'. */
   union {
      BranchPredictor*  classic;
      Bimodal*          bimodal;
      Gshare*           gshare;
      Perceptron*       perceptron;
      HashedPerceptron* hashed_perceptron;
      Tage*             tage;
   } of;

   /* Of indirect jumps and calls: one of them. */
   BranchPredictor* last_targets;
   Ittage*          ittage;

   ReturnStack returns;
};

static const HChar* const names[N_PREDICTORS] = {
   [PREDICTOR_CLASSIC]           = "classic",
   [PREDICTOR_BIMODAL]           = "bimodal",
   [PREDICTOR_GSHARE]            = "gshare",
   [PREDICTOR_PERCEPTRON]        = "perceptron",
   [PREDICTOR_HASHED_PERCEPTRON] = "hashed-perceptron",
   [PREDICTOR_TAGE_8K]           = "tage-8k",
   [PREDICTOR_TAGE_64K]          = "tage-64k",
};

const HChar* cg_predictor_name(PredictorKind kind)
{
   return names[kind];
}

Bool cg_predictor_find(const HChar* name, PredictorKind* kind)
{
   for (PredictorKind i = PREDICTOR_CLASSIC; i < N_PREDICTORS; i++)
      if (cg_words_same(name, names[i])) {
         *kind = i;
         return True;
      }
   return False;
}

Bool cg_predictor_has_returns(PredictorKind kind)
{
   return kind != PREDICTOR_CLASSIC;
}

static Bool is_tage(PredictorKind kind)
{
   return kind == PREDICTOR_TAGE_8K || kind == PREDICTOR_TAGE_64K;
}

Bool cg_predictor_needs(PredictorKind kind, BranchType type)
{
   switch (type) {
   case TYPE_JUMP:
      return is_tage(kind); /* its history has them */
   case TYPE_CALL:
   case TYPE_RETURN:
      return cg_predictor_has_returns(kind);
   default:
      return True;
   }
}

Bool cg_predictor_keeps_directions_apart(PredictorKind kind)
{
   return !is_tage(kind);
}

Predictor* cg_predictor_new(PredictorKind kind, UInt depth, UInt shift,
                            void* (*alloc)(SizeT n_bytes))
{
   Predictor* p = alloc(sizeof *p);

   p->kind  = kind;
   p->shift = shift;
   cg_return_stack_init(&p->returns, depth);
   if (is_tage(kind))
      p->ittage = cg_ittage_new(alloc);
   else
      p->last_targets = alloc(sizeof *p->last_targets);
   switch (kind) {
   case PREDICTOR_BIMODAL:
      p->of.bimodal = cg_bimodal_new(alloc);
      break;
   case PREDICTOR_GSHARE:
      p->of.gshare = cg_gshare_new(alloc);
      break;
   case PREDICTOR_PERCEPTRON:
      p->of.perceptron = cg_perceptron_new(alloc);
      break;
   case PREDICTOR_HASHED_PERCEPTRON:
      p->of.hashed_perceptron = cg_hashed_perceptron_new(alloc);
      break;
   case PREDICTOR_TAGE_8K:
      p->of.tage = cg_tage_new(TAGE_8K, alloc);
      break;
   case PREDICTOR_TAGE_64K:
      p->of.tage = cg_tage_new(TAGE_64K, alloc);
      break;
   default:
      p->of.classic = p->last_targets;
      break;
   }
   return p;
}

Bool cg_predictor_mispredicts_direction(Predictor* p, Addr pc, Bool taken)
{
   switch (p->kind) {
   case PREDICTOR_BIMODAL:
      return cg_bimodal_cond(p->of.bimodal, pc, taken) != taken;
   case PREDICTOR_GSHARE:
      return cg_gshare_cond(p->of.gshare, pc, taken) != taken;
   case PREDICTOR_PERCEPTRON:
      return cg_perceptron_cond(p->of.perceptron, pc, taken) != taken;
   case PREDICTOR_HASHED_PERCEPTRON:
      return cg_hashed_perceptron_cond(p->of.hashed_perceptron, pc, taken)
             != taken;
   case PREDICTOR_TAGE_8K:
   case PREDICTOR_TAGE_64K:
      return cg_tage_cond(p->of.tage, pc, taken) != taken;
   default:
      return cg_branchpred_cond(p->of.classic,
                                cg_branchpred_row(pc >> p->shift), taken);
   }
}

static Bool mispredicts_target(Predictor* p, const Branch* b)
{
   if (p->ittage)
      return cg_ittage_indirect(p->ittage, b) != b->target;
   return cg_branchpred_indirect(p->last_targets, b->pc >> p->shift, b->target);
}

static Bool mispredicts_return(Predictor* p, const Branch* b)
{
   return cg_predictor_has_returns(p->kind)
          && !cg_return_stack_return(&p->returns, b->target);
}

/* A branch of another type than TYPE_CONDITIONAL.  The histories of TAGE and
   ITTAGE have branches that are not theirs to predict. */
static __attribute__((noinline)) Bool mispredicts_other(Predictor*    p,
                                                        const Branch* b)
{
   Bool wrong = False;

   if (b->type == TYPE_INDIRECT_JUMP || b->type == TYPE_INDIRECT_CALL)
      wrong = mispredicts_target(p, b);
   else if (p->ittage)
      cg_ittage_other(p->ittage, b);
   if (b->type == TYPE_CALL || b->type == TYPE_INDIRECT_CALL)
      cg_return_stack_call(&p->returns, b);
   else if (b->type == TYPE_RETURN)
      wrong = mispredicts_return(p, b);
   if (p->ittage)
      cg_tage_other(p->of.tage, b->pc, b->type);
   return wrong;
}

void cg_predictor_skip(Predictor* p, const Branch* b)
{
   if (b->type == TYPE_CALL || b->type == TYPE_INDIRECT_CALL)
      cg_return_stack_call(&p->returns, b);
   else if (b->type == TYPE_RETURN)
      mispredicts_return(p, b);
}

Bool cg_predictor_mispredicts(Predictor* p, const Branch* b)
{
   Bool wrong;

   if (UNLIKELY(b->type != TYPE_CONDITIONAL))
      return mispredicts_other(p, b);
   wrong = cg_predictor_mispredicts_direction(p, b->pc, b->taken);
   if (p->ittage)
      cg_ittage_other(p->ittage, b);
   return wrong;
}
