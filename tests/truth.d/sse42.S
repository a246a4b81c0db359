/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sse42.S: the string instructions of SSE4.2, and branches on each of the flags
   that they leave.  amd64. */

#include "machine.inc"

   .macro compare op, how
   \op   $\how, (SI), %xmm0
   jc    1f
   nop
1: jz    2f
   nop
2: js    3f
   nop
3: jo    4f
   nop
4:
   .endm

   .globl _start
_start:
   mov   $3, %ebx
again:
   mov   %ebx, %esi
   shl   $4, %esi
   add   $text, %esi
   movdqu set, %xmm0
   mov   $5, %eax
   mov   %ebx, %edx
   .irp how, 0x00, 0x02, 0x08, 0x0C, 0x12, 0x1A, 0x38, 0x44
   compare pcmpistri, \how
   compare pcmpestri, \how
   .endr
   .irp how, 0x08, 0x0A, 0x4A
   compare pcmpistrm, \how
   compare pcmpestrm, \how
   .endr
   crc32l (SI), %ebx
   and   $3, %ebx
   pxor  %xmm1, %xmm1
   mov   $text - 16, %edi
1: add   $16, %edi
   pcmpistri $8, (DI), %xmm1
   jnz   1b
   mov   round, %ebx
   dec   %ebx
   mov   %ebx, round
   jns   again
   exit

   .data
   .balign 16
text:  .asciz "the quick brown fox jumps over the lazy dog, and that was that"
   .balign 16
   .skip 16
set:   .asciz "aeiou"
   .skip 16
round: .long 3
