/* SPDX-License-Identifier: GPL-2.0-or-later */
/* matrix.c: walks through the columns of a matrix; for tests/page. */
#include <stdio.h>
#define N 128
static double a[N][N], b[N][N], c[N][N];
static inline double product(const double *row, int column)
{
   double sum = 0;
   for (int k = 0; k < N; k++)
      sum += row[k] * b[k][column];
   return sum;
}
static void fill(double m[N][N])
{
   for (int i = 0; i < N * N; i++)
      m[i / N][i % N] = i % 100;
}
static void multiply(void)
{
   for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
         c[i][j] = product(a[i], j);
}
int main(void)
{
   fill(a);
   fill(b);
   multiply();
   printf("%g\n", c[N / 2][N / 3]);
   return 0;
}
