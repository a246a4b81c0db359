/* SPDX-License-Identifier: GPL-2.0-or-later */
/* crash.c: computes for a while, then dies of a signal.

   Usage: crash ROUNDS abort|fault

   `fault' writes through a null pointer in the middle of straight-line code,
   where counting, too, is in the middle of something. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned* volatile nowhere = NULL;

static unsigned mix(unsigned x)
{
   x ^= x << 13;
   x ^= x >> 17;
   x ^= x << 5;
   return x;
}

static void fault(unsigned x)
{
   unsigned* to = nowhere;
   x            = mix(mix(mix(x)));
   to[0]        = x;
   to[1]        = mix(mix(x));
}

int main(int argc, char** argv)
{
   int rounds = argc == 3 ? atoi(argv[1]) : 0;
   if (rounds <= 0) {
      fprintf(stderr, "usage: crash ROUNDS abort|fault\n");
      return 2;
   }
   unsigned x = 1;
   for (int i = 0; i < rounds; i++)
      x = mix(x);
   if (strcmp(argv[2], "fault") == 0)
      fault(x);
   abort();
}
