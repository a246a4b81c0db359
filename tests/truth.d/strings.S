/* SPDX-License-Identifier: GPL-2.0-or-later */
/* strings.S: every string instruction with every rep prefix, in all sizes, up
   and down, with counts 0, 1 and more; comparisons whose end depends on the
   data; and conditional branches immediately after such an instruction. */

#include "machine.inc"

   .macro repeat prefix, instr, count
   mov   $middle_1, %esi
   mov   $middle_2, %edi
   mov   $\count, %ecx
   \prefix \instr
   .endm

   .macro all_counts prefix, instr
   repeat \prefix, \instr, 0
   repeat \prefix, \instr, 1
   repeat \prefix, \instr, 7
   .endm

   .macro all_sizes prefix, instr
   all_counts \prefix, \instr\()b
   all_counts \prefix, \instr\()w
   all_counts \prefix, \instr\()l
#ifdef __x86_64__
   all_counts \prefix, \instr\()q
#endif
   .endm

   .globl _start
_start:
   cld
   mov   $2, %ebx
both_ways:
   mov   $0x01010101, %eax
   all_sizes rep, stos
   all_sizes rep, movs
   all_sizes repe, cmps
/* On amd64 Valgrind refuses repne cmps, and does rep lods once whatever the
   count is. */
#ifndef __x86_64__
   all_sizes repne, cmps
   all_sizes rep, lods
#endif
   all_sizes repe, scas
   all_sizes repne, scas
   stosl
   movsw
   lodsb
   scasb
   std
   dec   %ebx
   jne   both_ways
   cld

   /* Find each byte of the text.  The block of the scan has a branch, too. */
   xor   %edx, %edx
find:
   mov   text(DX), %al
   mov   $text, %edi
   mov   $40, %ecx
   repne scasb
   jne   bad
   repeat repe, cmpsb, 5
   jecxz 1f
   nop
1: inc   %edx
   cmp   $20, %edx
   jb    find

   /* A prefix that is not needed, and rep next to a branch on its result. */
   mov   $text, %esi
   mov   $text, %edi
   mov   $10, %ecx
   repe cmpsb
   je    2f
   jb    bad
   ja    bad
2: exit
bad:
   ud2

   .data
text: .ascii "a quick brown fox, no, a slow one, jumps over it"
   .bss
   .skip 128
middle_1: .skip 128
middle_2: .skip 128
