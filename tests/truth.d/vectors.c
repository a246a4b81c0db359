/* SPDX-License-Identifier: GPL-2.0-or-later */
/* vectors.c: loops that compilers turn into vector code, and sums in the x87
   unit beside them. */

#include "truth.h"

enum { N = 103 };

static int    x[N], y[N];
static float  f[N];
static double d[N];
static char   text[N];

static NOINLINE void fill(int seed)
{
   for (int i = 0; i < N; i++) {
      x[i]    = i * seed;
      y[i]    = i ^ seed;
      f[i]    = (float)i;
      d[i]    = i * 0.5;
      text[i] = (char)('a' + i % 26);
   }
}

static NOINLINE int dot(void)
{
   int sum = 0;
   for (int i = 0; i < N; i++)
      sum += x[i] * y[i];
   return sum;
}

static NOINLINE void blend(void)
{
   for (int i = 0; i < N; i++) {
      f[i] = x[i] > y[i] ? f[i] * 2.0f : f[i] + 1.0f;
      d[i] = d[i] * d[i] + f[i];
   }
}

static NOINLINE void capitals(void)
{
   for (int i = 0; i < N; i++)
      if (text[i] >= 'a' && text[i] <= 'm')
         text[i] -= 32;
}

/* Elsewhere it takes a library to compute with a long double. */
#if defined(__x86_64__) || defined(__i386__)
typedef long double Widest;
#else
typedef double Widest;
#endif

static NOINLINE Widest total(void)
{
   Widest sum = 1;
   for (int i = 0; i < 20; i++)
      sum += sum;
   for (int i = 0; i < N; i++)
      sum += d[i];
   return sum;
}

int program(void)
{
   int sum = 0;
   for (int i = 1; i < 4; i++) {
      fill(i);
      sum += dot();
      blend();
      capitals();
   }
   return sum == 0 || total() < 1048576 || text[0] != 'A';
}
