/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_shared_lines.c: tests which stores share lines, with cases worked out by
   hand, and compares them with a brute-force model, which keeps all uses of all
   lines. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "sim/machine/cg_shared_lines.h"
#include "model.h"

enum { LINE = 64, MIN = CG_SHARED_LINES_MIN_USES };

static SharedLines* shared;

static void begin(void)
{
   release_all();
   shared = cg_shared_lines_new(LINE, allocate);
}

/* --- Cases worked out by hand ----------------------------------------------
 */

/* A thread stores to 8 bytes some times.  Returns how many of these stores
   share. */
static int store(UInt thread, Addr addr, int times, SharedUse how)
{
   int n = 0;
   cg_shared_lines_thread(shared, thread);
   for (int i = 0; i < times; i++)
      n += cg_shared_lines_use(shared, addr, 8, True) == how;
   return n;
}

static void load(UInt thread, Addr addr, int times)
{
   cg_shared_lines_thread(shared, thread);
   for (int i = 0; i < times; i++)
      assert_int_equal(cg_shared_lines_use(shared, addr, 8, False),
                       SHARES_NOTHING);
}

static void stores_at_other_bytes(void** state)
{
   (void)state;
   begin();
   assert_int_equal(store(1, 0x1000, 1000, SHARES_LINE), 0);
   assert_int_equal(store(2, 0x1008, 1000, SHARES_LINE), 0);
   for (int i = 0; i < 5; i++) {
      assert_int_equal(store(1, 0x1000, 1000, SHARES_LINE), 1000);
      assert_int_equal(store(2, 0x1008, 1000, SHARES_LINE), 1000);
   }
}

static void stores_at_the_same_bytes(void** state)
{
   (void)state;
   begin();
   store(1, 0x1000, MIN, SHARES_BYTES);
   store(2, 0x1004, MIN, SHARES_BYTES);
   assert_int_equal(store(1, 0x1000, 20, SHARES_BYTES), 20);
   assert_int_equal(store(1, 0x1010, 20, SHARES_LINE), 20);
}

/* Each thread has a line of its own. */
static void padded_stores(void** state)
{
   (void)state;
   begin();
   for (int i = 0; i < 5; i++) {
      assert_int_equal(store(1, 0x1000, 1000, SHARES_NOTHING), 1000);
      assert_int_equal(store(2, 0x1040, 1000, SHARES_NOTHING), 1000);
   }
}

/* Three threads take turns with one line, and one of them only reads. */
static void readers_and_third_threads(void** state)
{
   (void)state;
   begin();
   cg_shared_lines_thread(shared, 3);
   store(1, 0x1000, MIN, SHARES_LINE);
   load(2, 0x1020, MIN);
   assert_int_equal(store(3, 0x1008, MIN, SHARES_LINE), MIN);
   assert_int_equal(store(1, 0x1000, MIN, SHARES_LINE), MIN);
}

/* Prepared by one thread, worked on by another; and a buffer that is handed on
   again and again. */
static void what_is_handed_on(void** state)
{
   (void)state;
   begin();
   store(1, 0x1000, 1000, SHARES_BYTES);
   for (int i = 0; i < 5; i++)
      assert_int_equal(store(2, 0x1000, 1000, SHARES_NOTHING), 1000);
   begin();
   for (int i = 0; i < 50; i++)
      assert_int_equal(store(1 + i % 2, 0x1000, MIN - 1, SHARES_NOTHING),
                       MIN - 1);
}

/* One thread after another, each joined before the next one begins, and what
   main does between them; then two that exist at the same time. */
static void one_after_another(void** state)
{
   (void)state;
   begin();
   for (UInt thread = 2; thread < 20; thread++) {
      assert_int_equal(store(1, 0x1000, 1000, SHARES_NOTHING), 1000);
      assert_int_equal(store(thread, 0x1000, 1000, SHARES_NOTHING), 1000);
      cg_shared_lines_thread_ends(shared, thread);
      if (thread % 2)
         assert_int_equal(store(20 + thread, 0x1000, 1000, SHARES_NOTHING),
                          1000);
      cg_shared_lines_thread_ends(shared, 20 + thread);
   }
   store(1, 0x1000, 1000, SHARES_NOTHING);
   store(2, 0x1000, 1000, SHARES_NOTHING);
   assert_int_equal(store(1, 0x1000, 1000, SHARES_BYTES), 1000);
   assert_int_equal(store(2, 0x1000, 1000, SHARES_BYTES), 1000);
}

/* The other thread uses the line less often: the visit counts up to that. */
static void unequal_visits(void** state)
{
   (void)state;
   begin();
   store(1, 0x1000, 100000, SHARES_LINE);
   load(2, 0x1008, MIN);
   assert_int_equal(store(1, 0x1000, 100000, SHARES_LINE),
                    CG_SHARED_LINES_RATIO * MIN - 1);
   load(2, 0x1008, MIN - 1);
   assert_int_equal(store(1, 0x1000, 100000, SHARES_NOTHING), 100000);
}

static void long_ago(void** state)
{
   (void)state;
   for (int turns = CG_SHARED_LINES_TURNS - 1; turns <= CG_SHARED_LINES_TURNS;
        turns++) {
      begin();
      store(1, 0x1000, MIN, SHARES_LINE);
      store(2, 0x1008, MIN, SHARES_LINE);
      for (int i = 0; i < turns; i++)
         load(3 + (UInt)i % 2, 0x9000, 1);
      assert_int_equal(store(1, 0x1000, MIN, SHARES_LINE),
                       turns < CG_SHARED_LINES_TURNS ? MIN : 0);
   }
}

/* A store that straddles two lines, of which the second is shared. */
static void straddling_store(void** state)
{
   (void)state;
   begin();
   store(1, 0x1040, MIN, SHARES_LINE);
   store(2, 0x1060, MIN, SHARES_LINE);
   assert_int_equal(store(1, 0x103c, 5, SHARES_LINE), 5);
   load(2, 0x1040, MIN);
   assert_int_equal(store(1, 0x103c, 5, SHARES_BYTES), 5);
}

/* Lines of 256 bytes have parts of 4; small lines have fewer. */
static void other_line_sizes(void** state)
{
   (void)state;
   release_all();
   shared = cg_shared_lines_new(256, allocate);
   store(1, 0x1000, MIN, SHARES_LINE);
   store(2, 0x10f8, MIN, SHARES_LINE);
   assert_int_equal(store(1, 0x1080, 5, SHARES_LINE), 5);
   assert_int_equal(store(1, 0x10f2, 5, SHARES_BYTES), 5);
   release_all();
   shared = cg_shared_lines_new(16, allocate);
   store(1, 0x1000, MIN, SHARES_LINE);
   store(2, 0x1008, MIN, SHARES_LINE);
   assert_int_equal(store(1, 0x1000, 5, SHARES_LINE), 5);
   assert_int_equal(store(1, 0x1018, 5, SHARES_LINE), 0);
}

/* Lines of one set: those that moved stay while others come and go, and so does
   what is used often. */
static void sets_are_small(void** state)
{
   /* All multiples of this are in the first set. */
   const Addr stride = (Addr)LINE * CG_SHARED_LINES_SETS * CG_SHARED_LINES_SETS;
   const Addr often  = 1000 * stride;
   (void)state;
   begin();
   store(1, 0, MIN, SHARES_LINE);
   store(2, 8, 4, SHARES_LINE);
   store(2, often, MIN, SHARES_LINE);
   for (Addr i = 1; i < 100; i++)
      store(2, i * stride, 8, SHARES_LINE);
   store(1, 0, MIN, SHARES_LINE);
   assert_int_equal(store(2, 8, MIN, SHARES_LINE), MIN);
   store(1, often + 8, MIN, SHARES_LINE);
   assert_int_equal(store(2, often, MIN, SHARES_LINE), MIN);
}

/* --- The model --------------------------------------------------------------
 */

enum { N_LINES = 6, MAX_USES = 40000 };

typedef struct {
   UInt     thread, turn;
   uint64_t bytes;
   bool     both; /* this thread and that of the use before exist since then */
} ModelUse;

static UInt began[8]; /* turns; 0: ended */

static ModelUse uses[N_LINES][MAX_USES];
static int      n_uses[N_LINES];

/* The number of uses of a line from `first' on, before `end', by one thread. */
static int begin_of_visit(const ModelUse* u, int end)
{
   int first = end - 1;
   while (first > 0 && u[first - 1].thread == u[end - 1].thread
          && u[first].turn - u[first - 1].turn <= CG_SHARED_LINES_TURNS)
      first--;
   return first;
}

static bool follows(const ModelUse* u, int i)
{
   return i > 0 && u[i].turn - u[i - 1].turn <= CG_SHARED_LINES_TURNS;
}

/* What the last use of a line shares, if it stores. */
static SharedUse model_last(int line)
{
   const ModelUse* u     = uses[line];
   int             n     = n_uses[line], begin, before, earlier;
   uint64_t        bytes = 0;
   begin                 = begin_of_visit(u, n);
   if (!follows(u, begin) || !u[begin].both)
      return SHARES_NOTHING;
   before = begin_of_visit(u, begin);
   if (!follows(u, before))
      return SHARES_NOTHING;
   earlier = begin - before;
   for (int i = before; i < begin; i++)
      bytes |= u[i].bytes;
   if (earlier < MIN || n - begin >= CG_SHARED_LINES_RATIO * earlier)
      return SHARES_NOTHING;
   return bytes & u[n - 1].bytes ? SHARES_BYTES : SHARES_LINE;
}

static SharedUse model_use(UInt thread, UInt turn, Addr first, Addr last)
{
   SharedUse most = SHARES_NOTHING;
   for (int line = (int)(first / LINE); line <= (int)(last / LINE); line++) {
      uint64_t bytes = 0;
      for (Addr a = first; a <= last; a++)
         if ((int)(a / LINE) == line)
            bytes |= (uint64_t)1 << a % LINE;
      assert_true(n_uses[line] < MAX_USES);
      ModelUse* use = &uses[line][n_uses[line]++];
      *use          = (ModelUse){thread, turn, bytes, false};
      if (use > uses[line])
         use->both = began[use[-1].thread] > 0 && use[-1].turn >= began[thread];
      most = model_last(line) > most ? model_last(line) : most;
   }
   return most;
}

/* Visits of many lengths.  Most lines are not used for a long time. */
static void check_random(uint64_t seed)
{
   UInt turn = 0, last_thread = 0;
   random_seed(seed);
   begin();
   memset(n_uses, 0, sizeof n_uses);
   memset(began, 0, sizeof began);
   UInt n_threads = 2 + random_below(3);
   for (int visit = 0; visit < 400; visit++) {
      static const int lengths[] = {1, 3, 30, 70, 200, 1500};
      UInt             thread    = 1 + random_below(n_threads);
      UInt             n_lines   = visit / 150 % 2 ? 2 : N_LINES;
      Addr             near      = random_below(n_lines * LINE - 16);
      int              length    = RANDOM_OF(lengths);
      int              n         = 1 + length / (1 + (int)random_below(3));
      turn += thread != last_thread;
      last_thread = thread;
      cg_shared_lines_thread(shared, thread);
      if (began[thread] == 0)
         began[thread] = turn;
      for (int i = 0; i < n; i++) {
         Addr      at     = near + random_below(8);
         UInt      size   = 1 + random_below(8);
         bool      stores = one_in(2);
         SharedUse is     = cg_shared_lines_use(shared, at, size, stores);
         SharedUse should = model_use(thread, turn, at, at + size - 1);
         if (is != (stores ? should : SHARES_NOTHING))
            fail_msg("seed %llu, visit %d: %d, should be %d",
                     (unsigned long long)seed, visit, is, should);
      }
      if (one_in(20)) {
         cg_shared_lines_thread_ends(shared, thread);
         began[thread] = 0;
      }
   }
}

static void agrees_with_model(void** state)
{
   (void)state;
   for (uint64_t seed = 1; seed <= 50; seed++)
      check_random(seed);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(stores_at_other_bytes),
      cmocka_unit_test(stores_at_the_same_bytes),
      cmocka_unit_test(padded_stores),
      cmocka_unit_test(readers_and_third_threads),
      cmocka_unit_test(what_is_handed_on),
      cmocka_unit_test(one_after_another),
      cmocka_unit_test(unequal_visits),
      cmocka_unit_test(long_ago),
      cmocka_unit_test(straddling_store),
      cmocka_unit_test(other_line_sizes),
      cmocka_unit_test(sets_are_small),
      cmocka_unit_test(agrees_with_model),
   };
   cmocka_set_message_output(CM_OUTPUT_TAP);
   return cmocka_run_group_tests(tests, NULL, NULL);
}
