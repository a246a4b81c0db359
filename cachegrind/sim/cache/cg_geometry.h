/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_geometry.h: which caches can be simulated, and how a user describes one.

   The rules are written here and nowhere else.  The tool's options --I1, --D1
   and --LL, the options of cg_conflicts and the reader of traces all use this
   module, so they accept the same caches and reject the others with the same
   message.  This module calls neither Valgrind nor the C library. */

#ifndef CG_GEOMETRY_H
#define CG_GEOMETRY_H

#include "sim/types.h"

/* The shape of a cache: bytes in total, ways per set, bytes per line.  It can
   be simulated if line_size is a power of two of at least 16, and if the number
   of sets, size / (assoc * line_size), is a whole number and a power of two,
   because bits of the address select the set. */
typedef struct {
   Int size;
   Int assoc;
   Int line_size;
} CacheGeometry;

typedef enum { CACHE_I1, CACHE_D1, CACHE_LL, N_CACHES } CacheId;

/* Returns "I1", "D1" or "LL". */
const HChar* cg_geometry_name(CacheId id);

/* Returns NULL if the cache can be simulated.  Otherwise returns the rule that
   it breaks, as text that can follow "SIZE,WAYS,LINE: ". */
const HChar* cg_geometry_fault(const CacheGeometry* geometry);

/* Read a cache from `text', "SIZE,WAYS,LINE" in decimal.  SIZE is in bytes, or
   in KiB or MiB if it ends in k, KiB, M or MiB.  Returns NULL on
   success.  Otherwise returns the rule that `text' breaks, as cg_geometry_fault
   does, and *geometry is undefined. */
const HChar* cg_geometry_parse(const HChar* text, CacheGeometry* geometry);

/* Returns the cache that can be simulated and is nearest to a real one of
   `size' bytes, with `ways' ways and lines of `line_size' bytes.  The number of
   sets is rounded down to a power of two.  The number of ways is then the one
   that comes closest to the size; half a way is rounded up.  For example, a
   direct-mapped cache of 384 MB becomes one of 512 MB with 2 ways, as in
   Valgrind's own Cachegrind.  If there is no such cache, the size of the result
   is 0. */
CacheGeometry cg_geometry_nearest(ULong size, UInt ways, UInt line_size);

/* Returns the number of sets of a cache that can be simulated. */
UInt cg_geometry_n_sets(const CacheGeometry* geometry);

/* Returns the smallest line size of the three caches, in bytes.  A larger data
   reference is simulated as one of this size. */
UInt cg_geometry_smallest_line(const CacheGeometry geometry[N_CACHES]);

#endif /* CG_GEOMETRY_H */
