/* SPDX-License-Identifier: GPL-2.0-or-later */
/* budget.h: how much processor time and memory a program may take: as much as
   what it has read so far explains.  Strangers' files can need more in ways
   that no single limit foresees.

                            seconds     memory
      every program         2           256 MiB
        that simulates      60          2 GiB: caches have any size
      a MB of lines,        10 more     384 MB more
        or of a trace
      a MB of a file        1 more      32 MB more
        that these name,
        up to 1 GB of it
      a MB that git writes, 1 more      32 MB more
        or for entries of
        directories, up to
        128 MB of all

   That many times as much if the command line asks for as many simulations,
   such as one of each of several caches; and 50 times for a program that runs
   under Valgrind.

   The dearest of honest inputs took a fortieth of the time and a tenth of the
   memory: 0.2 s for a MB of a profile (cg_html), 35 bytes for each of a
   conflict report, 0.01 s and 4 for a compressed object, 0.1 s and 25 MB for
   what is small.

   Where its budget ends, a program says so in one line, removes its unfinished
   files, and ends with status 1. */

#ifndef BUDGET_H
#define BUDGET_H

#include <glib.h>

/* What a file is: lines or a trace, which become counts, or an ELF object or a
   source, of which less is made. */
typedef enum { BUDGET_DATA, BUDGET_NAMED } BudgetKind;

/* Between these calls no budget ends: whoever fetches a file can add it only
   when it is there. */
void budget_hold(void);
void budget_release(void);

/* Says for how many simulations the command line asks, before anything is
   added. */
void budget_simulates(guint n);

/* Adds an open file.  An object or source that was added before, by whatever
   name, adds nothing: who wrote a profile can give it many.  Nor does a pipe,
   whose size nobody knows.  The line names the file until the next is added;
   the name is copied. */
void budget_add_file(BudgetKind kind, const char* name, int fd);

/* Adds bytes that are in no file of their own.  A repository of a few kB can
   stand for any number of BUDGET_NAMED, so all of these have one limit. */
void budget_add_bytes(BudgetKind kind, guint64 bytes);

/* Adds looks for a file in directories of the command line, each as a byte of
   lines: who names many directories asks for that. */
void budget_add_looks(guint64 n);

/* Returns how many seconds of processor time what was added explains: another
   program that works on it may take as many again. */
guint64 budget_seconds(void);

#endif
