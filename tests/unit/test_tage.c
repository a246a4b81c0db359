/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_tage.c: tests TAGE with what the published program predicts, and looks
   into it on the way.

   All of it is done for the code that any processor can run and, where the
   processor has AVX2, for that code, too. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

/* Its state is of interest here. */
#include "sim/branch/cg_tage.c"

#include "branch_streams.h"
#include "model.h"

typedef enum { CODE_ANY, CODE_AVX2, N_CODES } Code;

static const char* const CODE_NAMES[] = {"any processor", "AVX2"};
static const char* const SIZE_NAMES[] = {"8 KiB", "64 KiB"};

/* Returns NULL if this processor cannot run the code. */
static Tage* new_tage(TageSize size, Code code)
{
   Tage* t = cg_tage_new(size, allocate);
   if (code == CODE_ANY)
      use_any(t);
   else if (t->cond == cond_small_any || t->cond == cond_large_any)
      return NULL;
   return t;
}

/* --- What is predicted -------------------------------------------------------
 */

typedef struct {
   size_t   n, n_wrong;
   uint64_t hash;  /* of the directions */
   uint64_t first; /* 64 directions, the first one in the highest bit */
} Outcome;

/* Runs a stream until there were n_cond conditional branches or it ends. */
static Outcome run(Tage* t, const Branch* stream, size_t n_branches,
                   size_t n_cond)
{
   Outcome o = {.hash = FNV_START};
   for (size_t i = 0; i < n_branches && o.n < n_cond; i++) {
      const Branch* b = &stream[i];
      if (b->type != TYPE_CONDITIONAL) {
         cg_tage_other(t, b->pc, b->type);
         continue;
      }
      Bool direction = cg_tage_cond(t, b->pc, b->taken);
      o.n_wrong += direction != b->taken;
      o.hash = fnv(o.hash, direction);
      if (o.n++ < 64)
         o.first = o.first << 1 | direction;
   }
   return o;
}

typedef struct {
   size_t   n_wrong;
   uint64_t hash;
} Expected;

/* Compares the first n_cond directions. */
static void check_run(const char* name, const Branch* stream, size_t n_branches,
                      size_t n_cond, const Expected expected[2])
{
   for (int size = TAGE_8K; size <= TAGE_64K; size++)
      for (Code code = CODE_ANY; code < N_CODES; code++) {
         release_all();
         Tage* t = new_tage(size, code);
         if (!t)
            continue;
         Outcome o = run(t, stream, n_branches, n_cond);
         if (o.n_wrong != expected[size].n_wrong
             || o.hash != expected[size].hash)
            fail_msg(
               "%s, %zu branches, %s, %s: %zu mispredicted, hash %016llx; "
               "should be %zu, %016llx",
               name, o.n, SIZE_NAMES[size], CODE_NAMES[code], o.n_wrong,
               (unsigned long long)o.hash, expected[size].n_wrong,
               (unsigned long long)expected[size].hash);
      }
}

enum { N_MIXED_STREAM = 300000, ALL = 2000000 };

static void mixed_streams_are_predicted(void** state)
{
   static const struct {
      uint64_t seed, hash;
      size_t   n_cond;
      Expected expected[2];
   } runs[] = {
      {42,
       0xe4872caa189070bf,
       1000,
       {{366, 0xab7b21b11e56f775}, {366, 0x2e4f320cd677086f}}},
      {42,
       0xe4872caa189070bf,
       10000,
       {{2209, 0x9ff903c2b9b8654a}, {2180, 0x16392a8a799f55c3}}},
      {42,
       0xe4872caa189070bf,
       100000,
       {{20454, 0xcdd3c1a14397338e}, {20159, 0x978be4bd29e550d3}}},
      {42,
       0xe4872caa189070bf,
       ALL,
       {{41792, 0xff236526fe6ea60f}, {41036, 0x9e4314b04adaf73b}}},
      {1,
       0x2fe1d4d672982e2c,
       ALL,
       {{41951, 0xba6ce01d36246338}, {41051, 0x39ba6c146d7c8e94}}},
      {7,
       0x3240c512cde419ca,
       ALL,
       {{41766, 0xa22d32e252e7eb8c}, {40878, 0x39368dbcaaa8326a}}},
   };
   (void)state;
   for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
      Branch* stream = mixed_stream(runs[i].seed, N_MIXED_STREAM);
      char    name[40];
      snprintf(name, sizeof name, "seed %d", (int)runs[i].seed);
      assert_true(fnv_of_stream(stream, N_MIXED_STREAM) == runs[i].hash);
      check_run(name, stream, N_MIXED_STREAM, runs[i].n_cond, runs[i].expected);
      free(stream);
   }
}

/* Addresses above 2^32, on both sides of it, and across it.  Entries of the
   small size age in three of the streams, those of the large one only in the
   longest. */
static void wide_streams_are_predicted(void** state)
{
   static const struct {
      size_t   n;
      uint64_t n_places, base, more, hash;
      Expected expected[2];
   } runs[] = {
      {300000,
       3001,
       0x7f12f7a03457,
       0,
       0xf517ebee2d94bcfd,
       {{63297, 0x466e3a4532a99228}, {47065, 0x7fb38e5ed61932de}}},
      {300000,
       3001,
       0x401017,
       0x7f1300000000,
       0xd363f17341acce7d,
       {{64360, 0x7cf4049543241cbb}, {47005, 0x21f0d06ff381bca6}}},
      {300000,
       3001,
       0xffff8000,
       0,
       0x5ca9b823aa77b50b,
       {{62454, 0x4cb13349689b5623}, {47087, 0x75ec5a56c931b8a4}}},
      {300000,
       801,
       0xffffffff81000001,
       0,
       0x2019311eb9423b1a,
       {{47481, 0xe7579ad4c9100083}, {44078, 0x8c62667776e8e44e}}},
      {1500000,
       12001,
       0x7f12f7a03457,
       0,
       0x0ef23bb45152e07b,
       {{449568, 0x4e51d48c8ce80fcb}, {329864, 0x84418943d90f2769}}},
   };
   (void)state;
   for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
      Branch* stream =
         wide_stream(runs[i].n, runs[i].n_places, runs[i].base, runs[i].more);
      char name[40];
      snprintf(name, sizeof name, "wide stream %d", (int)i + 1);
      assert_true(fnv_of_stream(stream, runs[i].n) == runs[i].hash);
      check_run(name, stream, runs[i].n, ALL, runs[i].expected);
      free(stream);
   }
}

/* --- What is inside ----------------------------------------------------------
 */

/* Of the tables in the order of their numbers: is it there, and where does it
   look? */
static bool table_looks_at(const Tage* t, UInt table, UInt* number, UInt* tag)
{
   UInt slot  = slot_of(t, table);
   UInt lane  = (slot - 1) / 2;
   UInt n_low = t->shape->low_banks << t->shape->row_bits;
   if (!exists(table, t->shape))
      return false;
   *number = (UInt)(entry_in(t, slot) - t->entries);
   *number -= *number >= n_low ? n_low : 0;
   *tag = t->tag.lane[lane];
   return true;
}

typedef struct {
   size_t   at; /* conditional branches */
   uint64_t places, matches, random;
} Digests;

static void check_digests(TageSize size, Code code, const Digests expected[],
                          size_t n_expected)
{
   Branch* stream = mixed_stream(42, N_MIXED_STREAM);
   Tage*   t      = new_tage(size, code);
   Digests now    = {0, FNV_START, FNV_START, FNV_START};
   size_t  done   = 0;
   for (size_t i = 0; t && i < N_MIXED_STREAM; i++) {
      UInt number, tag;
      bool is_cond = stream[i].type == TYPE_CONDITIONAL;
      run(t, &stream[i], 1, 1);
      if (!is_cond)
         continue;
      for (UInt table = 1; table <= t->shape->n_tables; table++)
         if (table_looks_at(t, table, &number, &tag))
            now.places = fnv(fnv(now.places, number), tag);
      now.matches = fnv(fnv(now.matches, table_of(t->longest, t->shape)),
                        table_of(t->next, t->shape));
      now.random  = fnv(now.random, t->random);
      if (++now.at != expected[done].at)
         continue;
      if (now.places != expected[done].places)
         fail_msg("%s, %s: numbers or tags differ up to branch %zu",
                  SIZE_NAMES[size], CODE_NAMES[code], now.at);
      if (now.matches != expected[done].matches)
         fail_msg("%s, %s: matches differ up to branch %zu", SIZE_NAMES[size],
                  CODE_NAMES[code], now.at);
      if (now.random != expected[done].random)
         fail_msg("%s, %s: random numbers differ up to branch %zu",
                  SIZE_NAMES[size], CODE_NAMES[code], now.at);
      done++;
   }
   assert_true(!t || done == n_expected);
   free(stream);
}

static void steps_are_the_published_ones(void** state)
{
   static const Digests small[] = {
      {1, 0x234ddd3c0449f694, 0x9a691300c548b8fb, 0x44c4b0d473d9be98},
      {10, 0x8573bb375641886a, 0xf987af2e35fa45f3, 0x42955f67ab162b7d},
      {100, 0x3a2da7a685e73567, 0xf19f120afd560be6, 0x68652c7c7d0be5ee},
      {1000, 0x09cdad320490be4b, 0x91073b7714880767, 0xd3941b13ccef2e91},
      {206248, 0x4d7967f41fa457ba, 0x6ae0b17d862cc992, 0x8bbd9d6a6dcc1761}};
   static const Digests large[] = {
      {1, 0x843782e333d1f724, 0x9a691300c548b8fb, 0x44bd29d473ccf433},
      {10, 0x1f9d8d290cdb73e2, 0xf987af2e35fa45f3, 0xdfb88c210c1b7691},
      {100, 0x9df0bbd3a994d305, 0xdf6e780edffd6914, 0x1f76b23ea61a54cf},
      {1000, 0xc96da59d339f7f1a, 0xc771df80545e5ad4, 0x0195208a8c92c1a2},
      {206248, 0xf2919073d19ffa34, 0x6c2231b7c6dde561, 0xde6459a697394ab7}};
   (void)state;
   for (Code code = CODE_ANY; code < N_CODES; code++) {
      release_all();
      check_digests(TAGE_8K, code, small, sizeof small / sizeof *small);
      check_digests(TAGE_64K, code, large, sizeof large / sizeof *large);
   }
}

typedef struct {
   UInt table, number, tag;
} Place;

static void check_places(const Tage* t, const Place expected[], size_t n)
{
   size_t found = 0;
   for (UInt table = 1; table <= t->shape->n_tables; table++) {
      UInt number, tag;
      if (!table_looks_at(t, table, &number, &tag))
         continue;
      assert_true(found < n);
      assert_int_equal(table, expected[found].table);
      assert_int_equal(number, expected[found].number);
      assert_int_equal(tag, expected[found].tag);
      found++;
   }
   assert_int_equal(found, n);
}

static void the_1000th_branch_looks_at_these_entries(void** state)
{
   static const Place small[] = {
      {2, 0x184, 0xe8},   {4, 0x24f, 0xd4},   {6, 0x2ba, 0x2c},
      {7, 0x371, 0xbd},   {8, 0x3cc, 0xbd},   {9, 0x439, 0x4b},
      {10, 0x72, 0x4b},   {11, 0x75e, 0x2f7}, {12, 0x7a9, 0x2f7},
      {13, 0x86a, 0xdb3}, {14, 0x59, 0xdb3},  {15, 0x9d, 0x1f2},
      {16, 0x16f, 0x1f2}, {17, 0x1e7, 0xde1}, {18, 0x206, 0xde1},
      {19, 0x2a4, 0x591}, {20, 0x335, 0x591}, {22, 0x393, 0x78b},
      {24, 0x452, 0x781}, {26, 0x4df, 0xcee}, {28, 0x562, 0x400},
      {30, 0x5d9, 0xfa7}};
   static const Place large[] = {
      {2, 0x40b, 0x80},    {6, 0xbb6, 0x62},    {9, 0xfb3, 0x1a},
      {10, 0x13a9, 0x1a},  {11, 0x15a2, 0x6b},  {12, 0x19c9, 0x6b},
      {13, 0x3782, 0xe1f}, {14, 0x399d, 0xe1f}, {15, 0x3fd7, 0x40e},
      {16, 0x43d9, 0x40e}, {17, 0x4607, 0x6c3}, {18, 0x48c4, 0x6c3},
      {19, 0x4f99, 0x843}, {20, 0x3da, 0x843},  {21, 0x6f5, 0xe1f},
      {22, 0x8ea, 0xe1f},  {24, 0xc0b, 0xda8},  {26, 0x132d, 0xb20},
      {28, 0x16db, 0x445}, {32, 0x180c, 0x102}, {36, 0x1f24, 0xc63}};
   Branch* stream = mixed_stream(42, N_MIXED_STREAM);
   (void)state;
   for (int size = TAGE_8K; size <= TAGE_64K; size++) {
      release_all();
      Tage* t = new_tage(size, CODE_ANY);
      run(t, stream, N_MIXED_STREAM, 1000);
      if (size == TAGE_8K)
         check_places(t, small, sizeof small / sizeof *small);
      else
         check_places(t, large, sizeof large / sizeof *large);
      assert_int_equal(t->longest, 0);
      assert_int_equal((Int)t->place, -3114);
      assert_int_equal(t->random, size == TAGE_8K ? 0x9ddf642a : 0x37d99fad);
   }
   free(stream);
}

static void the_first_branches_are_predicted(void** state)
{
   static const uint64_t expected[] = {0x0008000000008000, 0};
   Branch*               stream     = mixed_stream(42, 1000);
   (void)state;
   for (int size = TAGE_8K; size <= TAGE_64K; size++) {
      release_all();
      Outcome o = run(new_tage(size, CODE_ANY), stream, 1000, 64);
      assert_int_equal(o.n_wrong, 21);
      assert_true(o.first == expected[size]);
      Tage* t = new_tage(size, CODE_ANY);
      run(t, stream, 1000, 1);
      assert_int_equal(t->random, size == TAGE_8K ? 0x88b : 2);
   }
   free(stream);
}

static void the_state_at_the_end_is_the_published_one(void** state)
{
   static const signed char use[2][10] = {{15, 15, 14, 15, 15, 15, 0, 15, 0, 0},
                                          {15, 15, 15, 15, 1, 15, 1, 14, 1, 6}};
   Branch*                  stream     = mixed_stream(42, N_MIXED_STREAM);
   (void)state;
   for (int size = TAGE_8K; size <= TAGE_64K; size++) {
      release_all();
      Tage* t = new_tage(size, CODE_ANY);
      run(t, stream, N_MIXED_STREAM, ALL);
      assert_int_equal(t->random, size == TAGE_8K ? 0x7f8afc3d : 0x58c67bb9);
      assert_int_equal(t->path, size == TAGE_8K ? 0x95354ff3 : 0x5354ff3);
      assert_int_equal((Int)t->place, -656444);
      assert_int_equal(t->tick, 0);
      assert_memory_equal(t->use_alternative, use[size], 10);
   }
   free(stream);
}

static void paths_are_mixed(void** state)
{
   static const UInt small[] = {0xa, 0x2a, 0x31};
   static const UInt large[] = {0x4a, 0xac, 0x1d88};
   (void)state;
   release_all();
   Tage* t[]  = {new_tage(TAGE_8K, CODE_ANY), new_tage(TAGE_64K, CODE_ANY)};
   t[0]->path = t[1]->path = 0x5a5a5a5;
   for (UInt lane = 0; lane < N_MIXED; lane++) {
      assert_int_equal(mix_path(t[0], lane, &SMALL), small[lane]);
      assert_int_equal(mix_path(t[1], lane, &LARGE), large[lane]);
   }
}

/* No stream leads to exactly this number. */
static void entries_age_at_1024(void** state)
{
   (void)state;
   release_all();
   Tage* t              = new_tage(TAGE_8K, CODE_ANY);
   t->entries[5].useful = 3;
   t->tick              = 1022;
   end_walk(t, &(Walk){.refused = 1}, &SMALL);
   assert_int_equal(t->tick, 1023);
   assert_int_equal(t->entries[5].useful, 3);
   end_walk(t, &(Walk){.refused = 1}, &SMALL);
   assert_int_equal(t->tick, 0);
   assert_int_equal(t->entries[5].useful, 2);
   assert_int_equal(t->entries[6].useful, 0);
}

/* --- Memory and processors ---------------------------------------------------
 */

static void* allocate_at_8(SizeT n_bytes)
{
   return (char*)allocate(n_bytes + 8) + 8;
}

static void vectors_are_aligned_in_any_memory(void** state)
{
   (void)state;
   release_all();
   Tage* t = cg_tage_new(TAGE_8K, allocate_at_8);
   assert_int_equal((UWord)&t->index % sizeof(Lanes), 0);
   assert_int_equal((UWord)t->high % sizeof(Lanes), 0);
}

/* On other CPUs there is nothing to choose from. */
static void avx2_is_used_if_it_is_there(void** state)
{
   (void)state;
   release_all();
#ifdef CG_HOST_CPU_AVX2
   bool is_there = __builtin_cpu_supports("avx2");
   assert_true((new_tage(TAGE_8K, CODE_AVX2) != NULL) == is_there);
   assert_true((new_tage(TAGE_64K, CODE_AVX2) != NULL) == is_there);
#endif
}

int main(void)
{
   static const struct CMUnitTest tests[] = {
      cmocka_unit_test(mixed_streams_are_predicted),
      cmocka_unit_test(wide_streams_are_predicted),
      cmocka_unit_test(steps_are_the_published_ones),
      cmocka_unit_test(the_1000th_branch_looks_at_these_entries),
      cmocka_unit_test(the_first_branches_are_predicted),
      cmocka_unit_test(the_state_at_the_end_is_the_published_one),
      cmocka_unit_test(paths_are_mixed),
      cmocka_unit_test(entries_age_at_1024),
      cmocka_unit_test(vectors_are_aligned_in_any_memory),
      cmocka_unit_test(avx2_is_used_if_it_is_there)};

   cmocka_set_message_output(CM_OUTPUT_TAP);
   return cmocka_run_group_tests(tests, NULL, NULL);
}
