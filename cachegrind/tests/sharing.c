/* SPDX-License-Identifier: GPL-2.0-or-later */
/* sharing.c: two threads write counters, 10,000 times each, or as often as the
   second argument says.  The first says which counters:

      near      two of one cache line
      padded    two of two cache lines
      same      one that both write
      atomic    one to which both add, without a lock
      joined    one that two threads and the main one write, each when the one
                before has ended
      overlap   two of which one begins in the middle of the other
      returned  one of a block that is freed, and one of the block that takes
   its place: they share no byte, but never exist together */

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static struct {
   volatile long first, second;
} near __attribute__((aligned(128)));

static struct {
   _Alignas(128) volatile long first;
   _Alignas(128) volatile long second;
} padded;

static _Alignas(128) volatile long same;

static _Alignas(128) char overlap[2 * sizeof(long)];

static int rounds = 10000;

static void* count(void* counter)
{
   volatile long* n = counter;
   for (int i = 0; i < rounds; i++)
      (*n)++; /* plain */
   return NULL;
}

static void* count_atomic(void* counter)
{
   for (int i = 0; i < rounds; i++)
      __atomic_fetch_add((long*)counter, 1, __ATOMIC_RELAXED); /* atomic */
   return NULL;
}

static void run_both(void* (*thread)(void*), volatile long* first,
                     volatile long* second)
{
   pthread_t threads[2];
   if (pthread_create(&threads[0], NULL, thread, (void*)first) != 0
       || pthread_create(&threads[1], NULL, thread, (void*)second) != 0)
      abort();
   pthread_join(threads[0], NULL);
   pthread_join(threads[1], NULL);
}

static void run(volatile long* first, volatile long* second)
{
   run_both(count, first, second);
}

static void run_alone(volatile long* counter)
{
   pthread_t thread;
   if (pthread_create(&thread, NULL, count, (void*)counter) != 0)
      abort();
   pthread_join(thread, NULL);
}

/* One thread after another, then the main one, write the same counter. */
static void run_joined(void)
{
   run_alone(&same);
   run_alone(&same);
   count((void*)&same);
}

static void run_returned(void)
{
   for (int i = 0; i < 2; i++) {
      long* block = malloc(2 * sizeof *block);
      if (!block)
         abort();
      block[0] = block[1] = 0;
      run_alone(&block[i]);
      free(block);
   }
}

int main(int argc, char** argv)
{
   const char* which = argc > 1 ? argv[1] : "";
   if (argc > 2)
      rounds = atoi(argv[2]);
   if (strcmp(which, "near") == 0)
      run(&near.first, &near.second);
   else if (strcmp(which, "padded") == 0)
      run(&padded.first, &padded.second);
   else if (strcmp(which, "same") == 0)
      run(&same, &same);
   else if (strcmp(which, "atomic") == 0)
      run_both(count_atomic, &same, &same);
   else if (strcmp(which, "joined") == 0)
      run_joined();
   else if (strcmp(which, "overlap") == 0)
      run((volatile long*)overlap, (volatile long*)&overlap[sizeof(long) / 2]);
   else
      run_returned();
   return 0;
}
