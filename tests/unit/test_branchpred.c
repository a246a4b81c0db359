/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_branchpred.c: tests the branch predictors with cases worked out by hand,
   and compares them with the brute-force model on random branches. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "sim/branch/cg_branchpred.h"
#include "model.h"

static BranchPredictor predictor;

enum { AT = 0x401000 };

/* Execute a branch `n' times with the same outcome.  Returns the number of
   mispredictions. */
static int repeat(Addr addr, bool taken, int n)
{
   int wrong = 0;
   for (int i = 0; i < n; i++)
      wrong += cg_branchpred_cond(&predictor, cg_branchpred_row(addr), taken);
   return wrong;
}

static void never_taken_is_never_wrong(void** state)
{
   (void)state;
   predictor = (BranchPredictor){0};
   assert_int_equal(repeat(AT, false, 1000), 0);
}

/* Each of the first seven histories (0, 1, 11 .. 1111111) selects another
   counter, which is 0.  The last history occurs twice before its counter
   predicts taken. */
static void always_taken_takes_nine_to_learn(void** state)
{
   (void)state;
   predictor = (BranchPredictor){0};
   assert_int_equal(repeat(AT, true, 9), 9);
   assert_int_equal(repeat(AT, true, 1000), 0);
}

/* The counter for "always taken" is 3.  At that history, it takes two outcomes
   of the other kind, not one, to change its prediction. */
static void counters_saturate_and_have_two_bits(void** state)
{
   (void)state;
   predictor = (BranchPredictor){0};
   repeat(AT, true, 100);
   assert_true(cg_branchpred_cond(&predictor, cg_branchpred_row(AT), false));
   repeat(AT, true, 7);
   assert_false(cg_branchpred_cond(&predictor, cg_branchpred_row(AT), true));
   repeat(AT, true, 100);
   for (int i = 0; i < 2; i++) {
      assert_true(cg_branchpred_cond(&predictor, cg_branchpred_row(AT), false));
      repeat(AT + 1, true, 7);
   }
   assert_true(cg_branchpred_cond(&predictor, cg_branchpred_row(AT), true));
}

static void only_low_address_bits_count(void** state)
{
   (void)state;
   predictor = (BranchPredictor){0};
   repeat(AT, true, 100);
   assert_false(
      cg_branchpred_cond(&predictor, cg_branchpred_row(AT + 128), true));
   assert_true(cg_branchpred_cond(&predictor, cg_branchpred_row(AT + 1), true));
   assert_true(
      cg_branchpred_cond(&predictor, cg_branchpred_row(AT + 64), true));
}

/* Taken every other time: seven outcomes of history distinguish the two
   cases. */
static void history_learns_alternation(void** state)
{
   (void)state;
   predictor = (BranchPredictor){0};
   int wrong = 0;
   for (int i = 0; i < 1000; i++)
      wrong +=
         cg_branchpred_cond(&predictor, cg_branchpred_row(AT), i % 2 != 0);
   assert_true(wrong >= 2 && wrong <= 10);
}

static void indirect_expects_the_last_target(void** state)
{
   (void)state;
   predictor = (BranchPredictor){0};
   assert_true(cg_branchpred_indirect(&predictor, AT, 0x5000));
   assert_false(cg_branchpred_indirect(&predictor, AT, 0x5000));
   assert_true(cg_branchpred_indirect(&predictor, AT, 0x6000));
   assert_true(cg_branchpred_indirect(&predictor, AT, 0x5000));
   /* There are 512 entries: addresses with the same low nine bits share one. */
   assert_false(cg_branchpred_indirect(&predictor, AT + 512, 0x5000));
   assert_true(cg_branchpred_indirect(&predictor, AT + 256, 0x5000));
}

/* An entry that was never used predicts target 0, where a wild jump may go. */
static void indirect_to_zero_at_first_is_right(void** state)
{
   (void)state;
   predictor = (BranchPredictor){0};
   assert_false(cg_branchpred_indirect(&predictor, AT, 0));
}

static void init_forgets(void** state)
{
   (void)state;
   predictor = (BranchPredictor){0};
   repeat(AT, true, 100);
   cg_branchpred_indirect(&predictor, AT, 0x5000);
   predictor = (BranchPredictor){0};
   assert_int_equal(repeat(AT, true, 9), 9);
   assert_true(cg_branchpred_indirect(&predictor, AT, 0x5000));
}

/* Branches at one address or many, biased, periodic or random. */
static void agrees_with_model(void** state)
{
   (void)state;
   static ModelPredictor model;
   for (uint64_t seed = 1; seed <= 100; seed++) {
      random_seed(seed);
      memset(&model, 0, sizeof model);
      predictor           = (BranchPredictor){0};
      uint64_t n_branches = 1 + random_below(200),
               span       = 1 + random_below(1 << 16);
      uint64_t bias = 1 + random_below(8), period = 1 + random_below(9);
      for (int i = 0; i < 20000; i++) {
         Addr addr     = AT + random_below(n_branches) * 37 % span;
         bool indirect = one_in(5), taken, result, expected;
         Addr target   = AT + random_below(3) * 64;
         if (one_in(2))
            taken = one_in(bias);
         else
            taken = (uint64_t)i % period == 0;
         expected = indirect ? model_indirect_mispredicted(&model, addr, target)
                             : model_cond_mispredicted(&model, addr, taken);
         result   = indirect ? cg_branchpred_indirect(&predictor, addr, target)
                             : cg_branchpred_cond(&predictor,
                                                  cg_branchpred_row(addr), taken);
         if (result != expected)
            fail_msg("seed %lu, branch %d, %s at 0x%lx: %s, should be %s",
                     (unsigned long)seed, i,
                     indirect ? "indirect" : "conditional", (unsigned long)addr,
                     result ? "mispredicted" : "predicted",
                     expected ? "mispredicted" : "predicted");
      }
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(never_taken_is_never_wrong),
      cmocka_unit_test(always_taken_takes_nine_to_learn),
      cmocka_unit_test(counters_saturate_and_have_two_bits),
      cmocka_unit_test(only_low_address_bits_count),
      cmocka_unit_test(history_learns_alternation),
      cmocka_unit_test(indirect_expects_the_last_target),
      cmocka_unit_test(indirect_to_zero_at_first_is_right),
      cmocka_unit_test(init_forgets),
      cmocka_unit_test(agrees_with_model),
   };
   cmocka_set_message_output(CM_OUTPUT_TAP);
   return cmocka_run_group_tests(tests, NULL, NULL);
}
