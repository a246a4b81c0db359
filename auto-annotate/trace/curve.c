/* SPDX-License-Identifier: GPL-2.0-or-later */
/* curve.c: miss curves; see curve.h. */

#include "trace/curve.h"

#include "trace/distances.h"

struct Curve {
   Distances* distances;
   Addr       line_mask;
   UInt       first_size;
   UInt       lines_bits; /* 1 KiB has 2^lines_bits lines; 0 if it has none */
   Addr       last;       /* the line that was touched last; 1: none */
};

/* The base-2 logarithm of `n', which is not 0, rounded down. */
static UInt curve_log2(ULong n)
{
   return 63 - __builtin_clzll(n);
}

UInt curve_first_size(UInt line_size)
{
   return line_size <= curve_bytes(0) ? 0
                                      : curve_log2(line_size / curve_bytes(0));
}

Curve* curve_new(UInt line_size, void* (*alloc)(SizeT n_bytes))
{
   Curve* c = alloc(sizeof *c);

   *c = (Curve){
      .distances  = distances_new(1, alloc),
      .line_mask  = ~((Addr)line_size - 1),
      .first_size = curve_first_size(line_size),
      .last       = 1,
   };
   if (c->first_size == 0)
      c->lines_bits = curve_log2(curve_bytes(0) / line_size);
   return c;
}

/* The smallest cache that has a line of this distance.  It has 2^n lines for
   the smallest n with 2^n > distance. */
static UInt size_for(const Curve* c, ULong distance)
{
   UInt n = distance == 0 ? 0 : curve_log2(distance) + 1;

   return c->first_size + (n > c->lines_bits ? n - c->lines_bits : 0);
}

static CurveResult curve_touch(Curve* c, Addr line)
{
   if (line == c->last)
      return c->first_size;
   c->last = line;

   ULong distance = distances_touch(c->distances, 0, line);

   if (distance == DISTANCES_NONE)
      return CURVE_COLD;

   UInt size = size_for(c, distance);

   return size < CURVE_N_SIZES ? size : CURVE_BEYOND;
}

CurveResult curve_data(Curve* c, Addr addr, UInt size)
{
   Addr        first  = addr & c->line_mask;
   Addr        last   = (addr + size - 1) & c->line_mask;
   CurveResult result = curve_touch(c, first);

   if (last != first) {
      CurveResult other = curve_touch(c, last);

      if (other > result)
         result = other;
   }
   return result;
}

ULong curve_misses(const CurveCounts* counts, UInt n)
{
   ULong misses = 0;

   for (UInt i = n + 1; i < N_CURVE_RESULTS; i++)
      misses += counts->references[i];
   return misses;
}

ULong curve_references(const CurveCounts* counts)
{
   return counts->references[0] + curve_misses(counts, 0);
}
