/* SPDX-License-Identifier: GPL-2.0-or-later */
/* many_threads.c: N threads, one after the other, that use little memory.

   Usage: many_threads N */

#include <pthread.h>
#include <stdlib.h>

static volatile int words[1024];

static void *run(void *unused)
{
   for (int i = 0; i < 1024; i++)
      words[i]++;
   return unused;
}

int main(int argc, char **argv)
{
   for (int i = argc == 2 ? atoi(argv[1]) : 1; i > 0; i--) {
      pthread_t thread;

      if (pthread_create(&thread, NULL, run, NULL) != 0)
         return 1;
      pthread_join(thread, NULL);
   }
   return 0;
}
