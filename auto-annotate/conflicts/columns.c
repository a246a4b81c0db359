/* SPDX-License-Identifier: GPL-2.0-or-later */
/* columns.c: columns of counts; see columns.h. */

#include "conflicts/columns.h"

#include <string.h>

#include "lib/text.h"

#define SPACES 2 /* before a column */

Columns columns_new(UInt n, const HChar* const label[])
{
   Columns c = {.n = n, .label = label};

   for (UInt i = 0; i < n; i++)
      c.width[i] = SPACES + strlen(label[i]);
   return c;
}

void columns_fit(Columns* c, const ULong counts[])
{
   for (UInt i = 0; i < c->n; i++)
      c->width[i] = MAX(c->width[i], SPACES + text_width(counts[i]));
}

void columns_write_labels(GString* to, const Columns* c)
{
   for (UInt i = 0; i < c->n; i++)
      text_right(to, c->label[i], c->width[i]);
}

void columns_write_counts(GString* to, const Columns* c, const ULong counts[])
{
   for (UInt i = 0; i < c->n; i++)
      text_count(to, counts[i], c->width[i]);
}
