/* SPDX-License-Identifier: GPL-2.0-or-later */
/* huge_counts.S: more than 2^32 instructions, so that a 32-bit counter in the
   wrong place shows.  On amd64 one piece of code runs 2^32 times (%ecx starts
   at 0): with its 2 instructions and the 4 around it, 8,589,934,596.  On x86,
   where that would take long, 75,000,000 runs of 58: 4,350,000,004. */

#include "asm.h"

#ifdef __x86_64__
#  define ROUNDS 0
#  define NOPS   0
#else
#  define ROUNDS 75000000
#  define NOPS   56
#endif

   .text
FUNC(_start)
   mov   $ROUNDS, %ecx
1:
   .rept NOPS
   nop
   .endr
   dec   %ecx
   jnz   1b
   xor   R(STATUS), R(STATUS)
   EXIT
END(_start)
