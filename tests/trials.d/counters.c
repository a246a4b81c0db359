/* SPDX-License-Identifier: GPL-2.0-or-later */
/* counters.c: four threads, each of which counts in an element of its own. */

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

enum { THREADS = 4, ROUNDS = 200000 };
typedef struct {
   volatile uint64_t even, odd;
} Counts;

#ifdef MOVED
enum { APART = 64 };
#else
enum { APART = sizeof(Counts) };
#endif

static union {
   Counts counts;
   char   room[APART];
} parity[THREADS] __attribute__((aligned(64)));

static void* count_parity(void* number)
{
   Counts*  counts = &parity[(uintptr_t)number].counts;
   uint64_t seed   = (uintptr_t)number;

   for (int i = 0; i < ROUNDS; i++) {
      seed = seed * 6364136223846793005u + 1442695040888963407u;
      if (seed >> 63)
         counts->odd++;
      else
         counts->even++;
   }
   return NULL;
}

int main(void)
{
   pthread_t threads[THREADS];
   uint64_t  sum = 0;

   for (uintptr_t i = 0; i < THREADS; i++)
      pthread_create(&threads[i], NULL, count_parity, (void*)i);
   for (int i = 0; i < THREADS; i++) {
      pthread_join(threads[i], NULL);
      sum += parity[i].counts.odd;
   }
   printf("%lu\n", (unsigned long)sum);
   return 0;
}
