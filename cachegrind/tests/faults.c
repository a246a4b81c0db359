/* SPDX-License-Identifier: GPL-2.0-or-later */
/* faults.c: a program that goes on after faults, as garbage collectors and
   virtual machines do.

   A loop writes to pages that are read-only; the handler allows each and
   returns, and the write is done again.  Only the write: the instructions in
   front of it, in the same block of code, have been executed.  If they were
   executed twice, the loop would count wrong. */

#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>

enum { PAGE = 4096, N_PAGES = 20, STEP = 64 };

static volatile int n_faults;

static void allow(int number, siginfo_t* info, void* context)
{
   void* page = (void*)((uintptr_t)info->si_addr & ~(uintptr_t)(PAGE - 1));

   (void)number;
   (void)context;
   n_faults++;
   mprotect(page, PAGE, PROT_READ | PROT_WRITE);
}

/* Add 1 to `before', write to *p, and add 1 to `after', in one superblock. */
#ifdef __aarch64__
#define COUNT_AND_WRITE()                                                      \
   __asm__ volatile("ldr  x9, %0\n"                                            \
                    "add  x9, x9, 1\n"                                         \
                    "str  x9, %0\n"                                            \
                    "strb w9, %2\n"                                            \
                    "ldr  x9, %1\n"                                            \
                    "add  x9, x9, 1\n"                                         \
                    "str  x9, %1\n"                                            \
                    : "+m"(before), "+m"(after), "=m"(*p)                      \
                    :                                                          \
                    : "x9")
#else
#define COUNT_AND_WRITE()                                                      \
   __asm__ volatile("incl %0\n"                                                \
                    "movb $1, %2\n"                                            \
                    "incl %1\n"                                                \
                    : "+m"(before), "+m"(after), "=m"(*p))
#endif

int main(void)
{
   struct sigaction action = {.sa_sigaction = allow, .sa_flags = SA_SIGINFO};
   long             n      = N_PAGES * PAGE / STEP;
   long             before = 0, after = 0;
   char* p = mmap(NULL, N_PAGES * PAGE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS,
                  -1, 0);

   sigaction(SIGSEGV, &action, NULL);
   for (char* end = p + N_PAGES * PAGE; p < end; p += STEP)
      COUNT_AND_WRITE();
   printf("%d faults, %ld before, %ld after, of %ld\n", n_faults, before, after,
          n);
   return 0;
}
