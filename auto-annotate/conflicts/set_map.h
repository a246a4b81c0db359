/* SPDX-License-Identifier: GPL-2.0-or-later */
/* set_map.h: a map of the conflict misses in a cache, as part of a conflict
   report.  It has a character for each set, and 64 sets in a row:

          0  ..@@+... */

#ifndef SET_MAP_H
#define SET_MAP_H

#include "sim/types.h"

#include <glib.h>

#include "conflicts/cg_conflict_counts.h"

/* Write the map of a level for all threads together, and its legend, in whole
   lines.  If the level has more than 1024 sets, a character stands for several
   neighbouring sets. */
void set_map_write(GString* to, const ConflictCounts* all, Level level);

#endif
