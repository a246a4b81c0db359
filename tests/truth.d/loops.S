/* SPDX-License-Identifier: GPL-2.0-or-later */
/* loops.S: loop, loope, loopne and jecxz with counts and flags that are known
   only at run time, and conditional branches to the next instruction. */

#include "machine.inc"

   .globl _start
_start:
   mov   $15, %ebx
again:
   mov   values(, BX, 4), %ecx
   jecxz 1f
1: jecxz 3f
2: add   %ecx, %eax
   loop  2b
3: mov   $text, %esi
   mov   $16, %ecx
4: lodsb
   cmp   $'a', %al
   loope 4b
   jne   5f
5: mov   $16, %ecx
   mov   %ebx, %edx
   add   $'a', %dl
   mov   $text, %esi
6: lodsb
   cmp   %dl, %al
   loopne 6b
   jecxz 7f
   test  $1, %al
   jz    7f
7: dec   %ebx
   jns   again
   exit

   .data
values: .long 0, 1, 2, 3, 0, 0, 7, 1, 9, 0, 11, 2, 0, 1, 1, 5
text:   .ascii "aaabcadefnghijklm"
