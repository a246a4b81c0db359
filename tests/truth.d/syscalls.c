/* SPDX-License-Identifier: GPL-2.0-or-later */
/* syscalls.c: system calls between short loops, one of which fails. */

#include "truth.h"

static NOINLINE long spin(long n)
{
   long sum = 0;
   while (n > 0)
      sum += n--;
   return sum;
}

int program(void)
{
   long total = 0;
   for (int i = 0; i < 20; i++) {
      total += spin(i) + (syscall4(SYS_getpid, 0, 0, 0, 0) > 0);
      if (syscall4(SYS_write, -1, (long)&total, sizeof total, 0) >= 0)
         return 1;
   }
   return total == 0;
}
