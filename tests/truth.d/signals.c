/* SPDX-License-Identifier: GPL-2.0-or-later */
/* signals.c: sends itself signals; the handler runs and returns. */

#include "truth.h"

static volatile int handled;

static void on_signal(int number, void* info, long* context)
{
   (void)info;
   (void)context;
   for (int i = 0; i < number; i++)
      handled++;
}

int program(void)
{
   long self = syscall4(SYS_getpid, 0, 0, 0, 0);
   catch_signal(SIGNAL_USR1, on_signal);
   for (int i = 0; i < 10; i++) {
      int before = handled;
      syscall4(SYS_kill, self, SIGNAL_USR1, 0, 0);
      if (handled == before)
         return 1;
   }
   return handled != 10 * SIGNAL_USR1;
}
