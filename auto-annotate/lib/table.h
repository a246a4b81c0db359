/* SPDX-License-Identifier: GPL-2.0-or-later */
/* table.h: counts in columns, as cg_annotate shows them.

      Ir             Dr          Dw           file:function
      1,105 (83.97%) 23 (69.70%)  5 (31.25%)  prog.c:main
        201 (15.27%)  0           1 ( 6.25%)  prog.c:helper
         10 ( 0.76%)  .          10 (62.50%)  prog.c:foo

   "." means that the event cannot happen there.  The values of an event that is
   not linear (events.h) have decimals and no percentages.  A column is as wide
   as its name or its longest count; with percentages, the count takes 9
   characters more.  A longer percentage, for instance of a negative count,
   makes its row wider. */

#ifndef TABLE_H
#define TABLE_H

#include <glib.h>

#include "lib/count.h"
#include "lib/events.h"
#include "lib/output.h"

/* For Columns.n_percents: all of them. */
#define TABLE_ALL_COLUMNS G_MAXUINT

/* What all tables of a run show. */
typedef struct {
   const Events* events;
   const guint*  shown; /* indices of those that have a column */
   guint         n_shown;
   guint         n_percents; /* in how many columns, the first ones, a count is
                                followed by its share */
   const Count* totals;      /* of all events */
} Columns;

typedef struct {
   const Columns* columns;
   guint*         widths; /* of the columns shown, in characters */
   gboolean       heat;   /* whether counts have the style of their share */
} Table;

/* Returns 100 * count / total.  Returns 0 if either is COUNT_NONE or the total
   is 0. */
double table_percentage(Count count, Count total);

/* The longest text that the next three functions write, with its NUL. */
#define TABLE_COUNT_BYTES 64

/* Write a count to `text' as the table has it: with commas, or with decimals if
   the event is not linear, or "."; and its share, " (12.34%)", or an empty text
   if the column has no percentages or the count is 0.  `column' is an index of
   columns->shown.  Both return the length. */
guint table_format_count(char text[TABLE_COUNT_BYTES], const Columns* columns,
                         guint column, Count count);
guint table_format_share(char text[TABLE_COUNT_BYTES], const Columns* columns,
                         guint column, Count count);

/* Writes any number with commas.  Returns the length. */
guint table_format_number(char text[TABLE_COUNT_BYTES], Count number);

/* The same for a count that a program will read: without commas, and empty if
   it is COUNT_NONE. */
guint table_format_plain(char text[TABLE_COUNT_BYTES], const Columns* columns,
                         guint column, Count count);

/* Returns a table whose columns are as wide as their names, without heat.
   `columns' is not copied. */
Table* table_new(const Columns* columns);

/* Makes the columns wide enough for a row; `counts' has one for each event. */
void table_fit(Table* table, const Count* counts);

/* Writes the line with the names of the columns, and `label' after them unless
   it is NULL. */
void table_write_names(const Table* table, Output* output, const char* label);

/* Writes the counts of a row.  The caller writes the rest of the line. */
void table_write_counts(const Table* table, Output* output,
                        const Count* counts);

/* Frees a table, but not its `columns'. */
void table_free(Table* table);

#endif
