/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_curve.c: tests miss curves with cases worked out by hand, and compares
   them with a list of lines that is searched and reordered at each reference.
   auto-annotate/tests/conflicts compares them with simulated caches. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "trace/curve.h"
#include "model.h"

/* --- By hand -----------------------------------------------------------------
 */

/* The result of the last of these references to bytes, of 1 byte each. */
static CurveResult last_of(UInt line_size, const Addr addrs[], size_t n)
{
   CurveResult result = N_CURVE_RESULTS;
   Curve*      curve  = curve_new(line_size, allocate);
   for (size_t i = 0; i < n; i++)
      result = curve_data(curve, addrs[i], 1);
   release_all();
   return result;
}

/* The result of a reference to a line after `n' other lines of 64 bytes. */
static CurveResult after_others(UInt n)
{
   Curve*      curve = curve_new(64, allocate);
   CurveResult result;
   assert_int_equal(curve_data(curve, 0, 1), CURVE_COLD);
   for (UInt i = 1; i <= n; i++)
      assert_int_equal(curve_data(curve, 64 * (Addr)i, 64), CURVE_COLD);
   result = curve_data(curve, 63, 1);
   release_all();
   return result;
}

/* A cache of 1 KiB has 16 lines: the line itself and 15 others. */
static void sizes_have_room_for_their_lines(void** state)
{
   assert_int_equal(after_others(0), 0);
   assert_int_equal(after_others(15), 0);
   assert_int_equal(after_others(16), 1);
   assert_int_equal(after_others(31), 1);
   assert_int_equal(after_others(32), 2);
   assert_int_equal(after_others(32767), 11);
   assert_int_equal(after_others(32768), 12);
}

static void lines_may_be_larger_than_a_cache(void** state)
{
   enum { LINE = 4096 };
   assert_int_equal(curve_first_size(16), 0);
   assert_int_equal(curve_first_size(1024), 0);
   assert_int_equal(curve_first_size(LINE), 2);
   assert_int_equal(curve_first_size(1 << 30), 20);
   assert_int_equal(last_of(LINE, (Addr[]){0, LINE - 1}, 2), 2);
   assert_int_equal(last_of(LINE, (Addr[]){0, LINE, 0}, 3), 3);
   assert_int_equal(last_of(LINE, (Addr[]){0, LINE, 2 * LINE, 0}, 4), 4);
   assert_int_equal(last_of(1 << 30, (Addr[]){0, 1}, 2), 20);
   assert_int_equal(last_of(1 << 30, (Addr[]){0, 1ul << 30, 0}, 3),
                    CURVE_BEYOND);
   assert_int_equal(last_of(1 << 30, (Addr[]){0, 1ul << 30, 1ul << 31, 0}, 4),
                    CURVE_BEYOND);
}

/* The first line is touched first, so it is older than the second one, and the
   second is cold. */
static void a_reference_that_straddles_counts_once(void** state)
{
   enum { LINE = 1024 };
   Curve* curve = curve_new(LINE, allocate);
   assert_int_equal(curve_data(curve, 0, 1), CURVE_COLD);
   assert_int_equal(curve_data(curve, LINE - 4, 8), CURVE_COLD);
   assert_int_equal(curve_data(curve, LINE, 1), 0);
   assert_int_equal(curve_data(curve, LINE - 4, 8), 1);
   assert_int_equal(curve_data(curve, 0, 1), 1);
   assert_int_equal(curve_data(curve, ~(Addr)0 - 3, 8), CURVE_COLD);
   assert_int_equal(curve_data(curve, ~(Addr)0, 1), 1);
   release_all();
}

static void misses_are_what_does_not_hit(void** state)
{
   CurveCounts counts = {{5, 3, [CURVE_BEYOND] = 2, [CURVE_COLD] = 1}};
   assert_int_equal(curve_references(&counts), 11);
   assert_int_equal(curve_misses(&counts, 0), 6);
   assert_int_equal(curve_misses(&counts, 1), 3);
   assert_int_equal(curve_misses(&counts, CURVE_N_SIZES - 1), 3);
}

/* --- Random streams ----------------------------------------------------------
 */

enum { N_REFERENCES = 40000, MAX_LINES = 4096 };

/* All lines, the most recently touched first. */
typedef struct {
   uint64_t lines[MAX_LINES];
   size_t   n;
} List;

/* Whether a cache of each size holds the line; puts it first. */
static void model_curve_touch(List* list, uint64_t line, uint64_t line_size,
                              bool hits[CURVE_N_SIZES], bool* cold)
{
   size_t at = 0;
   while (at < list->n && list->lines[at] != line)
      at++;
   if (at == list->n) {
      *cold = true;
      list->n++;
   }
   for (int n = 0; n < CURVE_N_SIZES; n++)
      hits[n] = hits[n] && !*cold && (at + 1) * line_size <= 1024ull << n;
   for (; at > 0; at--)
      list->lines[at] = list->lines[at - 1];
   list->lines[0] = line;
}

/* Of a few lines, some more often than others, so that there are all distances;
   one in eight may straddle. */
static uint64_t random_address(uint64_t line_size)
{
   static const uint64_t ranges[] = {4, 40, 400, 2000};
   uint64_t line = random_below(ranges[random_below(4)]) * line_size;
   return 0x7fff0000 + line
          + (one_in(8) ? random_below(line_size) : line_size / 2);
}

static void compare_with_list(uint64_t line_size)
{
   static List list;
   CurveCounts counts = {{0}}, expected = {{0}};
   Curve*      curve                 = curve_new(line_size, allocate);
   ULong       misses[CURVE_N_SIZES] = {0};
   list.n                            = 0;
   for (int i = 0; i < N_REFERENCES; i++) {
      uint64_t addr  = random_address(line_size);
      uint64_t size  = 1 + random_below(line_size < 8 ? line_size : 8);
      uint64_t first = addr / line_size, last = (addr + size - 1) / line_size;
      bool     hits[CURVE_N_SIZES], cold      = false;
      memset(hits, true, sizeof hits);
      model_curve_touch(&list, first, line_size, hits, &cold);
      if (last != first)
         model_curve_touch(&list, last, line_size, hits, &cold);
      for (int n = 0; n < CURVE_N_SIZES; n++)
         misses[n] += !hits[n];
      expected.references[CURVE_COLD] += cold;
      counts.references[curve_data(curve, addr, size)]++;
   }
   for (int n = 0; n < CURVE_N_SIZES; n++)
      assert_int_equal(curve_misses(&counts, n), misses[n]);
   assert_int_equal(counts.references[CURVE_COLD],
                    expected.references[CURVE_COLD]);
   assert_int_equal(curve_references(&counts), N_REFERENCES);
   release_all();
}

static void curves_are_those_of_a_list(void** state)
{
   for (int seed = 1; seed <= 3; seed++)
      for (uint64_t line_size = 16; line_size <= 4096; line_size *= 4) {
         random_seed(seed);
         compare_with_list(line_size);
      }
}

int main(void)
{
   static const struct CMUnitTest tests[] = {
      cmocka_unit_test(sizes_have_room_for_their_lines),
      cmocka_unit_test(lines_may_be_larger_than_a_cache),
      cmocka_unit_test(a_reference_that_straddles_counts_once),
      cmocka_unit_test(misses_are_what_does_not_hit),
      cmocka_unit_test(curves_are_those_of_a_list)};

   cmocka_set_message_output(CM_OUTPUT_TAP);
   return cmocka_run_group_tests(tests, NULL, NULL);
}
