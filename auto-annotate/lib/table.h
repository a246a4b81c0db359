/* SPDX-License-Identifier: GPL-2.0-or-later */
/* table.h: counts in columns, as cg_annotate shows them.

      Ir             Dr          Dw           file:function
      1,105 (83.97%) 23 (69.70%)  5 (31.25%)  prog.c:main
        201 (15.27%)  0           1 ( 6.25%)  prog.c:helper
         10 ( 0.76%)  .          10 (62.50%)  prog.c:foo

   "." is an event that cannot happen there.  A column is as wide as its name or
   its longest count needs it, with 9 more for a percentage where these are
   shown; a longer percentage, as of a negative count, sticks out. */

#ifndef TABLE_H
#define TABLE_H

#include <glib.h>

#include "lib/count.h"
#include "lib/output.h"

/* What all tables of a run show. */
typedef struct {
   const GPtrArray* names; /* of all events */
   const guint*     shown; /* indices of those that have a column */
   guint            n_shown;
   gboolean         percents; /* behind each count its share of the total */
   const Count*     totals;   /* of all events */
} Columns;

typedef struct {
   const Columns* columns;
   guint*         widths; /* of as many columns, in characters */
} Table;

/* 100 * count / total, both as they are in a profile; 0 if the total is. */
double table_percentage(Count count, Count total);

/* A table that is as wide as the names of its columns. */
Table* table_new(const Columns* columns);

/* Makes the columns wide enough for a row. */
void table_fit(Table* table, const Count* counts);

/* Writes the names, and `label' unless it is NULL. */
void table_write_names(const Table* table, Output* output, const char* label);

/* Writes the counts of a row, without what stands right of them. */
void table_write_counts(const Table* table, Output* output,
                        const Count* counts);

void table_free(Table* table);

#endif
