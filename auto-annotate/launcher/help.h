/* SPDX-License-Identifier: GPL-2.0-or-later */
/* help.h: what the command `cachegrind' prints with --help and --help-all. */

#ifndef HELP_H
#define HELP_H

/* Prints the options that matter most. */
void help_print(void);

/* Prints all options: the command's, the tool's and the core's, as `valgrind',
   a path, prints the last two. */
void help_print_all(char* valgrind);

#endif
