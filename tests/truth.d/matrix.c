/* SPDX-License-Identifier: GPL-2.0-or-later */
/* matrix.c: multiplies, transposes and solves with small matrices. */

#include "truth.h"

enum { N = 9 };

static double a[N][N], b[N][N], product[N][N];
static int    counts[N][N];

static NOINLINE void multiply(void)
{
   for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++) {
         double sum = 0;
         for (int k = 0; k < N; k++)
            sum += a[i][k] * b[k][j];
         product[i][j] = sum;
      }
}

static NOINLINE void transpose(void)
{
   for (int i = 0; i < N; i++)
      for (int j = 0; j < i; j++) {
         double x = a[i][j];
         a[i][j]  = a[j][i];
         a[j][i]  = x;
      }
}

/* Gauss's elimination, with the largest element of the column on top. */
static NOINLINE double determinant(void)
{
   double result = 1;
   for (int column = 0; column < N; column++) {
      int top = column;
      for (int i = column + 1; i < N; i++)
         if (__builtin_fabs(a[i][column]) > __builtin_fabs(a[top][column]))
            top = i;
      for (int j = 0; top != column && j < N; j++) {
         double x     = a[top][j];
         a[top][j]    = a[column][j];
         a[column][j] = x;
      }
      if (top != column)
         result = -result;
      if (a[column][column] == 0)
         return 0;
      result *= a[column][column];
      for (int i = column + 1; i < N; i++) {
         double factor = a[i][column] / a[column][column];
         for (int j = column; j < N; j++)
            a[i][j] -= factor * a[column][j];
      }
   }
   return result;
}

static NOINLINE int paths(void)
{
   for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
         counts[i][j] =
            i == 0 || j == 0 ? 1 : counts[i - 1][j] + counts[i][j - 1];
   return counts[N - 1][N - 1];
}

int program(void)
{
   for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++) {
         a[i][j] = (i * 7 + j * 3) % 11 + (i == j);
         b[i][j] = i == j;
      }
   multiply();
   transpose();
   for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
         if (product[i][j] != a[j][i])
            return 1;
   return determinant() == 0 || paths() != 12870;
}
