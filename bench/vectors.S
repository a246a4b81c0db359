/* SPDX-License-Identifier: GPL-2.0-or-later */
/* vectors.S: a loop of vector instructions, for bench/avx512: TIMES times round.
   WIDE: registers of 512 bits (EVEX), otherwise 256 (VEX).  MEMORY: operands are
   in memory, as in a program's loop over arrays.  MASKED: every other element of
   them is.  GATHERED: they are gathered.  Otherwise all are in registers. */

#ifdef WIDE
#define V(n) %zmm##n
#define BYTES 64
#else
#define V(n) %ymm##n
#define BYTES 32
#endif

   .text
   .globl _start
_start:
   mov   $0x5555, %eax
#ifdef WIDE
   kmovw %eax, %k2
#endif
   vmovups every_other, V(9)
   vmovups indices, V(10)
   mov   $TIMES, %rcx
1:
#ifdef MEMORY
   .irp i, 0, 1, 2, 3, 4, 5, 6, 7
   vmovups a+BYTES*\i, V(0)
   vmulps V(8), V(0), V(1)
   vaddps b+BYTES*\i, V(1), V(2)
   vmovups V(2), b+BYTES*\i
   .endr
#elif defined MASKED
   .irp i, 0, 1, 2, 3, 4, 5, 6, 7
#ifdef WIDE
   vmovups a+BYTES*\i, V(0){%k2}{z}
   vaddps V(8), V(0), V(1)
   vmovups V(1), b+BYTES*\i{%k2}
#else
   vmaskmovps a+BYTES*\i, V(9), V(0)
   vaddps V(8), V(0), V(1)
   vmaskmovps V(1), V(9), b+BYTES*\i
#endif
   .endr
#elif defined GATHERED
   .irp i, 0, 1, 2, 3, 4, 5, 6, 7
#ifdef WIDE
   kxnorw %k1, %k1, %k1
   vgatherdps a(, V(10), 4), V(0){%k1}
#else
   vpcmpeqd V(1), V(1), V(1)
   vgatherdps V(1), a(, V(10), 4), V(0)
#endif
   vaddps V(8), V(0), V(2)
   .endr
#else
   .irp r, 0, 1, 2, 3
   vaddps V(8), V(0), V(0)
   vmulps V(9), V(1), V(1)
   vaddps V(8), V(2), V(2)
   vmulps V(9), V(3), V(3)
   vaddps V(8), V(4), V(4)
   vmulps V(9), V(5), V(5)
   vaddps V(8), V(6), V(6)
   vmulps V(9), V(7), V(7)
   .endr
#endif
   dec   %rcx
   jnz   1b
   mov   $60, %eax
   xor   %edi, %edi
   syscall

   .data
   .balign 64
every_other:
   .quad 0x80000000, 0x80000000, 0x80000000, 0x80000000
   .skip 32
indices:
   .long 0, 7, 3, 12, 100, 50, 2, 81, 9, 77, 34, 11, 5, 6, 90, 16

   .bss
   .balign 64
a: .skip 512
b: .skip 512
   .section .note.GNU-stack, "", @progbits
