/* SPDX-License-Identifier: GPL-2.0-or-later */
/* transpose.c: writes a square matrix column by column. */

#include <stdio.h>

enum { N = 512 };
#ifdef MOVED
enum { ROW = N + 24 };
#else
enum { ROW = N };
#endif

static double from[N][N], to[N][ROW];

int main(void)
{
   double sum = 0;

   for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
         from[i][j] = i * 3 + j;
   for (int pass = 0; pass < 2; pass++)
      for (int i = 0; i < N; i++)
         for (int j = 0; j < N; j++)
            to[j][i] = from[i][j] + pass;
   for (int i = 0; i < N; i++)
      sum += to[i][N - 1 - i];
   printf("%g\n", sum);
   return 0;
}
