/* SPDX-License-Identifier: GPL-2.0-or-later */
/* alignment.c: loads and stores that must be aligned, at aligned and at other
   addresses; the handler of the signal skips those that fail.  VEX tests the
   address with an exit, which is not a branch.

   A segment that a signal cuts short is not counted.  A jump therefore ends the
   segment before the instruction that fails. */

#include "ucontext.h"

enum { MOVAPS_BYTES = 3 };

static char area[64] __attribute__((aligned(16)));
static int  handled;

static void skip(int number, void* info, long* context)
{
   (void)number;
   (void)info;
   handled++;
   skip_instruction(context, MOVAPS_BYTES);
}

int program(void)
{
   catch_signal(SIGNAL_SEGV, skip);
   for (int i = 0; i < 32; i += 4)
      __asm__ volatile("   jmp 1f\n"
                       "1: movaps (%0), %%xmm0\n"
                       "   jmp 2f\n"
                       "2: movaps %%xmm0, (%0)\n"
                       :
                       : "r"(area + i)
                       : "memory", "xmm0");
   return handled != 12;
}
