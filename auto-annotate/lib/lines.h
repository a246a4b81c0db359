/* SPDX-License-Identifier: GPL-2.0-or-later */
/* lines.h: counts by line, or by instruction, for one function or file. */

#ifndef LINES_H
#define LINES_H

#include <glib.h>

#include "lib/count.h"
#include "lib/position.h"

/* Line numbers with their counts, in one array.

      cell      0     1      2     ...  1+n
             +------+------+------+---+------+------+----
             | line | Ir   | I1mr |...| line | Ir   | ...
             +------+------+------+---+------+------+----
      row     0                        1

   A cell has 32 bits.  Nearly all values fit; a cell of one that does not says
   where in `large' it is.  With instructions, the address is between the line
   and the counts. */
typedef struct {
   gint32*  cells;
   GArray*  large;    /* gint64; NULL: there is none */
   gboolean located;  /* rows have addresses */
   gsize    sorted;   /* first rows: sorted by position, no position twice */
   gsize    used;     /* rows in use; those after `sorted' have no order */
   gsize    capacity; /* rows that there is memory for */
   gsize    hint;     /* the row that lines_add() tries first */
} Lines;

/* Adds n counts to those of a position.  They may come in any order; n is the
   number of events, the same in every call with these `lines'.  Returns -1, or
   the index of an event whose sum exceeds 63 bits.  Amortised O(log rows), and
   O(1) where the positions come in order. */
int lines_add(Lines* lines, guint n, Position position, const Count* counts);

/* Adds the counts of all rows of `more', by line.  Returns the same. */
int lines_add_rows(Lines* lines, guint n, const Lines* more);

/* Changes the sign of all counts, but not of event `keep' (-1: of all). */
void lines_negate(Lines* lines, guint n, int keep);

/* Says that lines from another place of a profile follow, so that the next one
   is probably one of the first. */
void lines_rewind(Lines* lines);

/* Sorts all rows and merges rows of the same position, so that `sorted' and
   `used' are equal.  Returns the same as lines_add(). */
int lines_sort(Lines* lines, guint n);

/* Returns the line number of a row, and with it the address, or 0 if rows have
   none. */
guint64  lines_number(const Lines* lines, guint n, gsize row);
Position lines_position(const Lines* lines, guint n, gsize row);

/* Copies the n counts of a row to `counts'. */
void lines_counts(const Lines* lines, guint n, gsize row, Count* counts);

/* Frees all rows; `lines' is empty then, and can be used again. */
void lines_free(Lines* lines);

#endif
