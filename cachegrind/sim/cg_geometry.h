/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_geometry.h: which caches can be simulated, and how a user describes one.

   The rules are written here and nowhere else.  The tool's options --I1, --D1
   and --LL, those of cg_conflicts, and the reader of traces all ask this
   module, so they accept the same caches and refuse the others with the same
   words. */

#ifndef CG_GEOMETRY_H
#define CG_GEOMETRY_H

#include "sim/types.h"

/* A cache's shape: bytes in total, ways per set, bytes per line.  It can be
   simulated if line_size is a power of two of at least 16, and if the number
   of sets, size / (assoc * line_size), is a whole number and a power of two:
   some of an address's bits choose its set. */
typedef struct {
   Int size;
   Int assoc;
   Int line_size;
} CacheGeometry;

typedef enum { CACHE_I1, CACHE_D1, CACHE_LL, N_CACHES } CacheId;

/* "I1", "D1" or "LL". */
const HChar* cg_geometry_name(CacheId id);

/* NULL if the cache can be simulated; else the rule that it breaks, as words
   that can follow "SIZE,WAYS,LINE: ". */
const HChar* cg_geometry_fault(const CacheGeometry* geometry);

/* Read a cache from `text', "SIZE,WAYS,LINE" in decimal numbers.  Returns NULL,
   or the rule that `text' breaks; *geometry is then of no use. */
const HChar* cg_geometry_parse(const HChar* text, CacheGeometry* geometry);

/* The cache nearest to one of a real machine that can be simulated.  The number
   of sets is rounded down to a power of two.  The number of ways is then the
   one that comes closest to the size; half a way counts as one.  So a
   direct-mapped cache of 384 MB becomes one of 512 MB with 2 ways, as in the
   core's own Cachegrind.  If there is none, the result's size is 0. */
CacheGeometry cg_geometry_nearest(UInt size, UInt ways, UInt line_size);

/* The number of sets of a cache that can be simulated. */
UInt cg_geometry_n_sets(const CacheGeometry* geometry);

/* The bytes of the smallest line of three caches, to which larger data
   references are cut down. */
UInt cg_geometry_smallest_line(const CacheGeometry geometry[N_CACHES]);

#endif /* CG_GEOMETRY_H */
