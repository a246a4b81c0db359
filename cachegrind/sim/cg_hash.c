/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_hash.c: the factors of hashes; see cg_hash.h. */

#include "sim/cg_hash.h"

/* About half of the bits of each are 1.  The second is 2^64 / the golden ratio:
   D. E. Knuth, The Art of Computer Programming, vol. 3, 6.4. */
ULong cg_hash_factors[CG_HASH_FACTORS] = {
   0xC2B2AE3D27D4EB4FULL,
   0x9E3779B97F4A7C15ULL,
   0x165667B19E3779F9ULL,
   0xD6E8FEB86659FD93ULL,
};
