/* SPDX-License-Identifier: GPL-2.0-or-later */
/* burn.h: functions that run an exact number of instructions, so that a test
   can tell from a profile whether every call was counted, under its name. */

#ifndef BURN_H
#define BURN_H

/* Define `void NAME(unsigned n)', which runs 2n + 2 instructions. */
#ifdef __x86_64__
#  define BURN(name)                        \
      void name(unsigned n);                \
      asm("   .text\n"                      \
          "   .globl " #name "\n"           \
          "   .type " #name ", @function\n" \
          #name ":\n"                       \
          "   mov  %edi, %eax\n"            \
          "1: dec  %eax\n"                  \
          "   jnz  1b\n"                    \
          "   ret\n"                        \
          "   .size " #name ", . - " #name "\n")
#elif defined(__aarch64__)
#  define BURN(name)                        \
      void name(unsigned n);                \
      asm("   .text\n"                      \
          "   .globl " #name "\n"           \
          "   .type " #name ", @function\n" \
          #name ":\n"                       \
          "   mov  w1, w0\n"                \
          "1: subs w1, w1, 1\n"             \
          "   b.ne 1b\n"                    \
          "   ret\n"                        \
          "   .size " #name ", . - " #name "\n")
#else
#  define BURN(name)                        \
      void name(unsigned n);                \
      asm("   .text\n"                      \
          "   .globl " #name "\n"           \
          "   .type " #name ", @function\n" \
          #name ":\n"                       \
          "   mov  4(%esp), %eax\n"         \
          "1: dec  %eax\n"                  \
          "   jnz  1b\n"                    \
          "   ret\n"                        \
          "   .size " #name ", . - " #name "\n")
#endif

#endif /* BURN_H */
