/* SPDX-License-Identifier: GPL-2.0-or-later */
/* planes.c: mixes the planes of an image, each a power of two of bytes. */

#include <stdint.h>
#include <stdio.h>

enum { PLANES = 12, PIXELS = 32768 };
#ifdef MOVED
enum { PLANE = PIXELS + 64 };
#else
enum { PLANE = PIXELS };
#endif

static uint8_t image[PLANES][PLANE], mixed[PIXELS];

int main(void)
{
   unsigned sum = 0;

   for (int p = 0; p < PLANES; p++)
      for (int i = 0; i < PIXELS; i++)
         image[p][i] = (uint8_t)(i * 7 + p);
   for (int pass = 0; pass < 4; pass++)
      for (int i = 0; i < PIXELS; i++) {
         unsigned mix = 0;
         for (int p = 0; p < PLANES; p++)
            mix += image[p][i];
         mixed[i] = (uint8_t)(mix >> 4);
      }
   for (int i = 0; i < PIXELS; i++)
      sum = sum * 31 + mixed[i];
   printf("%u\n", sum);
   return 0;
}
