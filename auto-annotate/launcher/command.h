/* SPDX-License-Identifier: GPL-2.0-or-later */
/* command.h: the command line of the command `cachegrind': its own options, and
   what it passes on to Valgrind. */

#ifndef COMMAND_H
#define COMMAND_H

#include <glib.h>

typedef enum { ADVICE_ON_TERMINAL, ADVICE_NO, ADVICE_YES } Advice;

typedef struct {
   gboolean    is_plain; /* nothing but Valgrind's own options counts */
   gboolean    wants_page;
   Advice      advice;
   GPtrArray*  words; /* char*: options, program and arguments, for Valgrind */
   const char* program; /* as it was typed; NULL: none */
} Command;

/* Reads the command line.  Words are not copied, but for -o FILE, which becomes
   an option of the tool.  What follows the program is the program's.  If --tool
   names another tool, the command is plain.  Of an option that is given twice,
   the last one counts.  For a wrong option, prints a line and ends this program
   with status 1. */
void command_read(Command* command, int argc, char** argv);

#endif
