/* SPDX-License-Identifier: GPL-2.0-or-later */
/* locks.S: every instruction that can have a lock prefix, in every size;
   compare-and-exchange of all sizes, when it succeeds and when it fails. */

#include "machine.inc"

   .macro two_operands op
   lock \op\()b %dl, word
   lock \op\()w %dx, word
   lock \op\()l %edx, word
   lock \op\()b $3, word
   lock \op\()l $0x12345, word
#ifdef __x86_64__
   lock \op\()q %rdx, word
#endif
   .endm

   .macro one_operand op
   lock \op\()b word
   lock \op\()w word
   lock \op\()l word
#ifdef __x86_64__
   lock \op\()q word
#endif
   .endm

   .macro bit_test op
   lock \op\()l $5, word
   lock \op\()l %ecx, word
#ifdef __x86_64__
   lock \op\()q %rcx, word
#endif
   .endm

   .globl _start
_start:
   mov   $10, %ecx
again:
   .irp op, add, or, adc, sbb, and, sub, xor
   two_operands \op
   .endr
   .irp op, inc, dec, neg, not
   one_operand \op
   .endr
   .irp op, bts, btr, btc
   bit_test \op
   .endr
   jc    1f
   nop
1: xchg  %dl, word
   xchg  %dx, word
   xchg  %edx, word
   lock xadd %dl, word
   lock xadd %dx, word
   lock xadd %edx, word

   mov   word, %al
   lock cmpxchg %dl, word
   jne   bad
   mov   word, %eax
   lock cmpxchg %edx, word
   jne   bad
   mov   word, %eax
   not   %eax
   lock cmpxchg %edx, word
   je    bad
   cmpxchg %edx, word
   jne   bad

   mov   %ecx, saved
   mov   pair, %eax
   mov   pair + 4, %edx
   lea   1(AX), %ebx
   lock cmpxchg8b pair
   jne   bad
   lock cmpxchg8b pair
   je    bad
#ifdef __x86_64__
   mov   pair, %rax
   mov   pair + 8, %rdx
   lock cmpxchg16b pair
   jne   bad
   not   %rax
   lock cmpxchg16b pair
   je    bad
#endif
   mov   saved, %ecx
   dec   %ecx
   jne   again
   exit_or_fail

   .data
   .balign 16
pair: .quad 1, 2
word: .quad 0x123456789
saved: .long 0
