/* SPDX-License-Identifier: GPL-2.0-or-later */
/* line_use.S: walks whose use of lines can be told by hand, on the machine of
   line_use.conf: 16 lines of 64 bytes.  Each function touches memory of its own,
   but for `others', and nothing touches the stack.  Beside each: Lf, the lines
   that it is the first to use; Used, their bytes that are used; Stn, the steps
   that are like the one before, and Std, their sum.  A walk over n places has
   n - 1 steps, and the first is like none.  With prefetches, fewer of these lines
   miss, and nothing else changes. */

#include "asm.h"

#define COMMA ,

/* Walk over `count' addresses, `step' bytes apart, from `start' on. */
#define WALK(instructions, start, step, count) \
   mov $start, R(SI); mov $count, %ecx;        \
1: instructions; add $step, R(SI); dec %ecx; jnz 1b

   .text
   .balign 1024
FUNC(_start)
   nop
END(_start)

FUNC(columns)                 /* 128 512 120 69120: 4 columns of 32 rows, which
                                 L1D cannot hold; 30 steps of each */
   mov   $columns_of, R(DI)
   mov   $4, %ebx
2: mov   R(DI), R(SI); mov $32, %ecx
1: add   (R(SI)), %edx; add $576, R(SI); dec %ecx; jnz 1b
   add   $4, R(DI)
   dec   %ebx
   jnz   2b
END(columns)

FUNC(rows)                    /* 32 2048 30 1920: each byte */
   WALK(add (R(SI)) COMMA %edx, rows_of, 4, 512)
END(rows)

FUNC(structs)                 /* 32 256 30 7680: 8 of 64 bytes, by two
                                 instructions, of which the second one hits */
   WALK(add (R(SI)) COMMA %edx; add 60(R(SI)) COMMA %edx, structs_of, 256, 32)
END(structs)

FUNC(list)                    /* 32 nodes, a word of each; no step is like the one
                                 before */
   mov   $list_of, R(SI)
   mov   $32, %ecx
1: mov   (R(SI)), R(SI)
   dec   %ecx
   jnz   1b
END(list)

FUNC(backwards)               /* 16 64 14 896: writes */
   WALK(mov %eax COMMA (R(SI)), backwards_of+15*64, -64, 16)
END(backwards)

FUNC(uneven)                  /* 12 128 10 648: structs of 24 bytes.  The first ones
                                 on a line are at 0, 72, 144, 192 ... 720: these
                                 steps differ by less than a line */
   WALK(add (R(SI)) COMMA %edx, uneven_of, 24, 32)
END(uneven)

FUNC(straddle)                /* 9 32 6 384: the first reference finds two new
                                 lines, and the others one each */
   WALK(add (R(SI)) COMMA %edx, straddle_of+62, 64, 8)
END(straddle)

FUNC(modify)                  /* 4 16 2 128 */
   WALK(incl (R(SI)), modify_of, 64, 4)
END(modify)

FUNC(first)                   /* 4 256 2 128: `others' uses all of them */
   WALK(add (R(SI)) COMMA %edx, shared, 64, 4)
END(first)

FUNC(others)                  /* 0 0 0 0 */
   WALK(add (R(SI)) COMMA %edx, shared, 4, 64)
END(others)

FUNC(leave)
   xor   R(STATUS), R(STATUS)
   EXIT
END(leave)

   .data                      /* in .bss Valgrind would read no symbols */
   .balign 4096
columns_of:   .fill 32*576, 1, 0
   .balign 4096
rows_of:      .fill 2048, 1, 0
   .balign 4096
structs_of:   .fill 32*256, 1, 0
   .balign 4096
list_of:                      /* from node i to 5 i + 1, modulo 32: all in turn */
   .set  i, 0
   .rept 32
   WORD  list_of + 64 * ((5 * i + 1) % 32)
   .fill 64 - WORD_SIZE, 1, 0
   .set  i, i + 1
   .endr
   .balign 4096
backwards_of: .fill 1024, 1, 0
   .balign 4096
uneven_of:    .fill 1024, 1, 0
   .balign 4096
straddle_of:  .fill 1024, 1, 0
   .balign 4096
modify_of:    .fill 256, 1, 0
   .balign 4096
shared:       .fill 256, 1, 0
