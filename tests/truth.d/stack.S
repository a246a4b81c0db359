/* SPDX-License-Identifier: GPL-2.0-or-later */
/* stack.S: the instructions that refer to the stack: pushes and pops of all
   kinds, calls through memory, frames, and a return that drops arguments. */

#include "machine.inc"

   .globl _start
_start:
   mov   $30, %ebx
again:
   push  $1
   push  word
   push  $0x12345
   pop   AX
   pop   word
   pop   DX
   pushf
   popf
   push  BX
   call  *table
   pop   BX
   push  $5
   call  drops
   pushw word
   popw  %dx
   mov   $word, %esi
   mov   $table, %edi
   push  SI
   movsb
   lodsl
   stosb
   scasw
   pop   SI
#ifndef __x86_64__
   push  BX
   mov   $translation, %ebx
   mov   $2, %al
   xlat
   pop   BX
   pushal
   popal
#endif
   movl  $callee, table
   dec   %ebx
   jne   again
   exit

callee:
   push  BP
   mov   SP, BP
   sub   $32, SP
   mov   %eax, -8(BP)
   add   %eax, -8(BP)
   incl  -8(BP)
   leave
   ret
drops:
#ifdef __x86_64__        /* Valgrind has no enter on x86 */
   enter $16, $0
   leave
#endif
   ret   $WORD_BYTES

   .data
word:  WORD 7, 8
table: WORD callee
   .skip 16
translation: .byte 3, 2, 1, 0
