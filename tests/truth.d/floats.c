/* SPDX-License-Identifier: GPL-2.0-or-later */
/* floats.c: floating point: conversions, comparisons with NaN in mind,
   Newton's square root, a polynomial over an array. */

#include "truth.h"

enum { N = 40 };

static NOINLINE double root(double x)
{
   double guess = x / 2 + 1;
   for (int i = 0;
        i < 12 && (guess * guess > x + 1e-9 || guess * guess < x - 1e-9); i++)
      guess = (guess + x / guess) / 2;
   return guess;
}

static NOINLINE float polynomial(const float* c, int n, float x)
{
   float sum = 0;
   while (n-- > 0)
      sum = sum * x + c[n];
   return sum;
}

/* The bound is a parameter because VEX computes a branch on constants when it
   translates, and no tool then sees it run. */
static NOINLINE void fill(float* c, int n)
{
   for (int i = 0; i < n; i++)
      c[i] = (float)(i % 5) - 2.0f;
}

int program(void)
{
   float  c[N];
   double total = 0;
   fill(c, N);
   for (int i = 1; i <= N; i++) {
      double r = root((double)i);
      if (!(r > 0 && r < 100))
         return 1;
      total += r + (double)polynomial(c, 8, (float)i / N);
   }
   return !(total > 0);
}
