/* SPDX-License-Identifier: GPL-2.0-or-later */
/* masked.S: the stores of SSE2 and MMX that write only chosen bytes, with masks
   that choose none, some and all of them. */

#include "machine.inc"

   .globl _start
_start:
   mov   $2, %ebx
again:
   mov   %ebx, %eax
   shl   $4, %eax
   movdqu masks(AX), %xmm1
   movdqu data, %xmm0
   mov   $area, %edi
   maskmovdqu %xmm1, %xmm0
   movq  masks(AX), %mm1
   movq  data, %mm0
   maskmovq %mm1, %mm0
   dec   %ebx
   jns   again
   emms
   exit

   .data
   .balign 16
masks: .quad 0, 0, 0x80008000FF000000, 0x80, -1, -1
data:  .quad 0x123456789ABCDEF, 0x1111111111111111
area:  .skip 16
