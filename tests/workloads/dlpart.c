/* SPDX-License-Identifier: GPL-2.0-or-later */
/* dlpart.c: the library that dlhost.c loads and unloads. */

unsigned long collatz(unsigned long n);

/* The number of steps from n down to 1. */
unsigned long collatz(unsigned long n)
{
   unsigned long steps = 0;
   for (; n > 1; steps++)
      n = n % 2 ? 3 * n + 1 : n / 2;
   return steps;
}
