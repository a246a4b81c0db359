/* SPDX-License-Identifier: GPL-2.0-or-later */
/* folded.S: conditional branches whose condition VEX knows when it translates
   the block: it then drops the exit, or ends the block there.  The processor
   executes them all the same. */

#include "machine.inc"

   .globl _start
_start:
   fld1
   mov   $20, %ecx
1: fadd  %st(0), %st
   dec   %ecx
   jne   1b
   fstp  %st(0)

   mov   $10, %ebp
again:
   xor   %eax, %eax
   test  %eax, %eax
   je    1f             /* taken */
   nop
1: mov   $5, %eax
   cmp   $5, %eax
   jne   bad            /* not taken */
   cmp   $6, %eax
   jg    bad
   jl    1f
   nop
1: jae   bad
   stc
   jnc   bad
   jc    1f
   nop
1: clc
   jc    bad
   and   $0, %eax
   js    bad
   jo    bad
   jz    1f
   nop
1: jp    1f
   nop
1: mov   $7, %edx
   cmp   $3, %edx
   sete  %al
   test  %al, %al
   jne   bad
   setne %al
   mov   $1, %ebx
   cmp   $4, %edx
   cmova %edx, %ebx
   cmp   $7, %ebx
   jne   bad
   sub   %ebx, %ebx
   jne   bad
   xor   %ecx, %ecx
   jecxz 1f             /* taken */
   nop
1: mov   $3, %ecx
   jecxz bad            /* not taken */
2: loop  2b
   mov   $1, %ecx
   loop  bad            /* not taken */
   mov   $2, %ecx
   loop  1f             /* taken */
   nop
1: mov   $2, %ecx
   cmp   %ecx, %ecx
   loopne bad           /* not taken */
   mov   $2, %ecx
   cmp   %ecx, %ecx
   loope 1f             /* taken */
   nop
1: dec   %ebp
   jne   again
   exit_or_fail
