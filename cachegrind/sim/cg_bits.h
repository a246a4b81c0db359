/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_bits.h: logarithms of powers of two, for caches and pages.

   This module calls neither Valgrind nor the C library. */

#ifndef CG_BITS_H
#define CG_BITS_H

#include "sim/types.h"

/* Returns the logarithm of n to base 2, rounded down; n != 0. */
static inline UInt cg_bits_log2(ULong n)
{
   return 63 - (UInt)__builtin_clzll(n);
}

#endif /* CG_BITS_H */
