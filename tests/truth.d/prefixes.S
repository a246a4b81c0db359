/* SPDX-License-Identifier: GPL-2.0-or-later */
/* prefixes.S: branches with prefixes that change nothing - hints, bnd, notrack,
   the rep of `rep ret' - and some that do.  An assembler puts REX last; in
   another place the processor ignores it. */

#include "machine.inc"

#define BND .byte 0xF2;    /* newer assemblers do not know bnd */

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
   BND jb 1f
   nop
1: BND call callee
#endif
   call  repeated
   mov   $1f, %eax
   notrack jmp *AX
   nop
1: mov   $callee, %eax
   notrack call *AX
#ifdef __x86_64__
   notrack call *table
   BND call *AX
#endif
#ifdef __x86_64__
   mov   $0x100000002, %rcx
1: .byte 0x67              /* the count is the lower half of the register */
   loop  1b

   .byte 0x48, 0x2E        /* REX before another prefix */
   jz    1f
   nop
1: .byte 0x48              /* REX before REX */
   .byte 0x48
   jz    1f
   nop
1: mov   $3, %ecx
   mov   $scratch, %edi
   .byte 0x48
   rep stosb
   mov   $1f, %eax
   .byte 0x48
   notrack jmp *AX
   nop
1:
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
   BND ret
#else
   ret
#endif
repeated:
   rep ret

   .data
table: WORD callee
scratch: .skip 3
