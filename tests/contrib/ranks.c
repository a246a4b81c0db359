/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ranks.c: an MPI program for tests/contrib/mpi.  All ranks do the same work; the
   one that the argument names does four times as much. */

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) static double work(int n)
{
   double sum = 0;

   for (int i = 1; i <= n; i++)
      sum += 1.0 / i;
   return sum;
}

int main(int argc, char** argv)
{
   int    rank, slow = argc > 1 ? atoi(argv[1]) : 0;
   double mine, all;

   MPI_Init(&argc, &argv);
   MPI_Comm_rank(MPI_COMM_WORLD, &rank);
   mine = work(rank == slow ? 40000 : 10000);
   MPI_Reduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
   MPI_Finalize();
   return 0;
}
