/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_hunks.c: tests where two sequences of lines differ: of small ones, as
   drawings; of random ones, that what is between the hunks is the same, and
   that no line is in a hunk that need not be; and that the worst ones end. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "compare/hunks.h"

/* A line is a letter. */
static const struct {
   const char* before;
   const char* after;
   const char* hunks; /* LINES>LINES for each */
} rows[] = {
   {"", "", ""},
   {"abc", "abc", ""},
   {"", "abc", ">abc"},
   {"abc", "", "abc>"},
   {"abc", "xyz", "abc>xyz"},
   {"abcdef", "axcdf", "b>x e>"},
   {"bcd", "abcd", ">a"},
   {"abc", "abcd", ">d"},
   {"abcabc", "abc", "abc>"},
   {"abbc", "abc", "b>"},
   {"abc", "abbbc", ">bb"},
   /* The rare lines decide, not the many braces. */
   {"{}{}f{}", "f{}{}{}", "{}{}> >{}{}"},
   {"{x}{y}", "{y}{x}", "{x}> >{x}"},
   {"{a}b{c}", "{c}{a}b", ">{c} {c}>"},
};

/* Returns the numbers of letters; the caller frees them. */
static guint32* numbers_of(const char* letters)
{
   guint32* numbers = g_new(guint32, strlen(letters) + 1);

   for (guint i = 0; letters[i]; i++)
      numbers[i] = letters[i];
   return numbers;
}

/* Returns the hunks as rows have them; the caller frees them. */
static char* drawing_of(const char* before, const char* after)
{
   guint32* old   = numbers_of(before);
   guint32* new   = numbers_of(after);
   GString* drawn = g_string_new(NULL);
   GArray*  hunks = hunks_find(old, strlen(before), new, strlen(after), 128,
                               &(gint64){HUNKS_ROOM});

   for (guint i = 0; i < hunks->len; i++) {
      const Hunk* hunk = &g_array_index(hunks, Hunk, i);
      g_string_append_printf(
         drawn, "%s%.*s>%.*s", i > 0 ? " " : "",
         (int)(hunk->end_removed - hunk->removed), before + hunk->removed,
         (int)(hunk->end_added - hunk->added), after + hunk->added);
   }
   g_array_free(hunks, TRUE);
   g_free(old);
   g_free(new);
   return g_string_free(drawn, FALSE);
}

static void draws(void** state)
{
   for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
      char* drawing = drawing_of(rows[i].before, rows[i].after);
      print_message("# \"%s\" \"%s\"\n", rows[i].before, rows[i].after);
      assert_string_equal(drawing, rows[i].hunks);
      g_free(drawing);
   }
}

static guint below(guint n)
{
   return rand() % n;
}

/* Checks that hunks are ascending and apart, that what is between them is the
   same, and that no line of one is in both of its halves, unless there was no
   room.  Returns what is left of the room. */
static gint64 check_hunks(const guint32* before, guint n_before,
                          const guint32* after, guint n_after, guint n_texts,
                          gint64 room, gboolean in_time)
{
   GArray* hunks = hunks_find(before, n_before, after, n_after, n_texts, &room);
   Hunk    end   = {n_before, n_before, n_after, n_after};
   guint   i = 0, j = 0;

   /* What the last regions take. */
   assert_true(room >= -10 * (gint64)(n_before + n_after));
   g_array_append_val(hunks, end);
   for (guint k = 0; k < hunks->len; k++) {
      const Hunk* hunk = &g_array_index(hunks, Hunk, k);
      assert_true(hunk->removed >= i && hunk->added >= j);
      assert_int_equal(hunk->removed - i, hunk->added - j);
      if (k > 0 && k < hunks->len - 1)
         assert_true(hunk->removed > i);
      assert_memory_equal(before + i, after + j,
                          (hunk->removed - i) * sizeof *before);
      i = hunk->end_removed;
      j = hunk->end_added;
      assert_true(i <= n_before && j <= n_after);
      for (guint a = hunk->removed; in_time && a < i; a++)
         for (guint b = hunk->added; b < j; b++)
            assert_int_not_equal(before[a], after[b]);
   }
   assert_true(i == n_before && j == n_after);
   g_array_free(hunks, TRUE);
   return room;
}

static void holds_for_random_ones(void** state)
{
   guint32 before[60], after[60];

   srand(1);
   for (guint round = 0; round < 20000; round++) {
      guint n_texts = 1 + below(20), n_before = below(60), n_after = below(60);
      for (guint i = 0; i < n_before; i++)
         before[i] = below(n_texts);
      /* Often an edited copy. */
      for (guint i = 0, from = below(5); i < n_after; i++, from++)
         after[i] = from < n_before && below(8) ? before[from] : below(n_texts);
      check_hunks(before, n_before, after, n_after, n_texts, HUNKS_ROOM, TRUE);
   }
}

/* Two texts, each many times and in another order; and the next ones. */
static void ends_for_the_worst(void** state)
{
   guint    n      = 200000;
   guint32* before = g_new(guint32, n);
   guint32* after  = g_new(guint32, n);

   srand(2);
   for (guint i = 0; i < n; i++) {
      before[i] = below(2);
      after[i]  = below(2);
   }
   gint64 room = check_hunks(before, n, after, n, 2, HUNKS_ROOM, FALSE);
   assert_true(room <= 0);
   assert_true(check_hunks(before, n, after, n, 2, room, FALSE) == room);
   for (guint i = 0; i < n; i++) {
      before[i] = i;
      after[i]  = n - 1 - i;
   }
   check_hunks(before, n, after, n, n, HUNKS_ROOM, FALSE);
   g_free(before);
   g_free(after);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(draws),
      cmocka_unit_test(holds_for_random_ones),
      cmocka_unit_test(ends_for_the_worst),
   };

   cmocka_set_message_output(CM_OUTPUT_TAP);
   return cmocka_run_group_tests(tests, NULL, NULL);
}
