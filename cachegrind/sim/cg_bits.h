/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_bits.h: logarithms, for caches and pages, and numbers of bits.

   This module calls neither Valgrind nor the C library. */

#ifndef CG_BITS_H
#define CG_BITS_H

#include "sim/types.h"

/* Returns the logarithm of n to base 2, rounded down; n != 0. */
static inline UInt cg_bits_log2(ULong n)
{
   return 63 - (UInt)__builtin_clzll(n);
}

/* Returns how many bits of n are 1.  (The compiler's own function may call its
   library, which the tool does not have.)  Sums of neighbouring bits, then of
   pairs, and so on. */
static inline UInt cg_bits_count(ULong n)
{
   n -= n >> 1 & 0x5555555555555555ULL;
   n = (n & 0x3333333333333333ULL) + (n >> 2 & 0x3333333333333333ULL);
   n = (n + (n >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
   return (UInt)(n * 0x0101010101010101ULL >> 56);
}

#endif /* CG_BITS_H */
