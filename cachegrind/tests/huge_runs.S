/* SPDX-License-Identifier: GPL-2.0-or-later */
/* huge_runs.S: one piece of code that runs 2^32 times (%ecx starts at 0), so
   that a 32-bit counter of runs shows.  With its 2 instructions and the 4 around
   it, 8,589,934,596 are counted. */

#include "asm.h"

   .text
FUNC(_start)
   mov   $0, %ecx
1: dec   %ecx
   jnz   1b
   xor   R(STATUS), R(STATUS)
   EXIT
END(_start)
