/* SPDX-License-Identifier: GPL-2.0-or-later */
/* calls.S: calls, jumps and returns that lead to functions in unusual ways. */

#include "machine.inc"

   .macro function name
   .globl \name
   .type \name, @function
\name:
   .endm
   .macro end_of name
   .size \name, . - \name
   .endm

function _start
   mov   $10, %ebp
1: call  leaf
   call  tail
   call  tail_if            /* jumps or returns, by the flags of dec */
   dec   %ebp
   call  tail_if
   call  through_thunk
   call  reads_ip
   call  falls_through
   call  middle + 1         /* into a function, not at its start */
   call  out_of_frame
   call  returns_twice
   call  replaces_return
   call  loops_at_start
   call  stub               /* of a PLT */
   call  jumps_to_stub
   call  no_symbol
   call  jumps_nowhere
   mov   $leaf, %eax
   call  *AX
   test  %ebp, %ebp
   jne   1b
   exit
end_of _start

function leaf
   nop
   ret
end_of leaf

function tail
   nop
   jmp   leaf
end_of tail

function tail_if
   test  $1, %ebp
   je    leaf
   nop
   ret
end_of tail_if

/* As compilers call by pointer where indirect jumps are not safe. */
function through_thunk
   mov   $tail, %eax
   call  thunk
   nop
   ret
end_of through_thunk

function thunk
   call  2f
1: pause
   jmp   1b
2: mov   AX, (SP)
   ret
end_of thunk

function reads_ip
   call  1f
1: pop   AX
   nop
   ret
end_of reads_ip

function falls_through
   nop
end_of falls_through
function middle
   nop
   nop
   ret
end_of middle

/* To another function, with words of its own on the stack. */
function out_of_frame
   push  AX
   push  AX
   jmp   with_frame
end_of out_of_frame

function with_frame
   nop
   call  leaf
   pop   AX
   pop   AX
   ret
end_of with_frame

/* A return to its caller's caller. */
function returns_twice
   call  drops_one
   nop                      /* never */
   ret
end_of returns_twice

function drops_one
   add   $WORD_BYTES, SP
   ret
end_of drops_one

/* A return to a function that was never called. */
function replaces_return
   mov   $leaf, %eax
   push  AX
   ret
end_of replaces_return

function loops_at_start
   dec   %ecx
   and   $7, %ecx
   jne   loops_at_start
   ret
end_of loops_at_start

function jumps_to_stub
   nop
   jmp   stub
end_of jumps_to_stub

/* Where nothing is, but the jump is never taken. */
function jumps_nowhere
   cmp   %eax, %eax
   jne   nowhere
   ret
end_of jumps_nowhere
   .set  nowhere, 0x30000000

/* It has no symbol. */
no_symbol:
   nop
   call  leaf
   ret

   .section .plt, "ax", @progbits
stub:
   nop
   jmp   *there

   .data
there: WORD tail
