/* SPDX-License-Identifier: GPL-2.0-or-later */
/* starter.c: runs a program and measures it, for bench/programs.

      starter REPORT PROGRAM ARG...

   writes to the file REPORT: the wait status, the user and system time together
   and the elapsed time, both in microseconds, and the peak memory in KiB.

   A forked process starts with a copy of its parent's memory.  The copy counts
   for its peak, and copying takes some of its time.  A script in Perl has more
   memory than the programs that are measured; this program is linked statically
   and has next to none. */

#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long long now(void)
{
   struct timespec t;
   clock_gettime(CLOCK_MONOTONIC, &t);
   return t.tv_sec * 1000000LL + t.tv_nsec / 1000;
}

static long long microseconds(struct timeval t)
{
   return t.tv_sec * 1000000LL + t.tv_usec;
}

int main(int argc, char** argv)
{
   if (argc < 3)
      return 2;
   long long started = now();
   pid_t     pid     = fork();
   if (pid == 0) {
      /* bench/programs can end only the starter; the program must end with
         it. */
      prctl(PR_SET_PDEATHSIG, SIGTERM);
      execv(argv[2], argv + 2);
      _exit(127);
   }
   int           status;
   struct rusage usage;
   if (pid < 0 || wait4(pid, &status, 0, &usage) != pid)
      return 1;
   long long wall = now() - started;

   FILE* report = fopen(argv[1], "w");
   if (report == NULL)
      return 1;
   fprintf(report, "%d %lld %lld %ld\n", status,
           microseconds(usage.ru_utime) + microseconds(usage.ru_stime), wall,
           usage.ru_maxrss);
   return fclose(report) == 0 ? 0 : 1;
}
