/* SPDX-License-Identifier: GPL-2.0-or-later */
/* strides.c: a numeric kernel whose memory references hit and miss.

   Usage: strides ROUNDS

   Each round smooths a row (stride 1), sums columns (a stride of a page and
   some, which also lands in few sets of a cache), and gathers and scatters at
   random places.  The table is bigger than a first-level cache. */

#include <stdio.h>
#include <stdlib.h>

enum { N = 1 << 17, COLUMNS = 520, PICKS = 1 << 12 };

static double table[N];

static void smooth(double* a, int n)
{
   for (int i = 1; i < n - 1; i++)
      a[i] = 0.25 * a[i - 1] + 0.5 * a[i] + 0.25 * a[i + 1];
}

static double column_sum(const double* a, int column)
{
   double sum = 0;
   for (int i = column; i < N; i += COLUMNS)
      sum += a[i];
   return sum;
}

static unsigned scatter(double* a, unsigned seed)
{
   for (int i = 0; i < PICKS; i++) {
      seed          = seed * 1664525u + 1013904223u;
      unsigned from = seed >> 15;
      unsigned to   = (from ^ seed) % N;
      if (a[from] > a[to]) /* as good as random, for the branch predictor */
         a[to] += 0.5 * (a[from] - a[to]);
      else
         a[from] *= 1.0625;
   }
   return seed;
}

int main(int argc, char** argv)
{
   int rounds = argc == 2 ? atoi(argv[1]) : 0;
   if (rounds <= 0) {
      fprintf(stderr, "usage: strides ROUNDS\n");
      return 2;
   }
   for (int i = 0; i < N; i++)
      table[i] = i * 31 % 1009;
   double   total = 0;
   unsigned seed  = 1;
   for (int r = 0; r < rounds; r++) {
      smooth(table + r % 4 * (N / 4), N / 4);
      for (int column = r % 16; column < COLUMNS; column += 16)
         total += column_sum(table, column);
      seed = scatter(table, seed);
   }
   printf("%.6e %u\n", total, seed);
   return 0;
}
