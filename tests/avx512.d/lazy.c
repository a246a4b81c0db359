/* SPDX-License-Identifier: GPL-2.0-or-later */
/* lazy.c: vectors as arguments of a function in a library.  The dynamic linker
   looks for the function when it is first called, and must not lose them. */

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "lazy.h"

static Vector numbers(int from)
{
   Vector v;

   for (int i = 0; i < 8; i++)
      v[i] = from + i;
   return v;
}

int main(void)
{
   Vector expected = {0};

   for (int i = 0; i < 8; i++)
      expected += numbers(10 * i) * (i + 1);
   for (int i = 1; i <= 2; i++) {
      Vector is = lazy_sum(numbers(0), numbers(10), numbers(20), numbers(30),
                           numbers(40), numbers(50), numbers(60), numbers(70));

      printf("arguments of call %d: %s\n", i,
             memcmp(&is, &expected, 64) == 0 ? "ok" : "wrong");
   }
   return 0;
}
