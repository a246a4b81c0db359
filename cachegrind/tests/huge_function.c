/* SPDX-License-Identifier: GPL-2.0-or-later */
/* huge_function.c: one function of 20,000 instructions in a row, many times
   what one superblock holds. */

#ifdef __aarch64__
#define ADD "   add w0, w0, 1\n"
#else
#define ADD "   add $1, %eax\n"
#endif

void huge(void);
asm("   .text\n"
    "   .globl huge\n"
    "   .type huge, @function\n"
    "huge:\n"
    "   .rept 20000\n" ADD
    "   .endr\n"
    "   ret\n"
    "   .size huge, . - huge\n");

int main(void)
{
   for (int i = 0; i < 5; i++)
      huge();
   return 0;
}
