/* SPDX-License-Identifier: GPL-2.0-or-later */
/* twins.c: compares two tables that use the same sets, in a cache of one way. */

#include <stdio.h>

enum { N = 4096, TIMES = 20 };

#ifdef MOVED
enum { PAD = 64 };
#else
enum { PAD = 0 };
#endif

static int left[N] __attribute__((aligned(4096)));
static struct {
   char pad[PAD];
   int  values[N];
} right __attribute__((aligned(4096)));

int main(void)
{
   int same = 0;

   for (int i = 0; i < N; i++) {
      left[i]         = i % 7;
      right.values[i] = i % 5;
   }
   for (int t = 0; t < TIMES; t++)
      for (int i = 0; i < N; i++)
         same += left[i] == right.values[i];
   printf("%d\n", same);
   return 0;
}
