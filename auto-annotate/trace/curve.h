/* SPDX-License-Identifier: GPL-2.0-or-later */
/* curve.h: miss curves - how many data references miss, for caches of many
   sizes at once.

   The caches have 1 KiB, 2 KiB and so on, up to 1 GiB.  They are fully
   associative and replace the least recently used line.  If a cache has room
   for N lines, a line is in it if and only if fewer than N other lines were
   touched since its own last touch.  So the reuse distance of a line
   (distances.h) says for all sizes at once whether it is cached
   (R. L. Mattson et al., "Evaluation techniques for storage hierarchies", IBM
   Systems Journal 9(2), 1970, who call it the stack distance).

   A reference that straddles two lines touches the first one, then the other,
   as in cg_sim.h.  It counts once, as a miss if one of them misses.

   This module calls neither Valgrind nor the C library. */

#ifndef CURVE_H
#define CURVE_H

#include "sim/types.h"

/* Sizes are numbered: size 0 is 1 KiB, each one is twice the one before. */
#define CURVE_N_SIZES 21

/* In which caches a reference hits: if it is less than CURVE_N_SIZES, in
   caches of this size and larger. */
typedef enum {
   CURVE_BEYOND = CURVE_N_SIZES, /* in larger caches only */
   CURVE_COLD,                      /* in none: a line was never touched */
   N_CURVE_RESULTS
} CurveResult;

/* The number of references with each result. */
typedef struct {
   ULong references[N_CURVE_RESULTS];
} CurveCounts;

typedef struct Curve Curve;

/* Returns the state for lines of `line_size' bytes, a power of two of at most
   1 GiB.  No line was touched yet.  `alloc' returns `n_bytes' zeroed bytes, and
   does not return if it cannot.  Its memory is never freed. */
Curve* curve_new(UInt line_size, void* (*alloc)(SizeT n_bytes));

/* Reference `size' bytes at `addr', at least 1 and at most the line size.
   Cannot fail.  Takes O(log n) amortized time if n lines were touched. */
CurveResult curve_data(Curve* curve, Addr addr, UInt size);

/* Returns the bytes of size number `n'. */
static inline ULong curve_bytes(UInt n)
{
   return 1024ULL << n;
}

/* Returns the number of the smallest size that has room for one line. */
UInt curve_first_size(UInt line_size);

/* Return how many references there were, and how many of them miss in the cache
   of size number `n'. */
ULong curve_references(const CurveCounts* counts);
ULong curve_misses(const CurveCounts* counts, UInt n);

#endif /* CURVE_H */
