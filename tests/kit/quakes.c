/* SPDX-License-Identifier: GPL-2.0-or-later */
/* quakes.c: which tremors of a year were stronger than a limit, for many limits. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { TREMORS = 40000, LIMITS = 80 };

struct catalogue {
   int  size;
   int* strength; // in the order of time
   int* depth;    // in m
};

static struct catalogue record(int size)
{
   struct catalogue catalogue = {size, malloc(size * sizeof(int)),
                                 malloc(size * sizeof(int))};
   uint32_t         random = 1906;
   for (int i = 0; i < size; i++) {
      random = random * 1664525 + 1013904223;
      catalogue.strength[i] = (random >> 12 & 1023) + (random >> 22);
      random = random * 1664525 + 1013904223;
      catalogue.depth[i] = 500 + (random >> 10) % 60000;
   }
   return catalogue;
}

// Returns how many there are in `selected'.
static int select_strong(const struct catalogue* catalogue, int limit, int* selected)
{
   int n = 0;
   for (int i = 0; i < catalogue->size; i++) {
      if (catalogue->strength[i] > limit)
         selected[n++] = i;
   }
   return n;
}

static int mean_depth(const struct catalogue* catalogue, const int* selected, int n)
{
   long sum = 0;
   for (int i = 0; i < n; i++)
      sum += catalogue->depth[selected[i]];
   return n ? (int)(sum / n) : 0;
}

int main(void)
{
   struct catalogue catalogue = record(TREMORS);
   int*             selected = malloc((TREMORS + 1) * sizeof *selected);
   for (int k = 0; k < LIMITS; k++) {
      int limit = 820 + 5 * k;
      int n = select_strong(&catalogue, limit, selected);
      int depth = mean_depth(&catalogue, selected, n);
      if (k % 16 == 0)
         printf("above %d: %d, %d m deep on average\n", limit, n, depth);
   }
   free(catalogue.strength);
   free(catalogue.depth);
   free(selected);
   return 0;
}
