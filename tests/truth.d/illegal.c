/* SPDX-License-Identifier: GPL-2.0-or-later */
/* illegal.c: runs ud2 again and again; the handler of the signal skips it.  The
   processor does not retire an instruction that fails.

   A segment that a signal cuts short is not counted.  A jump therefore ends the
   segment before the instruction that fails. */

#include "ucontext.h"

enum { UD2_BYTES = 2 };

static int handled;

static void skip(int number, void* info, long* context)
{
   (void)number;
   (void)info;
   handled++;
   skip_instruction(context, UD2_BYTES);
}

int program(void)
{
   catch_signal(SIGNAL_ILL, skip);
   for (int i = 0; i < 8; i++) {
      if (i & 3)
         __asm__ volatile("   jmp 1f\n"
                          "1: ud2\n");
   }
   return handled != 6;
}
