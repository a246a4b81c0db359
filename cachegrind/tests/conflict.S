/* SPDX-License-Identifier: GPL-2.0-or-later */
/* conflict.S: misses of each class, for a D1 of 4 sets of 2 ways and 16 byte
   lines, 128 bytes in all, and an LL of 1024 bytes.  No C library, so that the
   whole report can be told beforehand.

   a, b and c lie in set 0.  A set has room for two, the cache for all three:
   of 10 rounds the first has 3 cold misses, the others have 3 conflicts each.

   large is twice as large as the cache: the first sweep has 16 cold misses, the
   second 16 capacity misses, and at the end of each so has the return, whose
   line the sweep has driven out.  That of conflicts is the only hit.

   So 64 lines come in, and one at the first call, which is outside of both
   functions; 8 remain, and 57 are pushed out.  Of set 0, 30 + 4 + 4 come in, and
   2 remain.  All misses but the first ones hit LL, where the line of the stack
   has been since that call: 19 cold misses, 45 hits. */

#include "asm.h"

   .text
FUNC(conflicts)
   mov   $10, %ecx
1: mov   a, %eax
   add   b, %eax
   mov   %eax, c
   dec   %ecx
   jnz   1b
   ret
END(conflicts)

FUNC(sweep)
   mov   $large, R(BX)
1: incb  (R(BX))
   add   $16, R(BX)
   cmp   $large + 256, R(BX)
   jne   1b
   ret
END(sweep)

FUNC(_start)
   mov   $my_stack_end, R(SP)
   call  conflicts
   call  sweep
   call  sweep
   xor   R(STATUS), R(STATUS)
   EXIT
END(_start)

#define VARIABLE(name, n) \
   .globl name; .type name, @object; .size name, n; name: .fill n, 1, 0

   .data
   .balign 4096
VARIABLE(a, 64)
VARIABLE(b, 64)
VARIABLE(c, 128)
VARIABLE(large, 256)
VARIABLE(my_stack, 64)
my_stack_end:
