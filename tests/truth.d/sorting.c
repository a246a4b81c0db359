/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sorting.c: insertion sort and heap sort, whose inner loops test two things
   at once. */

#include "truth.h"

enum { N = 40 };

static NOINLINE void insertion_sort(int* a, int n)
{
   for (int i = 1; i < n; i++) {
      int x = a[i], j = i;
      for (; j > 0 && a[j - 1] > x; j--)
         a[j] = a[j - 1];
      a[j] = x;
   }
}

static NOINLINE void sift_down(int* a, int root, int n)
{
   for (int child; (child = 2 * root + 1) < n; root = child) {
      if (child + 1 < n && a[child] < a[child + 1])
         child++;
      if (a[root] >= a[child])
         return;
      int x    = a[root];
      a[root]  = a[child];
      a[child] = x;
   }
}

static NOINLINE void heap_sort(int* a, int n)
{
   for (int i = n / 2; i-- > 0;)
      sift_down(a, i, n);
   while (n-- > 1) {
      int x = a[0];
      a[0]  = a[n];
      a[n]  = x;
      sift_down(a, 0, n);
   }
}

int program(void)
{
   int      a[N], b[N];
   unsigned seed = 12345;
   for (int i = 0; i < N; i++) {
      seed = seed * 1103515245u + 12345u;
      a[i] = b[i] = (int)(seed >> 16) % 1000;
   }
   insertion_sort(a, N);
   heap_sort(b, N);
   for (int i = 0; i < N; i++)
      if (a[i] != b[i] || (i > 0 && a[i - 1] > a[i]))
         return 1;
   return 0;
}
