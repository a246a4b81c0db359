/* SPDX-License-Identifier: GPL-2.0-or-later */
/* huge_counts.S: more than 2^32 instructions, so that a 32-bit counter in the
   wrong place shows: 75,000,000 runs of 58, and the 4 around them, are
   4,350,000,004.  huge_runs.S does the same with the number of runs. */

#include "asm.h"

#define NOPS 56 /* so that one run is one superblock */

   .text
FUNC(_start)
   mov   $75000000, %ecx
1:
   .rept NOPS
   nop
   .endr
   dec   %ecx
   jnz   1b
   xor   R(STATUS), R(STATUS)
   EXIT
END(_start)
