/* SPDX-License-Identifier: GPL-2.0-or-later */
/* columns.h: columns of counts, right-aligned under their labels.  A column
   is as wide as its widest item and two spaces before it:

        cold  capacity  conflict
           1         0         5
      12,345         0         0 */

#ifndef COLUMNS_H
#define COLUMNS_H

#include "sim/types.h"

#include <glib.h>

#define COLUMNS_MAX 8

typedef struct {
   UInt                n;
   const HChar* const* label;
   UInt                width[COLUMNS_MAX]; /* characters, with the spaces */
} Columns;

/* Returns `n' columns, at most COLUMNS_MAX, each as wide as its label.
   `label' is not copied. */
Columns columns_new(UInt n, const HChar* const label[]);

/* Make the columns wide enough for a row of c->n counts. */
void columns_fit(Columns* c, const ULong counts[]);

/* Write the labels, or a row of c->n counts, without a newline. */
void columns_write_labels(GString* to, const Columns* c);
void columns_write_counts(GString* to, const Columns* c, const ULong counts[]);

#endif
