/* SPDX-License-Identifier: GPL-2.0-or-later */
/* repeats.S: rep-prefixed string instructions, with counts 0, 1 and more, and
   comparisons that end early, late or not at all.  amd64. */

   .globl _start
   .text

   .macro from_to count
   lea   source(%rip), %rsi
   lea   target(%rip), %rdi
   mov   \count(%rip), %rcx
   .endm

_start:
   cld
   xor   %eax, %eax
   from_to none
   rep movsb
   from_to one
   rep movsb
   from_to many
   rep movsl
   from_to many
   rep stosq
   from_to many
   repe cmpsb
   from_to many
   repne scasb
   mov   $7, %al
   from_to many
   repne scasb
   from_to none
   repne scasb
   from_to one
   repe cmpsb
   mov   $60, %eax
   xor   %edi, %edi
   syscall

   .data
none: .quad 0
one:  .quad 1
many: .quad 33
   .bss
source: .skip 512
target: .skip 512
   .section .note.GNU-stack, "", @progbits
