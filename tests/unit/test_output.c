/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_output.c: tests that lines of a file are cut, also where the buffer ends
   within a line. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <glib/gstdio.h>

#include "lib/message.h"
#include "lib/output.h"

/* Lines that take more room than the buffer of an Output. */
#define MANY_LINES 20000

static char* path;

static int make_path(void** state)
{
   char* directory = g_dir_make_tmp("output-XXXXXX", NULL);
   assert_non_null(directory);
   path = g_build_filename(directory, "out", NULL);
   message_set_program("test_output");
   setenv("LC_ALL", "C", 1);
   return 0;
}

static int remove_path(void** state)
{
   char* directory = g_path_get_dirname(path);
   g_unlink(path);
   g_rmdir(directory);
   return 0;
}

static void assert_written(const char* expected)
{
   char* text;
   assert_true(g_file_get_contents(path, &text, NULL, NULL));
   assert_string_equal(text, expected);
   g_free(text);
}

static void cuts_all_lines(void** state)
{
   Output*  output   = output_open(path);
   GString* expected = g_string_new(NULL);

   output_limit_columns(output, 8);
   for (guint i = 0; i < MANY_LINES; i++) {
      output_literal(output, "ab");
      output_string(output, i % 2 ? "cdef" : "cdefghi");
      char* room = output_reserve(output, 2);
      memcpy(room, "12", 2);
      output_use(output, room + 2);
      output_literal(output, "\n");
      g_string_append(expected, i % 2 ? "abcdef12\n" : "abcde...\n");
   }
   output_close(output);
   assert_written(expected->str);
   g_string_free(expected, TRUE);
}

static void cuts_a_line_without_end(void** state)
{
   Output* output = output_open(path);

   output_limit_columns(output, 4);
   output_literal(output, "a\nabcdef");
   output_close(output);
   assert_written("a\na...");
}

static void has_no_limit(void** state)
{
   Output* output = output_open(path);

   output_limit_columns(output, 0);
   output_literal(output, "abcdef");
   assert_true(output_fits(output, "a text that is long"));
   output_close(output);
   assert_written("abcdef");
}

/* Also where a line was begun before the buffer. */
static void knows_what_fits(void** state)
{
   Output* output = output_open(path);

   output_limit_columns(output, 10);
   assert_true(output_fits(output, "0123456789"));
   assert_false(output_fits(output, "0123456789a"));
   for (guint i = 0; i < MANY_LINES; i++) {
      output_literal(output, "01");
      output_literal(output, "234");
      assert_true(output_fits(output, "56789"));
      assert_false(output_fits(output, "56789a"));
      output_literal(output, "\n");
   }
   output_close(output);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(cuts_all_lines),
      cmocka_unit_test(cuts_a_line_without_end),
      cmocka_unit_test(has_no_limit),
      cmocka_unit_test(knows_what_fits),
   };

   cmocka_set_message_output(CM_OUTPUT_TAP);
   return cmocka_run_group_tests(tests, make_path, remove_path);
}
