/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_tree.c: tests which file is taken for a source that was moved.  The
   files are in a temporary directory; a case is a row: directories of -I, the
   name of a source, and the file or the message expected. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <fcntl.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>
#include <glib/gstdio.h>

#include "lib/message.h"
#include "lib/source.h"
#include "lib/tree.h"

static const char* const files[] = {
   "one/a.c",         "one/src/b.c", "one/deep/src/c.c", "one/deep/lib/c.c",
   "one/.hidden/h.c", "one/.dot.c",  "one/deep/.dot2.c", "two/src/a.c",
   "two/deep/er/d.c", "two/x/e.c",   "two/y/e.c",        "two/y/z/src/f.c",
   "two/g1/g.c",      "two/g2/g.c",  "two/g3/g.c",       "two/g4/g.c",
   "two/g5/g.c",      "two/g6/g.c",  "two/osrc/k.c",     "two/y/src/k.c",
};

/* Name of a link, and what it leads to. */
static const char* const links[][2] = {
   {"one/link", "../two"},
   {"two/link.c", "src/a.c"},
   {"two/cycle", "."},
};

static const struct {
   const char* directories; /* separated by blanks */
   const char* name;
   const char* expected; /* a path, a message, or NULL: nothing is found */
} rows[] = {
   /* In the directories themselves: the longest tail, then the first
      directory. */
   {"one/", "/build/x/a.c", "one/a.c"},
   {"one/ two/", "/build/src/a.c", "two/src/a.c"},
   {"one/ two/", "/build/x/a.c", "one/a.c"},
   {"one/ two/src/", "/build/x/a.c", "one/a.c"},
   {"two/src/ one/", "/build/x/a.c", "two/src/a.c"},
   {"two/", "/build/x/link.c", "two/link.c"},

   /* Below them. */
   {"one/", "/build/src/c.c", "one/deep/src/c.c"},
   {"one/", "/build/lib/c.c", "one/deep/lib/c.c"},
   {"one/", "b.c", "one/src/b.c"},
   {"one/ two/", "/build/other/d.c", "two/deep/er/d.c"},
   {"two/", "/build/p/src/f.c", "two/y/z/src/f.c"},
   {"two/", "/build/z/src/f.c", "two/y/z/src/f.c"},
   {"two/", "/build/q/src/k.c", "two/y/src/k.c"},
   {"two/ two/deep/", "/build/d.c", "two/deep/er/d.c"},
   {"two/ ./two/", "/build/d.c", "two/deep/er/d.c"},

   /* Names with dots. */
   {"one/", "../../src/c.c", "one/deep/src/c.c"},
   {"one/", "./src/./c.c", "one/deep/src/c.c"},
   {"one/", "/build/src/x/../c.c", "one/deep/src/c.c"},
   {"one/", "//build//src//c.c", "one/deep/src/c.c"},
   {"one/", "/build/.dot2.c", "one/deep/.dot2.c"},
   {"one/", "", NULL},
   {"one/", "/", NULL},
   {"one/", "..", NULL},

   /* Hidden directories, links, what is not there. */
   {"one/", "/build/h.c", NULL},
   {"one/", "/build/d.c", NULL},
   {"one/", "/build/nosuch.c", NULL},
   {"one/", "/build/eep/src/c", NULL},
   {"one/", "/build/src", NULL},
   {"absent/", "/build/a.c", NULL},
   {"", "/build/a.c", NULL},

   /* Several files. */
   {"two/", "/build/x/e.c", "two/x/e.c"},
   {"two/", "/build/q/e.c",
    "/build/q/e.c: 2 files end in \"e.c\": two/x/e.c, two/y/e.c; choose one "
    "with another -I, its directory"},
   {"two/ two/y/", "/build/q/e.c", "two/y/e.c"},
   {"two/", "g.c",
    "g.c: 6 files end in \"g.c\": two/g1/g.c, two/g2/g.c, two/g3/g.c, "
    "two/g4/g.c, two/g5/g.c and 1 more; choose one with another -I, its "
    "directory"},
};

static char* top;

static int make_files(void** state)
{
   top = g_dir_make_tmp("tree-XXXXXX", NULL);
   assert_int_equal(chdir(top), 0);
   for (guint i = 0; i < G_N_ELEMENTS(files); i++) {
      char* directory = g_path_get_dirname(files[i]);
      assert_int_equal(g_mkdir_with_parents(directory, 0777), 0);
      assert_true(g_file_set_contents(files[i], "x\n", -1, NULL));
      g_free(directory);
   }
   for (guint i = 0; i < G_N_ELEMENTS(links); i++)
      assert_int_equal(symlink(links[i][1], links[i][0]), 0);
   return 0;
}

static int remove_files(void** state)
{
   char* argv[] = {"rm", "-r", top, NULL};
   assert_int_equal(chdir("/"), 0);
   assert_true(g_spawn_sync(NULL, argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL,
                            NULL, NULL, NULL, NULL));
   return 0;
}

/* Returns the directories of a row, whose texts stay. */
static GPtrArray* split(const char* directories)
{
   GPtrArray* result = g_ptr_array_new();
   char**     all    = g_strsplit(directories, " ", -1);

   for (char** directory = all; *directory && **directory; directory++)
      g_ptr_array_add(result, *directory);
   return result;
}

static void finds(void** state)
{
   for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
      GPtrArray* directories = split(rows[i].directories);
      Tree*      tree        = tree_new(directories, TREE_MAX_ENTRIES);
      GError*    error       = NULL;
      char*      path        = tree_find(tree, rows[i].name, &error);
      char*      got         = error ? error->message : path;

      assert_string_equal(got ? got : "(nothing)",
                          rows[i].expected ? rows[i].expected : "(nothing)");
   }
}

/* One warning, though two sources are looked for.  What is above is read
   first. */
static void has_a_limit(void** state)
{
   GPtrArray* directories = split("one/ two/");
   Tree*      tree        = tree_new(directories, 12);
   int        before      = dup(STDERR_FILENO);
   int        fd          = open("errors", O_CREAT | O_TRUNC | O_WRONLY, 0666);
   char*      text;

   message_set_program("test_tree");
   assert_int_equal(dup2(fd, STDERR_FILENO), STDERR_FILENO);
   assert_null(tree_find(tree, "/build/nosuch.c", NULL));
   assert_null(tree_find(tree, "/build/q/src/f.c", NULL));
   char* path = tree_find(tree, "/build/src/b.c", NULL);
   dup2(before, STDERR_FILENO);
   assert_string_equal(path, "one/src/b.c");
   assert_true(g_file_get_contents("errors", &text, NULL, NULL));
   assert_string_equal(
      text, "test_tree: -I two/: more than 12 files and directories; "
            "sources that were moved are looked for in the first of "
            "them only\n");
}

/* What is no regular file is not opened. */
static void opens_no_pipe(void** state)
{
   GPtrArray* directories = split("one/");
   Tree*      tree        = tree_new(directories, TREE_MAX_ENTRIES);
   char       event[4096];
   int        watcher = inotify_init1(IN_NONBLOCK);

   assert_int_equal(mkfifo("one/pipe.c", 0600), 0);
   assert_true(inotify_add_watch(watcher, "one/pipe.c", IN_OPEN) >= 0);
   assert_null(tree_find(tree, "/build/pipe.c", NULL));
   assert_true(read(watcher, event, sizeof event) < 0);
   unlink("one/pipe.c");
   close(watcher);
}

/* Looks 20,000 times for the name of a source, and for each of its four tails.
   Then takes memory until there is no more. */
static void look_and_take(void)
{
   GPtrArray* directories = g_ptr_array_new();
   Source     source      = {0};

   for (guint i = 0; i < 20000; i++)
      g_ptr_array_add(directories, "absent/");
   source_find(&source, "/a/b/c/nosuch.c", directories,
               tree_new(directories, TREE_MAX_ENTRIES), NULL, NULL);
   for (;;)
      memset(g_malloc(1000000), 1, 1000000);
}

/* What the budget gives is seen where it ends: 384 bytes for each of these. */
static void adds_to_the_budget(void** state)
{
   char  text[200] = "";
   int   ends[2], status;
   pid_t child;

   assert_int_equal(pipe(ends), 0);
   child = fork();
   if (child == 0) {
      alarm(60); /* if nothing ends it */
      dup2(ends[1], STDERR_FILENO);
      message_set_program("test_tree");
      look_and_take();
   }
   close(ends[1]);
   assert_int_equal(waitpid(child, &status, 0), child);
   assert_true(read(ends[0], text, sizeof text - 1) > 0);
   assert_string_equal(text,
                       "test_tree: : gave up after 306 MB of memory, the limit "
                       "for 0.1 MB of input\n");
   close(ends[0]);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      /* A child does not inherit the timer of a budget. */
      cmocka_unit_test(adds_to_the_budget),
      cmocka_unit_test(finds),
      cmocka_unit_test(has_a_limit),
      cmocka_unit_test(opens_no_pipe),
   };

   cmocka_set_message_output(CM_OUTPUT_TAP);
   return cmocka_run_group_tests(tests, make_files, remove_files);
}
