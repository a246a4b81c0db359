/* SPDX-License-Identifier: GPL-2.0-or-later */
/* command.c: see command.h. */

#include <string.h>

#include "launcher/command.h"
#include "lib/message.h"

#define OUT_FILE "--cachegrind-out-file="
#define TOOL     "--tool="
#define ADVICE   "--advice"

static void fail(const char* what) G_GNUC_NORETURN;
static void fail(const char* what)
{
   message_set_program("cachegrind");
   message_fail("%s", what);
}

static void read_advice(Command* command, const char* word)
{
   const char* value = word + strlen(ADVICE);

   if (strcmp(value, "=yes") == 0)
      command->advice = ADVICE_YES;
   else if (strcmp(value, "=no") == 0)
      command->advice = ADVICE_NO;
   else
      fail(ADVICE ": must be " ADVICE "=yes or " ADVICE "=no");
}

static void add_profile(Command* command, const char* file)
{
   if (!file || *file == '\0')
      fail("-o: must be followed by the name of a file");
   g_ptr_array_add(command->words, g_strconcat(OUT_FILE, file, NULL));
}

/* Reads the option at argv[0]; argv[1] is the next word or NULL.  Returns how
   many words it has. */
static int read_option(Command* command, char** argv)
{
   char* word = argv[0];

   if (strcmp(word, "-o") == 0) {
      add_profile(command, argv[1]);
      return 2;
   }
   if (strcmp(word, "--plain") == 0)
      command->is_plain = TRUE;
   else if (strcmp(word, "--html") == 0)
      command->wants_page = TRUE;
   else if (strcmp(word, ADVICE) == 0 || g_str_has_prefix(word, ADVICE "="))
      read_advice(command, word);
   else if (g_str_has_prefix(word, "-o"))
      add_profile(command, word + strlen("-o"));
   else
      g_ptr_array_add(command->words, word);
   return 1;
}

static void check(const Command* command, gboolean has_other_tool)
{
   if (!command->is_plain && !has_other_tool)
      return;
   const char* forbidden = command->wants_page             ? "--html"
                           : command->advice == ADVICE_YES ? ADVICE "=yes"
                                                           : NULL;
   if (!forbidden)
      return;
   char* what = g_strdup_printf("%s: does not work with %s", forbidden,
                                has_other_tool ? "another --tool" : "--plain");
   fail(what);
}

void command_read(Command* command, int argc, char** argv)
{
   const char* tool = "cachegrind";
   int         i    = 1;

   *command = (Command){.words = g_ptr_array_new()};
   while (i < argc && argv[i][0] == '-' && strcmp(argv[i], "--") != 0) {
      if (g_str_has_prefix(argv[i], TOOL))
         tool = argv[i] + strlen(TOOL);
      i += read_option(command, argv + i);
   }
   for (int rest = i; rest < argc; rest++)
      g_ptr_array_add(command->words, argv[rest]);
   if (i < argc && strcmp(argv[i], "--") == 0)
      i++;
   command->program = i < argc ? argv[i] : NULL;

   gboolean has_other_tool = strcmp(tool, "cachegrind") != 0;
   check(command, has_other_tool);
   command->is_plain |= has_other_tool;
}
