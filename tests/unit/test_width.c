/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_width.c: tests how lines are measured and cut.  A case is a row: a line,
   the columns that it takes, a limit, and what is left of it. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lib/width.h"

static const struct {
   const char* line;
   guint       columns;
   guint       limit;
   const char* dots;
   const char* expected; /* NULL: the line itself */
} rows[] = {
   {"", 0, 1, "…", NULL},
   {"abc", 3, 3, "…", NULL},
   {"abcd", 4, 3, "…", "ab…"},
   {"abcd", 4, 3, "...", "..."},
   {"abcd", 4, 1, "…", "…"},
   {"abcd", 4, 2, "...", ".."},
   {"abcdefgh", 8, 7, "...", "abcd..."},

   /* Tabs. */
   {"\tab", 10, 10, "…", NULL},
   {"\tabc", 11, 10, "…", "\ta…"},
   {"abc\tde", 10, 10, "…", NULL},
   {"abcdefgh\tx", 17, 16, "…", "abcdefgh…"},
   {"\t\t", 16, 15, "…", "\t…"},

   /* Wide characters: one that is cut leaves a column free. */
   {"数据文件", 8, 8, "…", NULL},
   {"数据文件", 8, 7, "…", "数据文…"},
   {"数据文件", 8, 6, "…", "数据…"},
   {"数据文件", 8, 1, "…", "…"},

   /* Combining characters stay with their letter. */
   {"e\u0301e\u0301", 2, 2, "…", NULL},
   {"e\u0301e\u0301e\u0301", 3, 2, "…", "e\u0301…"},

   /* Bytes that are not UTF-8. */
   {"\xff\xfe\xe2\x80", 4, 4, "…", NULL},
   {"\xff\xfe\xe2\x80", 4, 3, "…", "\xff\xfe…"},
};

static void measures(void** state)
{
   for (guint i = 0; i < G_N_ELEMENTS(rows); i++)
      assert_int_equal(width_after(0, rows[i].line, strlen(rows[i].line),
                                   FALSE),
                       rows[i].columns);
   assert_int_equal(width_after(5, "\tx", 2, FALSE), 9);
}

static void cuts(void** state)
{
   for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
      GString* result = g_string_new(NULL);
      width_append_cut(result, rows[i].line, strlen(rows[i].line),
                       rows[i].limit, rows[i].dots, FALSE);
      assert_string_equal(result->str,
                          rows[i].expected ? rows[i].expected : rows[i].line);
      g_string_free(result, TRUE);
   }
}

/* Styles take no columns and end where their line does; without the end of one,
   there is none. */
static void passes_styles(void** state)
{
   static const struct {
      const char* line;
      guint       columns, limit;
      const char* expected;
   } styled[] = {
      {"\033[1mabc\033[m", 3, 3, "\033[1mabc\033[m"},
      {"a\033[1mbcd\033[me\033[33mf\033[m", 6, 3,
       "a\033[1mb…\033[m\033[33m\033[m"},
      {"ab\033[1m\tc\033[m", 9, 8, "ab\033[1m…\033[m"},
      {"\033[1ab", 5, 5, "\033[1ab"},
   };

   for (guint i = 0; i < G_N_ELEMENTS(styled); i++) {
      const char* line   = styled[i].line;
      GString*    result = g_string_new(NULL);
      assert_int_equal(width_after(0, line, strlen(line), TRUE),
                       styled[i].columns);
      width_append_cut(result, line, strlen(line), styled[i].limit, "…", TRUE);
      assert_string_equal(result->str, styled[i].expected);
      g_string_free(result, TRUE);
   }
   assert_int_equal(width_after(0, "\033[1mab", 6, FALSE), 6);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(measures),
      cmocka_unit_test(cuts),
      cmocka_unit_test(passes_styles),
   };

   cmocka_set_message_output(CM_OUTPUT_TAP);
   return cmocka_run_group_tests(tests, NULL, NULL);
}
