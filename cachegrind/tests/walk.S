/* SPDX-License-Identifier: GPL-2.0-or-later */
/* walk.S: walks over an array whose misses can be told by hand, for
   --I1=1024,2,32 --D1=1024,2,32 --LL=4096,2,32: 16 sets of 2 ways in the
   first level, 64 sets of 2 ways in LL.  Nothing touches the stack, so what
   the array does to the caches is all that happens.  (Loaded values are
   added up, because VEX drops a load whose result is not needed before any tool
   sees it.)  Each function falls
   through to the next, and finds the caches as the one before left them.
   Beside each: reads, D1 and LL read misses / writes, D1 and LL write misses;
   at the end, misses of fetches. */

#include "asm.h"

#define COMMA ,

/* Walk over `count' addresses, `step' bytes apart, from `start' on. */
#define WALK(instruction, start, step, count) \
   mov   $start, R(SI); mov $count, %ecx;     \
1: instruction; add $step, R(SI); dec %ecx; jnz 1b

   .text
   .balign 1024
FUNC(_start)
   nop
END(_start)

FUNC(fill)                    /* 32 32 32 / 0 0 0: every line once */
   WALK(add (R(SI)) COMMA %edx, array, 32, 32)
END(fill)

FUNC(again)                   /* 32 0 0 / 0 0 0: the array fits exactly */
   WALK(add (R(SI)) COMMA %edx, array, 32, 32)
END(again)

FUNC(write_there)             /* 0 0 0 / 32 0 0 */
   WALK(mov %eax COMMA (R(SI)), array, 32, 32)
END(write_there)

FUNC(write_elsewhere)         /* 0 0 0 / 32 32 32: writes allocate, and the */
   WALK(mov %eax COMMA (R(SI)), array+1024, 32, 32)    /* first half goes */
END(write_elsewhere)

FUNC(read_back)               /* 32 32 0 / 0 0 0: from LL */
   WALK(add (R(SI)) COMMA %edx, array, 32, 32)
END(read_back)

FUNC(modify)                  /* 32 32 0 / 0 0 0: one reference, a read */
   WALK(incl (R(SI)), array+1024, 32, 32)
END(modify)

FUNC(straddle_hit)            /* 31 0 0 / 0 0 0: both lines are there */
   WALK(add -2(R(SI)) COMMA %edx, array+1024+32, 32, 31)
END(straddle_hit)

FUNC(straddle_miss)           /* 8 8 8 / 0 0 0: two new lines are one miss */
   WALK(add -2(R(SI)) COMMA %edx, array+8192+32, 64, 8)
END(straddle_miss)

FUNC(straddle_half)           /* 1 1 1 / 0 0 0: one line of the two is new */
   add   array+8192+512-2, %edx
END(straddle_half)

FUNC(lru_fill)                /* 2 2 2 / 0 0 0: lines a, b of one set */
   add   array+16384, %edx
   add   array+16384+512, %edx
END(lru_fill)

FUNC(lru_use)                 /* 1 0 0 / 0 0 0: a becomes the younger one */
   add   array+16384, %edx
END(lru_use)

FUNC(lru_replace)             /* 1 1 1 / 0 0 0: c replaces b */
   add   array+16384+1024, %edx
END(lru_replace)

FUNC(lru_kept)                /* 1 0 0 / 0 0 0: a */
   add   array+16384, %edx
END(lru_kept)

FUNC(lru_gone)                /* 1 1 0 / 0 0 0: b */
   add   array+16384+512, %edx
END(lru_gone)

FUNC(lru_end)
   jmp   fetch_straddle
END(lru_end)

   .balign 64
FUNC(fetch_straddle)          /* 2 fetch misses: the first `nop', and the jump */
   .rept 29                   /* that straddles this line and the next */
   nop
   .endr
   jmp   fetch_elsewhere
END(fetch_straddle)

FUNC(fetch_there)             /* none: the jump has brought this line in */
   jmp   leave
END(fetch_there)

   .balign 512                /* too far for a short jump, not the same set */
   .skip 96, 0x90
FUNC(fetch_elsewhere)         /* 1 */
   jmp   fetch_there
END(fetch_elsewhere)

FUNC(leave)
   xor   R(STATUS), R(STATUS)
   EXIT
END(leave)

   .data                      /* in .bss Valgrind would read no symbols */
   .balign 32768
array: .fill 32768, 1, 0
