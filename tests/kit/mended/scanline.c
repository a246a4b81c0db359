/* SPDX-License-Identifier: GPL-2.0-or-later */
/* scanline.c: removes the stripes that dust on a line-scan camera leaves. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { PIXELS = 300, LINES = 4500, FULL = 4095 };

enum channel { RED, GREEN, BLUE, INFRARED, CHANNELS };

struct pixel {
   int value[CHANNELS];
};

struct scan {
   int           width, height;
   struct pixel* pixels; // line by line
};

static struct scan scan_of_belt(int width, int height)
{
   struct scan scan = {width, height, malloc(sizeof(struct pixel) * width * height)};
   uint32_t    grain = 1;
   for (int y = 0; y < height; y++) {
      struct pixel* line = scan.pixels + (size_t)y * width;
      grain = grain * 1664525 + 1013904223;
      for (int x = 0; x < width; x++) {
         int light = 1800 + (grain >> (x & 15) & 255);
         int dust = x % 37 == 5 ? 900 : 80;
         line[x] = (struct pixel){{light - dust, light - 90, light / 2, dust}};
      }
   }
   return scan;
}

// What each pixel of the camera sees on average in a channel.
static void average(const struct scan* scan, enum channel channel, int* mean)
{
   long* sum = calloc(scan->width, sizeof *sum);
   for (int y = 0; y < scan->height; y++)
      for (int x = 0; x < scan->width; x++)
         sum[x] += scan->pixels[y * scan->width + x].value[channel];
   for (int x = 0; x < scan->width; x++)
      mean[x] = (int)(sum[x] / scan->height);
   free(sum);
}

// Dust glows in infrared.
static void remove_dust(struct scan* scan, const int* dust)
{
   for (int y = 0; y < scan->height; y++) {
      struct pixel* line = scan->pixels + (size_t)y * scan->width;
      for (int x = 0; x < scan->width; x++) {
         int red = line[x].value[RED] + dust[x];
         line[x].value[RED] = red > FULL ? FULL : red;
      }
   }
}

int main(void)
{
   static int  mean[CHANNELS][PIXELS];
   struct scan scan = scan_of_belt(PIXELS, LINES);
   average(&scan, INFRARED, mean[INFRARED]);
   remove_dust(&scan, mean[INFRARED]);
   for (enum channel channel = RED; channel <= BLUE; channel++)
      average(&scan, channel, mean[channel]);
   for (int x = 5; x < PIXELS; x += 74)
      printf("pixel %d: %d %d %d, dust %d\n", x, mean[RED][x], mean[GREEN][x],
             mean[BLUE][x], mean[INFRARED][x]);
   free(scan.pixels);
   return 0;
}
