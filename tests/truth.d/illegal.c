/* SPDX-License-Identifier: GPL-2.0-or-later */
/* illegal.c: runs an instruction that there is not, again and again; the
   handler of the signal skips it.  The processor does not retire an instruction
   that fails.

   A segment that a signal cuts short is not counted.  A jump therefore ends the
   segment before the instruction that fails. */

#include "ucontext.h"

#ifdef __aarch64__
#define ILLEGAL "   b 1f\n1: udf 0\n"
enum { ILLEGAL_BYTES = 4 };
#else
#define ILLEGAL "   jmp 1f\n1: ud2\n"
enum { ILLEGAL_BYTES = 2 };
#endif

static int handled;

static void skip(int number, void* info, long* context)
{
   (void)number;
   (void)info;
   handled++;
   skip_instruction(context, ILLEGAL_BYTES);
}

int program(void)
{
   catch_signal(SIGNAL_ILL, skip);
   for (int i = 0; i < 8; i++) {
      if (i & 3)
         __asm__ volatile(ILLEGAL);
   }
   return handled != 6;
}
