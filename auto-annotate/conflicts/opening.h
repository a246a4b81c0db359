/* SPDX-License-Identifier: GPL-2.0-or-later */
/* opening.h: the first lines of a conflict report as text, in words: why
   data misses, where most of these misses are, and what to try.

      D1 misses 50.2% of 4,259,853 accesses: 0.3% cold, 12.4% capacity, 87.3%
      conflict.
      Where: 96.8% of the conflict misses are m2 pushed out by itself ...
      Try: ...

   (Each sentence is one line.)  The advice depends only on the class that has
   the most misses of D1. */

#ifndef OPENING_H
#define OPENING_H

#include "sim/types.h"

#include <glib.h>

#include "conflicts/ranking.h"
#include "conflicts/report.h"

/* Write these lines for the report `r', whose counts are in `ranking'.  LL has
   a line, too, if a tenth of the misses of D1 or more miss there.  The first
   candidates for false sharing have one if there are any; see cg_sharing.h. */
void opening_write(GString* to, const Report* r, const Ranking* ranking);

/* Returns whether the program has a name for the variable, or at least a line
   that allocates it.  If not, nobody can pad it or make it smaller. */
gboolean opening_is_named(const char* variable);

#endif
