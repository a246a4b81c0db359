/* SPDX-License-Identifier: GPL-2.0-or-later */
/* comparison.h: the table that precedes the text reports of several
   combinations of caches, or of several machines: the misses and their classes,
   a row for each of them, for D1 and for LL. */

#ifndef COMPARISON_H
#define COMPARISON_H

#include "sim/types.h"

#include <glib.h>

#include "conflicts/report.h"

/* Appends the table of `n' reports, at least two.  If `machines' is not NULL,
   it has the name of the machine of each report.  Otherwise `varies' tells of
   which caches the reports have different ones.  A row names these.  The rows
   with the fewest misses are marked, unless all have the same number. */
void comparison_write(const Report reports[], guint n,
                      const gboolean     varies[N_CACHES],
                      const char* const* machines, GString* to);

#endif
