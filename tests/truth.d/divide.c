/* SPDX-License-Identifier: GPL-2.0-or-later */
/* divide.c: divisions and remainders by variables and by constants.  The
   compiler turns the latter into multiplications and shifts. */

#include "truth.h"

static NOINLINE unsigned by_constants(unsigned n)
{
   return n / 3 + n / 7 % 5 + n % 10 + n / 641 + n / 1024 + n % 60;
}

static NOINLINE int by_signed_constants(int n)
{
   return n / 3 - n / -7 + n % 10 - n / 16 + n % 8;
}

static NOINLINE int is_prime(int n)
{
   for (int i = 2; i * i <= n; i++)
      if (n % i == 0)
         return 0;
   return n > 1;
}

int program(void)
{
   unsigned sum = 0, primes = 0;
   for (int i = 0; i < 100; i++) {
      sum += by_constants(i * 7919U) + by_signed_constants(i * 31 - 1500);
      primes += is_prime(i);
   }
   return sum == 0 || primes != 25;
}
