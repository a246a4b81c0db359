/* SPDX-License-Identifier: GPL-2.0-or-later */
/* threads.c: a threaded workload whose profile is the same every time.

   Usage: threads ROUNDS

   Each of five threads does half its work, starts the next one, waits for it
   to end and does the other half.  All are alive at once, yet never are two
   of them runnable: what is counted cannot depend on which the scheduler
   would pick. */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { N_THREADS = 5, N_ITEMS = 400 };

typedef struct {
   int           depth;
   int           rounds;
   unsigned long sum;
} Worker;

static Worker worker[N_THREADS];

static int compare(const void* a, const void* b)
{
   unsigned x = *(const unsigned*)a, y = *(const unsigned*)b;
   return (x > y) - (x < y);
}

static unsigned long sort_and_sum(unsigned seed)
{
   unsigned      items[N_ITEMS];
   unsigned long sum = 0;
   for (int i = 0; i < N_ITEMS; i++) {
      seed     = seed * 1103515245u + 12345u;
      items[i] = seed >> 8;
   }
   qsort(items, N_ITEMS, sizeof items[0], compare);
   for (int i = 0; i < N_ITEMS; i++)
      sum += (unsigned long)i * items[i];
   return sum;
}

static void do_rounds(Worker* w, int from, int to)
{
   for (int r = from; r < to; r++)
      w->sum += sort_and_sum((unsigned)(r * N_THREADS + w->depth));
}

static void* work(void* arg)
{
   Worker* w = arg;
   do_rounds(w, 0, w->rounds / 2);
   if (w->depth + 1 < N_THREADS) {
      pthread_t next;
      if (pthread_create(&next, NULL, work, w + 1) != 0)
         exit(1);
      pthread_join(next, NULL);
   }
   do_rounds(w, w->rounds / 2, w->rounds);
   return NULL;
}

int main(int argc, char** argv)
{
   int rounds = argc == 2 ? atoi(argv[1]) : 0;
   if (rounds <= 0) {
      fprintf(stderr, "usage: threads ROUNDS\n");
      return 2;
   }
   for (int i = 0; i < N_THREADS; i++)
      worker[i] = (Worker){i, rounds, 0};
   work(&worker[0]);
   for (int i = 0; i < N_THREADS; i++)
      printf("%d %lu\n", i, worker[i].sum);
   return 0;
}
