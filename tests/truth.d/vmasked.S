/* SPDX-License-Identifier: GPL-2.0-or-later */
/* vmasked.S: masked loads and stores of AVX and AVX2, with masks that choose
   none, some and all of the elements.  amd64. */

#include "machine.inc"

   .globl _start
_start:
   mov   $3, %ebx
again:
   mov   %ebx, %eax
   shl   $5, %eax
   vmovdqu masks(AX), %ymm0
   vmaskmovps data, %ymm0, %ymm1
   vmaskmovps %ymm1, %ymm0, area
   vmaskmovpd data, %ymm0, %ymm1
   vmaskmovpd %ymm1, %ymm0, area
   vpmaskmovd data, %ymm0, %ymm1
   vpmaskmovd %ymm1, %ymm0, area
   vpmaskmovq data, %ymm0, %ymm1
   vpmaskmovq %xmm1, %xmm0, area
   vptest %ymm0, %ymm1
   jz    1f
   jc    1f
   nop
1: dec   %ebx
   jns   again
   exit

   .data
masks: .quad 0, 0, 0, 0
       .quad -1, -1, -1, -1
       .quad 0x80000000, 0, -1, 0x8000000000000000
       .quad 0, 1, 0x8000000080000000, 0
data:  .quad 1, 2, 3, 4
area:  .skip 32
