/* SPDX-License-Identifier: GPL-2.0-or-later */
/* vector512.S: loads and stores of AVX-512.  With a mask, each element is a
   reference of its own that counts only where its bit is set, as in vector.S.
   Beside each function: its instructions, reads and writes, and where there are
   any, reads that miss D1; the `ret' included, whose read hits. */

#include "asm.h"

   .text
   .macro mask bits
   mov $\bits, %eax
   kmovd %eax, %k1
   .endm

FUNC(wide)                    /* 4 / 3 / 1 / 1 */
   vmovups data, %zmm0
   vaddps data, %zmm0, %zmm1
   vmovups %zmm1, data
   ret
END(wide)

FUNC(wide_edge)               /* 4 / 4 / 0 / 1: the first load has brought */
   vmovups data+96, %zmm0     /* both lines */
   movl  data+64, %eax
   movl  data+128, %ecx
   ret
END(wide_edge)

FUNC(broadcast)               /* 3 / 3 / 0 / 1 */
   vaddps data+192{1to16}, %zmm0, %zmm1
   vbroadcastf32x4 data+208, %zmm2
   ret
END(broadcast)

FUNC(broadcast_masked)        /* 5 / 2 / 0: one element, whatever the mask */
   mask  0x8001
   vaddps data{1to16}, %zmm0, %zmm1{%k1}
   vpbroadcastd %eax, %zmm3{%k1}
   ret
END(broadcast_masked)

FUNC(masked_load_all)         /* 4 / 17 / 0 */
   mask  0xFFFF
   vmovdqu32 data, %zmm0{%k1}
   ret
END(masked_load_all)

FUNC(masked_load_three)       /* 6 / 10 / 0: also operands of arithmetic */
   mask  0x8011
   vmovdqu32 data, %zmm0{%k1}{z}
   vaddps data, %zmm0, %zmm1{%k1}
   vmovdqu8 data, %zmm2{%k1}
   ret
END(masked_load_three)

FUNC(masked_load_none)        /* 4 / 1 / 0: address 8 is never touched */
   mask  0
   vmovdqu32 8, %zmm0{%k1}
   ret
END(masked_load_none)

FUNC(masked_store_three)      /* 5 / 1 / 6 */
   mask  0x8011
   vmovups %zmm0, data{%k1}
   vpmovdb %zmm0, data{%k1}
   ret
END(masked_store_three)

FUNC(masked_store_none)       /* 4 / 1 / 0 */
   mask  0
   vmovups %zmm0, 8{%k1}
   ret
END(masked_store_none)

FUNC(scalar)                  /* 6 / 2 / 1: the lowest bit is the mask */
   mask  0xFFFE
   vmovss data, %xmm0{%k1}{z}
   vaddss data, %xmm0, %xmm1
   vmovss %xmm1, data
   ret
END(scalar)

FUNC(compress)                /* 5 / 4 / 3: where the elements lie together */
   mask  0x8011
   vpcompressd %zmm0, data{%k1}
   vpexpandd data, %zmm1{%k1}
   ret
END(compress)

FUNC(gather_three)            /* 5 / 5 / 0: the indices, three elements */
   mask  0x8011
   vmovdqu32 indices, %zmm2
   vpgatherdd data(, %zmm2, 4), %zmm0{%k1}
   ret
END(gather_three)

FUNC(scatter_three)           /* 5 / 2 / 3 */
   mask  0x8011
   vmovdqu32 indices, %zmm2
   vpscatterdd %zmm0, data(, %zmm2, 4){%k1}
   ret
END(scatter_three)

FUNC(masks)                   /* 3 / 2 / 1 */
   kmovq data, %k1
   kmovw %k1, data
   ret
END(masks)

FUNC(narrow)                  /* 3 / 2 / 1: 16 bytes are read, 8 written */
   vpmovzxbd data, %zmm0
   vpmovqb %zmm0, data
   ret
END(narrow)

FUNC(_start)
   .irp f, wide, wide_edge, broadcast, broadcast_masked, masked_load_all
   call  \f
   .endr
   .irp f, masked_load_three, masked_load_none, masked_store_three
   call  \f
   .endr
   .irp f, masked_store_none, scalar, compress, gather_three, scatter_three
   call  \f
   .endr
   call  masks
   call  narrow
   xor   R(STATUS), R(STATUS)
   EXIT
END(_start)

   .data
   .balign 64
data:    .fill 256, 1, 0
indices: .long 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
