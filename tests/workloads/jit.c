/* SPDX-License-Identifier: GPL-2.0-or-later */
/* jit.c: writes machine code, runs it, overwrites it, unmaps it.

   Usage: jit ROUNDS

   One page of generated code stays and is rewritten in place, as by
   self-modifying code; another is mapped, used and unmapped each round, as by
   a just-in-time compiler.  For arm64, and for x86 and amd64, which encode the
   few instructions used here alike. */

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

/* Emit a function that adds up `addend' `times' times and returns the sum.
   Neither is greater than 65535.  Returns the first byte after it. */
#ifdef __aarch64__
enum { ALIGNMENT = 4 };

static unsigned char* emit_code(unsigned char* p, int addend, int times)
{
   const unsigned code[] = {
      0x52800000,               /*    mov  w0, 0 */
      0x52800001 | times << 5,  /*    mov  w1, times */
      0x52800002 | addend << 5, /*    mov  w2, addend */
      0x0B020000,               /* 1: add  w0, w0, w2 */
      0x71000421,               /*    subs w1, w1, 1 */
      0x54FFFFC1,               /*    b.ne 1b */
      0xD65F03C0                /*    ret */
   };
   memcpy(p, code, sizeof code);
   return p + sizeof code;
}
#else
enum { ALIGNMENT = 1 };

static unsigned char* emit_code(unsigned char* p, int addend, int times)
{
   *p++ = 0xB8; /*    mov $0, %eax */
   memset(p, 0, 4);
   p += 4;
   *p++ = 0xB9; /*    mov $times, %ecx */
   memcpy(p, &times, 4);
   p += 4;
   *p++ = 0x05; /* 1: add $addend, %eax */
   memcpy(p, &addend, 4);
   p += 4;
   *p++ = 0xFF; /*    dec %ecx */
   *p++ = 0xC9;
   *p++ = 0x75; /*    jnz 1b */
   *p++ = 0xF7;
   *p++ = 0xC3; /*    ret */
   return p;
}
#endif

static Function emit(unsigned char* at, int addend, int times)
{
   Function f;

   __builtin___clear_cache((char*)at, (char*)emit_code(at, addend, times));
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
      sum +=
         (unsigned)emit(fresh + i % 64 / ALIGNMENT * ALIGNMENT, 3 * i, 10)();
      munmap(fresh, 4096);
   }
   printf("%u\n", sum);
   return 0;
}
