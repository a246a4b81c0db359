/* SPDX-License-Identifier: GPL-2.0-or-later */
/* dead.S: loads of values that nothing uses, and of values that VEX knows
   already.  VEX drops some of these loads when it optimises; the processor
   executes them all. */

#include "machine.inc"

   .globl _start
_start:
   mov   $25, %ebx
again:
   mov   word, %eax
   mov   word, %eax        /* the same again */
   mov   $1, %eax          /* and neither is used */
   mov   %ebx, word
   mov   word, %edx        /* what was just stored */
   add   %edx, total
   push  BX
   pop   CX
   pop   DX                /* only to drop it */
   push  DX
   mov   other, %edx
   xor   %edx, %edx
   cmp   %eax, word        /* flags that nothing reads */
   test  %ebx, %ebx
   movsd real, %xmm0
   movsd real + 8, %xmm0
   movzbl word, %ecx
   lea   1(BX), %ecx
   dec   %ebx
   jne   again
   exit

   .data
   .balign 16
real:  .double 1, 2
word:  .long 3
other: .long 4
total: .long 0
