/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sort.c: a small program, most of whose counts are in a library, for
   bench/pages. */

#include <stdio.h>
#include <stdlib.h>

#define N 100000

static int compare(const void* a, const void* b)
{
   return *(const int*)a - *(const int*)b;
}

int main(void)
{
   int* numbers = malloc(N * sizeof *numbers);

   for (int i = 0; i < N; i++)
      numbers[i] = rand();
   qsort(numbers, N, sizeof *numbers, compare);
   printf("%d\n", numbers[N / 2]);
   free(numbers);
   return 0;
}
