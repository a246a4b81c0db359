/* SPDX-License-Identifier: GPL-2.0-or-later */
/* x87.S: the x87 unit: remainders that need several rounds, transcendental
   functions, comparisons, and its state saved and restored.  VEX makes exits to
   warn of what it emulates badly.  They are not branches. */

#include "machine.inc"

   .globl _start
_start:
   fninit
   mov   $8, %ebx
again:
   fldl  small
   fldl  large
1: fprem
   fnstsw %ax
   sahf
   jp    1b
   fstp  %st(1)
   fstpl result

   fldl  small
   fsin
   fldl  small
   fcos
   faddp
   fptan
   fstp  %st(0)
   fldl  small
   fpatan
   f2xm1
   fld1
   fscale
   fxch
   fyl2x
   fstpt result

   fldl  small
   fldl  large
   fcomip %st(1), %st
   jbe   bad
   fldz
   fcomi %st(1), %st
   fcmovb %st(1), %st
   fxam
   fnstsw %ax
   test  $0x45, %ah
   jz    1f
   fstp  %st(0)
1: fildl word
   fistpll result
   fildl word
   fistl word
   fstp  %st(0)

   fnstcw control
   fldcw single          /* a precision that VEX does not emulate */
   fld1
   fstp  %st(0)
   fldcw control
   fnstenv state
   orw   $0x300, state
   fldenv state
   fnsave state
   frstor state
   fxsave state
   fxrstor state
   fninit
   dec   %ebx
   jne   again
   exit_or_fail

   .data
   .balign 16
state:   .skip 512
small:   .double 0.37
large:   .double 1.25e60
result:  .skip 16
word:    .long 17
control: .word 0
single:  .word 0x07F
