/* SPDX-License-Identifier: GPL-2.0-or-later */
/* options.h: what the command lines of the programs have in common. */

#ifndef OPTIONS_H
#define OPTIONS_H

#include <getopt.h>

#include <glib.h>

/* For the tables of getopt_long(): options that every program has, and the
   first value that is free for its own. */
enum { OPTIONS_VERSION = 256, OPTIONS_FIRST_OWN };
#define OPTIONS_COMMON                                                         \
   {"help", no_argument, NULL, 'h'},                                           \
   {                                                                           \
      "version", no_argument, NULL, OPTIONS_VERSION                            \
   }

/* Deals with what a program does not know itself: prints `help' or the version
   on standard output and ends the program with status 0; ends it with status 1
   after what getopt_long() said about an option that is wrong. */
void options_end_with_common(int option, const char* help) G_GNUC_NORETURN;

/* Ends the program: "PROGRAM: what" and where to find help. */
void options_fail_usage(const char* format, ...)
   G_GNUC_PRINTF(1, 2) G_GNUC_NORETURN;

#endif
