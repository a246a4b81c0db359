/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_columns.h: columns of counts, right-aligned under their labels.  A column
   is as wide as its widest item and two spaces before it:

        cold  capacity  conflict
           1         0         5
      12,345         0         0

   This module calls neither Valgrind nor the C library. */

#ifndef CG_COLUMNS_H
#define CG_COLUMNS_H

#include "sim/types.h"

#include "conflicts/cg_writer.h"

#define CG_COLUMNS_MAX 8

typedef struct {
   UInt                n;
   const HChar* const* label;
   UInt                width[CG_COLUMNS_MAX]; /* characters, with the spaces */
} Columns;

/* Returns `n' columns, at most CG_COLUMNS_MAX, each as wide as its label.
   `label' is not copied. */
Columns cg_columns_new(UInt n, const HChar* const label[]);

/* Make the columns wide enough for a row of c->n counts. */
void cg_columns_fit(Columns* c, const ULong counts[]);

/* Write the labels, or a row of c->n counts, without a newline. */
void cg_columns_write_labels(Writer* w, const Columns* c);
void cg_columns_write_counts(Writer* w, const Columns* c, const ULong counts[]);

#endif /* CG_COLUMNS_H */
