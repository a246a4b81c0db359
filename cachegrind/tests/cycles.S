/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cycles.S: loops whose cycles can be told by hand, on the machine of
   cycles.conf.  It starts four instructions in a cycle, so a run of n
   instructions that takes c cycles loses 4 c - n slots; Ls is the sum of these
   / 4, and Cyi is Ir / 4.  Each loop runs 100 times and is one line.  (What is
   computed is new each time: VEX computes the same thing only once.)

   Each loop comes after `drain', which has more instructions than the window.
   It writes nothing, not even a return address.  A loop then starts up to 64
   slots before these instructions have left.  So the first 64 slots that the
   loop waits, 12 to 16 cycles, overlap with them: Ls is that much less than the
   figures below.  (It is not always 64: the time when instructions left is kept
   for groups of 16.) */

#include "asm.h"

#define COMMA ,

/* `times' runs of `body', which has up to two instructions more to begin with. */
#define LOOP(times, setup, body) \
   mov $7f, R(BP); jmp drain; 7: setup; mov $times, %ecx; 1: body; dec %ecx; jnz 1b

   .text
   .balign 1024
FUNC(_start)
   mov $1, %eax; mov $1, %ebx; xor %edx, %edx
END(_start)

FUNC(additions)   /* 1 cycle, 3 instructions: 1 slot each time */
   LOOP(100, , add %eax COMMA %eax)
END(additions)

FUNC(products)    /* multiply = 3 cycles: 100 * (12 - 3) slots */
   LOOP(100, , imul %eax COMMA %eax)
END(products)

FUNC(two_products) /* side by side: 3 cycles, 4 instructions */
   LOOP(100, , imul %eax COMMA %eax; imul %ebx COMMA %ebx)
END(two_products)

FUNC(fp_sums)     /* fp = 4 cycles: 100 * (16 - 3) */
   LOOP(100, , addsd %xmm0 COMMA %xmm0)
END(fp_sums)

FUNC(stack)       /* 6 cycles, but SP does not count: none */
   LOOP(100, , .rept 6; sub $8 COMMA R(SP); .endr)
END(stack)

FUNC(stack_back)
   add $4800, R(SP)
END(stack_back)

FUNC(quotients)   /* side by side: divide / 2 = 5 cycles: 100 * (20 - 5) */
   LOOP(100, , mov %ecx COMMA %eax; xor %edx COMMA %edx; div %ebx)
END(quotients)

FUNC(quotient)    /* one from the other: 10 cycles: 100 * (40 - 4) */
   LOOP(100, , xor %edx COMMA %edx; div %ebx)
END(quotient)

FUNC(roots)       /* side by side: 2/5 of fp-sqrt = 8 cycles: 100 * (32 - 3).  The
                     operand comes from memory once; the unit is busy
                     meanwhile, which hides the 118 cycles of that */
   LOOP(100, , sqrtpd ones COMMA %xmm0)
END(roots)

FUNC(one_node)    /* L1D = 4 cycles: 99 * (16 - 3); the first comes from memory */
   LOOP(100, mov $self COMMA R(AX), mov (R(AX)) COMMA R(AX))
END(one_node)

FUNC(list)        /* L1D misses all, and each waits for the one before, while 3
                     instructions run.  32 from memory, 344 slots each, and 68
                     from L2, 24 each: the loads are charged first, so the core
                     waits for all.  L1D's 4 cycles come after each, less the 3
                     slots: 100 * (16 - 3) */
   LOOP(100, mov $nodes COMMA R(AX), mov (R(AX)) COMMA R(AX))
END(list)

FUNC(array)       /* 28 misses of L1D (the list ended at its node 3), but hits in
                     L2: it waits for none */
   LOOP(32, mov $nodes COMMA R(SI), add (R(SI)) COMMA R(DX); add $64 COMMA R(SI))
END(array)

FUNC(far_array)   /* 33 from memory, 4 instructions each; 64 are a window, so it
                     waits for the 1st, the 17th and the 33rd, each 344 - 64
                     slots of 344, and 5 cycles for L1D and the sum.  With what
                     ESI takes, the third is not full */
   LOOP(33, mov $space COMMA R(SI), add (R(SI)) COMMA R(DX); add $64 COMMA R(SI))
END(far_array)

FUNC(writes)      /* 32 from memory; it waits for none */
   LOOP(32, mov $space + 4096 COMMA R(SI), mov R(DX) COMMA (R(SI)); add $64 COMMA R(SI))
END(writes)

FUNC(farther_array) /* the same, after four instructions more.  So far, windows and
                        instructions have hidden 480 slots of lines from memory:
                        5 are waited for in both */
   LOOP(32, .rept 4; nop; .endr; mov $space + 8192 COMMA R(SI), add (R(SI)) COMMA R(DX); add $64 COMMA R(SI))
END(farther_array)

FUNC(pages)       /* 8 pages in turn, 4 in the DTLB: it waits for each, 28
                     slots, and then for L1D, 4 cycles less 3 slots */
   LOOP(100, mov $page COMMA R(AX), mov (R(AX)) COMMA R(AX))
END(pages)

FUNC(one_set)     /* 8 lines of one set, all from L2.  fill = 6 cycles, 24 slots;
                     5 instructions and a transfer of 2 cycles are 13.  So the
                     queue grows by 11, up to the window of 64: the 7th read
                     waits for 2 slots, and 93 more for 11 each.  ESI takes 2
                     cycles: 100 * (8 - 5) slots */
   LOOP(100, xor %esi COMMA %esi, add space(R(SI)) COMMA R(DX); add $256 COMMA %esi; and $2047 COMMA %esi)
END(one_set)

FUNC(one_set_writes) /* the next set.  The first four lines take the places
                        of clean ones: 24 slots.  From then on, fill-write =
                        20 cycles: 80 slots.  The 6th waits for 47 slots, and
                        94 more for 67 each */
   LOOP(100, xor %esi COMMA %esi, mov R(DX) COMMA space + 64(R(SI)); add $256 COMMA %esi; and $2047 COMMA %esi)
END(one_set_writes)

FUNC(fill)        /* string-start = 5 cycles, then string = 16 bytes in each.
                     What repeats takes no slot: Ir = 2 + 1601, Cyi = 2 / 4 */
   mov $space, R(DI); mov $1600, %ecx; rep stosb
END(fill)

FUNC(copy)        /* 5 cycles, and 25 for 400 bytes */
   mov $space, R(SI); mov $space + 2048, R(DI); mov $100, %ecx; rep movsl
END(copy)

FUNC(find)        /* no such instruction: 100 iterations and the end, a cycle
                     each, which are a quarter of their slots; those of the first
                     ones overlap with `copy' */
   mov $space, R(DI); mov $100, %ecx; repe scasb
END(find)

FUNC(leave)
   xor %ebx, %ebx; xor %edi, %edi; EXIT
END(leave)

FUNC(drain)
   .rept 80; nop; .endr; jmp *R(BP)
END(drain)

   .data
   .balign 8192
self:
   WORD self
   .balign 64
ones:
   .skip 16, 1
   .balign 4096
nodes:
   .set at, 64
   .rept 31
   WORD nodes + at
   .balign 64
   .set at, at + 64
   .endr
   WORD nodes
   .balign 4096
page:
   .set at, 4096 + 64
   .rept 7
   WORD page + at
   .skip 4096 + 64 - WORD_SIZE
   .set at, at + 4096 + 64
   .endr
   WORD page
   .bss
   .balign 4096
space:
   .skip 12288
