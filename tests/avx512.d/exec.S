/* SPDX-License-Identifier: GPL-2.0-or-later */
/* exec.S: a program that runs itself again, with its path as the argument.  Then all
   vectors and masks are 0, as for any new program.  It has no C library, which would use
   them before. */

   .text
   .globl _start
_start:
   cmpq  $1, (%rsp)
   jne   again
   mov   $-1, %eax
   .irp i, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
   vpbroadcastd %eax, %zmm\i
   .endr
   .irp i, 0, 1, 2, 3, 4, 5, 6, 7
   kxnorq %k\i, %k\i, %k\i
   .endr
   mov   8(%rsp), %rdi
   mov   %rdi, arguments(%rip)
   lea   arguments(%rip), %rsi
   xor   %edx, %edx
   mov   $59, %eax /* execve */
   syscall
   jmp   wrong

again:
   .irp i, 1, 2, 3, 4, 5, 6, 7
   korq  %k\i, %k0, %k0
   .endr
   kortestq %k0, %k0
   jnz   wrong
   .irp i, 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
   vporq %zmm\i, %zmm0, %zmm0
   .endr
   vptestmb %zmm0, %zmm0, %k1
   kortestq %k1, %k1
   jnz   wrong
   lea   right(%rip), %rsi
   mov   $right_end - right, %edx
   jmp   print
wrong:
   lea   not_zero(%rip), %rsi
   mov   $not_zero_end - not_zero, %edx
print:
   mov   $1, %edi
   mov   $1, %eax /* write */
   syscall
   mov   $60, %eax /* exit */
   xor   %edi, %edi
   syscall

   .section .rodata
right:
   .ascii "a new program: ok\n"
right_end:
not_zero:
   .ascii "a new program: wrong\n"
not_zero_end:

   .data
arguments:
   .quad 0, again_word, 0
again_word:
   .asciz "again"
   .section .note.GNU-stack, "", @progbits
