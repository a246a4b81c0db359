/* SPDX-License-Identifier: GPL-2.0-or-later */
/* budget.h: how much processor time and memory a program may take: as much as
   what it has read so far explains.  Strangers' files can need more in ways
   that no single limit foresees.

                            seconds     memory
      every program         60          2 GiB
      a MB of lines,        10 more     256 MB more
        or of a trace
      a MB of an object     1 more      32 MB more

   That many times as much if the command line asks for as many answers, such as
   a simulation of each of several caches.

   Where its budget ends, a program says so in one line, removes its unfinished
   files, and ends with status 1. */

#ifndef BUDGET_H
#define BUDGET_H

#include <glib.h>

/* What a file is: lines or a trace, which are read as a whole, or an ELF
   object, whose debug information is read in parts. */
typedef enum { BUDGET_DATA, BUDGET_OBJECT } BudgetKind;

/* Says for how many answers the command line asks, before anything is added. */
void budget_set_answers(guint n);

/* Adds an open file.  A file that was added before, by whatever name, adds
   nothing; nor does a pipe, whose size nobody knows.  The line names the file
   until the next is added; the name is copied. */
void budget_add_file(BudgetKind kind, const char* name, int fd);

/* Adds bytes that were read from a pipe. */
void budget_add_bytes(BudgetKind kind, guint64 bytes);

#endif
