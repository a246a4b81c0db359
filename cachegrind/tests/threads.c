/* SPDX-License-Identifier: GPL-2.0-or-later */
/* threads.c: four threads burn at the same time, each its own amount, 100
   times; then all of them the same function together. */

#include <pthread.h>
#include <stdlib.h>

#include "burn.h"

BURN(burn_1);
BURN(burn_2);
BURN(burn_3);
BURN(burn_4);
BURN(burn_all);

#define N_THREADS 4

static void (*const burns[N_THREADS])(unsigned) =
   {burn_1, burn_2, burn_3, burn_4};

static void *body(void *arg)
{
   unsigned i = *(unsigned *)arg;
   for (int round = 0; round < 100; round++) {
      burns[i](1000 * (i + 1));
      burn_all(100);
   }
   return NULL;
}

int main(void)
{
   pthread_t threads[N_THREADS];
   unsigned ids[N_THREADS];
   for (unsigned i = 0; i < N_THREADS; i++) {
      ids[i] = i;
      if (pthread_create(&threads[i], NULL, body, &ids[i]) != 0)
         abort();
   }
   for (unsigned i = 0; i < N_THREADS; i++)
      pthread_join(threads[i], NULL);
   return 0;
}
