/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_nearest.c: tests which word is suggested in place of a wrong one.  A
   case is a row: the wrong word, and the one expected. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lib/options.h"

static const char* const words[] = {
   "show", "show-percs", "sort", "auto", "annotate",    "no-annotate",
   "Ir",   "Dr",         "Dw",   "D1mr", "short-names", "DLmr", NULL};

static const struct {
   const char* word;
   const char* expected; /* NULL: nothing */
} rows[] = {
   {"sort", "sort"},
   {"srot", "sort"},
   {"sotr", "sort"},
   {"sorrt", "sort"},
   {"sot", "sort"},
   {"shwo", "show"},
   {"SHOW", "show"},
   {"shw-prcs", "show-percs"},
   {"notate", "annotate"},
   {"annotat", "annotate"},
   {"no-anotate", "no-annotate"},
   {"ir", "Ir"},
   {"IR", "Ir"},
   {"Ix", "Ir"},
   {"Xx", NULL},
   {"d1mr", "D1mr"},
   {"D1MR", "D1mr"},
   {"DLMr", "DLmr"},
   {"D1rm", "D1mr"},
   {"x", NULL},
   {"", NULL},
   {"nonsense", NULL},
   {"show-percentages", NULL},
};

static void suggests(void** state)
{
   for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
      const char* nearest = options_nearest(rows[i].word, words);
      assert_string_equal(nearest ? nearest : "(none)",
                          rows[i].expected ? rows[i].expected : "(none)");
   }
}

static void refuses_long_words(void** state)
{
   char* word = g_strnfill(100 * 1000 * 1000, 'x');

   assert_null(options_nearest(word, words));
   g_free(word);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(suggests),
      cmocka_unit_test(refuses_long_words),
   };

   cmocka_set_message_output(CM_OUTPUT_TAP);
   return cmocka_run_group_tests(tests, NULL, NULL);
}
