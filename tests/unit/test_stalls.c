/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_stalls.c: tests for what the core of a machine waits, with cases worked
   out by hand, and compares the waits with a brute-force model on random
   machines.

   The model is written from the rules in sim/machine/cg_stalls.h.  It remembers
   all waits, and it works slot by slot: in each, every set of L1D does one slot
   of the work that it has. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sim/machine/cg_stalls.h"
#include "model.h"

/* L1D of 4 sets of 2 ways; a window of 24 instructions, or 6 cycles; L2 takes
   14 cycles, one of which is hidden from a long miss: 4 + 6 < 14. */
static Machine machine(void)
{
   return (Machine){
      .line_size = 64,
      .caches[LEVEL_L1D] =
         {.size = 512, .ways = 2, .latency = 4, .fill = 5, .fill_write = 9},
      .caches[LEVEL_L2] = {.size = 8192, .latency = 14, .transfer = 1},
      .caches[LEVEL_L3] = {.size = 65536, .latency = 40, .transfer = 2},
      .memory_latency   = 300,
      .memory_transfer  = 3,
      .core             = {.width = 4, .window = 24}};
}

static Stalls start(const Machine* m)
{
   Stalls s;
   release_all();
   cg_stalls_init(&s, m, allocate);
   return s;
}

/* --- By hand -----------------------------------------------------------------
 */

static void long_misses_of_a_window_are_one_wait(void** state)
{
   Machine m = machine();
   Stalls  s = start(&m);
   (void)state;
   assert_true(cg_stalls_for_line(&s, REF_READ, FROM_L2, False, 1));
   assert_false(cg_stalls_for_line(&s, REF_READ, FROM_MEMORY, False, 2));
   assert_false(cg_stalls_for_line(&s, REF_READ, FROM_L2, False, 24));
   assert_true(cg_stalls_for_line(&s, REF_READ, FROM_L2, False, 25));
   assert_false(cg_stalls_for_line(&s, REF_MODIFY, FROM_L2, False, 48));
   assert_true(cg_stalls_for_line(&s, REF_MODIFY, FROM_L2, False, 49));
}

static void chained_references_wait(void** state)
{
   Machine m = machine();
   Stalls  s = start(&m);
   (void)state;
   assert_true(cg_stalls_for_line(&s, REF_READ, FROM_L1, True, 1));
   assert_true(cg_stalls_for_line(&s, REF_READ, FROM_L3, True, 2));
   assert_true(cg_stalls_for_line(&s, REF_READ, FROM_L3, True, 3));
   assert_false(cg_stalls_for_line(&s, REF_READ, FROM_L3, False, 26));
}

static void writes_do_not_wait_and_begin_no_window(void** state)
{
   Machine m = machine();
   Stalls  s = start(&m);
   (void)state;
   assert_false(cg_stalls_for_line(&s, REF_WRITE, FROM_MEMORY, False, 1));
   assert_false(cg_stalls_for_line(&s, REF_WRITE, FROM_MEMORY, True, 2));
   assert_true(cg_stalls_for_line(&s, REF_READ, FROM_MEMORY, False, 3));
}

/* 14 cycles are not more than 4 + 40 / 4, and 15 are. */
static void short_misses_are_hidden(void** state)
{
   Machine m     = machine();
   m.core.window = 40;
   Stalls s      = start(&m);
   (void)state;
   assert_false(cg_stalls_for_line(&s, REF_READ, FROM_L2, False, 1));
   assert_true(cg_stalls_for_line(&s, REF_READ, FROM_L3, False, 2));
   m.caches[LEVEL_L2].latency = 15;
   s                          = start(&m);
   assert_true(cg_stalls_for_line(&s, REF_READ, FROM_L2, False, 1));
}

/* Lines from L2 at instructions 1, 2, 3, in slots: 4 pass between two lines
   because L2 passes them up, and one because of the instruction.  A line that
   is read keeps the set for 20.

      line  comes at  begins at  wait (24 are hidden)
         1         1          1     0
         2         6         21     0
         3        11         41     41 - 35 = 6
         4   16 + 6         61     61 - 46 = 15 */
static void lines_of_a_set_queue(void** state)
{
   Machine m = machine();
   Stalls  s = start(&m);
   (void)state;
   assert_int_equal(cg_stalls_for_set(&s, REF_READ, FROM_L2, 0x1000, 1), 0);
   assert_int_equal(cg_stalls_for_set(&s, REF_READ, FROM_L2, 0x2000, 2), 0);
   assert_int_equal(cg_stalls_for_set(&s, REF_READ, FROM_L2, 0x3000, 3), 6);
   assert_int_equal(cg_stalls_for_set(&s, REF_READ, FROM_L2, 0x4000, 4), 15);
}

/* 9 cycles, 36 slots, for each line that is written: the second one begins at
   37 and comes at 10 (memory passes a line up in 12 slots: 2 + 12). */
static void writes_keep_their_set_for_longer(void** state)
{
   static const RefKind writes[] = {REF_WRITE, REF_MODIFY};
   Machine              m        = machine();
   m.core.window                 = 8;
   (void)state;
   for (size_t i = 0; i < 2; i++) {
      Stalls s = start(&m);
      assert_int_equal(cg_stalls_for_set(&s, writes[i], FROM_MEMORY, 0, 1), 0);
      assert_int_equal(cg_stalls_for_set(&s, REF_READ, FROM_MEMORY, 0, 2),
                       37 - 14 - 8);
   }
}

static void sets_have_queues_of_their_own(void** state)
{
   Machine m     = machine();
   m.core.window = 1;
   Stalls s      = start(&m);
   (void)state;
   for (Addr set = 0; set < 4; set++)
      assert_int_equal(
         cg_stalls_for_set(&s, REF_WRITE, FROM_L2, 64 * set + 63, 1), 0);
   assert_true(cg_stalls_for_set(&s, REF_WRITE, FROM_L2, 256, 1) > 0);
}

/* A list in one set: each line comes when the set has long taken the one
   before, because the core waited for that one. */
static void no_set_is_waited_for_after_a_line(void** state)
{
   Machine m     = machine();
   m.core.window = 1;
   Stalls s      = start(&m);
   (void)state;
   for (ULong at = 1; at < 10; at++) {
      assert_int_equal(
         cg_stalls_for_set(&s, REF_MODIFY, FROM_MEMORY, 256 * at, at), 0);
      assert_true(cg_stalls_for_line(&s, REF_MODIFY, FROM_MEMORY, True, at));
   }
}

static void machines_without_fill_have_no_queues(void** state)
{
   Machine m                = machine();
   m.caches[LEVEL_L1D].fill = 0;
   Stalls s                 = start(&m);
   (void)state;
   assert_null(s.free_at);
}

/* --- A brute-force model --------------------------------------------------
 */

enum { MAX_SETS = 8, N_REFS = 400 };

typedef struct {
   const Machine* m;
   uint64_t       at;             /* the last instruction */
   uint64_t       work[MAX_SETS]; /* slots that each set has to do */
   uint64_t       waits[N_REFS];  /* instructions at which long misses waited */
   unsigned       n_waits;
} StallModel;

static void pass(StallModel* s, uint64_t slots)
{
   for (; slots > 0; slots--)
      for (int i = 0; i < MAX_SETS; i++)
         s->work[i] -= s->work[i] > 0;
}

static uint64_t latency_at(const Machine* m, RefSource source)
{
   return source == FROM_MEMORY ? m->memory_latency
                                : m->caches[LEVEL_L1D + source].latency;
}

static uint64_t transfer_at(const Machine* m, RefSource source)
{
   return source == FROM_MEMORY ? m->memory_transfer
                                : m->caches[LEVEL_L1D + source].transfer;
}

static bool model_waits_for_line(StallModel* s, RefKind kind, RefSource source,
                                 bool is_chained, uint64_t at)
{
   const Machine* m = s->m;
   uint64_t hidden  = latency_at(m, FROM_L1) + m->core.window / m->core.width;
   bool     is_long = latency_at(m, source) > hidden || source == FROM_MEMORY;
   bool     others_waited = false;
   for (unsigned i = 0; i < s->n_waits; i++)
      others_waited |= at - s->waits[i] < m->core.window;
   if (kind == REF_WRITE || (!is_chained && (!is_long || others_waited)))
      return false;
   if (is_long)
      s->waits[s->n_waits++] = at;
   if (source != FROM_L1) {
      int64_t rest = (int64_t)latency_at(m, source) - latency_at(m, FROM_L1)
                     - transfer_at(m, source);
      pass(s, at - s->at);
      s->at = at;
      pass(s, rest > 0 ? rest * m->core.width : 0);
   }
   return true;
}

static uint64_t model_waits_for_set(StallModel* s, RefKind kind,
                                    RefSource source, uint64_t addr,
                                    uint64_t at)
{
   const CacheModel* L1D    = &s->m->caches[LEVEL_L1D];
   unsigned          width  = s->m->core.width;
   unsigned          n_sets = L1D->size / L1D->ways / s->m->line_size;
   pass(s, at - s->at);
   s->at           = at;
   uint64_t* work  = &s->work[addr / s->m->line_size % n_sets];
   uint64_t  ahead = *work;
   uint64_t  wait  = ahead > s->m->core.window ? ahead - s->m->core.window : 0;
   *work += width * (kind == REF_READ ? L1D->fill : L1D->fill_write);
   pass(s, wait + transfer_at(s->m, source) * width);
   return wait;
}

/* --- Random machines ---------------------------------------------------------
 */

static Machine random_machine(void)
{
   Machine     m               = machine();
   CacheModel* L1D             = &m.caches[LEVEL_L1D];
   m.line_size                 = 16 << random_below(4);
   L1D->ways                   = 1 + random_below(4);
   L1D->size                   = m.line_size * L1D->ways << random_below(4);
   L1D->latency                = 1 + random_below(8);
   L1D->fill                   = 1 + random_below(20);
   L1D->fill_write             = 1 + random_below(40);
   m.caches[LEVEL_L2].latency  = L1D->latency + random_below(20);
   m.caches[LEVEL_L3].latency  = m.caches[LEVEL_L2].latency + random_below(40);
   m.memory_latency            = m.caches[LEVEL_L3].latency + random_below(90);
   m.caches[LEVEL_L2].transfer = random_below(3);
   m.caches[LEVEL_L3].transfer = random_below(4);
   m.memory_transfer           = random_below(20);
   m.core.width                = 1 + random_below(8);
   m.core.window               = 1 + random_below(200);
   return m;
}

static void compare_waits(uint64_t seed)
{
   static const int kinds[] = {REF_READ, REF_READ, REF_WRITE, REF_MODIFY};
   random_seed(seed);
   Machine    m        = random_machine();
   Stalls     stalls   = start(&m);
   StallModel model    = {.m = &m};
   uint64_t   max_step = 1 + random_below(20), at = 0;

   for (int i = 0; i < N_REFS; i++) {
      RefKind   kind   = RANDOM_OF(kinds);
      RefSource source = random_below(N_SOURCES);
      bool      chain  = one_in(8);
      Addr      addr   = random_below(64) * m.line_size / 3;
      at += random_below(max_step);
      if (source != FROM_L1) {
         uint64_t got = cg_stalls_for_set(&stalls, kind, source, addr, at);
         uint64_t expected =
            model_waits_for_set(&model, kind, source, addr, at);
         if (got != expected)
            fail_msg("machine %llu, reference %d: waits %llu, should be %llu",
                     (unsigned long long)seed, i, (unsigned long long)got,
                     (unsigned long long)expected);
      }
      if (cg_stalls_for_line(&stalls, kind, source, chain, at)
          != model_waits_for_line(&model, kind, source, chain, at))
         fail_msg("machine %llu, reference %d: waits for its line, or not",
                  (unsigned long long)seed, i);
   }
}

static void waits_agree_with_model(void** state)
{
   int n_machines = getenv("CACHEGRIND_FULL") ? 5000 : 300;
   (void)state;
   for (int seed = 1; seed <= n_machines; seed++)
      compare_waits(seed);
}

int main(void)
{
   static const struct CMUnitTest tests[] = {
      cmocka_unit_test(long_misses_of_a_window_are_one_wait),
      cmocka_unit_test(chained_references_wait),
      cmocka_unit_test(writes_do_not_wait_and_begin_no_window),
      cmocka_unit_test(short_misses_are_hidden),
      cmocka_unit_test(lines_of_a_set_queue),
      cmocka_unit_test(writes_keep_their_set_for_longer),
      cmocka_unit_test(sets_have_queues_of_their_own),
      cmocka_unit_test(no_set_is_waited_for_after_a_line),
      cmocka_unit_test(machines_without_fill_have_no_queues),
      cmocka_unit_test(waits_agree_with_model)};

   cmocka_set_message_output(CM_OUTPUT_TAP);
   return cmocka_run_group_tests(tests, NULL, NULL);
}
