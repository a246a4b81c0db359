/* SPDX-License-Identifier: GPL-2.0-or-later */
/* distances.h: reuse distances within the sets of a cache.

   A touch of a line has a reuse distance: the number of other lines of the same
   set that were touched since the last touch of this line.  In a set of W ways
   that replaces the least recently used line, a line is still cached if and
   only if its distance is less than W.

   This module calls neither Valgrind nor the C library. */

#ifndef DISTANCES_H
#define DISTANCES_H

#include "sim/types.h"

typedef struct Distances Distances;

/* The distance of a line that was never touched before. */
#define DISTANCES_NONE (~0ULL)

/* Returns the state for a cache of `n_sets' sets, in which no line was touched.
   `alloc' returns `n_bytes' zeroed bytes, and does not return if it cannot.
   Its memory is never freed. */
Distances* distances_new(UWord n_sets, void* (*alloc)(SizeT n_bytes));

/* Touch a line of set number `set'.  Returns its reuse distance, or
   DISTANCES_NONE.  Cannot fail.  Takes O(log n) amortized time for the n
   lines of the set. */
ULong distances_touch(Distances* distances, UWord set, Addr line);

#endif /* DISTANCES_H */
