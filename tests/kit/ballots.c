/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ballots.c: two threads count the ballots of an election, with two votes each. */

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { COUNTERS = 2, BALLOTS = 400000, CANDIDATES = 23 };

struct result {
   pthread_mutex_t mutex;
   long            votes[CANDIDATES];
   long            invalid;
};

struct pile {
   const uint32_t* ballots;
   int             size;
   struct result*  result;
};

// The two names that are on a ballot, or -1 if it is invalid.
static void read_ballot(uint32_t ballot, int* first, int* second)
{
   *first = (int)((ballot >> 8 & 0xfff) * CANDIDATES >> 12);
   *second = (int)((ballot >> 20) * CANDIDATES >> 12);
   if (*first == *second)
      *first = *second = -1;
}

static void* count_pile(void* argument)
{
   const struct pile* pile = argument;
   struct result*     result = pile->result;
   for (int i = 0; i < pile->size; i++) {
      int first, second;
      read_ballot(pile->ballots[i], &first, &second);
      pthread_mutex_lock(&result->mutex);
      if (first < 0)
         result->invalid++;
      else {
         result->votes[first] += 2;
         result->votes[second]++;
      }
      pthread_mutex_unlock(&result->mutex);
   }
   return NULL;
}

int main(void)
{
   static struct result result = {.mutex = PTHREAD_MUTEX_INITIALIZER};
   uint32_t*            ballots = malloc(BALLOTS * sizeof *ballots);
   pthread_t            threads[COUNTERS];
   struct pile          piles[COUNTERS];
   uint32_t             random = 1848;
   for (int i = 0; i < BALLOTS; i++)
      ballots[i] = random = random * 1664525 + 1013904223;
   for (int t = 0; t < COUNTERS; t++) {
      piles[t] = (struct pile){ballots + t * (BALLOTS / COUNTERS), BALLOTS / COUNTERS,
                               &result};
      pthread_create(&threads[t], NULL, count_pile, &piles[t]);
   }
   for (int t = 0; t < COUNTERS; t++)
      pthread_join(threads[t], NULL);
   for (int c = 0; c < CANDIDATES; c += 7)
      printf("candidate %d: %ld\n", c, result.votes[c]);
   printf("%ld of %d invalid\n", result.invalid, BALLOTS);
   free(ballots);
   return 0;
}
