/* SPDX-License-Identifier: GPL-2.0-or-later */
/* lines.h: counts by line, of one function or file. */

#ifndef LINES_H
#define LINES_H

#include <glib.h>

#include "lib/count.h"

/* Line numbers with their counts, in one piece of memory.

      cell      0     1      2     ...  1+n
             +------+------+------+---+------+------+----
             | line | Ir   | I1mr |...| line | Ir   | ...
             +------+------+------+---+------+------+----
      row     0                        1

   A cell has 32 bits as long as all of them fit.  Nearly all counts of a line
   are small, so this saves memory: bench/README.md, "Tricks and what they
   gain". */
typedef struct {
   void*    cells;    /* gint32, G_MININT32 being COUNT_NONE; or Count */
   gboolean wide;     /* Count */
   gboolean trimmed;  /* so that growing stays cheap, only once */
   gsize    sorted;   /* rows in order of their lines, which all differ */
   gsize    used;     /* rows; those from `sorted' on are in no order */
   gsize    capacity; /* rows that there is memory for */
   gsize    hint;     /* the row that was last added to, or the next one */
} Lines;

/* Adds counts to those of a line.  The lines may come in any order; n is the
   number of events, the same in every call.  Returns -1, or the index of an
   event whose sum does not fit.  Amortised O(log rows), and O(1) where the
   lines come in order. */
int lines_add(Lines* lines, guint n, guint64 line, const Count* counts);

/* Puts all rows into order, and one line into one row: `sorted' and `used' are
   equal then.  Returns as lines_add() does. */
int lines_sort(Lines* lines, guint n);

/* The line number of a row. */
guint64 lines_number(const Lines* lines, guint n, gsize row);

/* Copies the n counts of a row. */
void lines_counts(const Lines* lines, guint n, gsize row, Count* counts);

/* Frees memory that was allocated for more rows than there are; only the first
   call does.  Call it when no more lines will be added.  What it saves is in
   bench/README.md, "Tricks and what they gain". */
void lines_trim(Lines* lines, guint n);

void lines_free(Lines* lines);

#endif
