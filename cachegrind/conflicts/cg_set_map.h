/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_set_map.h: where in a cache the conflict misses are, a character for each
   set, 64 sets in a row, as part of a conflict report:

          0  ..@@+...

   Like cg_sim, it calls nothing of Valgrind. */

#ifndef CG_SET_MAP_H
#define CG_SET_MAP_H

#include "sim/types.h"

#include "conflicts/cg_conflict_counts.h"
#include "conflicts/cg_writer.h"

/* Write the map of a level, of all threads together, and its legend, in whole
   lines.  A level of more than 1024 sets has a character for several
   neighbours.  `alloc' is as for cg_conflict_counts_init. */
void cg_set_map_write(Writer* w, const ConflictCounts* all, Level level,
                      void* (*alloc)(SizeT n_bytes));

#endif /* CG_SET_MAP_H */
