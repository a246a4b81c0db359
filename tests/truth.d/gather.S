/* SPDX-License-Identifier: GPL-2.0-or-later */
/* gather.S: the gathering loads of AVX2, with masks that choose none, some and
   all of the elements.  amd64. */

#include "machine.inc"

   .macro gather op, index, mask, to
   vmovdqu masks(AX), %ymm0
   \op   \mask, data(, \index, 4), \to
   .endm

   .globl _start
_start:
   vmovdqu indices, %ymm1
   vpmovzxdq indices, %ymm3
   mov   $2, %ebx
again:
   mov   %ebx, %eax
   shl   $5, %eax
   gather vpgatherdd, %ymm1, %ymm0, %ymm2
   gather vpgatherdq, %xmm1, %ymm0, %ymm2
   gather vpgatherqd, %ymm3, %xmm0, %xmm2
   gather vgatherdps, %xmm1, %xmm0, %xmm2
   gather vgatherdpd, %xmm1, %ymm0, %ymm2
   vmovmskps %ymm0, %edx
   test  %edx, %edx
   jnz   bad
   dec   %ebx
   jns   again
   exit_or_fail

   .data
masks:   .quad 0, 0, 0, 0
         .quad -1, -1, -1, -1
         .quad 0x80000000, 0, -1, 0x8000000000000000
indices: .long 0, 1, 2, 0, 4, 0, 1, 0
data:    .quad 1, 2, 3, 4, 5, 6, 7, 8
