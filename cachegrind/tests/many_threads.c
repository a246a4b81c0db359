/* SPDX-License-Identifier: GPL-2.0-or-later */
/* many_threads.c: runs as many threads as the argument says, one after the
   other. */

#include <pthread.h>
#include <stdlib.h>

static void *body(void *arg)
{
   ++*(volatile int *)arg;
   return NULL;
}

int main(int argc, char **argv)
{
   int n = argc == 2 ? atoi(argv[1]) : 0;
   int started = 0;

   for (int i = 0; i < n; i++) {
      pthread_t thread;
      if (pthread_create(&thread, NULL, body, &started) != 0
          || pthread_join(thread, NULL) != 0)
         abort();
   }
   return started != n;
}
