/* SPDX-License-Identifier: GPL-2.0-or-later */
/* targets.S: indirect jumps and calls, among them some whose target VEX knows
   when it translates the block. */

#include "machine.inc"

   .globl _start
_start:
   mov   $30, %ebp
again:
   mov   $1f, %eax
   jmp   *AX
   nop
1: mov   $callee, %eax
   call  *AX
   mov   $other, %edx
   add   $2, %edx
   sub   $2, %edx
   call  *DX
   push  $2f            /* a return is no indirect branch */
   ret
   nop
2: mov   %ebp, %ebx
   and   $3, %ebx
   call  *table(, BX, WORD_BYTES)
   call  *table
   shr   $1, %ebx
   jmp   *places(, BX, WORD_BYTES)
3: nop
4: mov   $variable, %eax
   movl  $5f, (AX)
   jmp   *(AX)
   nop
5: dec   %ebp
   jne   again
   exit

callee:
   ret
other:
   jmp   callee

   .data
table:    WORD callee, other, other, callee
places:   WORD 3b, 4b
variable: WORD 0
