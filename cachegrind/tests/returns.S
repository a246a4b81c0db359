/* SPDX-License-Identifier: GPL-2.0-or-later */
/* returns.S: calls and returns, whose predictions by a stack of 16 calls can be
   told by hand. */

#include "asm.h"

   .text
FUNC(leaf)           /* called 100 times: Br 100 */
   ret
END(leaf)

FUNC(calls)          /* Br 1.  Bi 50: each goes where the last one went, but for
                        the first: Bim 1 */
   mov  $50, %ecx
1: call leaf
   call *pointer
   dec  %ecx
   jnz  1b
   ret
END(calls)

FUNC(deep)           /* 20 calls of itself, one in the other, of which the stack
                        keeps 16.  Br 21.  It gives the same call again and
                        again, so only the last return, to another place, is
                        mispredicted: Brm 1.  So is that of what called it */
   dec  %ecx
   js   1f
   call deep
1: ret
END(deep)

FUNC(call_deep)      /* Br 1, Brm 1 */
   mov  $20, %ecx
   call deep
   ret
END(call_deep)

FUNC(read_ip)        /* Br 1: a call of the next instruction is a jump */
   call 1f
1: pop  R(AX)
   ret
END(read_ip)

FUNC(jump_by_return) /* Br 2, Brm 2: the first return goes elsewhere, and takes
                        away the call that the second one returns from */
   mov  $1f, R(AX)
   push R(AX)
   ret
1: ret
END(jump_by_return)

FUNC(_start)
   call calls
   call call_deep
   call read_ip
   call jump_by_return
   xor  R(STATUS), R(STATUS)
   EXIT
END(_start)

   .data
   .balign 64
pointer: WORD leaf
