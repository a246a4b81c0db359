/* SPDX-License-Identifier: GPL-2.0-or-later */
/* stable.c: a program whose counts differ if its stack begins elsewhere, if
   something else is in its environment, or if it gets other functions of the C
   library.  `stable where' prints an address of the stack and does nothing
   else. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern char** environ;

static volatile unsigned sink;

/* One loop runs as often as bits are set in an address, the other one as often
   as the number of its page says. */
__attribute__((noinline)) static void by_address(unsigned long address)
{
   for (unsigned long i = address >> 4 & 0x3fffff; i > 0; i -= i & -i)
      sink += i;
   for (unsigned long i = address >> 12 & 0x3fff; i > 0; i--)
      sink++;
}

__attribute__((noinline)) static void by_environment(void)
{
   for (char** variable = environ; *variable; variable++)
      sink += *variable[0];
}

__attribute__((noinline)) static void by_library(void)
{
   char *from = malloc(10000), *to = malloc(10000);

   if (!from || !to)
      exit(1);
   memset(from, 'x', 9999);
   from[9999] = 0;
   strcpy(to, from);
   memmove(to + 1, to, strlen(to) - 1);
   sink += strchr(to, 'y') != NULL || memcmp(from, to, 9999) != 0;
   free(from);
   free(to);
}

int main(int argc, char** argv)
{
   char on_the_stack;

   if (argc == 2 && strcmp(argv[1], "where") == 0)
      return printf("%p\n", (void*)&on_the_stack) < 0;
   by_address((unsigned long)&on_the_stack);
   by_environment();
   by_library();
   return 0;
}
