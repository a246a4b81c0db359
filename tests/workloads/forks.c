/* SPDX-License-Identifier: GPL-2.0-or-later */
/* forks.c: a forking workload.

   Usage: forks CHILDREN

   Counts primes before each fork, in every child and after them all, so that
   a child's profile holds what its parent had done by then and nothing of
   what the parent did later. */

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int is_prime(int n)
{
   for (int d = 2; d * d <= n; d++)
      if (n % d == 0)
         return 0;
   return n > 1;
}

static int primes_below(int limit)
{
   int count = 0;
   for (int n = 2; n < limit; n++)
      count += is_prime(n);
   return count;
}

int main(int argc, char** argv)
{
   int children = argc == 2 ? atoi(argv[1]) : 0;
   if (children <= 0) {
      fprintf(stderr, "usage: forks CHILDREN\n");
      return 2;
   }
   for (int i = 1; i <= children; i++) {
      int   status;
      int   before = primes_below(200 * i);
      pid_t child  = fork();
      if (child < 0)
         return 1;
      if (child == 0)
         _exit(primes_below(1000 * i) > before ? i : 0);
      if (waitpid(child, &status, 0) != child || WEXITSTATUS(status) != i)
         return 1;
   }
   printf("%d\n", primes_below(3000));
   return 0;
}
