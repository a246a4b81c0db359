/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_budget.c: tests that a program ends where its budget does, which files
   it grows with, and what is said.  Here a program has 1 s and 20 MB to begin
   with, and one that simulates 30 MB; of a file that is named, 2 MB count at
   most, and 1.5 MB of what git writes.  Each case is a process of its own. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>
#include <glib/gstdio.h>

#include "lib/budget.h"
#include "lib/message.h"

#define MB 1000000

static char* const data_file   = "data";
static char* const sparse_file = "sparse";
static char* const large_file  = "large";
static char* const unfinished  = "./unfinished";

static void add_file(BudgetKind kind, const char* name, const char* path)
{
   int fd = open(path, O_RDONLY);

   assert_true(fd >= 0);
   budget_add_file(kind, name, fd);
   close(fd);
}

static void read_data(void)
{
   add_file(BUDGET_DATA, "a\x1b", data_file);
}

static void read_twice(void)
{
   add_file(BUDGET_NAMED, "a", data_file);
   add_file(BUDGET_NAMED, "./a", data_file);
}

static void read_sparse(void)
{
   add_file(BUDGET_NAMED, "s", sparse_file);
}

static void read_large(void)
{
   add_file(BUDGET_NAMED, "l", large_file);
}

static void read_large_data(void)
{
   add_file(BUDGET_DATA, "d", large_file);
}

/* As a program that was started while the signal of the timer was blocked. */
static void read_pipe(void)
{
   int      ends[2];
   sigset_t all;

   sigfillset(&all);
   sigprocmask(SIG_BLOCK, &all, NULL);
   assert_int_equal(pipe(ends), 0);
   budget_add_file(BUDGET_DATA, "p", ends[0]);
   budget_add_bytes(BUDGET_NAMED, MB);
}

static void read_from_git(void)
{
   add_file(BUDGET_NAMED, "g", data_file);
   for (guint i = 0; i < 3; i++)
      budget_add_bytes(BUDGET_NAMED, MB);
}

static void spend_two_seconds(void)
{
   clock_t end = clock() + 2 * CLOCKS_PER_SEC;

   while (clock() < end)
      ;
}

/* As a program that another became, which had taken 2 s. */
static void read_late(void)
{
   spend_two_seconds();
   add_file(BUDGET_NAMED, "late", data_file);
}

/* As a file that a server sends. */
static void fetch(void)
{
   budget_hold();
   spend_two_seconds();
   add_file(BUDGET_DATA, "fetched", data_file);
   budget_release();
}

static void read_for_three(void)
{
   budget_simulates(3);
   add_file(BUDGET_NAMED, "three", data_file);
}

static void take_memory(void)
{
   for (;;)
      memset(g_malloc(MB), 1, MB);
}

static void take_time(void)
{
   for (;;)
      ;
}

static const struct {
   void (*read)(void);
   void (*take)(void);
   const char* line;
} rows[] = {
   {read_pipe, take_time,
    "test: p: gave up after 2 s of processor time, the limit for 1.0 MB of "
    "input\n"},
   {read_pipe, take_memory,
    "test: p: gave up after 52 MB of memory, the limit for 1.0 MB of input\n"},
   {read_from_git, take_memory,
    "test: g: gave up after 100 MB of memory, the limit for 2.5 MB of input\n"},
   {read_data, take_memory,
    "test: a\\x1b: gave up after 404 MB of memory, the limit for 1.0 MB of "
    "input\n"},
   {read_twice, take_memory,
    "test: ./a: gave up after 52 MB of memory, the limit for 1.0 MB of "
    "input\n"},
   {read_late, take_memory,
    "test: late: gave up after 52 MB of memory, the limit for 1.0 MB of "
    "input\n"},
   {read_for_three, take_memory,
    "test: three: gave up after 186 MB of memory, the limit for 1.0 MB of "
    "input\n"},
   {read_for_three, take_time,
    "test: three: gave up after 6 s of processor time, the limit for 1.0 MB "
    "of input\n"},
   {fetch, take_memory,
    "test: fetched: gave up after 404 MB of memory, the limit for 1.0 MB of "
    "input\n"},
   {read_sparse, take_memory,
    "test: s: gave up after 52 MB of memory, the limit for 1.0 MB of input\n"},
   {read_large, take_memory,
    "test: l: gave up after 84 MB of memory, the limit for 2.0 MB of input\n"},
   {read_large_data, take_memory,
    "test: d: gave up after 1172 MB of memory, the limit for 3.0 MB of "
    "input\n"},
};

/* Runs a row in this process, which does not return from it. */
static void run(guint i, int to)
{
   alarm(60); /* if nothing ends it */
   dup2(to, STDERR_FILENO);
   message_set_program("test");
   assert_true(message_create_unfinished_file(AT_FDCWD, unfinished, 0600) >= 0);
   rows[i].read();
   rows[i].take();
}

static void end_there(void** state)
{
   for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
      char text[200] = "";
      int  ends[2], status;

      assert_int_equal(pipe(ends), 0);
      pid_t child = fork();
      if (child == 0)
         run(i, ends[1]);
      assert_int_equal(waitpid(child, &status, 0), child);
      assert_true(WIFEXITED(status));
      assert_int_equal(WEXITSTATUS(status), 1);
      assert_true(read(ends[0], text, sizeof text - 1) > 0);
      assert_string_equal(text, rows[i].line);
      assert_false(g_file_test(unfinished, G_FILE_TEST_EXISTS));
      close(ends[0]);
      close(ends[1]);
   }
}

static void write_files(void)
{
   char* zeros = g_malloc0(3 * MB);

   assert_true(g_file_set_contents(data_file, zeros, MB, NULL));
   assert_true(g_file_set_contents(sparse_file, zeros, MB, NULL));
   assert_true(g_file_set_contents(large_file, zeros, 3 * MB, NULL));
   assert_int_equal(truncate(sparse_file, (off_t)1 << 40), 0);
   g_free(zeros);
}

static int enter_directory(void** state)
{
   *state = g_dir_make_tmp("budget-XXXXXX", NULL);
   assert_int_equal(chdir(*state), 0);
   write_files();
   return 0;
}

static int leave_directory(void** state)
{
   g_unlink(data_file);
   g_unlink(sparse_file);
   g_unlink(large_file);
   return g_rmdir(*state);
}

int main(void)
{
   const struct CMUnitTest tests[] = {cmocka_unit_test(end_there)};

   cmocka_set_message_output(CM_OUTPUT_TAP);
   return cmocka_run_group_tests(tests, enter_directory, leave_directory);
}
