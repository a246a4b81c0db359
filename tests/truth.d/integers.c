/* SPDX-License-Identifier: GPL-2.0-or-later */
/* integers.c: wide arithmetic: division, shifts, carries, bit counts. */

#include "truth.h"

static NOINLINE unsigned gcd(unsigned a, unsigned b)
{
   while (b != 0) {
      unsigned r = a % b;
      a          = b;
      b          = r;
   }
   return a;
}

static NOINLINE int bits(unsigned long long x)
{
   int n = 0;
   for (; x; x &= x - 1)
      n++;
   return n;
}

static NOINLINE unsigned power(unsigned base, unsigned exponent,
                               unsigned modulus)
{
   unsigned long result = 1, square = base % modulus;
   for (; exponent; exponent >>= 1) {
      if (exponent & 1)
         result = result * square % modulus;
      square = square * square % modulus;
   }
   return (unsigned)result;
}

int program(void)
{
   unsigned long long x   = 88172645463325252ULL;
   unsigned           sum = 0;
   for (int i = 0; i < 40; i++) {
      x ^= x << 13;
      x ^= x >> 7;
      x ^= x << 17;
      sum += gcd((unsigned)x | 1, 360360) + (unsigned)bits(x);
      sum += power((unsigned)(x >> 40), 65537, 251);
   }
   return sum == 0;
}
