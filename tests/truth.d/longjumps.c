/* SPDX-License-Identifier: GPL-2.0-or-later */
/* longjumps.c: leaves nested calls by an indirect jump to where an outer
   function saved its place, as setjmp and longjmp do. */

#include "truth.h"

#ifdef __x86_64__
#define RESTORE "mov (%0), %%rbp\n mov 16(%0), %%rsp\n jmp *8(%0)\n"
#else
#define RESTORE "mov (%0), %%ebp\n mov 8(%0), %%esp\n jmp *4(%0)\n"
#endif

/* Frame, place, stack. */
static void* saved[3];

int save(void);
#ifdef __x86_64__
__asm__("save: pop %rdx\n mov %rbp, saved\n mov %rdx, saved + 8\n"
        " mov %rsp, saved + 16\n xor %eax, %eax\n jmp *%rdx\n");
#else
__asm__("save: pop %edx\n mov %ebp, saved\n mov %edx, saved + 4\n"
        " mov %esp, saved + 8\n xor %eax, %eax\n jmp *%edx\n");
#endif

static NOINLINE void leave(int result)
{
   __asm__ volatile(RESTORE : : "r"(saved), "a"(result) : "memory");
   __builtin_unreachable();
}

static NOINLINE int descend(int depth, int bottom)
{
   if (depth == bottom)
      leave(depth + 1);
   return descend(depth + 1, bottom) + 1;
}

static int volatile round, sum;

/* Nothing lives in registers across the call of save(). */
static NOINLINE void once(void)
{
   int result;
   __asm__ volatile("call save"
                    : "=a"(result)
                    :
                    : "memory", "cc", "ecx", "edx", "ebx", "esi", "edi"
#ifdef __x86_64__
                      ,
                      "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15"
#endif
   );
   if (result == 0) {
      descend(0, round);
      /* The frame must be there when leave() goes back to it. */
      __asm__ volatile("");
   } else {
      sum += result;
   }
}

int program(void)
{
   for (round = 0; round < 20; round++)
      once();
   return sum != 210;
}
