/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_layout.c: tests moves of variables with cases worked out by hand, and
   that moved variables never overlap.  auto-annotate/tests/conflicts compares
   replays with moves, and tests/trials compares them with edited programs. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "trace/layout.h"
#include "model.h"

static Move read_move(const char* expression, guint64 pitch)
{
   Move move;
   assert_true(move_parse(expression, &move, NULL));
   assert_true(move_repeat(&move, pitch, NULL));
   return move;
}

/* --- Expressions ------------------------------------------------------------
 */

static void expressions_are_read(void** state)
{
   static const struct {
      const char *expression, *variable;
      MoveKind    kind;
      guint64     number;
   } rows[] = {
      {"m: rows+64", "m", MOVE_ROWS, 64},
      {"m:shift 0", "m", MOVE_SHIFT, 0},
      {"heap (a.c:7):  align 4096 ", "heap (a.c:7)", MOVE_ALIGN, 4096},
      {"N::x: spread 128", "N::x", MOVE_SPREAD, 128},
      {" m : huge", "m", MOVE_HUGE, 0},
   };
   for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
      Move move;
      assert_true(move_parse(rows[i].expression, &move, NULL));
      assert_string_equal(move.variable, rows[i].variable);
      assert_int_equal(move.kind, rows[i].kind);
      assert_int_equal(move.number, rows[i].number);
   }
}

static void what_is_no_move_is_refused(void** state)
{
   static const char* const expressions[] = {
      "",
      "m",
      ": huge",
      "m:",
      "m: rows+0",
      "m: rows",
      "m: rows+-64",
      "m: rows 64",
      "m: align 3",
      "m: align 0",
      "m: huge1",
      "m: spread 48",
      "m: shift 1k",
      "m: shift 9999999999",
   };
   for (size_t i = 0; i < sizeof expressions / sizeof *expressions; i++) {
      Move    move;
      GError* error = NULL;
      assert_false(move_parse(expressions[i], &move, &error));
      assert_null(strchr(error->message, '\n'));
      g_error_free(error);
   }
}

static void a_move_must_fit(void** state)
{
   Move rows = read_move("m: rows+64", 4096), spread;
   assert_false(move_repeat(&rows, 0, NULL));
   assert_true(move_parse("m: spread 64", &spread, NULL));
   assert_false(move_repeat(&spread, 0, NULL));
   assert_false(move_repeat(&spread, 64, NULL));
   assert_true(move_repeat(&spread, 56, NULL));
}

/* --- Places -----------------------------------------------------------------
 */

/* Where trial `trial' has `addr', of a segment with one reference. */
static Addr moved_address(Layout* l, guint trial, Addr addr)
{
   Addr  batch[] = {0, addr};
   guint n;
   layout_find(l, batch, batch + 2, &n);
   assert_int_equal(n, 1);
   const Addr* moved = layout_moved(l, trial, batch, batch + 2);
   assert_int_equal(moved[0], 0);
   return moved[1];
}

static Layout* layout_of(Move moves[], guint n)
{
   GPtrArray* all = g_ptr_array_new();
   for (guint i = 0; i < n; i++)
      g_ptr_array_add(all, &moves[i]);
   Layout*         l   = layout_new(all);
   const ReplayRef ref = {.size = 4, .kind = REF_READ};
   layout_segment(l, &ref, 1);
   g_ptr_array_free(all, TRUE);
   return l;
}

static void a_trial_moves_its_variable_only(void** state)
{
   Move moves[] = {read_move("m: rows+64", 4096), read_move("n: shift 64", 0)};
   Layout* l    = layout_of(moves, 2);
   layout_region(l, 0x10040, 0x4000, "m");
   layout_region(l, 0x20000, 0x100, "n");
   Addr first = moved_address(l, 0, 0x10040);
   assert_int_equal(first % 4096, 0x40);
   assert_int_equal(moved_address(l, 0, 0x10040 + 4095), first + 4095);
   assert_int_equal(moved_address(l, 0, 0x10040 + 4096), first + 4096 + 64);
   assert_int_equal(moved_address(l, 0, 0x10040 + 3 * 4096 + 8),
                    first + 3 * (4096 + 64) + 8);
   assert_int_equal(moved_address(l, 1, 0x10040), 0x10040);
   assert_int_equal(moved_address(l, 0, 0x20000), 0x20000);
   assert_int_equal(moved_address(l, 1, 0x20000) % 4096, 64);
   assert_int_equal(moved_address(l, 0, 0x14040), 0x14040);
   layout_free(l);
}

static void what_is_not_changed_stays(void** state)
{
   Move    moves[] = {read_move("m: shift 0", 0), read_move("m: align 64", 0)};
   Layout* l       = layout_of(moves, 2);
   layout_region(l, 0x1040, 0x2000, "m");
   assert_int_equal(moved_address(l, 0, 0x1050), 0x1050);
   assert_int_equal(moved_address(l, 1, 0x1050), 0x1050);
   layout_region(l, 0x8010, 0x2000, "m");
   assert_int_equal(moved_address(l, 1, 0x8010) % 64, 0);
   layout_free(l);
}

/* A region that takes a part of another one leaves the rest where it is. */
static void rests_of_regions_stay_with_them(void** state)
{
   Move    move = read_move("m: rows+64", 256);
   Layout* l    = layout_of(&move, 1);
   layout_region(l, 0x10000, 0x1000, "m");
   Addr last = moved_address(l, 0, 0x10ff0);
   layout_region(l, 0x10400, 0x100, "other");
   assert_int_equal(moved_address(l, 0, 0x10ff0), last);
   assert_int_equal(moved_address(l, 0, 0x10410), 0x10410);
   layout_free(l);
}

enum { BLOCKS = 40 };

typedef struct {
   Addr    start;
   guint64 size;
} Block;

/* Blocks in the order of their addresses, some of them neighbours. */
static void random_blocks(Block blocks[])
{
   Addr next = 0x1000000;
   for (guint i = 0; i < BLOCKS; i++) {
      next += 16 * (1 + random_below(one_in(4) ? 100000 : 4));
      blocks[i] = (Block){next, 1 + random_below(one_in(4) ? 40000 : 100)};
      next += blocks[i].size;
   }
}

static void blocks_never_overlap(void** state)
{
   static const char* const expressions[] = {
      "m: rows+64", "m: spread 64", "m: align 128", "m: shift 4096", "m: huge"};
   for (guint round = 0; round < 50; round++) {
      Move    move = read_move(expressions[round % 5], 8);
      Layout* l    = layout_of(&move, 1);
      Block   blocks[BLOCKS];
      random_seed(round);
      random_blocks(blocks);
      for (guint i = 0; i < BLOCKS; i++)
         layout_region(l, blocks[i].start, blocks[i].size, "m");
      for (guint i = 0; i < BLOCKS; i++) {
         const Block* b     = &blocks[i];
         Addr         first = moved_address(l, 0, b->start);
         Addr         last  = moved_address(l, 0, b->start + b->size - 1);
         assert_true(first == b->start || first >= (Addr)1 << 47);
         assert_true(last - first >= b->size - 1);
         assert_int_equal(first & (move_boundary(&move) - 1), 0);
         for (guint j = 0; j < i; j++) {
            Addr a = moved_address(l, 0, blocks[j].start);
            Addr z = moved_address(l, 0, blocks[j].start + blocks[j].size - 1);
            assert_true(z < first || a > last);
         }
      }
      layout_free(l);
   }
}

int main(void)
{
   static const struct CMUnitTest tests[] = {
      cmocka_unit_test(expressions_are_read),
      cmocka_unit_test(what_is_no_move_is_refused),
      cmocka_unit_test(a_move_must_fit),
      cmocka_unit_test(a_trial_moves_its_variable_only),
      cmocka_unit_test(what_is_not_changed_stays),
      cmocka_unit_test(rests_of_regions_stay_with_them),
      cmocka_unit_test(blocks_never_overlap)};

   cmocka_set_message_output(CM_OUTPUT_TAP);
   return cmocka_run_group_tests(tests, NULL, NULL);
}
