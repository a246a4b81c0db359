/* SPDX-License-Identifier: GPL-2.0-or-later */
/* branches64.S: every kind of branch of arm64, taken and not: all conditions,
   cbz and tbz of both widths, branches to the next instruction, jumps and calls
   through registers, returns through x30 and another one, and instructions that
   are conditional but no branches: csel, ccmp, and atomic ones.  arm64. */

   .arch armv8.1-a
   .globl _start
   .text

/* Compare x19 with 8 and branch on the condition, there and back. */
   .macro on condition
   cmp   x19, 8
   b.\condition 1f
   nop
1: b.\condition 2f
2: adds  x9, x19, x20
   b.\condition 3f
   nop
3:
   .endm

_start:
   mov   x19, 16
   mov   x20, -12
round:
   on eq
   on ne
   on cs
   on cc
   on mi
   on pl
   on vs
   on vc
   on hi
   on ls
   on ge
   on lt
   on gt
   on le

   and   x10, x19, 3
   cbz   x10, 1f
   nop
1: cbnz  w10, 2f
   nop
2: movk  x10, 1, lsl 48
   cbz   w10, 3f
   cbz   x10, 3f
   nop
3: cbz   xzr, 4f
   nop
4: tbz   x19, 0, 5f
   nop
5: tbnz  w19, 2, 6f
   nop
6: tbz   x20, 63, 7f
   tbnz  x10, 48, 7f
   nop
7: tbz   x19, 1, 8f
8:

   adr   x11, callee
   tst   x19, 1
   adr   x12, other
   csel  x11, x11, x12, eq
   ccmp  x19, 4, 0, ne
   blr   x11
   adr   x13, 9f
   add   x13, x13, 4
   br    x13
9: nop
   adr   x14, word
   ldadd w19, w15, [x14]
   mov   w16, w19
   cas   w16, w15, [x14]
   subs  x19, x19, 1
   b.ne  round
   mov   x0, 0
   mov   x8, 93
   svc   0

callee:
   ret
other:
   mov   x17, x30
   ret   x17

   .data
word: .quad 0
   .section .note.GNU-stack, "", @progbits
