/* SPDX-License-Identifier: GPL-2.0-or-later */
/* avx512.S: instructions of AVX-512 that access memory element by element, under
   masks that choose none, some and all of them, and branches on masks.  amd64. */

#include "machine.inc"

   .globl _start
_start:
   vmovdqu64 indices, %zmm1
   vpmovzxdq indices, %zmm3
   mov   $3, %ebx
again:
   movzwl masks(, %rbx, 2), %eax
   .irp op, vpgatherdd, vgatherdps
   kmovw %eax, %k1
   \op   data(, %zmm1, 4), %zmm2{%k1}
   .endr
   .irp op, vpgatherqq, vgatherqpd
   kmovw %eax, %k1
   \op   data(, %zmm3, 8), %zmm2{%k1}
   .endr
   kortestw %k1, %k1
   js    bad
   kmovw %eax, %k1
   vpscatterdd %zmm2, room(, %zmm1, 4){%k1}
   kmovw %eax, %k1
   vmovdqu32 data, %zmm4{%k1}{z}
   vmovdqu16 %zmm4, room{%k1}
   vpcompressd %zmm4, room{%k1}
   vpexpandd data, %zmm5{%k1}
   vpaddd data{1to16}, %zmm4, %zmm6{%k1}
   vpaddd data, %zmm4, %zmm6
   vpmovdb %zmm4, room
   vcmpps $0, data, %zmm4, %k2{%k1}
   kmovq %k2, room
   kmovq room, %k3
   kortestw %k3, %k2
   jz    1f
   kxorw %k2, %k3, %k4
   kortestw %k4, %k4
   jnz   bad
1: ktestw %k1, %k1
   jz    2f
   vptestmd %zmm4, %zmm4, %k5
2: dec   %ebx
   jns   again
   exit_or_fail

   .data
   .balign 64
data:    .long 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16
         .quad 1, 2, 3, 4, 5, 6, 7, 8
room:    .fill 64, 1, 0
indices: .long 0, 1, 2, 0, 4, 0, 1, 0, 8, 9, 10, 11, 12, 13, 14, 15
masks:   .short 0, 1, 0x5A5A, 0xFFFF
