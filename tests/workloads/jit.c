/* SPDX-License-Identifier: GPL-2.0-or-later */
/* jit.c: writes machine code, runs it, overwrites it, unmaps it.

   Usage: jit ROUNDS

   One page of generated code stays and is rewritten in place, as by
   self-modifying code; another is mapped, used and unmapped each round, as by
   a just-in-time compiler.  x86 and amd64 encode the few instructions used here
   alike. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

typedef int (*Function)(void);

static unsigned char* code_page(void)
{
   void* page = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   if (page == MAP_FAILED) {
      perror("jit: mmap");
      exit(1);
   }
   return page;
}

/* Emit a function that adds up `addend' `times' times and returns the sum:
      mov $0,%eax; mov $times,%ecx; 1: add $addend,%eax; dec %ecx; jnz 1b;
      ret */
static Function emit(unsigned char* at, int addend, int times)
{
   unsigned char* p = at;
   *p++             = 0xB8;
   memset(p, 0, 4);
   p += 4;
   *p++ = 0xB9;
   memcpy(p, &times, 4);
   p += 4;
   *p++ = 0x05;
   memcpy(p, &addend, 4);
   p += 4;
   *p++ = 0xFF;
   *p++ = 0xC9;
   *p++ = 0x75;
   *p++ = 0xF7;
   *p++ = 0xC3;
   Function f;
   memcpy(&f, &at, sizeof f);
   return f;
}

int main(int argc, char** argv)
{
   int rounds = argc == 2 ? atoi(argv[1]) : 0;
   if (rounds <= 0) {
      fprintf(stderr, "usage: jit ROUNDS\n");
      return 2;
   }
   unsigned char* kept = code_page();
   unsigned       sum  = 0;
   for (int i = 1; i <= rounds; i++) {
      unsigned char* fresh = code_page();
      sum += (unsigned)emit(kept, i, 20)();
      sum += (unsigned)emit(fresh + i % 64, 3 * i, 10)();
      munmap(fresh, 4096);
   }
   printf("%u\n", sum);
   return 0;
}
