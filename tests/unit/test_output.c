/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_output.c: tests that lines of a file are cut, also where the buffer ends
   within a line, and which rights a file has that replaces another one. */

#define _GNU_SOURCE
#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cmocka.h>
#include <glib/gstdio.h>

#include "lib/input.h"
#include "lib/message.h"
#include "lib/output.h"
#include "lib/profile.h"

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

/* With colours, what is written, cut and measured is the same text; without
   them styles are nothing. */
static void has_styles(void** state)
{
   static const struct {
      OutputColors colors;
      const char*  expected;
   } rows[] = {{OUTPUT_COLORS_NEVER, "heading\x1b\nplain\nabcde...\n"},
               {OUTPUT_COLORS_AUTO, "heading\x1b\nplain\nabcde...\n"},
               {OUTPUT_COLORS_ALWAYS,
                "\x1b[1mheadi...\x1b[m\nplain\n\x1b[33mab\x1b[mcde...\n"}};

   for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
      Output* output = output_open(path);
      output_set_colors(output, rows[i].colors);
      output_limit_columns(output, 8);
      output_style(output, OUTPUT_HEADING);
      output_string(output, "heading\x1b");
      output_plain(output);
      output_literal(output, "\nplain\n");
      output_style(output, output_heat(1));
      output_literal(output, "ab");
      output_plain(output);
      assert_true(output_fits(output, "cdefgh"));
      assert_false(output_fits(output, "cdefghi"));
      output_literal(output, "cdefghi\n");
      output_close(output);
      assert_written(rows[i].expected);
   }
}

static void heats(void** state)
{
   static const struct {
      double      share;
      OutputStyle style;
   } rows[] = {{-50, OUTPUT_PLAIN}, {0.99, OUTPUT_PLAIN}, {1, OUTPUT_WARM},
               {9.99, OUTPUT_WARM}, {10, OUTPUT_HOT},     {100, OUTPUT_HOT}};

   for (guint i = 0; i < G_N_ELEMENTS(rows); i++)
      assert_int_equal(output_heat(rows[i].share), rows[i].style);
}

/* What a program makes of names can be longer than what may be read. */
static void writes_lines_that_can_be_read(void** state)
{
   GString* name   = g_string_new("one\nfn=four");
   Output*  output = output_open(path);
   char*    text;
   gsize    length;

   while (name->len <= INPUT_MAX_LINE_BYTES)
      g_string_append(name, "\u00e4\u00f6\u00fc, ");
   profile_write_line(output, "fl=", name->str);
   output_close(output);
   assert_true(g_file_get_contents(path, &text, &length, NULL));
   assert_true(length <= INPUT_MAX_LINE_BYTES);
   assert_true(length > INPUT_MAX_LINE_BYTES - 100);
   assert_true(g_utf8_validate(text, length, NULL));
   assert_true(g_str_has_prefix(text, "fl=one fn=four"));
   assert_true(g_str_has_suffix(text, "...\n"));
   assert_ptr_equal(strchr(text, '\n'), text + length - 1);
   g_free(text);
   g_string_free(name, TRUE);
}

#define NOBODY 65534 /* a user and a group */

/* Writes the file, which has the permissions `before' and another owner and
   group if this is possible.  Returns its new status. */
static struct stat status_after(mode_t before)
{
   struct stat status;

   output_close(output_open(path));
   if (geteuid() == 0)
      assert_int_equal(chown(path, NOBODY, NOBODY), 0);
   assert_int_equal(chmod(path, before), 0);
   output_close(output_open(path));
   assert_int_equal(stat(path, &status), 0);
   return status;
}

static void keeps_permissions_and_owner(void** state)
{
   static const mode_t rows[][2] = {{0640, 0640},  {0666, 0666},
                                    {04777, 0777}, {02775, 0775},
                                    {01644, 0644}, {06755, 0755}};

   for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
      struct stat status = status_after(rows[i][0]);
      assert_int_equal(status.st_mode & 07777, rows[i][1]);
      assert_int_equal(status.st_uid, geteuid() == 0 ? NOBODY : geteuid());
   }
   g_unlink(path);
}

static const char acl_of_file[] = "system.posix_acl_access";
static const char acl_of_new[]  = "system.posix_acl_default";

/* Gives a file a list of access rights: all to its owner, little to its group,
   and much to a user.  acl(5) has the entries.  Returns whether the file system
   has such lists. */
static gboolean set_acl(const char* name, const char* kind)
{
   static const struct {
      guint32 version;
      struct {
         guint16 tag, rights;
         guint32 id;
      } entries[5];
   } list = {2,
             {{0x01, 7, ~0u},
              {0x02, 6, NOBODY},
              {0x04, 0, ~0u},
              {0x10, 7, ~0u},
              {0x20, 0, ~0u}}};

   return setxattr(name, kind, &list, sizeof list, 0) == 0;
}

/* What a directory gives to new files does not become a right to one that
   replaces a private file. */
static void keeps_a_private_file_private(void** state)
{
   char* directory = g_path_get_dirname(path);

   output_close(output_open(path));
   assert_int_equal(chmod(path, 0640), 0);
   if (set_acl(directory, acl_of_new)) {
      output_close(output_open(path));
      assert_true(getxattr(path, acl_of_file, NULL, 0) < 0);
      removexattr(directory, acl_of_new);
   }
   g_free(directory);
}

/* A new file has the rights that any new file has there. */
static void leaves_new_files_to_the_directory(void** state)
{
   char*       directory = g_path_get_dirname(path);
   char*       other     = g_build_filename(directory, "other", NULL);
   struct stat ours, others;

   set_acl(directory, acl_of_new);
   g_unlink(path);
   output_close(output_open(path));
   close(open(other, O_WRONLY | O_CREAT, 0666));
   assert_int_equal(stat(path, &ours), 0);
   assert_int_equal(stat(other, &others), 0);
   assert_int_equal(ours.st_mode, others.st_mode);
   removexattr(directory, acl_of_new);
   g_unlink(path);
   g_unlink(other);
   g_free(other);
   g_free(directory);
}

/* What a list gives to users does not become a right of the group. */
static void does_not_turn_a_list_into_rights(void** state)
{
   struct stat status;

   output_close(output_open(path));
   if (!set_acl(path, acl_of_file))
      skip();
   output_close(output_open(path));
   assert_int_equal(stat(path, &status), 0);
   assert_int_equal(status.st_mode & 07777, 0700);
   g_unlink(path);
}

/* Somebody who is not in the group of a file cannot keep it: then the others,
   and the group that it gets, have what both had. */
static void gives_nothing_to_another_group(void** state)
{
   static const mode_t rows[][2] = {{0664, 0644}, {0646, 0644}, {0660, 0600}};

   char* directory = g_path_get_dirname(path);
   int   result;

   if (geteuid() != 0)
      skip();
   assert_int_equal(chmod(directory, 0777), 0);
   for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
      struct stat status;

      output_close(output_open(path));
      assert_int_equal(chown(path, NOBODY, 0), 0);
      assert_int_equal(chmod(path, rows[i][0]), 0);
      pid_t child = fork();
      if (child == 0) {
         if (setgroups(0, NULL) || setgid(NOBODY) || setuid(NOBODY))
            _exit(1);
         output_close(output_open(path));
         _exit(0);
      }
      assert_int_equal(waitpid(child, &result, 0), child);
      assert_int_equal(result, 0);
      assert_int_equal(stat(path, &status), 0);
      assert_int_equal(status.st_gid, NOBODY);
      assert_int_equal(status.st_mode & 07777, rows[i][1]);
   }
   g_unlink(path);
   g_free(directory);
}

/* Returns the status with which a process of a user ends that writes to
   `name'. */
static int status_of_writing_as(uid_t user, int namespaces, const char* name)
{
   int   status;
   pid_t child = fork();

   if (child == 0) {
      if (user != geteuid() && setuid(user) != 0)
         _exit(2);
      if (namespaces && unshare(namespaces) != 0)
         _exit(1);
      output_close(output_open(name));
      _exit(0);
   }
   assert_int_equal(waitpid(child, &status, 0), child);
   return WEXITSTATUS(status);
}

static int status_of_writing(const char* name)
{
   return status_of_writing_as(geteuid(), 0, name);
}

/* As in /tmp, where somebody could have put a link or a file in the way. */
static void takes_nothing_of_others(void** state)
{
   char* directory = g_strconcat(path, ".tmp", NULL);
   char* link      = g_build_filename(directory, "link", NULL);
   char* file      = g_build_filename(directory, "file", NULL);

   assert_int_equal(g_mkdir(directory, 0777), 0);
   assert_int_equal(chmod(directory, 01777), 0);
   assert_true(g_file_set_contents(path, "old", -1, NULL));
   assert_int_equal(symlink("../out", link), 0);
   assert_int_equal(status_of_writing(link), 0);
   assert_written("");
   assert_true(g_file_set_contents(path, "old", -1, NULL));
   /* There all users have one number. */
   assert_int_equal(status_of_writing_as(geteuid(), CLONE_NEWUSER, link), 1);
   assert_written("old");
   if (geteuid() == 0) {
      assert_true(g_file_set_contents(path, "old", -1, NULL));
      assert_int_equal(lchown(link, NOBODY, NOBODY), 0);
      assert_int_equal(status_of_writing(link), 1);
      assert_written("old");
      assert_int_equal(status_of_writing(file), 0);
      assert_int_equal(chown(file, NOBODY, NOBODY), 0);
      assert_int_equal(status_of_writing(file), 1);
   }
   g_unlink(file);
   g_free(file);
   g_unlink(link);
   g_rmdir(directory);
   g_unlink(path);
   g_free(link);
   g_free(directory);
}

/* A link of somebody else in a directory that others can write to, also without
   the sticky bit, would be one to any file of the user's. */
static void follows_no_link_of_others(void** state)
{
   static const struct {
      mode_t mode;
      uid_t  user, of_link, of_directory;
      int    status;
   } rows[]        = {{0777, 0, NOBODY, 0, 1},
                      {0775, 0, NOBODY, 0, 1},
                      {0757, 0, NOBODY, 0, 1},
                      {01775, 0, NOBODY, 0, 1},
                      {0755, 0, NOBODY, 0, 0},
                      {0777, 0, NOBODY - 1, NOBODY, 1},
                      {0777, 0, NOBODY - 1, NOBODY - 1, 0},
                      {0777, 0, 0, NOBODY, 0},
                      {0777, NOBODY - 1, 0, NOBODY, 0},
                      {0775, NOBODY - 1, NOBODY, 0, 1}};
   char* directory = g_strconcat(path, ".open", NULL);
   char* link      = g_build_filename(directory, "link", NULL);

   if (geteuid() != 0)
      skip();
   assert_int_equal(g_mkdir(directory, 0777), 0);
   assert_int_equal(symlink("../out", link), 0);
   char* top = g_path_get_dirname(path);
   assert_int_equal(chmod(top, 0777), 0);
   g_free(top);
   for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
      assert_true(g_file_set_contents(path, "old", -1, NULL));
      assert_int_equal(chmod(path, 0666), 0);
      assert_int_equal(lchown(link, rows[i].of_link, -1), 0);
      assert_int_equal(chown(directory, rows[i].of_directory, -1), 0);
      assert_int_equal(chmod(directory, rows[i].mode), 0);
      assert_int_equal(status_of_writing_as(rows[i].user, 0, link),
                       rows[i].status);
      assert_written(rows[i].status ? "old" : "");
   }
   g_unlink(link);
   g_rmdir(directory);
   g_unlink(path);
   g_free(link);
   g_free(directory);
}

/* Returns the status with which a process ends that writes a text of so many
   bytes so often, or only counts it. */
static int status_of_repeating(gsize length, guint n, gboolean only_count)
{
   char* text = g_strnfill(length, 'x');
   int   status;
   pid_t child = fork();

   if (child == 0) {
      Output* output = output_open("/dev/null");
      while (n-- > 0)
         if (only_count)
            output_count(output, length);
         else
            output_string(output, text);
      output_close(output);
      _exit(0);
   }
   assert_int_equal(waitpid(child, &status, 0), child);
   g_free(text);
   return WEXITSTATUS(status);
}

/* One long name must not become gigabytes. */
static void limits_long_texts(void** state)
{
   for (gboolean only_count = FALSE; only_count <= TRUE; only_count++) {
      assert_int_equal(status_of_repeating(65536, 16384, only_count), 0);
      assert_int_equal(status_of_repeating(65536, 16385, only_count), 1);
      assert_int_equal(status_of_repeating(4095, 300000, only_count), 0);
   }
}

/* A link that leads nowhere is replaced: what it names is not created. */
static void replaces_a_dangling_link(void** state)
{
   char* nowhere = g_strconcat(path, ".nowhere", NULL);

   assert_int_equal(symlink(nowhere, path), 0);
   output_close(output_open(path));
   assert_false(g_file_test(path, G_FILE_TEST_IS_SYMLINK));
   assert_false(g_file_test(nowhere, G_FILE_TEST_EXISTS));
   g_unlink(path);
   g_free(nowhere);
}

/* A directory's name followed by "/" is not that of a file in it. */
static void refuses_a_link_to_a_directory(void** state)
{
   char* directory = g_strconcat(path, ".directory/", NULL);
   char* inside    = g_strconcat(directory, "out.directory", NULL);

   assert_int_equal(g_mkdir(directory, 0700), 0);
   assert_int_equal(symlink("out.directory/", path), 0);
   assert_int_equal(status_of_writing(path), 1);
   assert_false(g_file_test(inside, G_FILE_TEST_EXISTS));
   g_unlink(path);
   g_rmdir(directory);
   g_free(inside);
   g_free(directory);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(cuts_all_lines),
      cmocka_unit_test(cuts_a_line_without_end),
      cmocka_unit_test(has_no_limit),
      cmocka_unit_test(knows_what_fits),
      cmocka_unit_test(has_styles),
      cmocka_unit_test(heats),
      cmocka_unit_test(writes_lines_that_can_be_read),
      cmocka_unit_test(keeps_permissions_and_owner),
      cmocka_unit_test(keeps_a_private_file_private),
      cmocka_unit_test(leaves_new_files_to_the_directory),
      cmocka_unit_test(does_not_turn_a_list_into_rights),
      cmocka_unit_test(gives_nothing_to_another_group),
      cmocka_unit_test(takes_nothing_of_others),
      cmocka_unit_test(follows_no_link_of_others),
      cmocka_unit_test(replaces_a_dangling_link),
      cmocka_unit_test(refuses_a_link_to_a_directory),
      cmocka_unit_test(limits_long_texts),
   };

   cmocka_set_message_output(CM_OUTPUT_TAP);
   return cmocka_run_group_tests(tests, make_path, remove_path);
}
