/* SPDX-License-Identifier: GPL-2.0-or-later */
/* prefixes.S: branches with prefixes that change nothing - hints, bnd, notrack,
   the rep of `rep ret' - and some that do. */

#include "machine.inc"

   .globl _start
_start:
   mov   $20, %ebx
again:
   test  $3, %ebx
   .byte 0x2E              /* not likely */
   jz    1f
   nop
1: test  $1, %ebx
   .byte 0x3E              /* likely */
   jz    1f
   nop
1: .byte 0x3E, 0x0F, 0x84  /* likely, near je, to the next instruction */
   .long 0
   cmp   $10, %ebx
#ifdef __x86_64__        /* Valgrind has no bnd on x86 */
   bnd jb 1f
   nop
1: bnd call callee
#endif
   call  repeated
   mov   $1f, %eax
   notrack jmp *AX
   nop
1: mov   $callee, %eax
   notrack call *AX
#ifdef __x86_64__
   notrack call *table
   bnd call *AX
#endif
#ifdef __x86_64__
   mov   $0x100000002, %rcx
1: .byte 0x67              /* the count is the lower half of the register */
   loop  1b
#endif
   xor   %ecx, %ecx
   .byte 0x67
   jecxz 1f
   nop
1: dec   %ebx
   jne   again
   exit

callee:
#ifdef __x86_64__
   bnd ret
#else
   ret
#endif
repeated:
   rep ret

   .data
table: WORD callee
