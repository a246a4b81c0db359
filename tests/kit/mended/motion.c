/* SPDX-License-Identifier: GPL-2.0-or-later */
/* motion.c: blurs a picture as a camera does that moves upwards. */

#include <stdint.h>
#include <stdio.h>

enum { WIDTH = 1024, HEIGHT = 320, REACH = 18, TAPS = 2 * REACH + 1 };
enum { PADDED = WIDTH + 16 }; // rows that do not meet in one set of the cache

static int32_t picture[HEIGHT + 2 * REACH][PADDED];
static int32_t blurred[HEIGHT][WIDTH];

static void draw_city(void)
{
   uint32_t random = 17;
   int      roof[WIDTH];
   for (int x = 0; x < WIDTH; x++) {
      if (x % 23 == 0)
         random = random * 1103515245 + 12345;
      roof[x] = 40 + (random >> 16) % (HEIGHT - 60);
   }
   for (int y = 0; y < HEIGHT; y++)
      for (int x = 0; x < WIDTH; x++)
         picture[y + REACH][x] = y < roof[x] ? 255 - y / 3 : 60 + (x * 7 + y * 13) % 90;
}

static void weigh(int32_t* weight)
{
   int32_t sum = 0;
   for (int k = 0; k < TAPS; k++) {
      weight[k] = k <= REACH ? 1 + k : 1 + 2 * REACH - k;
      sum += weight[k];
   }
   weight[REACH] += 256 - sum;
}

static void blur(const int32_t* weight)
{
   for (int y = 0; y < HEIGHT; y++)
      for (int x = 0; x < WIDTH; x++) {
         int32_t sum = 128;
         for (int k = 0; k < TAPS; k++)
            sum += weight[k] * picture[y + k][x];
         blurred[y][x] = sum >> 8;
      }
}

static uint32_t checksum(void)
{
   uint32_t sum = 0;
   for (int y = 0; y < HEIGHT; y++)
      for (int x = 0; x < WIDTH; x++)
         sum = sum * 31 + (uint32_t)blurred[y][x];
   return sum;
}

int main(void)
{
   int32_t weight[TAPS];
   weigh(weight);
   draw_city();
   blur(weight);
   printf("middle %d, checksum %08x\n", blurred[HEIGHT / 2][WIDTH / 2], checksum());
   return 0;
}
