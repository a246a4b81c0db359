/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sampling.c: a program that runs long enough for samples of its core.  Its
   functions take turns, in rounds of 400,000 instructions or so: one
   mispredicts, one divides, one misses L2, and calls are in between.  At last,
   256 functions run once each, and most of them are in no sample.

   Usage: sampling ROUNDS */

#include <stdint.h>
#include <stdlib.h>

#include "noipa.h"

#define LINES 131072 /* of 64 bytes: 8 MiB */

static uint32_t random_state = 1;
/* Volatile, or the compiler knows that all of it is 0. */
static volatile uint32_t lines[LINES][16];

static NOIPA uint32_t draw(void)
{
   random_state ^= random_state << 13;
   random_state ^= random_state >> 17;
   random_state ^= random_state << 5;
   return random_state;
}

static NOIPA uint32_t mispredict(int n)
{
   uint32_t sum = 0;

   for (int i = 0; i < n; i++)
      if (draw() & 0x100)
         __asm__ volatile("" : "+r"(sum) : : "memory");
      else
         sum++;
   return sum;
}

static NOIPA uint32_t divide(int n, uint32_t by)
{
   uint32_t x = 0xffffffff;

   for (int i = 0; i < n; i++)
      x = 0xffffff00 / (x / by + 1);
   return x;
}

static NOIPA uint32_t miss(int n)
{
   uint32_t at = draw() % LINES;

   for (int i = 0; i < n; i++)
      at = (lines[at][0] + at * 5 + 1) % LINES;
   return at;
}

static NOIPA uint32_t add(uint32_t x, int i)
{
   return x + (uint32_t)i;
}

static NOIPA uint32_t call(int n)
{
   uint32_t sum = 0;

   for (int i = 0; i < n; i++)
      sum = add(sum, i);
   return sum;
}

/* The same functions, on behalf of others. */
static NOIPA uint32_t more(int n)
{
   return mispredict(n / 2) + call(2 * n) + divide(n / 4, 5);
}

/* A chain of products that its first iterations do not show. */
#define ONCE(n)                                                                \
   static NOIPA uint32_t once_##n(uint32_t x, int times)                       \
   {                                                                           \
      for (int i = 0; i < times; i++) {                                        \
         x = x * 0x1##n##u + 1;                                                \
         x ^= x >> 7;                                                          \
      }                                                                        \
      return x;                                                                \
   }
#define EACH_4(do, n)                                                          \
   do                                                                          \
   (n##0) do(n##1) do(n##2) do(n##3)
#define EACH_16(do, n)                                                         \
   EACH_4(do, n##0) EACH_4(do, n##1) EACH_4(do, n##2) EACH_4(do, n##3)
#define EACH_64(do, n)                                                         \
   EACH_16(do, n##0) EACH_16(do, n##1) EACH_16(do, n##2) EACH_16(do, n##3)
#define EACH_256(do) EACH_64(do, 0) EACH_64(do, 1) EACH_64(do, 2) EACH_64(do, 3)

EACH_256(ONCE)

static NOIPA uint32_t call_each_once(uint32_t x, int times)
{
#define CALL(n) x = once_##n(x, times);
   EACH_256(CALL)
   return x;
}

int main(int argc, char** argv)
{
   int      n_rounds = argc > 1 ? atoi(argv[1]) : 1;
   uint32_t sum      = 0;

   for (int round = 0; round < n_rounds; round++) {
      sum += mispredict(8000);
      sum += divide(8000, 3);
      sum += miss(8000);
      sum += call(8000);
      sum += more(2000);
   }
   sum += call_each_once(sum, 300 * n_rounds / 2);
   return sum == 1;
}
