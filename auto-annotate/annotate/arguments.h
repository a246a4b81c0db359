/* SPDX-License-Identifier: GPL-2.0-or-later */
/* arguments.h: what the command lines of cg_annotate and cg_html have in
   common: the profiles, what is compared, the events, and where sources are.

      arguments_init()            defaults
      arguments_parse_option()    for each option
      arguments_finish()          the profiles and sources after them
      arguments_choose_events()   once the first profile is open (sum.h)
      arguments_set_columns()     once all are read */

#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#include <getopt.h>

#include "annotate/annotation.h"
#include "annotate/form.h"

/* The options for getopt_long(), without the common ones.  Their values
   are above those that programs give their own options. */
enum {
   ARGUMENTS_SHOW = 1200,
   ARGUMENTS_SORT,
   ARGUMENTS_EVENT,
   ARGUMENTS_EVENTS,
   ARGUMENTS_THRESHOLD,
   ARGUMENTS_DIFF,
   ARGUMENTS_CONTEXT,
   ARGUMENTS_SOURCES,
   ARGUMENTS_OWN
};
#define ARGUMENTS_LETTERS "hI:"
#define ARGUMENTS_OPTIONS                                                      \
   {"show", required_argument, NULL, ARGUMENTS_SHOW},                          \
      {"sort", required_argument, NULL, ARGUMENTS_SORT},                       \
      {"event", required_argument, NULL, ARGUMENTS_EVENT},                     \
      {"events", required_argument, NULL, ARGUMENTS_EVENTS},                   \
      {"threshold", required_argument, NULL, ARGUMENTS_THRESHOLD},             \
      {"diff", no_argument, NULL, ARGUMENTS_DIFF},                             \
      {"context", required_argument, NULL, ARGUMENTS_CONTEXT},                 \
      {"sources", required_argument, NULL, ARGUMENTS_SOURCES},                 \
      {"own", required_argument, NULL, ARGUMENTS_OWN},                         \
      {"include", required_argument, NULL, 'I'}, VERSIONS_OPTIONS,             \
      RENAMING_OPTIONS

/* What --help says of those that mean the same in both. */
#define ARGUMENTS_HELP_EVENTS                                                     \
   "+      --event=NAME=FORMULA\n"                                                \
   "                           define an event, for instance\n"                   \
   "                           'Rate=100*D1m/(Dr+Dw)'; D1m, LLm, Bm and Cycles\n" \
   "                           are built in\n"                                    \
   "+      --events=FILE        a file of such definitions\n"                     \
   "                           [~/.config/cachegrind/events]\n"
#define ARGUMENTS_HELP_NAMES                                                     \
   "+      --mod-filename=EXPR  change the names of files, for instance with\n"  \
   "                           's/version[0-9]/version/'; a Perl substitution\n" \
   "                           with the flags g, i and x\n"                      \
   "+      --mod-funcname=EXPR  the same for the names of functions\n"
#define ARGUMENTS_HELP_SOURCES                                                        \
   "+      --context=N          show N lines before and after one with counts [8]\n"  \
   "+  -I, --include=DIR        look for sources in DIR and below, too\n"             \
   "+      --sources=any        show files outside the working directory, DIR and\n"  \
   "                           /usr even if they are not named like sources\n"        \
   "+      --own=DIR            your own source is in DIR and below: its lines pay\n" \
   "                           for what they call elsewhere\n"

/* Sets the defaults. */
void arguments_init(Options* options);

/* Sets what an option says.  Returns FALSE if it is another option.  Ends the
   program with a message if its value is wrong. */
gboolean arguments_parse_option(Options* options, int option, char* value);

/* Sets the profiles and sources, which begin at argv[optind], and what depends
   on all options.  Ends the program with a message if one is missing or too
   many, or if options contradict each other. */
void arguments_finish(Options* options, int argc, char** argv);

/* Reads all definitions, and chooses what is shown and sorted by.  The first
   profile must be open.  Ends the program with a message if a definition is
   wrong or an event is not there. */
void arguments_choose_events(Annotation* annotation);

/* Sets the columns, and what percentages and thresholds are shares of.  All
   profiles must have been read. */
void arguments_set_columns(Annotation* annotation);

/* Returns the totals; of a difference, also what was compared.  Ends the
   program with a message if a sum exceeds 63 bits. */
FormTotals arguments_totals(const Annotation* annotation);

#endif
