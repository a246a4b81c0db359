/* SPDX-License-Identifier: GPL-2.0-or-later */
/* jumps.S: the branches that compilers seldom write: loop, loope, jrcxz,
   a jump through memory, a call through a register, a branch to the next
   instruction, and a return to a pushed address.  amd64. */

   .globl _start
   .text
_start:
   mov   count(%rip), %rcx
1: nop
   loop  1b
   jrcxz 2f
   ud2
2: mov   count(%rip), %rcx
3: cmp   %rcx, half(%rip)
   loopne 3b
   jrcxz 4f
   nop
4: mov   count(%rip), %ebx
5: lea   callee(%rip), %rax
   add   zero(%rip), %rax
   call  *%rax
   jmp   *table(%rip)
back:
   test  %ebx, %ebx
   jnz   6f
6: jz    done
   dec   %ebx
   jmp   5b
callee:
   lea   7f(%rip), %rdx
   push  %rdx
   ret
7: ret
done:
   mov   $60, %eax
   xor   %edi, %edi
   syscall

   .data
count: .quad 50
half:  .quad 20
zero:  .quad 0
table: .quad back
   .section .note.GNU-stack, "", @progbits
