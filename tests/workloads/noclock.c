/* SPDX-License-Identifier: GPL-2.0-or-later */
/* noclock.c: a library to be preloaded for a program that takes its first
   random numbers from the clock: it is always the same time, and the same
   process. */

#include <stddef.h>
#include <sys/time.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

pid_t getpid(void)
{
   return 1;
}

time_t time(time_t* now)
{
   if (now)
      *now = 1;
   return 1;
}

int gettimeofday(struct timeval* restrict now, void* restrict zone)
{
   (void)zone;
   *now = (struct timeval){1, 1};
   return 0;
}

int clock_gettime(clockid_t clock, struct timespec* now)
{
   (void)clock;
   *now = (struct timespec){1, 1};
   return 0;
}
