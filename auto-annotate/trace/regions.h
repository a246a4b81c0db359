/* SPDX-License-Identifier: GPL-2.0-or-later */
/* regions.h: which variable an address belongs to, by regions of memory of
   which each takes the place of what it overlaps. */

#ifndef REGIONS_H
#define REGIONS_H

#include <glib.h>

typedef struct Regions Regions;

/* All addresses belong to `variable'. */
Regions* regions_new(guint variable);

/* The `size' bytes from `start' on, size >= 1, belong to `variable' from now
   on.  What would lie beyond the last address does not.  O(log n) in the
   number of regions, on average, and in those that are covered. */
void regions_set(Regions* regions, guint64 start, guint64 size, guint variable);

/* The variable of an address, in O(log n). */
guint regions_variable(const Regions* regions, guint64 address);

void regions_free(Regions* regions);

#endif
