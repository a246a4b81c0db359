/* SPDX-License-Identifier: GPL-2.0-or-later */
/* enter.S: loads and stores all registers, around code, a system call, or a loop. */

.set GPR, 2112
.set FLAGS, 2240
.set MXCSR, 2248

   .macro load from
   .irp i, 0, 1, 2, 3, 4, 5, 6, 7
   kmovq 2048+8*\i(\from), %k\i
   .endr
   .irp i, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
   vmovdqu64 64*\i(\from), %zmm\i
   .endr
   .endm

   .macro store to
   .irp i, 0, 1, 2, 3, 4, 5, 6, 7
   kmovq %k\i, 2048+8*\i(\to)
   .endr
   .irp i, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
   vmovdqu64 %zmm\i, 64*\i(\to)
   .endr
   .endm

   .bss
host_rsp:
   .quad 0

   .text
/* cpu_enter(const Registers*) */
   .globl cpu_enter
cpu_enter:
   .irp r, rbx, rbp, r12, r13, r14, r15
   push %\r
   .endr
   mov %rsp, host_rsp(%rip)
   ldmxcsr MXCSR(%rdi)
   load %rdi
   push FLAGS(%rdi)
   popfq
   mov GPR+0(%rdi), %rax
   mov GPR+8(%rdi), %rcx
   mov GPR+16(%rdi), %rdx
   mov GPR+24(%rdi), %rbx
   mov GPR+32(%rdi), %rsp
   mov GPR+40(%rdi), %rbp
   mov GPR+48(%rdi), %rsi
   .irp i, 8, 9, 10, 11, 12, 13, 14, 15
   mov GPR+8*\i(%rdi), %r\i
   .endr
   mov GPR+56(%rdi), %rdi
   jmp *cpu_target(%rip)

/* The code jumps here when it is done. */
   .globl cpu_exit
cpu_exit:
   mov %rsp, cpu_out+GPR+32(%rip)
   mov host_rsp(%rip), %rsp
   pushfq
   pop cpu_out+FLAGS(%rip)
   mov %rax, cpu_out+GPR+0(%rip)
   mov %rcx, cpu_out+GPR+8(%rip)
   mov %rdx, cpu_out+GPR+16(%rip)
   mov %rbx, cpu_out+GPR+24(%rip)
   mov %rbp, cpu_out+GPR+40(%rip)
   mov %rsi, cpu_out+GPR+48(%rip)
   mov %rdi, cpu_out+GPR+56(%rip)
   .irp i, 8, 9, 10, 11, 12, 13, 14, 15
   mov %r\i, cpu_out+GPR+8*\i(%rip)
   .endr
   lea cpu_out(%rip), %rdi
   store %rdi
   vzeroupper
   ldmxcsr usual_mxcsr(%rip)
   .irp r, r15, r14, r13, r12, rbp, rbx
   pop %\r
   .endr
   ret

/* void vectors_load(const Registers*): leaves them there. */
   .globl vectors_load
vectors_load:
   load %rdi
   ret

/* long vectors_keep(const Registers* in, Registers* out, long call, long a, long b):
   loads, makes the system call with two arguments, and stores. */
   .globl vectors_keep
vectors_keep:
   push %rbx
   mov %rsi, %rbx
   load %rdi
   mov %rdx, %rax
   mov %rcx, %rdi
   mov %r8, %rsi
   syscall
   store %rbx
   vzeroupper
   pop %rbx
   ret

/* void vectors_illegal(const Registers* in, Registers* out): with an instruction in the
   middle that is invalid, and two bytes long. */
   .globl vectors_illegal
vectors_illegal:
   load %rdi
   ud2
   store %rsi
   vzeroupper
   ret

/* long vectors_add(const Registers* in, Registers* out, const int* until): adds zmm18 to
   zmm17, zmm2 to zmm1 and k2 to k1, until *until is 0.  Returns how often. */
   .globl vectors_add
vectors_add:
   load %rdi
   xor %eax, %eax
1: vpaddq %zmm18, %zmm17, %zmm17
   vpaddq %zmm2, %zmm1, %zmm1
   kaddq %k2, %k1, %k1
   inc %rax
   cmpl $0, (%rdx)
   jne 1b
   store %rsi
   vzeroupper
   ret

   .section .rodata
usual_mxcsr:
   .long 0x1F80

   .section .note.GNU-stack, "", @progbits
