/* SPDX-License-Identifier: GPL-2.0-or-later */
/* receiver.c: finds where a known pattern begins in a noisy signal. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { PATTERN = 256, SIGNAL = 60000, BEGIN = 21500 };

static uint32_t state = 5;

static float noise(void)
{
   state = state * 1664525 + 1013904223;
   return (float)((int)(state >> 28) - 8);
}

static float* listen(const float* pattern)
{
   float* signal = malloc((SIGNAL + PATTERN) * sizeof *signal);
   for (int i = 0; i < SIGNAL + PATTERN; i++)
      signal[i] = noise();
   for (int i = 0; i < PATTERN; i++)
      signal[BEGIN + i] += pattern[i] * 0.5F;
   return signal;
}

static float likeness(const float* signal, const float* pattern)
{
   float sum = 0;
   for (int i = 0; i < PATTERN; i++)
      sum += signal[i] * pattern[i];
   return sum;
}

int main(void)
{
   float pattern[PATTERN];
   for (int i = 0; i < PATTERN; i++)
      pattern[i] = noise();
   float* signal = listen(pattern);
   float  best = 0, power = 0;
   int    found = -1;
   for (int lag = 0; lag < SIGNAL; lag++) {
      float likely = likeness(signal + lag, pattern);
      if (likely > best) {
         best = likely;
         found = lag;
      }
      power += signal[lag] > 4 ? 1 : 0;
   }
   printf("found at %d: %.1f; %.0f loud samples\n", found, best, power);
   free(signal);
   return 0;
}
