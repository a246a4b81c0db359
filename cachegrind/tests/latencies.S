/* SPDX-License-Identifier: GPL-2.0-or-later */
/* latencies.S: more loops whose cycles can be told by hand, as in cycles.S:
   instructions of which VEX makes conversions, helpers and parts of registers.
   Each loop runs 100 times and is one line.  As in cycles.S, up to 16 cycles
   overlap with what is before. */

#include "asm.h"

#define COMMA ,

#define LOOP(body) mov $7f, %ebp; jmp drain; 7: mov $100, %ecx; 1: body; dec %ecx; jnz 1b

   .text
FUNC(_start)
   mov $1, %eax; mov $1, %ebx; xor %edx, %edx
END(_start)

FUNC(conversions)  /* fp = 4 cycles, there and back: 100 * (32 - 4) */
   LOOP(cvtsi2sd %eax COMMA %xmm0; cvttsd2si %xmm0 COMMA %eax)
END(conversions)

FUNC(comparisons)  /* fp = 4 cycles: 100 * (16 - 3) */
   LOOP(cmpltpd %xmm1 COMMA %xmm0)
END(comparisons)

FUNC(checksum)     /* a helper: multiply = 3 cycles, and VEX masks EAX before, 1
                      cycle: 100 * (16 - 3) */
   LOOP(crc32l %ebx COMMA %eax)
END(checksum)

FUNC(part)         /* AL is a part of EAX, so the product needs the one before:
                      100 * (12 - 4) */
   LOOP(imul %eax COMMA %eax; mov $3 COMMA %al)
END(part)

FUNC(whole)        /* EAX is new each time: 1 cycle, that of ECX.  4 or 5
                      instructions take as long */
   LOOP(mov $3 COMMA %eax; imul %eax COMMA %eax)
END(whole)

FUNC(wide_sum)     /* AVX, fp = 4 cycles: 100 * (16 - 3) */
   LOOP(vaddpd %ymm0 COMMA %ymm0 COMMA %ymm0)
END(wide_sum)

FUNC(wide_half)    /* the same, in the lower half */
   LOOP(vaddpd %xmm0 COMMA %xmm0 COMMA %xmm0)
END(wide_half)

FUNC(cipher)       /* a helper that reads and writes registers: fp = 4 cycles */
   LOOP(aesenc %xmm1 COMMA %xmm0)
END(cipher)

FUNC(displaced)    /* the load adds: L1D = 4 cycles: 100 * (16 - 3) */
   mov $cell - 8, %eax; LOOP(mov 8(%rax) COMMA %rax)
END(displaced)

FUNC(scaled)       /* it scales, too: 4 + scaled = 5 cycles: 100 * (20 - 3) */
   xor %eax, %eax; LOOP(mov zero + 8(COMMA %rax COMMA 8) COMMA %rax)
END(scaled)

FUNC(address)      /* one operation each: 100 * (8 - 4).  ECX takes one, too */
   LOOP(lea 8(%rbx COMMA %rax COMMA 8) COMMA %rax; lea 8(%rbx COMMA %rax COMMA 8) COMMA %rax)
END(address)

FUNC(warm)         /* 32 lines, of which L1D keeps 16, and L2 all */
   mov $lines, %esi; mov $32, %ecx; 1: mov (%rsi), %rdx; add $64, %rsi; dec %ecx; jnz 1b
END(warm)

FUNC(callers)
   mov $lines, %esi; mov $32, %ecx; 1: mov %rsi, %rdi; add $64, %rsi; call hand_on; dec %ecx; jnz 1b
END(callers)

FUNC(keepers)
   mov $lines, %ebx; mov $32, %ecx; 1: call keep; dec %ecx; jnz 1b
   jmp  leave
END(keepers)

FUNC(hand_on)      /* RDI is computed by a load from its own old value, but each
                      time from a new one: the core waits for none of the 32
                      misses of L1D */
   mov (%rdi), %rdi; jmp end_here
END(hand_on)

FUNC(keep)         /* RBX stays as it is while others run: 32 misses, which wait
                      for each other, 24 slots each.  While the calls are
                      waited for, 6 of these pass: 32 * 18 slots are 24
                      misses, or one less after what is before */
   mov (%rbx), %rbx; call end_here; ret
END(keep)

FUNC(end_here)
   ret
END(end_here)

FUNC(leave)
   xor %edi, %edi; EXIT
END(leave)

FUNC(drain)
   .rept 80; nop; .endr; jmp *%rbp
END(drain)

   /* Valgrind reads debug information only of files that have data, too. */
   .data
cell: .quad cell - 8
zero: .quad 0, 0
   .balign 64
lines:
   .set at, 64
   .rept 31
   .quad lines + at
   .balign 64
   .set at, at + 64
   .endr
   .quad lines
