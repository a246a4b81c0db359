/* SPDX-License-Identifier: GPL-2.0-or-later */
/* branches.S: branches whose predictions can be told by hand.

   The predictor knows a conditional branch by the last 7 outcomes and the low
   7 bits of its address.  All its counters start at "not taken" and need two
   taken branches to turn.  An indirect branch is known by the low 9 bits of
   its address and predicted to go where it went last, from 0 on.  Each
   function lies at a multiple of 512, so no address but that of the code here
   decides, and each uses places in the tables that the others do not. */

#include "asm.h"

#define ALIGNED_FUNC(name) .balign 512; FUNC(name)

   .text
ALIGNED_FUNC(never)           /* Bc 301, Bcm 1 */
   mov   $300, %ecx
1: test  %ecx, %ecx
   jz    2f
   dec   %ecx
   jmp   1b
2: ret
END(never)

ALIGNED_FUNC(always)          /* Bc 300; Bcm 9: once for each of 6 histories */
   .skip 2, 0x90              /* on the way to all taken, then twice, the end */
   mov   $300, %ecx
1: dec   %ecx
   jnz   1b
   ret
END(always)

ALIGNED_FUNC(alternating)     /* Bc 600: a branch that goes every other way is */
   .skip 20, 0x90             /* learnt, as the history tells the ways apart */
   mov   $300, %ecx
1: test  $1, %cl
   jz    2f
   nop
2: dec   %ecx
   jnz   1b
   ret
END(alternating)

ALIGNED_FUNC(inverted)        /* Bc 100: taken only once, at the end; VEX may */
   .skip 40, 0x90             /* turn such branches round */
   mov   $100, %ecx
1: dec   %ecx
   jz    2f
   jmp   1b
2: ret
END(inverted)

ALIGNED_FUNC(same_target)     /* Bi 100, Bim 1; returns are not indirect */
   .skip 60, 0x90
   mov   $100, %edx
1: call  *targets
   dec   %edx
   jnz   1b
   ret
END(same_target)

ALIGNED_FUNC(two_targets)     /* Bi 100, Bim 100: never where it went last */
   .skip 80, 0x90
   mov   $100, %edx
   mov   $targets, R(SI)
1: mov   (R(SI)), R(AX)
   xor   $WORD_SIZE, R(SI)
   call  *R(AX)
   dec   %edx
   jnz   1b
   ret
END(two_targets)

ALIGNED_FUNC(indirect_jump)   /* Bi 10, Bim 1 */
   .skip 100, 0x90
   mov   $10, %edx
1: jmp   *jump_target
jump_lands_here:
   dec   %edx
   jnz   1b
   ret
END(indirect_jump)

ALIGNED_FUNC(other_branches)  /* calls, returns, direct jumps: no Bc, no Bi */
   call  target_1
   jmp   1f
1: cmovz %eax, %edx
   sete  %al
   ret
END(other_branches)

ALIGNED_FUNC(target_1)
   ret
END(target_1)

ALIGNED_FUNC(target_2)
   ret
END(target_2)

ALIGNED_FUNC(_start)
   call  never
   call  always
   call  alternating
   call  inverted
   call  same_target
   call  two_targets
   call  indirect_jump
   call  other_branches
   xor   R(STATUS), R(STATUS)
   EXIT
END(_start)

   .data
   .balign 64
targets:     WORD target_1, target_2
jump_target: WORD jump_lands_here
