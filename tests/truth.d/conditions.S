/* SPDX-License-Identifier: GPL-2.0-or-later */
/* conditions.S: all sixteen conditional branches, short and near, with all
   values of the flags that they test.  Half of the values are set with popf,
   for which VEX makes exits that are not branches. */

#include "machine.inc"

   .macro short_and_near condition
   j\condition 1f
   nop
1: .byte 0x0F
   .byte 0x80 + number
   .long 2f - (. + 4)
   nop
2: number = number + 1
   .endm

   .macro all_conditions
   number = 0
   .irp condition, o, no, b, ae, e, ne, be, a, s, ns, p, np, l, ge, le, g
   short_and_near \condition
   .endr
   .endm

   .globl _start
_start:
   mov   $31, %ebp
again:
   mov   flags(, BP, 4), %eax
   push  AX
   popf
   all_conditions
   mov   flags(, BP, 4), %ah
   sahf
   all_conditions
   dec   %ebp
   jns   again
   exit

   .data
flags:                     /* carry, parity, zero, sign, overflow */
   .irp high, 0x202, 0xA02
   .irp sign, 0, 0x80
   .irp zero, 0, 0x40
   .irp low, 0, 1, 4, 5
   .long \high + \sign + \zero + \low
   .endr
   .endr
   .endr
   .endr
