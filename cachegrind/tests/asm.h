/* SPDX-License-Identifier: GPL-2.0-or-later */
/* asm.h: the few things in which amd64 and x86 assembly differ, for the test
   programs that are written in it.  They have no C library: every instruction
   that runs is one in the source, so its counts can be told beforehand. */

#ifndef ASM_H
#define ASM_H

#ifdef __x86_64__
#  define AX rax
#  define BX rbx
#  define CX rcx
#  define DX rdx
#  define SP rsp
#  define BP rbp
#  define SI rsi
#  define DI rdi
#  define WORD .quad
#  define WORD_SIZE 8
   /* Leaves the program with the status that is in STATUS. */
#  define EXIT   mov $60, %eax; syscall
#  define STATUS edi
#else
#  define AX eax
#  define BX ebx
#  define CX ecx
#  define DX edx
#  define SP esp
#  define BP ebp
#  define SI esi
#  define DI edi
#  define WORD .long
#  define WORD_SIZE 4
#  define EXIT   mov $1, %eax; int $0x80
#  define STATUS ebx
#endif

/* A register or label glued to its sigil: R(AX) is %rax or %eax. */
#define R_(name) %name
#define R(name)  R_(name)

/* A function as debuggers and Valgrind know it, up to END of the same name. */
#define FUNC(name) .globl name; .type name, @function; name:
#define END(name)  .size name, . - name

#endif /* ASM_H */
