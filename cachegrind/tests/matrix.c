/* SPDX-License-Identifier: GPL-2.0-or-later */
/* matrix.c: multiplies two matrices of N rows and columns that are stored with
   ROW elements from one row to the next: if ROW is a power of two, all of a
   column is in few sets of a cache.

      matrix N ROW */

#include <stdlib.h>

#define MAX    400
#define MATRIX static double __attribute__((aligned(4096)))

MATRIX m1[MAX * MAX];
MATRIX m2[MAX * MAX];
MATRIX m3[MAX * MAX];

__attribute__((noinline)) static void multiply(int n, int row)
{
   for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
         m1[i * row + j] = 1;
         m2[i * row + j] = 3;
         m3[i * row + j] = 0;
      }
   }
   for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
         int sum = 0;
         for (int k = 0; k < n; k++)
            sum += m1[i * row + k] * m2[k * row + j];
         m3[i * row + j] = sum;
      }
   }
}

int main(int argc, char** argv)
{
   int n   = argc == 3 ? atoi(argv[1]) : 0;
   int row = argc == 3 ? atoi(argv[2]) : 0;

   if (n < 1 || row < n || n * row > MAX * MAX)
      return 2;
   multiply(n, row);
   return m3[0] == 3 * n ? 0 : 1;
}
