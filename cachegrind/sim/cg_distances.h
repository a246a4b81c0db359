/* SPDX-License-Identifier: GPL-2.0-or-later */
/* distances.h: reuse distances within the sets of a cache.

   The reuse distance of a touch of a line is the number of other lines of its
   set that were touched since the last touch of it.  In a set of W ways that
   replaces the least recently used line, a line is still there if and only if
   its distance is less than W. */

#ifndef DISTANCES_H
#define DISTANCES_H

#include "sim/types.h"

#include <glib.h>

typedef struct Distances Distances;

/* Never touched before. */
#define DISTANCE_NONE G_MAXUINT64

/* For a cache of `n_sets' sets. */
Distances* distances_new(gsize n_sets);

/* Touches a line, which is in the set of that number.  Returns the distance.
   O(log n) amortized, in the number of lines of the set. */
guint64 distances_touch(Distances* distances, gsize set, Addr line);

void distances_free(Distances* distances);

#endif
