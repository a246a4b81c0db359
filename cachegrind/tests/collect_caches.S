/* SPDX-License-Identifier: GPL-2.0-or-later */
/* collect_caches.S: what the code outside of a function leaves in the caches
   and the branch predictor for it to find.  With --D1=1024,1,64 line a and line
   c exclude each other.  Of what `inside' runs,

                                    outside warms    with --collect-cold=yes
      I1mr, ILmr                    1: its line      2: also shared's
      D1mr                          4: a 3x, b       2: a, b
      DLmr                          1: b             2: a, b
      D1mw, DLmw                    0                1: the stack
      Bcm of 12                     0: 30 before     8: each jump that is taken,
                                                        as no history of 7
                                                        outcomes comes thrice  */

#include "asm.h"

   .text
   .balign 64
FUNC(inside)                  /* 12 / 4 / 1 with shared */
   mov   a, %eax
   mov   b, %edx
   call  shared
   ret
END(inside)

   .balign 64
FUNC(shared)                  /* 8 / 1 / 0; 3 conditional branches */
   mov   $3, %ecx
1: dec   %ecx
   jnz   1b
   ret
END(shared)

   .balign 64
FUNC(_start)
   mov   $stack_end, R(SP)
   mov   a, %ebx
.rept 10
   call  shared
.endr
   call  inside
   mov   c, %ebx
   call  inside
   mov   c, %esi
   call  inside
   mov   c, %edi
   call  inside
   xor   R(STATUS), R(STATUS)
   EXIT
END(_start)

   .data
   .balign 1024
a: .fill 64, 1, 0
b: .fill 64, 1, 0
   .fill 64, 1, 0
stack_end:
   .fill 1024 - 3 * 64, 1, 0
c: .fill 64, 1, 0
