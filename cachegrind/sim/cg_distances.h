/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_distances.h: reuse distances within the sets of a cache.

   The reuse distance of a touch of a line is the number of other lines of its
   set that were touched since the last touch of it.  In a set of W ways that
   replaces the least recently used line, a line is still there if and only if
   its distance is less than W. */

#ifndef CG_DISTANCES_H
#define CG_DISTANCES_H

#include "sim/types.h"

typedef struct Distances Distances;

/* Never touched before. */
#define CG_DISTANCES_NONE (~0ULL)

/* For a cache of `n_sets' sets.  `alloc' returns that many zeroed bytes, which
   are never given back; it never fails. */
Distances* cg_distances_new(UWord n_sets, void* (*alloc)(SizeT n_bytes));

/* Touches a line, which is in the set of that number.  Returns the distance.
   O(log n) amortized, in the number of lines of the set. */
ULong cg_distances_touch(Distances* distances, UWord set, Addr line);

#endif /* CG_DISTANCES_H */
