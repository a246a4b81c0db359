/* SPDX-License-Identifier: GPL-2.0-or-later */
/* bits.S: bit scans of zero and other values, shifts and rotations by zero and
   by counts that are known only at run time, bit tests in memory, and
   conditional branches on the flags that all of them leave. */

#include "machine.inc"

   .macro shift op
   mov   $0x81234567, %eax
   add   %eax, %eax
   \op   %cl, %eax
   jc    1f
   nop
1: \op\()l %cl, word
   jc    2f
   nop
2: \op\()b %cl, %al
   \op   $1, %eax
   \op   $5, %eax
   .endm

   .globl _start
_start:
   mov   $6, %ebx
again:
   mov   counts(BX), %cl
   .irp op, shl, shr, sar, rol, ror, rcl, rcr
   shift \op
   .endr
   shld  %cl, %eax, %edx
   shrd  %cl, %eax, word
   jz    1f
   .byte 0xC1, 0xE0, 0     /* shl $0, %eax */
   js    1f
   nop
1: movzbl counts(BX), %eax
   bsf   %eax, %edx
   jz    1f
   bsr   %eax, %edx
   jz    1f
   nop
1: bsf   word, %edx
   bsr   zero, %edx
   jz    1f
   nop
1: bt    %ecx, word
   jc    1f
   bts   %ecx, word
1: mov   $-5, %edx
   btr   %edx, word
   btc   %ebx, word
   btl   $7, word
   btsl  $7, word
   bt    %ebx, %eax
   jnc   1f
   nop
1: dec   %ebx
   jns   again
   exit

   .data
   .long 0x55
word:   .long 0x12345678
zero:   .long 0
counts: .byte 0, 1, 5, 31, 32, 33, 0
