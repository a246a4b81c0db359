/* SPDX-License-Identifier: GPL-2.0-or-later */
/* options.h: what the command lines of the programs have in common. */

#ifndef OPTIONS_H
#define OPTIONS_H

#include <getopt.h>

#include <glib.h>

/* For the tables of getopt_long(): the options that every program has, and the
   first value for options of its own. */
enum { OPTIONS_VERSION = 256, OPTIONS_FIRST_OWN };
#define OPTIONS_COMMON                                                         \
   {"help", no_argument, NULL, 'h'},                                           \
   {                                                                           \
      "version", no_argument, NULL, OPTIONS_VERSION                            \
   }

/* Handles an option that the program itself does not, and ends the program.
   `option' is what getopt_long() returned.  For --help and --version, prints
   `help' or the version to standard output, with status 0.  For a wrong option,
   about which getopt_long() has printed a message, the status is 1. */
void options_end_with_common(int option, const char* help) G_GNUC_NORETURN;

/* Prints "PROGRAM: what" and how to get help, and ends the program with status
   1. */
void options_fail_usage(const char* format, ...)
   G_GNUC_PRINTF(1, 2) G_GNUC_NORETURN;

#endif
