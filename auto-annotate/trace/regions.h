/* SPDX-License-Identifier: GPL-2.0-or-later */
/* regions.h: the variable that an address belongs to.  A new region replaces
   what it overlaps. */

#ifndef REGIONS_H
#define REGIONS_H

#include <glib.h>

typedef struct Regions Regions;

/* All addresses belong to `variable'. */
Regions* regions_new(guint variable);

/* The `size' bytes from `start' on, size >= 1, belong to `variable' from now
   on. Bytes beyond the last address are ignored.  On average O(log n + c), with
   n regions, c of which are overwritten. */
void regions_set(Regions* regions, guint64 start, guint64 size, guint variable);

/* The variable of an address, in O(log n). */
guint regions_variable(const Regions* regions, guint64 address);

/* What somebody found who asks for neighbouring addresses again and again, such
   as a data reference of a segment.  All zeros: nothing yet. */
typedef struct {
   guint64 first, last; /* the addresses of the region */
   guint64 version;     /* of the regions */
   guint   variable;
} RegionFound;

/* The same, in O(1) if `found' still says it; else changes that. */
guint regions_variable_again(const Regions* regions, guint64 address,
                             RegionFound* found);

/* The same, and the first and last addresses of the region that it is in. */
guint regions_around(const Regions* regions, guint64 address, guint64* first,
                     guint64* last);

void regions_free(Regions* regions);

#endif
