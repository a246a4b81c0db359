/* SPDX-License-Identifier: GPL-2.0-or-later */
/* options.h: what the command lines of the programs have in common. */

#ifndef OPTIONS_H
#define OPTIONS_H

#include <getopt.h>

#include <glib.h>

/* For the tables of options_next(): the options that every program has, and the
   first value for options of its own.  After them come older spellings, which
   no help and no message names. */
enum { OPTIONS_VERSION = 256, OPTIONS_HELP_ALL, OPTIONS_FIRST_OWN };
#define OPTIONS_COMMON                                                         \
   {"help", no_argument, NULL, 'h'},                                           \
      {"help-all", no_argument, NULL, OPTIONS_HELP_ALL},                       \
   {                                                                           \
      "version", no_argument, NULL, OPTIONS_VERSION                            \
   }

/* Returns the next option, as getopt_long() does: its value in the table
   `options', or its letter in `letters'; -1 after the last one.  Sets optarg
   and optind.  For a wrong option, prints a line and ends the program with
   status 1. The line has getopt_long()'s wording.  If an option of the table is
   similar to one that is not in it, the line names the similar one. */
int options_next(int argc, char** argv, const char* letters,
                 const struct option* options);

/* Returns the candidate, of those up to NULL, that is most similar to a word;
   NULL if none is similar enough.  Candidates and words of more than
   OPTIONS_MAX_NEAREST bytes are similar to nothing. */
#define OPTIONS_MAX_NEAREST 1000
const char* options_nearest(const char* word, const char* const candidates[]);

/* Returns which of the words, up to NULL, the value of an option is.  `option'
   is the name without dashes.  If it is none, prints a line that lists them and
   ends the program with status 1. */
guint options_choose(const char* option, const char* value,
                     const char* const words[]);

/* The same for yes and no. */
gboolean options_yes_no(const char* option, const char* value);

/* Handles an option that every program has, and ends the program with status 0.
   `option' is what options_next() returned: for --help and --help-all, prints
   `help' to standard output, otherwise the version.

   In `help', a line with a "+" before it is for --help-all only, and so are the
   lines after it that are indented by ten blanks or more. */
void options_end_with_common(int option, const char* help) G_GNUC_NORETURN;

/* Prints "PROGRAM: what" and how to get help, and ends the program with status
   1. */
void options_fail_usage(const char* format, ...)
   G_GNUC_PRINTF(1, 2) G_GNUC_NORETURN;

#endif
