/* SPDX-License-Identifier: GPL-2.0-or-later */
/* comparison.h: the table that precedes the text reports of several
   combinations of caches, or of several machines: the misses and their classes,
   a row for each of them, for D1 and for LL. */

#ifndef COMPARISON_H
#define COMPARISON_H

#include "sim/types.h"

#include <glib.h>

#include "conflicts/cg_report.h"

/* Writes the table of `n' reports, at least two, with the members `put' and
   `to' of the first.  If `machines' is not NULL, it has the name of the machine
   of each report.  Otherwise `varies' tells of which caches the reports have
   different ones.  A row names these.  The rows with the fewest misses are
   marked, unless all have the same number.  Cannot fail. */
void comparison_write(const Report reports[], guint n,
                      const gboolean     varies[N_CACHES],
                      const char* const* machines);

#endif
