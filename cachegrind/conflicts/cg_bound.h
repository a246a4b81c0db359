/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_bound.h: sums and products that end at a largest value instead of
   overflowing. */

#ifndef CG_BOUND_H
#define CG_BOUND_H

#include "sim/types.h"

/* The largest value: as a length, it is too long for every use. */
#define CG_BOUND_ENDLESS (1ULL << 40)

static inline ULong cg_bound_plus(ULong a, ULong b)
{
   return a < CG_BOUND_ENDLESS && b < CG_BOUND_ENDLESS - a ? a + b
                                                           : CG_BOUND_ENDLESS;
}

static inline ULong cg_bound_times(ULong a, ULong b)
{
   return b > 0 && a > CG_BOUND_ENDLESS / b ? CG_BOUND_ENDLESS : a * b;
}

static inline ULong cg_bound_larger(ULong a, ULong b)
{
   return a > b ? a : b;
}

#endif /* CG_BOUND_H */
