/* SPDX-License-Identifier: GPL-2.0-or-later */
/* collect.S: ways into and out of a function, without a C library, so that
   what --toggle-collect counts can be told beforehand.  Beside each function
   stand the instructions of one call, those of what it calls included. */

#include "asm.h"

   .text
FUNC(leaf)                    /* 3 */
   nop
   nop
   ret
END(leaf)

FUNC(plain)                   /* 5 + 2 x 3 = 11 */
   nop
   call  leaf
   call  leaf
   nop
   ret
END(plain)

FUNC(recursive)               /* 5 x 5 + 4 + 3 = 32 for %ecx = 5 */
   test  %ecx, %ecx
   jz    1f
   dec   %ecx
   call  recursive
   ret
1: call  leaf
   ret
END(recursive)

FUNC(tail_out)                /* 2 + 3 = 5: leaf returns for it */
   nop
   jmp   leaf
END(tail_out)

FUNC(tail_into)               /* 2, then the 11 of plain */
   nop
   jmp   plain
END(tail_into)

FUNC(looping)                 /* 4 x 2 + 1 = 9: back to its first instruction */
   dec   %ecx                 /* for %ecx = 4 */
   jnz   looping
   ret
END(looping)

FUNC(deeper_loop)             /* 4 x 3 + 3 + 3 = 18: likewise, deeper in */
1: push  R(AX)                /* the stack each time, for %ecx = 4 */
   dec   %ecx
   jnz   1b
   call  leaf
   lea   4*WORD_SIZE(R(SP)), R(SP)
   ret
END(deeper_loop)

   .balign 64                 /* one I-line for both */
FUNC(falls)                   /* 2, and 3 of the next */
   nop
   nop
END(falls)
FUNC(fallen_into)             /* 3: entered in the middle of a superblock */
   nop
   nop
   ret
END(fallen_into)

   .balign 64
FUNC(before_once)             /* 1, and 3 of the next */
   nop
END(before_once)
FUNC(once)                    /* 3: likewise, and nothing else enters it */
   nop
   nop
   ret
END(once)

FUNC(jumps_out)               /* 4 + 3 = 7: like longjmp */
   nop
   call  leaf
   mov   saved_sp, R(SP)
   jmp   *saved_pc
END(jumps_out)

FUNC(skips)                   /* 2 + 3 + 7 = 12: out of two frames at once */
   call  leaf
   call  jumps_out
   hlt
END(skips)

FUNC(pops)                    /* 3: removes its argument from the stack */
   nop
   mov   WORD_SIZE(R(SP)), R(AX)
   ret   $WORD_SIZE
END(pops)

FUNC(switches)                /* 5 + 3 = 8: what runs on the other stack */
   mov   R(SP), R(BX)         /* belongs to it, too */
   mov   $stack_end, R(SP)
   call  leaf
   mov   R(BX), R(SP)
   ret
END(switches)

FUNC(on_other)                /* 6 + 3 = 9: leaves the stack that it was */
   mov   R(SP), R(BX)         /* entered on for a higher one, and comes back */
   mov   saved_sp, R(SP)
   call  leaf
   mov   R(BX), R(SP)
   nop
   ret
END(on_other)

FUNC(outside)                 /* 2 */
   nop
   ret
END(outside)

FUNC(_start)
   call  outside
   call  leaf
   call  plain
   call  outside
   mov   $5, %ecx
   call  recursive
   call  outside
   call  tail_out
   call  outside
   call  tail_into
   call  outside
   mov   $4, %ecx
   call  looping
   call  outside
   mov   $4, %ecx
   call  deeper_loop
   call  outside
   call  falls
   call  fallen_into
   call  outside
   call  before_once
   call  outside
   mov   R(SP), saved_sp
   movl  $1f, saved_pc
   call  skips
   hlt
1: call  outside
   movl  $2f, saved_pc
   call  jumps_out
   hlt
2: call  outside
   push  R(AX)
   call  pops
   call  outside
   call  switches
   call  outside
   mov   $stack_end, R(SP)
   call  on_other
   call  outside
   mov   saved_sp, R(SP)
   call  outside
   xor   R(STATUS), R(STATUS)
   EXIT
END(_start)

   .data
   .balign 64
stack:    .fill 1024, 1, 0
stack_end:
saved_sp: .fill 8, 1, 0
saved_pc: .fill 8, 1, 0
