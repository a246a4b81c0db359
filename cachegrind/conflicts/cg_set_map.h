/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_set_map.h: a map of the conflict misses in a cache, as part of a conflict
   report.  It has a character for each set, and 64 sets in a row:

          0  ..@@+...

   This module calls neither Valgrind nor the C library. */

#ifndef CG_SET_MAP_H
#define CG_SET_MAP_H

#include "sim/types.h"

#include "conflicts/cg_conflict_counts.h"
#include "conflicts/cg_writer.h"

/* Write the map of a level for all threads together, and its legend, in whole
   lines.  If the level has more than 1024 sets, a character stands for several
   neighbouring sets.  `alloc' is as for cg_conflict_counts_init. */
void cg_set_map_write(Writer* w, const ConflictCounts* all, Level level,
                      void* (*alloc)(SizeT n_bytes));

#endif /* CG_SET_MAP_H */
