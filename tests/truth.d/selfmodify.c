/* SPDX-License-Identifier: GPL-2.0-or-later */
/* selfmodify.c: writes functions into memory and calls them, each over the one
   before.  At each call Valgrind checks whether the code is still what it
   translated, with exits that are not branches.  With ON_STACK the memory is
   the stack, else data, which Valgrind does not check by default. */

#include "truth.h"

enum { PAGE = 4096, ALL_ALLOWED = 7 };

#ifdef ON_STACK
#define WHERE
#else
#define WHERE static
#endif

/* mov $number, %eax; cmp $20, %eax; jb 1f; inc %eax; 1: ret */
static void write_function(unsigned char volatile* code, int number)
{
   static const unsigned char bytes[] = {0xB8, 0,    0, 0,    0,    0x83, 0xF8,
                                         20,   0x72, 2, 0xFF, 0xC0, 0xC3};
   for (unsigned i = 0; i < sizeof bytes; i++)
      code[i] = bytes[i];
   code[1] = (unsigned char)number;
}

int program(void)
{
   WHERE unsigned char code[2 * PAGE] __attribute__((aligned(PAGE)));
   int                 sum = 0;

   syscall4(SYS_mprotect, (long)code, PAGE, ALL_ALLOWED, 0);
   for (int i = 0; i < 40; i++) {
      int (*function)(void) = (int (*)(void))code;
      write_function(code, i);
      for (int j = 0; j < 3; j++)
         sum += function();
   }
   return sum != 3 * (40 * 39 / 2 + 20);
}
