/* SPDX-License-Identifier: GPL-2.0-or-later */
/* help.c: see help.h. */

#include <stdio.h>
#include <string.h>

#include <glib.h>

#include "launcher/help.h"

static const char usage[] =
   "Usage: cachegrind [OPTION...] PROGRAM [ARGUMENT...]\n"
   "       cachegrind --machines\n"
   "\n"
   "Runs a program on a simulated processor, writes a profile, and says, on a\n"
   "terminal, what costs most, why, and what helps.\n"
   "\n";

static const char most[] =
   "What is said:\n"
   "  -o FILE                  the profile [cachegrind.out.%p; %p is the process]\n"
   "      --advice=yes|no      say at the end what costs most? [yes on a terminal]\n"
   "      --html               make a page of the profile, too\n"
   "  -v, -q                   more lines of the tool, or none\n"
   "\n"
   "What is simulated:\n"
   "      --machine=NAME|FILE|native\n"
   "                           which processor; --machines lists them [native]\n"
   "      --cache-sim=yes|no   the caches? no: a faster run, without cycles [yes]\n"
   "      --toggle-collect=FUNCTION\n"
   "                           count only in this function [everywhere]\n"
   "      --trace-children=yes|no\n"
   "                           also programs that the program starts? [yes]\n"
   "      --stable             run it so that its counts are always the same\n"
   "      --plain              do what valgrind --tool=cachegrind does\n"
   "\n"
   "  -h, --help               show the options that matter most\n"
   "      --help-all           show all options\n"
   "      --version            show the version\n"
   "\n"
   "Examples:\n"
   "  cachegrind ./prog arg\n"
   "  cachegrind --html -o run.prof ./prog arg\n";

static const char own[] =
   "  options of the command:\n"
   "    -o <file>                        the profile, as --cachegrind-out-file\n"
   "    --advice=yes|no                  say at the end what costs most? [yes on a\n"
   "                                     terminal]\n"
   "    --html                           make a page of the profile, PROFILE.html\n"
   "    --plain                          do what valgrind --tool=cachegrind does\n"
   "    --help-all                       show all options\n"
   "\n"
   "  options that the command gives, before yours:\n"
   "    --machine=native --branch-sim=yes --detailed=yes --trace-children=yes\n"
   "    --fair-sched=try\n"
   "\n";

void help_print(void)
{
   fputs(usage, stdout);
   fputs(most, stdout);
}

/* Prints the part of the text that is about the tool, then the rest. */
static void print_tool_first(const char* text)
{
   const char* tool = strstr(text, "  user options for Cachegrind:\n");
   const char* end  = tool ? strstr(tool, "\n\n") : NULL;

   if (!end) {
      fputs(text, stdout);
      return;
   }
   end += strlen("\n\n");
   fwrite(tool, 1, end - tool, stdout);
   fwrite(text, 1, tool - text, stdout);
   fputs(end, stdout);
}

void help_print_all(char* valgrind)
{
   char* words[] = {valgrind, (char*)"--tool=cachegrind", (char*)"--help",
                    NULL};
   char* text    = NULL;

   fputs(usage, stdout);
   fputs(own, stdout);
   if (g_spawn_sync(NULL, words, NULL, G_SPAWN_DEFAULT, NULL, NULL, &text, NULL,
                    NULL, NULL))
      print_tool_first(text);
   g_free(text);
}
