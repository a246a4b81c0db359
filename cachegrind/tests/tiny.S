/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tiny.S: a program that runs 2,007 instructions, 1 data read, 0 writes, and
   leaves with as many as its exit status as it has arguments.  It starts in
   no time, for tests that are about options or files rather than counts. */

#include "asm.h"

   .text
FUNC(_start)
   mov   (R(SP)), R(STATUS)
   dec   R(STATUS)
   mov   $1000, %ecx
1: dec   %ecx
   jnz   1b
   nop
   nop
   EXIT
END(_start)
