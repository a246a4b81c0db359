/* SPDX-License-Identifier: GPL-2.0-or-later */
/* geometry.h: what caches can be simulated, and how a user describes one: the
   rules are those of the tool's options --I1, --D1 and --LL. */

#ifndef GEOMETRY_H
#define GEOMETRY_H

#include "sim/types.h"

#include <glib.h>

#include "sim/cg_sim.h"

/* "I1", "D1" or "LL". */
const char* cache_name(CacheId id);

/* NULL if the cache can be simulated; else why not. */
const char* geometry_fault(const CacheGeometry* geometry);

/* The cache that `text', "SIZE,WAYS,LINE", describes.  Returns NULL, or what is
   wrong with it. */
const char* geometry_parse(const char* text, CacheGeometry* geometry);

#endif
