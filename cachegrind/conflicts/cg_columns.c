/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_columns.c: columns of counts; see cg_columns.h. */

#include "conflicts/cg_columns.h"

#include "conflicts/cg_text.h"

#define SPACES 2 /* before a column */

Columns cg_columns_new(UInt n, const HChar* const label[])
{
   Columns c = {.n = n, .label = label};

   for (UInt i = 0; i < n; i++)
      c.width[i] = SPACES + cg_text_length(label[i]);
   return c;
}

void cg_columns_fit(Columns* c, const ULong counts[])
{
   for (UInt i = 0; i < c->n; i++)
      c->width[i] =
         cg_text_wider(c->width[i], SPACES + cg_text_width(counts[i]));
}

void cg_columns_write_labels(Writer* w, const Columns* c)
{
   for (UInt i = 0; i < c->n; i++) {
      cg_writer_spaces(w, c->width[i] - cg_text_length(c->label[i]));
      cg_writer_text(w, c->label[i]);
   }
}

void cg_columns_write_counts(Writer* w, const Columns* c, const ULong counts[])
{
   for (UInt i = 0; i < c->n; i++)
      cg_writer_count(w, counts[i], c->width[i]);
}
