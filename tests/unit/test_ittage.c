/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_ittage.c: tests ITTAGE with what the published program predicts, and
   looks into it on the way.

   All of it is done for the code that this processor gets and for the code that
   any processor can run. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

/* Its state is of interest here. */
#include "sim/branch/cg_ittage.c"

#include "branch_streams.h"
#include "model.h"

static bool for_any_processor;

static Ittage* new_ittage(void)
{
   release_all();
   Ittage* t = cg_ittage_new(allocate);
   if (for_any_processor)
      t->push_folds = push_folds_any;
   return t;
}

static int choose_this_processor(void** state)
{
   (void)state;
   for_any_processor = false;
   return 0;
}

static int choose_any_processor(void** state)
{
   (void)state;
   for_any_processor = true;
   return 0;
}

/* On other CPUs there is nothing to choose from. */
static void avx2_is_used_if_it_is_there(void** state)
{
   (void)state;
#ifdef CG_HOST_CPU_AVX2
   bool is_used = new_ittage()->push_folds == push_folds_avx2;
   assert_true(is_used == (__builtin_cpu_supports("avx2") != 0));
#endif
}

static bool is_indirect(const Branch* b)
{
   return b->type == TYPE_INDIRECT_JUMP || b->type == TYPE_INDIRECT_CALL;
}

/* --- What is predicted -------------------------------------------------------
 */

typedef struct {
   size_t   n, n_wrong;
   uint64_t hash; /* of whether the targets were right */
} Outcome;

/* Runs a stream until there were max_n indirect branches or it ends. */
static Outcome run(Ittage* t, const Branch* stream, size_t n_branches,
                   size_t max_n)
{
   Outcome o = {.hash = FNV_START};
   for (size_t i = 0; i < n_branches && o.n < max_n; i++) {
      const Branch* b = &stream[i];
      if (!is_indirect(b)) {
         cg_ittage_other(t, b);
         continue;
      }
      bool is_right = cg_ittage_indirect(t, b) == b->target;
      o.n_wrong += !is_right;
      o.hash = fnv(o.hash, is_right);
      o.n++;
   }
   return o;
}

static void check_run(const char* name, const Branch* stream, size_t n_branches,
                      size_t n, size_t n_wrong, uint64_t hash)
{
   Outcome o = run(new_ittage(), stream, n_branches, n);
   if (o.n != n || o.n_wrong != n_wrong || o.hash != hash)
      fail_msg(
         "%s, %zu branches: %zu mispredicted, hash %016llx; should be %zu "
         "branches, %zu, %016llx",
         name, o.n, o.n_wrong, (unsigned long long)o.hash, n, n_wrong,
         (unsigned long long)hash);
}

enum { N_MIXED_STREAM = 300000 };

static void the_mixed_stream_is_predicted(void** state)
{
   static const struct {
      size_t   n, n_wrong;
      uint64_t hash;
   } runs[]       = {{100, 77, 0x13560293e7ad3864},
                     {1000, 794, 0x4db81e71bdca177f},
                     {10000, 7584, 0xfdb471de0f00ff9b},
                     {37730, 27908, 0xb7d4d4f2ea060761}};
   Branch* stream = mixed_stream(42, N_MIXED_STREAM);
   (void)state;
   assert_true(fnv_of_stream(stream, N_MIXED_STREAM) == 0xe4872caa189070bf);
   for (size_t i = 0; i < sizeof runs / sizeof *runs; i++)
      check_run("seed 42", stream, N_MIXED_STREAM, runs[i].n, runs[i].n_wrong,
                runs[i].hash);
   free(stream);
}

static size_t count_indirect(const Branch* stream, size_t n_branches)
{
   size_t n = 0;
   for (size_t i = 0; i < n_branches; i++)
      n += is_indirect(&stream[i]);
   return n;
}

/* The first one forgets what is useful, the second one has more regions than
   there are places for them. */
static void target_streams_are_predicted(void** state)
{
   static const struct {
      size_t   n_branches;
      uint64_t n_places, n_targets, hash_of_stream;
      size_t   n, n_wrong;
      uint64_t hash;
   } runs[] = {
      {200000, 97, 190, 0xbcdaca3cd7547e50, 154499, 112362, 0x229b8a3b89c95748},
      {100000, 301, 700, 0x7c2991ee2488de3c, 77042, 71497, 0xb7c940af4b77c49a},
      {100000, 301, 100, 0xa03259250acc3c44, 77042, 28070, 0x6ad6b9e2559f72c7}};
   (void)state;
   for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
      size_t  n      = runs[i].n_branches;
      Branch* stream = target_stream(n, runs[i].n_places, runs[i].n_targets);
      char    name[40];
      snprintf(name, sizeof name, "target stream %d", (int)i + 1);
      assert_true(fnv_of_stream(stream, n) == runs[i].hash_of_stream);
      assert_int_equal(count_indirect(stream, n), runs[i].n);
      check_run(name, stream, n, runs[i].n, runs[i].n_wrong, runs[i].hash);
      free(stream);
   }
}

static void the_first_targets_are_predicted(void** state)
{
   Branch* stream = mixed_stream(42, N_MIXED_STREAM);
   Ittage* t      = new_ittage();
   (void)state;
   for (int i = 0, n = 0; n < 16; i++) {
      if (!is_indirect(&stream[i])) {
         cg_ittage_other(t, &stream[i]);
         continue;
      }
      Addr target = cg_ittage_indirect(t, &stream[i]);
      assert_int_equal(target, n == 0 ? 0 : n == 13 ? 0x500080 : 0x700000);
      n++;
   }
   free(stream);
}

/* --- What is inside ----------------------------------------------------------
 */

static UInt count_used_regions(const Ittage* t)
{
   UInt n = 0;
   for (UInt i = 0; i < N_REGIONS; i++)
      n += t->region_is_used[i];
   return n;
}

static void the_state_at_the_end_is_the_published_one(void** state)
{
   Branch* stream = mixed_stream(42, N_MIXED_STREAM);
   Ittage* t      = new_ittage();
   (void)state;
   run(t, stream, N_MIXED_STREAM, N_MIXED_STREAM);
   assert_int_equal(t->random, 0x14a97ea6);
   assert_int_equal(t->tick, 0);
   assert_int_equal(t->use_next, -6);
   assert_int_equal((Int)t->place, -470690);
   assert_int_equal(count_used_regions(t), 2);
   free(stream);
}

static void steps_are_the_published_ones(void** state)
{
   static const struct {
      size_t   at; /* indirect branches */
      uint64_t places, matches, targets;
   } expected[] = {
      {1, 0xbe23db1d215d6195, 0x9a691300c548b8fb, 0x44bd2bd473ccf799},
      {10, 0x531b43841cbfa3c1, 0xf987af2e35fa45f3, 0x825f022727dd665b},
      {100, 0xe50948d09ff2d656, 0x9b04f2d44229aac5, 0x9deca7b65fc59373},
      {1000, 0x5fb99b22511c9f0f, 0xcd53497152da77a6, 0xc34610cfad75ffa3},
      {37730, 0x13b589ae28fcc5f4, 0xd6ef18cb0c01e463, 0x1dcf2b3dcea817fb}};
   Branch*  stream = mixed_stream(42, N_MIXED_STREAM);
   Ittage*  t      = new_ittage();
   uint64_t places = FNV_START, matches = FNV_START, targets = FNV_START;
   size_t   n = 0, done = 0;
   (void)state;
   for (size_t i = 0; i < N_MIXED_STREAM; i++) {
      if (!is_indirect(&stream[i])) {
         cg_ittage_other(t, &stream[i]);
         continue;
      }
      targets = fnv(targets, cg_ittage_indirect(t, &stream[i]));
      for (UInt k = 0; k < N_TABLES; k++)
         places =
            fnv(fnv(places, t->entry[k] - first_entry_of(TABLES[k].leader)),
                t->tag[k]);
      matches = fnv(fnv(matches, t->longest), t->longest ? t->next + 1 : 0);
      if (++n != expected[done].at)
         continue;
      if (places != expected[done].places)
         fail_msg("numbers or tags differ up to branch %zu", n);
      if (matches != expected[done].matches)
         fail_msg("matches differ up to branch %zu", n);
      if (targets != expected[done].targets)
         fail_msg("targets differ up to branch %zu: %016llx", n,
                  (unsigned long long)targets);
      done++;
   }
   assert_int_equal(done, 5);
   free(stream);
}

/* A new entry that is right is better than the next match, but not if that one
   has no target.  No stream above shows the difference. */
static void no_target_is_no_alternative(void** state)
{
   Ittage* t = new_ittage();
   (void)state;
   t->longest = 1;
   learn_target(t, 0x401000, 0x401000, 0);
   assert_int_equal(t->use_next, 0);
   t->entries[t->entry[1]].confidence = 0;
   learn_target(t, 0x401000, 0x401000, 0x402000);
   assert_int_equal(t->use_next, -1);
}

/* No stream above has useful entries in all places. */
static void all_that_is_useful_is_forgotten(void** state)
{
   Ittage* t = new_ittage();
   (void)state;
   for (UInt i = 0; i < N_ENTRIES; i++)
      t->entries[i].useful = 1;
   forget_useful(t);
   for (UInt i = 0; i < N_ENTRIES; i++)
      assert_int_equal(t->entries[i].useful, 0);
}

/* The streams above do not show which place is taken. */
static void a_full_list_of_regions_begins_again(void** state)
{
   Ittage* t = new_ittage();
   (void)state;
   for (UInt i = 0; i < N_REGIONS; i++)
      assert_int_equal(target_region(t, (Addr)(1 + i) << OFFSET_BITS), i);
   assert_int_equal(target_region(t, (Addr)1000 << OFFSET_BITS), 0);
   assert_int_equal(target_region(t, (Addr)3 << OFFSET_BITS), 2);
   assert_int_equal(target_region(t, (Addr)1 << OFFSET_BITS), 1);
}

/* A test with both. */
#define WITH_EACH_CODE(test)                                                   \
   cmocka_unit_test_setup(test, choose_this_processor),                        \
      cmocka_unit_test_setup(test, choose_any_processor)

int main(void)
{
   static const struct CMUnitTest tests[] = {
      cmocka_unit_test(avx2_is_used_if_it_is_there),
      WITH_EACH_CODE(the_mixed_stream_is_predicted),
      WITH_EACH_CODE(target_streams_are_predicted),
      WITH_EACH_CODE(the_first_targets_are_predicted),
      WITH_EACH_CODE(the_state_at_the_end_is_the_published_one),
      WITH_EACH_CODE(steps_are_the_published_ones),
      cmocka_unit_test(no_target_is_no_alternative),
      cmocka_unit_test(all_that_is_useful_is_forgotten),
      cmocka_unit_test(a_full_list_of_regions_begins_again)};

   cmocka_set_message_output(CM_OUTPUT_TAP);
   return cmocka_run_group_tests(tests, NULL, NULL);
}
