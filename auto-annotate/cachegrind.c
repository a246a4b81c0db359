/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cachegrind.c: the command `cachegrind': one command from a program to what
   costs most in it, and why.

      $ cachegrind ./prog arg
      ...
      to see more: cg_annotate cachegrind.out.4711

   It runs the `valgrind' of this installation, with the tool and what
   --preset=yes stands for (cachegrind/cg_preset.h), and the user's options
   after that.  If there is somebody to tell something at the end, it waits, and
   the tool lists the profiles that it writes; otherwise it becomes valgrind. */

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "launcher/command.h"
#include "launcher/ending.h"
#include "launcher/help.h"
#include "launcher/process.h"
#include "lib/message.h"

/* The directory of this program, wherever a link to it is. */
static char* own_directory(void)
{
   char* program = g_file_read_link("/proc/self/exe", NULL);

   if (!program) {
      message_set_program("cachegrind");
      message_fail("/proc/self/exe: not there, so valgrind cannot be found");
   }

   char* directory = g_path_get_dirname(program);
   g_free(program);
   return directory;
}

/* Whether a file is root's, or of whom this program is.  Others can put what
   they like beside a directory that was copied to /tmp. */
static gboolean is_trusted(const char* file)
{
   struct stat own, other;

   return stat("/proc/self/exe", &own) == 0 && stat(file, &other) == 0
          && (other.st_uid == 0 || other.st_uid == own.st_uid);
}

/* The valgrind of this installation, or of the tree that this was built in. */
static char* find_valgrind(const char* directory)
{
   char* beside = g_build_filename(directory, "valgrind", NULL);
   char* in_tree =
      g_build_filename(directory, "..", ".in_place", "valgrind", NULL);

   if (access(beside, X_OK) == 0 || !is_trusted(in_tree)) {
      g_free(in_tree);
      return beside;
   }
   g_free(beside);
   return in_tree;
}

/* The command line for valgrind; `list' NULL: nobody reads a list. */
static char** valgrind_words(const Command* command, char* valgrind,
                             const char* list)
{
   GPtrArray* words = g_ptr_array_new();

   g_ptr_array_add(words, valgrind);
   g_ptr_array_add(words, (char*)"--tool=cachegrind");
   if (!command->is_plain) {
      g_ptr_array_add(words, (char*)"--preset=yes");
      /* Threads take turns, so that what they share is seen to be shared. */
      g_ptr_array_add(words, (char*)"--fair-sched=try");
      if (isatty(STDERR_FILENO))
         g_ptr_array_add(words, (char*)"--progress=yes");
      if (list)
         g_ptr_array_add(words, g_strconcat("--profile-list=", list, NULL));
   }
   for (guint i = 0; i < command->words->len; i++)
      g_ptr_array_add(words, command->words->pdata[i]);
   g_ptr_array_add(words, NULL);
   return (char**)g_ptr_array_free(words, FALSE);
}

static gboolean wants_verdict(const Command* command)
{
   return command->advice == ADVICE_YES
          || (command->advice == ADVICE_ON_TERMINAL && isatty(STDERR_FILENO));
}

/* The list of profiles, if there will be something to say; NULL otherwise. */
static char* make_list(const Command* command)
{
   if (command->is_plain || !command->program
       || !(command->wants_page || wants_verdict(command)))
      return NULL;

   char* list = profile_list_make();
   if (!list) {
      const char* why = g_strerror(errno);

      message_set_program("cachegrind");
      message_fail("%s: no file can be made there: %s", g_get_tmp_dir(), why);
   }
   return list;
}

/* Says what there is to say.  Returns the status to end with. */
static int end_run(const Command* command, Ending* ending, int status)
{
   gboolean has_profile = ending->profiles->len > 0;

   message_set_program("cachegrind");
   if (has_profile && wants_verdict(command))
      ending_say_verdict(ending);
   if (!command->wants_page)
      return status;
   if (!has_profile)
      message_warn("--html: no profile was written, so there is no page");
   else if (ending_make_page(ending))
      return status;
   return status == 0 ? 1 << 8 : status;
}

static int run(const Command* command, const char* directory, char* valgrind,
               const char* list)
{
   Ending ending = {.directory = directory, .program = command->program};
   char*  first;
   int    status =
      process_run(valgrind_words(command, valgrind, list), &ending.process);

   ending.profiles = profile_list_take(list, ending.process, &first);
   ending.first    = first;
   return end_run(command, &ending, status);
}

static gboolean is_one_of(const char* word, const char* a, const char* b)
{
   return strcmp(word, a) == 0 || strcmp(word, b) == 0;
}

/* Answers what is asked by a word alone; other words are of a run. */
static void answer_question(const char* directory, char* valgrind,
                            const char* word)
{
   if (is_one_of(word, "--machines", "--machine=help"))
      process_become(
         (char*[]){g_build_filename(directory, "cg_conflicts", NULL),
                   (char*)"--machines", NULL});
   if (strcmp(word, "--version") == 0)
      puts("cachegrind-" PACKAGE_VERSION);
   else if (is_one_of(word, "-h", "--help"))
      help_print();
   else if (strcmp(word, "--help-all") == 0)
      help_print_all(valgrind);
   else
      return;
   process_end(fflush(stdout) == 0 ? 0 : 1 << 8);
}

int main(int argc, char** argv)
{
   char*   directory = own_directory();
   char*   valgrind  = find_valgrind(directory);
   Command command;

   if (argc == 2)
      answer_question(directory, valgrind, argv[1]);
   command_read(&command, argc, argv);

   char* list = make_list(&command);
   if (!list)
      process_become(valgrind_words(&command, valgrind, NULL));
   process_end(run(&command, directory, valgrind, list));
}
