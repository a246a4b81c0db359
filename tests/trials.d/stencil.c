/* SPDX-License-Identifier: GPL-2.0-or-later */
/* stencil.c: the sum of 13 neighbours above and below, in a grid whose rows have
   a power of two of cells. */

#include <stdio.h>

enum { WIDTH = 1024, HEIGHT = 200, REACH = 6 };
#ifdef MOVED
enum { ROW = WIDTH + 48 };
#else
enum { ROW = WIDTH };
#endif

static float grid[HEIGHT][ROW], sums[HEIGHT][WIDTH];

int main(void)
{
   float all = 0;

   for (int y = 0; y < HEIGHT; y++)
      for (int x = 0; x < WIDTH; x++)
         grid[y][x] = (float)(x ^ y);
   for (int y = REACH; y < HEIGHT - REACH; y++)
      for (int x = 0; x < WIDTH; x++) {
         float sum = 0;
         for (int k = -REACH; k <= REACH; k++)
            sum += grid[y + k][x];
         sums[y][x] = sum;
      }
   for (int y = 0; y < HEIGHT; y++)
      all += sums[y][y];
   printf("%g\n", all);
   return 0;
}
