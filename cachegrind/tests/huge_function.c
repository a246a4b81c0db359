/* SPDX-License-Identifier: GPL-2.0-or-later */
/* huge_function.c: one function of 20,000 instructions in a row, many times
   what one superblock holds. */

void huge(void);
asm("   .text\n"
    "   .globl huge\n"
    "   .type huge, @function\n"
    "huge:\n"
    "   .rept 20000\n"
    "   add $1, %eax\n"
    "   .endr\n"
    "   ret\n"
    "   .size huge, . - huge\n");

int main(void)
{
   for (int i = 0; i < 5; i++)
      huge();
   return 0;
}
