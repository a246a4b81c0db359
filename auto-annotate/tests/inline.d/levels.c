/* SPDX-License-Identifier: GPL-2.0-or-later */
/* levels.c: two levels of inlining in C. */

#include <stdio.h>

static inline __attribute__((always_inline)) unsigned mix(unsigned a)
{
   return (a ^ a >> 7) * 2654435761u;
}

static inline __attribute__((always_inline)) unsigned mix_all(unsigned n)
{
   unsigned sum = 0;
   for (unsigned i = 0; i < n; i++)
      sum += mix(i + sum);
   return sum;
}

int main(int argc, char** argv)
{
   printf("%u\n", mix_all(argc * 50) + mix_all(argc * 20));
   return 0;
}
