/* SPDX-License-Identifier: GPL-2.0-or-later */
/* matrix.c: multiplies square matrices of floats, by rows and by columns.

   Usage: matrix SIZE

   Walks memory with several strides.  Built with -O3 -mavx2 it is the workload
   with 32-byte vectors; built plain and static, the one without a dynamic
   linker. */

#include <stdio.h>
#include <stdlib.h>

static void multiply(int n, const float* a, const float* b, float* restrict c)
{
   for (int i = 0; i < n; i++)
      for (int k = 0; k < n; k++)
         for (int j = 0; j < n; j++)
            c[i * n + j] += a[i * n + k] * b[k * n + j];
}

static float column_sums(int n, const float* a)
{
   float sum = 0;
   for (int j = 0; j < n; j++)
      for (int i = 0; i < n; i++)
         sum += a[i * n + j] * (float)j;
   return sum;
}

int main(int argc, char** argv)
{
   int n = argc == 2 ? atoi(argv[1]) : 0;
   if (n <= 0) {
      fprintf(stderr, "usage: matrix SIZE\n");
      return 2;
   }
   float* a = calloc(3 * (size_t)n * (size_t)n, sizeof *a);
   if (!a)
      return 1;
   float *b = a + n * n, *c = b + n * n;
   for (int i = 0; i < n * n; i++) {
      a[i] = (float)(i % 7);
      b[i] = (float)(i % 11);
   }
   multiply(n, a, b, c);
   printf("%g\n", (double)column_sums(n, c));
   free(a);
   return 0;
}
