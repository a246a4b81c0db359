/* SPDX-License-Identifier: GPL-2.0-or-later */
/* vector.S: AVX loads and stores: wide ones, which the simulated lines may be
   too short for, and masked ones, each lane of which is a reference of its own
   that counts only where its mask bit is set.  Beside each function: its
   instructions, reads and writes, the `ret' included. */

#include "asm.h"

   .text
FUNC(wide)                    /* 4 / 3 / 1: 32 bytes, one reference each */
   vmovups data, %ymm0
   vmovups data+7, %ymm1
   vmovups %ymm0, data+64
   ret
END(wide)

FUNC(wide_edge)               /* 3 / 3 / 0: where lines have 16 bytes, the */
   vmovups data+96, %ymm0     /* first load is cut down to the first line, so */
   movl  data+112, %eax       /* the second misses too */
   ret
END(wide_edge)

FUNC(masked_load_all)         /* 3 / 10 / 0: the mask and 8 lanes */
   vmovups all_lanes, %ymm2
   vmaskmovps data, %ymm2, %ymm0
   ret
END(masked_load_all)

FUNC(masked_load_three)       /* 3 / 5 / 0 */
   vmovups three_lanes, %ymm2
   vmaskmovps data, %ymm2, %ymm0
   ret
END(masked_load_three)

FUNC(masked_load_none)        /* 3 / 1 / 0: also, address 8 is never touched */
   vxorps %ymm2, %ymm2, %ymm2
   vmaskmovps 8, %ymm2, %ymm0
   ret
END(masked_load_none)

FUNC(masked_store_three)      /* 3 / 2 / 3 */
   vmovups three_lanes, %ymm2
   vmaskmovps %ymm0, %ymm2, data
   ret
END(masked_store_three)

FUNC(masked_store_none)       /* 3 / 1 / 0 */
   vxorps %ymm2, %ymm2, %ymm2
   vmaskmovps %ymm0, %ymm2, 8
   ret
END(masked_store_none)

FUNC(_start)
   call  wide
   call  wide_edge
   call  masked_load_all
   call  masked_load_three
   call  masked_load_none
   call  masked_store_three
   call  masked_store_none
   xor   R(STATUS), R(STATUS)
   EXIT
END(_start)

   .data
   .balign 64
data:        .fill 128, 1, 0
all_lanes:   .fill 8, 4, -1
three_lanes: .long -1, 0, 0, -1, 0, 0, 0, -1
