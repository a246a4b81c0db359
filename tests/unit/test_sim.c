/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_sim.c: tests the cache simulator with cases worked out by hand, and
   compares it with the brute-force model on random geometries and streams. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "sim/cache/cg_sim.h"
#include "model.h"

/* --- Cases worked out by hand ----------------------------------------------
 */

enum { BASE = 1 << 20 };

static CacheSim sim;

static void set_up(int i1_size, int i1_assoc, int i1_line, int d1_size,
                   int d1_assoc, int d1_line, int ll_size, int ll_assoc,
                   int ll_line)
{
   const CacheGeometry geometry[N_CACHES] = {
      [CACHE_I1] = {i1_size, i1_assoc, i1_line},
      [CACHE_D1] = {d1_size, d1_assoc, d1_line},
      [CACHE_LL] = {ll_size, ll_assoc, ll_line},
   };
   release_all();
   cg_sim_init(&sim, geometry, allocate);
}

static SimResult fetch(Addr addr, UInt size)
{
   SimInstr instr = cg_sim_instr(&sim, addr, size);

   return cg_sim_fetch(&sim, &instr);
}

static void set_up_usual(void)
{
   set_up(1024, 1, 64, 1024, 2, 64, 8192, 4, 64);
}

static void starts_empty(void** state)
{
   (void)state;
   set_up_usual();
   assert_int_equal(cg_sim_data(&sim, BASE, 4), SIM_LL_MISS);
   assert_int_equal(cg_sim_data(&sim, BASE, 4), SIM_HIT);
   set_up_usual();
   assert_int_equal(cg_sim_data(&sim, BASE, 4), SIM_LL_MISS);
}

static void same_line_hits_next_line_misses(void** state)
{
   (void)state;
   set_up_usual();
   assert_int_equal(cg_sim_data(&sim, BASE + 60, 4), SIM_LL_MISS);
   assert_int_equal(cg_sim_data(&sim, BASE, 64), SIM_HIT);
   assert_int_equal(cg_sim_data(&sim, BASE + 64, 1), SIM_LL_MISS);
   assert_int_equal(cg_sim_data(&sim, BASE - 1, 1), SIM_LL_MISS);
}

/* LL holds the lines that I1 missed and those that D1 missed.  I1 and D1 share
   nothing else. */
static void ll_is_unified(void** state)
{
   (void)state;
   set_up_usual();
   assert_int_equal(fetch(BASE, 4), SIM_LL_MISS);
   assert_int_equal(cg_sim_data(&sim, BASE, 4), SIM_L1_MISS);
   assert_int_equal(cg_sim_data(&sim, BASE + 128, 4), SIM_LL_MISS);
   assert_int_equal(fetch(BASE + 128, 4), SIM_L1_MISS);
   assert_int_equal(fetch(BASE, 4), SIM_HIT);
}

/* I1 has 16 sets of one way: lines 1024 bytes apart evict each other. */
static void direct_mapped_conflict(void** state)
{
   (void)state;
   set_up_usual();
   assert_int_equal(fetch(BASE, 4), SIM_LL_MISS);
   assert_int_equal(fetch(BASE + 1024, 4), SIM_LL_MISS);
   assert_int_equal(fetch(BASE, 4), SIM_L1_MISS);
   assert_int_equal(fetch(BASE + 64, 4), SIM_LL_MISS);
   assert_int_equal(fetch(BASE, 4), SIM_HIT);
}

/* D1 has 8 sets of two ways: lines 512 bytes apart share a set. */
static void least_recently_used_goes(void** state)
{
   (void)state;
   set_up_usual();
   cg_sim_data(&sim, BASE, 4);
   cg_sim_data(&sim, BASE + 512, 4);
   assert_int_equal(cg_sim_data(&sim, BASE, 4), SIM_HIT);
   assert_int_equal(cg_sim_data(&sim, BASE + 1024, 4), SIM_LL_MISS);
   assert_int_equal(cg_sim_data(&sim, BASE, 4), SIM_HIT);
   assert_int_equal(cg_sim_data(&sim, BASE + 512, 4), SIM_L1_MISS);
}

static void straddle_counts_once_and_touches_both(void** state)
{
   (void)state;
   set_up_usual();
   assert_int_equal(cg_sim_data(&sim, BASE + 62, 4), SIM_LL_MISS);
   assert_int_equal(cg_sim_data(&sim, BASE, 1), SIM_HIT);
   assert_int_equal(cg_sim_data(&sim, BASE + 64, 1), SIM_HIT);
   assert_int_equal(cg_sim_data(&sim, BASE + 62, 4), SIM_HIT);
   /* If only one of the two lines is cached, either of them, it is a miss. */
   assert_int_equal(cg_sim_data(&sim, BASE + 126, 4), SIM_LL_MISS);
   assert_int_equal(cg_sim_data(&sim, BASE - 2, 4), SIM_LL_MISS);
   assert_int_equal(cg_sim_data(&sim, BASE - 1, 1), SIM_HIT);
}

/* A reference may straddle in one level and not in the other. */
static void levels_have_their_own_lines(void** state)
{
   (void)state;
   set_up(1024, 1, 32, 1024, 1, 32, 8192, 2, 256);
   assert_int_equal(cg_sim_data(&sim, BASE + 30, 4), SIM_LL_MISS);
   assert_int_equal(cg_sim_data(&sim, BASE + 64, 4), SIM_L1_MISS);
   assert_int_equal(cg_sim_data(&sim, BASE + 252, 8), SIM_LL_MISS);
   assert_int_equal(cg_sim_data(&sim, BASE + 500, 4), SIM_L1_MISS);
}

/* A first-level hit does not refresh the line in LL.  LL, one set of two ways,
   evicts BASE although it is in use all the time. */
static void ll_does_not_see_hits(void** state)
{
   (void)state;
   set_up(64, 1, 64, 256, 4, 64, 128, 2, 64);
   cg_sim_data(&sim, BASE, 4);
   cg_sim_data(&sim, BASE + 64, 4);
   assert_int_equal(cg_sim_data(&sim, BASE, 4), SIM_HIT);
   cg_sim_data(&sim, BASE + 128, 4);
   assert_int_equal(cg_sim_data(&sim, BASE, 4), SIM_HIT);
   assert_int_equal(fetch(BASE, 4), SIM_LL_MISS);
}

/* 33 ways in a single set: 33 lines fit, and the 34th evicts the first. */
static void odd_and_fully_associative(void** state)
{
   (void)state;
   set_up(64, 1, 64, 33 * 64, 33, 64, 33 * 64 * 256, 33, 64);
   for (int i = 0; i < 33; i++)
      assert_int_equal(cg_sim_data(&sim, (Addr)(BASE + 64 * i), 4),
                       SIM_LL_MISS);
   for (int i = 0; i < 33; i++)
      assert_int_equal(cg_sim_data(&sim, (Addr)(BASE + 64 * i), 4), SIM_HIT);
   assert_int_equal(cg_sim_data(&sim, BASE + 64 * 33, 4), SIM_LL_MISS);
   for (int i = 0; i < 33; i++)
      assert_int_equal(cg_sim_data(&sim, (Addr)(BASE + 64 * i), 4),
                       SIM_L1_MISS);
}

/* Lines so large that a program's memory begins in the first line. */
static void line_zero_is_a_line(void** state)
{
   (void)state;
   enum { MB = 1 << 20 };
   set_up(16 * MB, 1, 16 * MB, 16 * MB, 1, 8 * MB, 256 * MB, 2, 16 * MB);
   assert_int_equal(cg_sim_data(&sim, 0x10000, 4), SIM_LL_MISS);
   assert_int_equal(cg_sim_data(&sim, 0, 4), SIM_HIT);
   assert_int_equal(fetch(0x400000, 4), SIM_L1_MISS);
   assert_int_equal(cg_sim_data(&sim, 16 * MB, 4), SIM_LL_MISS);
   assert_int_equal(cg_sim_data(&sim, 0x10000, 4), SIM_L1_MISS);
   assert_int_equal(cg_sim_data(&sim, 8 * MB - 2, 4), SIM_L1_MISS);
   assert_int_equal(cg_sim_data(&sim, 0x10000, 4), SIM_HIT);
}

/* LL: two sets of three ways, whose tags have 32 bits for addresses of up to 48
   bits.  A line beyond changes neither the lines in the sets nor their order.
 */
static void far_address_joins_its_set(void** state)
{
   (void)state;
   enum { LINE = 1 << 15, NEXT = 2 * LINE };
   const Addr far = (Addr)1 << 60;
   set_up(64, 1, 64, 64, 1, 64, 6 * LINE, 3, LINE);
   assert_int_equal(cg_sim_data(&sim, BASE + LINE, 4), SIM_LL_MISS);
   assert_int_equal(cg_sim_data(&sim, BASE, 4), SIM_LL_MISS);
   assert_int_equal(cg_sim_data(&sim, BASE + NEXT, 4), SIM_LL_MISS);
   assert_false(sim.LL.wide);
   assert_int_equal(cg_sim_data(&sim, BASE | far, 4), SIM_LL_MISS);
   assert_true(sim.LL.wide);
   assert_int_equal(cg_sim_data(&sim, BASE, 4), SIM_L1_MISS);
   assert_int_equal(cg_sim_data(&sim, BASE + 2 * NEXT, 4), SIM_LL_MISS);
   assert_int_equal(cg_sim_data(&sim, BASE | far, 4), SIM_L1_MISS);
   assert_int_equal(cg_sim_data(&sim, BASE + NEXT, 4), SIM_LL_MISS);
   assert_int_equal(cg_sim_data(&sim, BASE + LINE, 4), SIM_L1_MISS);
}

/* --- Random streams ------------------------------------------------------- */

typedef enum { UNIFORM, STRIDED, LOOPING, HOT_AND_COLD, N_STREAMS } Stream;
static const char* const stream_name[] = {"uniform", "strided", "looping",
                                          "hot and cold"};

enum { REFS_PER_CASE = 10000, CASES = 400 };

/* The address of reference number `i'. */
static Addr next_address(Stream stream, uint64_t base, uint64_t span,
                         uint64_t stride, int i)
{
   uint64_t at = (uint64_t)i;
   switch (stream) {
   case STRIDED:
      return base + at * stride % span;
   case LOOPING:
      return base + at * 4 % (span / 8 + 1);
   case HOT_AND_COLD:
      return base + random_below(one_in(10) ? span : span / 50 + 1);
   default:
      return base + random_below(span);
   }
}

static void print_geometry(const CacheGeometry* g)
{
   print_error(" %d,%d,%d", g->size, g->assoc, g->line_size);
}

static void check_case(Stream stream, uint64_t seed)
{
   CacheGeometry geometry[N_CACHES];
   Model         model;
   random_seed(seed);
   int smallest = 1024;
   int total    = 0;
   /* In some cases, later lines are copied to where LL's tags need more than 32
      bits; in most of them, all tags had fewer before. */
   Addr far = one_in(3) ? (Addr)1 << (48 + random_below(16)) : 0;
   for (int i = 0; i < N_CACHES; i++) {
      geometry[i] = random_geometry();
      if (i == CACHE_LL && far && !one_in(4)) {
         geometry[i].line_size = 1 << 14;
         geometry[i].size      = geometry[i].assoc << (16 + random_below(2));
      }
      total += geometry[i].size;
      if (geometry[i].line_size < smallest)
         smallest = geometry[i].line_size;
   }
   release_all();
   cg_sim_init(&sim, geometry, allocate);
   model_init(&model, geometry);

   /* From much more than the caches hold to what just fits. */
   uint64_t span =
      (uint64_t)total / (1 + random_below(4)) * (1 + random_below(3)) + 64;
   uint64_t stride    = 1 + random_below(2 * (uint64_t)smallest);
   uint64_t base      = one_in(4)   ? 0x7FFFFF000000u + random_below(4096)
                        : one_in(3) ? random_below(64)
                                    : 4096 + random_below(1 << 30);
   bool     straddles = one_in(2);
   for (int i = 0; i < REFS_PER_CASE; i++) {
      Addr addr = next_address(stream, base, span, stride, i);
      UInt size = (UInt)(1 + random_below((uint64_t)smallest));
      if (!straddles) {
         size = (UInt)(1 << random_below(4));
         addr -= addr % size;
      }
      if (i > REFS_PER_CASE / 3 && one_in(4))
         addr ^= far;
      bool      is_fetch = random_below(3) == 0;
      SimResult expected =
         model_reference(&model, is_fetch ? CACHE_I1 : CACHE_D1, addr, size);
      SimResult result =
         is_fetch ? fetch(addr, size) : cg_sim_data(&sim, addr, size);
      if (result != expected) {
         print_error("%s stream, seed %lu, I1, D1, LL:", stream_name[stream],
                     (unsigned long)seed);
         for (int k = 0; k < N_CACHES; k++)
            print_geometry(&geometry[k]);
         print_error("; reference %d, %s of %u at 0x%lx: %d, should be %d\n", i,
                     is_fetch ? "fetch" : "data", size, (unsigned long)addr,
                     (int)result, (int)expected);
         fail();
      }
   }
   model_free(&model);
}

static void agrees_with_model(void** state)
{
   Stream stream = *(const Stream*)*state;
   for (uint64_t seed = 1; seed <= CASES; seed++)
      check_case(stream, seed * N_STREAMS + stream);
}

/* Two machines with the same caches.  The results of one must not change when
   the other simulates references in between. */
static void machines_are_independent(void** state)
{
   enum { N = 2000 };
   const CacheGeometry geometry[N_CACHES] = {
      {1024, 2, 32}, {1024, 2, 32}, {8192, 4, 64}};
   static CacheSim  other;
   static SimResult alone[N];
   (void)state;

   for (int together = 0; together < 2; together++) {
      release_all();
      cg_sim_init(&sim, geometry, allocate);
      cg_sim_init(&other, geometry, allocate);
      random_seed(1);
      for (int i = 0; i < N; i++) {
         Addr      addr   = random_below(1 << 14);
         SimResult result = cg_sim_data(&sim, addr, 4);
         if (together)
            assert_int_equal(result, alone[i]);
         alone[i] = result;
         for (Addr k = 0; together && k < 4; k++)
            cg_sim_data(&other, 64 * (i + k * 17), 4);
      }
   }
}

int main(void)
{
   static Stream           stream[] = {UNIFORM, STRIDED, LOOPING, HOT_AND_COLD};
   const struct CMUnitTest tests[]  = {
       cmocka_unit_test(starts_empty),
       cmocka_unit_test(same_line_hits_next_line_misses),
       cmocka_unit_test(ll_is_unified),
       cmocka_unit_test(direct_mapped_conflict),
       cmocka_unit_test(least_recently_used_goes),
       cmocka_unit_test(straddle_counts_once_and_touches_both),
       cmocka_unit_test(levels_have_their_own_lines),
       cmocka_unit_test(ll_does_not_see_hits),
       cmocka_unit_test(odd_and_fully_associative),
       cmocka_unit_test(line_zero_is_a_line),
       cmocka_unit_test(far_address_joins_its_set),
       cmocka_unit_test(machines_are_independent),
       {"agrees_with_model, uniform", agrees_with_model, NULL, NULL, &stream[0]},
       {"agrees_with_model, strided", agrees_with_model, NULL, NULL, &stream[1]},
       {"agrees_with_model, looping", agrees_with_model, NULL, NULL, &stream[2]},
       {"agrees_with_model, hot and cold", agrees_with_model, NULL, NULL,
        &stream[3]},
   };
   cmocka_set_message_output(CM_OUTPUT_TAP);
   int failed = cmocka_run_group_tests(tests, NULL, NULL);
   release_all();
   return failed;
}
