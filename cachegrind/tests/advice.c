/* SPDX-License-Identifier: GPL-2.0-or-later */
/* advice.c: run loops in code of several objects.  Each pair of arguments says
   where and how often: `own N' in this program, which has debug information;
   `jit N' in code that is made now; `avx512 N' in what Valgrind does not run,
   with a handler N; `LIBRARY N' in a copy of advice_lib, which is loaded for
   this and unloaded again.  A loop runs 2N instructions, and two more if it is
   a function of its own. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

typedef void (*Burn)(unsigned n);

/* Inline, so that the loop belongs to this line. */
static void in_this_program(unsigned n)
{
#ifdef __aarch64__
   asm volatile("1: subs %w0, %w0, 1; b.ne 1b" : "+r"(n));
#else
   asm volatile("1: dec %0; jnz 1b" : "+r"(n));
#endif
}

static int in_library(const char* path, unsigned n)
{
   void* library = dlopen(path, RTLD_NOW);
   Burn  burn    = library ? (Burn)dlsym(library, "burn_in_library") : NULL;

   if (!burn) {
      fprintf(stderr, "advice: %s\n", dlerror());
      return 1;
   }
   burn(n);
   return dlclose(library);
}

static int in_jit(unsigned n)
{
#ifdef __aarch64__
   static const unsigned loop[] = {
      0x71000400, /* 1: subs w0, w0, 1 */
      0x54ffffe1, /*    b.ne 1b */
      0xd65f03c0, /*    ret */
   };
#else
   static const unsigned char loop[] = {
      0x89, 0xf8, /*    mov %edi, %eax */
      0xff, 0xc8, /* 1: dec %eax */
      0x75, 0xfc, /*    jnz 1b */
      0xc3,       /*    ret */
   };
#endif
   void* code = mmap(NULL, sizeof loop, PROT_READ | PROT_WRITE | PROT_EXEC,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

   if (code == MAP_FAILED) {
      perror("advice: mmap");
      return 1;
   }
   memcpy(code, loop, sizeof loop);
   __builtin___clear_cache(code, (char*)code + sizeof loop);
   ((Burn)code)(n);
   return munmap(code, sizeof loop);
}

static void give_up(int number)
{
   abort();
}

static void* code;

/* The instruction is run again, and is gone. */
static void unmap_code(int number)
{
   signal(SIGILL, SIG_DFL);
   munmap(code, 4096);
}

/* Run a vpxord with zmm0, in new memory.  The signal that follows has a handler
   that aborts if n is 1, and unmaps that memory if n is 2. */
static void avx512(unsigned n)
{
   static const unsigned char vpxord[]  = {0x62, 0xf1, 0x7d, 0x48, 0xef, 0xc0};
   static void (*const handlers[])(int) = {SIG_DFL, give_up, unmap_code};

   signal(SIGILL, handlers[n]);
   code = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   if (code == MAP_FAILED)
      return;
   memcpy(code, vpxord, sizeof vpxord);
   ((void (*)(void))code)();
}

int main(int argc, char* argv[])
{
   for (int i = 1; i + 1 < argc; i += 2) {
      unsigned n      = atoi(argv[i + 1]);
      int      status = 0;

      if (strcmp(argv[i], "own") == 0)
         in_this_program(n);
      else if (strcmp(argv[i], "jit") == 0)
         status = in_jit(n);
      else if (strcmp(argv[i], "avx512") == 0)
         avx512(n);
      else
         status = in_library(argv[i], n);
      if (status != 0)
         return 1;
   }
   return 0;
}
