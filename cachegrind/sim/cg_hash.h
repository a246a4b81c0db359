/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_hash.h: hashes of numbers, for tables that a program or a trace fills.

   A hash is a sum of products with odd factors, mixed by another product.  The
   processor computes the products in parallel.  Neighbours, strides and what
   differs in high bits only have hashes that are far apart.

   The factors are constants in the tool, which runs a program that is trusted.
   A trace is a stranger's, who could choose numbers of one hash.  So a program
   that reads traces sets factors that nobody can foresee, before the first
   hash.

   This module calls neither Valgrind nor the C library. */

#ifndef CG_HASH_H
#define CG_HASH_H

#include "sim/types.h"

#define CG_HASH_FACTORS 4

/* All are odd.  The first mixes. */
extern ULong cg_hash_factors[CG_HASH_FACTORS];

/* The hash of a sum, 32 bits.  Its bits depend on all bits of the sum. */
static inline UWord cg_hash_mixed(ULong sum)
{
   return (sum ^ sum >> 32) * cg_hash_factors[0] >> 32;
}

static inline UWord cg_hash_number(UWord number)
{
   return cg_hash_mixed(number * cg_hash_factors[1]);
}

static inline UWord cg_hash_numbers(ULong a, ULong b, ULong c)
{
   return cg_hash_mixed(a * cg_hash_factors[1] + b * cg_hash_factors[2]
                        + c * cg_hash_factors[3]);
}

#endif /* CG_HASH_H */
