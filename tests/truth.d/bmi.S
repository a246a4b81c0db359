/* SPDX-License-Identifier: GPL-2.0-or-later */
/* bmi.S: the newer counts of bits and the bit instructions of BMI1 and BMI2,
   with zero and with other operands, and branches on their flags.  amd64. */

#include "machine.inc"

   .macro count op
   \op   values(, BX, 8), %rax
   jz    1f
   nop
1: jc    2f
   nop
2: \op   %eax, %edx
   .endm

   .globl _start
_start:
   mov   $3, %ebx
again:
   count tzcnt
   count lzcnt
   count popcnt
   mov   values(, BX, 8), %rcx
   andn  %rcx, %rax, %rdx
   jz    1f
   blsr  %rcx, %rdx
   jz    1f
   blsi  %rcx, %rdx
   jc    1f
   blsmsk %rcx, %rdx
   nop
1: bextr %rax, %rcx, %rdx
   bzhi  %rax, %rcx, %rdx
   jz    1f
   nop
1: pdep  %rcx, %rax, %rdx
   pext  values, %rax, %rdx
   shlx  %rcx, values, %rdx
   sarx  %rcx, %rax, %rdx
   shrx  %rcx, %rax, %rdx
   rorx  $7, %rcx, %rdx
   mulx  %rcx, %rax, %rdx
   dec   %ebx
   jns   again
   exit

   .data
values: .quad 0, 1, -1, 0x123456789ABCDEF0
