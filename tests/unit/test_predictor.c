/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_predictor.c: tests what cg_predictor.c makes of its parts: which of them
   sees which branches, and laws that hold for each predictor. */

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sim/branch/cg_branchpred.h"
#include "sim/branch/cg_ittage.h"
#include "sim/branch/cg_predictor.h"
#include "sim/branch/cg_tage.h"
#include "branch_streams.h"

enum { N_BRANCHES = 20000, DEPTH = 16 };

static Branch branches[N_BRANCHES];

/* The memory of a predictor is never freed. */
static void* allocate(SizeT n_bytes)
{
   return calloc(1, n_bytes);
}

static Predictor* new_predictor(PredictorKind kind)
{
   return cg_predictor_new(kind, DEPTH, 0, allocate);
}

/* Branches of all types at a few hundred addresses, with outcomes and targets
   that are partly regular. */
static int make_branches(void** state)
{
   uint64_t x = 1;
   (void)state;
   for (int i = 0; i < N_BRANCHES; i++) {
      x               = x * 6364136223846793005 + 1442695040888963407;
      unsigned random = (unsigned)(x >> 40);
      Branch*  b      = &branches[i];
      b->type   = random % 8 < 3 ? TYPE_CONDITIONAL : random % N_BRANCH_TYPES;
      b->pc     = 0x401000 + 23 * (random >> 8 & 255);
      b->size   = 5;
      b->taken  = b->type != TYPE_CONDITIONAL || i % 7 != 0 || random % 32 == 0;
      b->target = 0x500000 + 64 * (i % 5) + (random >> 4 & 1);
   }
   return 0;
}

static void names_are_found(void** state)
{
   PredictorKind kind;
   (void)state;
   for (PredictorKind i = PREDICTOR_CLASSIC; i < N_PREDICTORS; i++) {
      assert_true(cg_predictor_find(cg_predictor_name(i), &kind));
      assert_int_equal(kind, i);
      assert_non_null(strstr(CG_PREDICTOR_NAMES, cg_predictor_name(i)));
   }
   assert_false(cg_predictor_find("tage", &kind));
   assert_false(cg_predictor_find("", &kind));
   assert_false(cg_predictor_find("tage-8k ", &kind));
}

/* Those that other implementations mispredict of a stream. */
static void names_stand_for_what_is_known(void** state)
{
   enum { N_STREAM = 300000 };
   static const struct {
      const char* name;
      int         conditional, indirect;
   } known[] = {
      {"bimodal", 41531, 32580},    {"gshare", 65647, 32580},
      {"perceptron", 36631, 32580}, {"hashed-perceptron", 30198, 32580},
      {"tage-8k", 41792, 27908},    {"tage-64k", 41036, 27908}};
   Branch* stream = mixed_stream(42, N_STREAM);
   (void)state;
   for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
      int           wrong[N_BRANCH_TYPES] = {0};
      PredictorKind kind;
      assert_true(cg_predictor_find(known[k].name, &kind));
      Predictor* p = new_predictor(kind);
      for (int i = 0; i < N_STREAM; i++)
         wrong[stream[i].type] += cg_predictor_mispredicts(p, &stream[i]);
      assert_int_equal(wrong[TYPE_CONDITIONAL], known[k].conditional);
      assert_int_equal(wrong[TYPE_INDIRECT_JUMP] + wrong[TYPE_INDIRECT_CALL],
                       known[k].indirect);
      assert_int_equal(wrong[TYPE_RETURN], 0);
   }
   free(stream);
}

/* The classic predictor as the tool runs it at once, on addresses that lack
   their lowest two bits. */
static void classic_is_that_of_branchpred(void** state)
{
   static BranchPredictor plain;
   Predictor* p = cg_predictor_new(PREDICTOR_CLASSIC, DEPTH, 2, allocate);
   (void)state;
   for (int i = 0; i < N_BRANCHES; i++) {
      const Branch* b     = &branches[i];
      Addr          at    = b->pc >> 2;
      bool          wrong = false;
      if (b->type == TYPE_CONDITIONAL)
         wrong = cg_branchpred_cond(&plain, cg_branchpred_row(at), b->taken);
      else if (b->type == TYPE_INDIRECT_JUMP || b->type == TYPE_INDIRECT_CALL)
         wrong = cg_branchpred_indirect(&plain, at, b->target);
      assert_int_equal(cg_predictor_mispredicts(p, b), wrong);
   }
}

/* TAGE and ITTAGE each see all branches, in their order. */
static void tage_and_ittage_see_all(void** state)
{
   Predictor* p      = new_predictor(PREDICTOR_TAGE_8K);
   Tage*      tage   = cg_tage_new(TAGE_8K, allocate);
   Ittage*    ittage = cg_ittage_new(allocate);
   (void)state;
   for (int i = 0; i < N_BRANCHES; i++) {
      const Branch* b     = &branches[i];
      bool          wrong = cg_predictor_mispredicts(p, b);
      if (b->type == TYPE_CONDITIONAL)
         assert_int_equal(wrong,
                          cg_tage_cond(tage, b->pc, b->taken) != b->taken);
      else
         cg_tage_other(tage, b->pc, b->type);
      if (b->type == TYPE_INDIRECT_JUMP || b->type == TYPE_INDIRECT_CALL)
         assert_int_equal(wrong, cg_ittage_indirect(ittage, b) != b->target);
      else
         cg_ittage_other(ittage, b);
   }
}

/* A predictor need not be told of the branches that it does not need. */
static void needless_branches_change_nothing(void** state)
{
   (void)state;
   for (PredictorKind kind = PREDICTOR_CLASSIC; kind < N_PREDICTORS; kind++) {
      Predictor *all = new_predictor(kind), *needed = new_predictor(kind);
      for (int i = 0; i < N_BRANCHES; i++) {
         bool wrong = cg_predictor_mispredicts(all, &branches[i]);
         if (cg_predictor_needs(kind, branches[i].type))
            assert_int_equal(cg_predictor_mispredicts(needed, &branches[i]),
                             wrong);
         else
            assert_false(wrong);
      }
   }
}

/* The first predictions do not depend on what follows. */
static void the_future_changes_nothing(void** state)
{
   (void)state;
   for (PredictorKind kind = PREDICTOR_CLASSIC; kind < N_PREDICTORS; kind++) {
      Predictor *one = new_predictor(kind), *other = new_predictor(kind);
      for (int i = 0; i < N_BRANCHES / 2; i++)
         assert_int_equal(cg_predictor_mispredicts(one, &branches[i]),
                          cg_predictor_mispredicts(other, &branches[i]));
      for (int i = 0; i < N_BRANCHES / 2; i++)
         cg_predictor_mispredicts(one, &branches[i]);
   }
}

/* Direct jumps and calls are never mispredicted; returns in their order never
   are, but for the classic predictor, which does not look at them. */
static void nested_calls_return_as_predicted(void** state)
{
   (void)state;
   for (PredictorKind kind = PREDICTOR_CLASSIC; kind < N_PREDICTORS; kind++) {
      Predictor* p = new_predictor(kind);
      for (int round = 0; round < 100; round++) {
         for (Addr i = 0; i < DEPTH; i++) {
            Branch call = {.pc     = 0x1000 + 16 * i,
                           .target = 0x1000,
                           .type   = i % 2 ? TYPE_CALL : TYPE_INDIRECT_CALL,
                           .size   = 5,
                           .taken  = 1};
            if (cg_predictor_mispredicts(p, &call))
               assert_int_equal(call.type, TYPE_INDIRECT_CALL);
         }
         for (Addr i = DEPTH; i-- > 0;) {
            Branch back = {.pc     = 0x2000,
                           .target = 0x1000 + 16 * i + 5,
                           .type   = TYPE_RETURN,
                           .size   = 1,
                           .taken  = 1};
            assert_false(cg_predictor_mispredicts(p, &back));
         }
      }
      Branch once_more = {
         .pc = 0x2000, .target = 5, .type = TYPE_RETURN, .taken = 1};
      assert_int_equal(cg_predictor_mispredicts(p, &once_more),
                       cg_predictor_has_returns(kind));
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(names_are_found),
      cmocka_unit_test(names_stand_for_what_is_known),
      cmocka_unit_test(classic_is_that_of_branchpred),
      cmocka_unit_test(tage_and_ittage_see_all),
      cmocka_unit_test(needless_branches_change_nothing),
      cmocka_unit_test(the_future_changes_nothing),
      cmocka_unit_test(nested_calls_return_as_predicted),
   };
   cmocka_set_message_output(CM_OUTPUT_TAP);
   return cmocka_run_group_tests(tests, make_branches, NULL);
}
