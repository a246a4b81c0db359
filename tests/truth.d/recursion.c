/* SPDX-License-Identifier: GPL-2.0-or-later */
/* recursion.c: calls, returns and deep stacks. */

#include "truth.h"

static NOINLINE int fibonacci(int n)
{
   return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static NOINLINE int ackermann(int m, int n)
{
   if (m == 0)
      return n + 1;
   if (n == 0)
      return ackermann(m - 1, 1);
   return ackermann(m - 1, ackermann(m, n - 1));
}

static NOINLINE int is_odd(int n);
static NOINLINE int is_even(int n)
{
   return n == 0 ? 1 : is_odd(n - 1);
}
static NOINLINE int is_odd(int n)
{
   return n == 0 ? 0 : is_even(n - 1);
}

int program(void)
{
   return !(fibonacci(12) == 144 && ackermann(2, 5) == 13 && is_even(200));
}
