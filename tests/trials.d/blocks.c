/* SPDX-License-Identifier: GPL-2.0-or-later */
/* blocks.c: sums the columns of a matrix on the heap. */

#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 96, COLUMNS = 1024 };
#ifdef MOVED
enum { ROW = COLUMNS + 8 };
#else
enum { ROW = COLUMNS };
#endif

int main(void)
{
   double* matrix = malloc(sizeof *matrix * ROWS * ROW);
   double  most   = 0;

   for (int i = 0; i < ROWS; i++)
      for (int j = 0; j < COLUMNS; j++)
         matrix[i * ROW + j] = (i * j) % 97;
   for (int pass = 0; pass < 3; pass++)
      for (int j = 0; j < COLUMNS; j++) {
         double sum = 0;
         for (int i = 0; i < ROWS; i++)
            sum += matrix[i * ROW + j];
         most = sum > most ? sum : most;
      }
   printf("%g\n", most);
   free(matrix);
   return 0;
}
