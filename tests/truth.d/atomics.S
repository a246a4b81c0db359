/* SPDX-License-Identifier: GPL-2.0-or-later */
/* atomics.S: a loop of the common atomic instructions.  VEX makes an exit for
   each of them, in case its store fails.  This exit is not a branch. */

#include "machine.inc"

   .globl _start
_start:
   mov   $100, %ecx
1: lock addl $1, word
   mov   $1, %eax
   xchg  %eax, word
   lock xadd %eax, word
   lock btsl $3, word
   lock cmpxchg %edx, word
   dec   %ecx
   jne   1b
   exit

   .data
word: .long 0
