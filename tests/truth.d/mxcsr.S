/* SPDX-License-Identifier: GPL-2.0-or-later */
/* mxcsr.S: SSE with other rounding, flushing and unmasked exceptions in MXCSR;
   comparisons with NaN; the state saved and restored.  VEX makes exits to warn
   of such settings.  They are not branches. */

#include "machine.inc"

   .globl _start
_start:
   stmxcsr saved
   mov   $5, %ebx
again:
   ldmxcsr values(, BX, 4)
   movsd one, %xmm0
   divsd three, %xmm0
   cvtsd2si %xmm0, %eax
   test  %eax, %eax
   jz    1f
   nop
1: ucomisd nan, %xmm0
   jp    1f
   ud2
1: ucomisd one, %xmm0
   ja    bad
   comisd %xmm0, %xmm0
   jne   bad
   fxsave area
   fxrstor area
   ldmxcsr saved
   dec   %ebx
   jns   again
   exit_or_fail

   .data
   .balign 16
area:   .skip 512
one:    .double 1
three:  .double 3
nan:    .quad 0x7FF8000000000000
/* default, flush to zero, denormals are zero, and three ways to round */
values: .long 0x1F80, 0x9F80, 0x1FC0, 0x3F80, 0x5F80, 0x7F80
saved:  .long 0
