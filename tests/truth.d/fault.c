/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fault.c: writes to a page it may not write; the handler of the signal
   allows it and the write is done again.

   The write is the last of FAULT_AT + 1 instructions of straight-line code.
   Counts are added up for segments of up to 16 events, and one that a
   signal cuts short is not counted: with FAULT_AT 0 or 16 nothing is lost -
   provided that the write alone is done again, and not what precedes it. */

#include "truth.h"

enum { READ_ONLY = 1, READ_WRITE = 3, PAGE = 4096 };

/* A jump ends the segment, and the write increments page[0]. */
#ifdef __aarch64__
#define BEFORE  "   ldr x9, %0\n   add x9, x9, 1\n   b 1f\n"
#define WRITE   "   str x9, %0\n"
#define SCRATCH "x9"
#else
#define BEFORE  "   jmp 1f\n"
#define WRITE   "   incl %0\n"
#define SCRATCH "cc"
#endif

static long page[PAGE / sizeof(long)] __attribute__((aligned(PAGE))) = {1};

static void protect(long how)
{
   syscall4(SYS_mprotect, (long)page, PAGE, how, 0);
}

static void allow(int number, void* info, long* context)
{
   (void)number;
   (void)info;
   (void)context;
   protect(READ_WRITE);
}

int program(void)
{
   catch_signal(SIGNAL_SEGV, allow);
   for (int i = 0; i < 5; i++) {
      protect(READ_ONLY);
      __asm__ volatile(BEFORE "1: .rept %c1\n"
                              "   nop\n"
                              "   .endr\n" WRITE "   nop\n"
                       : "+m"(page)
                       : "i"(FAULT_AT)
                       : SCRATCH);
   }
   return page[0] != 6;
}
