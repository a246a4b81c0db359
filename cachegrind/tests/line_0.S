/* SPDX-License-Identifier: GPL-2.0-or-later */
/* line_0.S: a loop that calls a function far away 1000 times, for an I1 of two
   direct-mapped lines of 16 MiB, --I1=33554432,1,16777216.  The linker puts the
   loop at 4 MiB, on line 0 of the address space, and the function at 768 MiB,
   on line 48 (see programs.txt): both in set 0.  So each call misses, and so
   does each return. */

#include "asm.h"

   .text
FUNC(_start)                  /* 3004 instructions, 1001 fetch misses */
   mov   $1000, %ebx
1: call  far
   dec   %ebx
   jnz   1b
   xor   R(STATUS), R(STATUS)
   EXIT
END(_start)

   .section .far, "ax", @progbits
FUNC(far)                     /* 1000, 1000 */
   ret
END(far)

   .data                      /* or Valgrind would read no symbols */
   .long 0
