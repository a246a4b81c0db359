/* SPDX-License-Identifier: GPL-2.0-or-later */
/* jit.c: write machine code, run it, and replace it; the first argument says
   how, the second how often.  Unless all the code stays, it says at the end
   whether the memory of its process, which is also that of the tool, grew much
   in the second half.

      reuse    new code over the old, at one place in one page
      munmap   a new page for each piece of code, unmapped afterwards
      pages    a new place for each, none is given up
      twice    the same, and then all of it is run once more
      discard  like reuse, but each time Valgrind is told to forget the old
      modify   the code of a function of the program, made writable first
      named    like reuse; a file for perf, /tmp/perf-PID.map or the third
               argument, says that the code is `even round' or `odd round'

   Round i's code runs i % 50 + 1 `nop's and a `ret', so 50 rounds make 1,325
   instructions.  Counting is on during the rounds only, and they call nothing
   that the linker would give a nameless entry: all that counts without a
   name is the code written here. */

#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../cachegrind.h"

#ifdef __aarch64__
typedef uint32_t Insn;
enum { NOP = 0xd503201f, RET = 0xd65f03c0 };
#define RETURNS ".fill 64, 4, 0xd65f03c0"
#else
typedef unsigned char Insn;
enum { NOP = 0x90, RET = 0xc3 };
#define RETURNS ".fill 64, 1, 0xc3"
#endif

enum { CODE_BYTES = 64 * sizeof(Insn), PAGE = 4096 };

typedef void (*Code)(void);

static unsigned char *new_page(size_t bytes)
{
   void *page = mmap(NULL, bytes, PROT_READ | PROT_WRITE | PROT_EXEC,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   if (page == MAP_FAILED) {
      perror("jit: mmap");
      exit(1);
   }
   return page;
}

static void write_code(unsigned char *at, int n_nops)
{
   volatile Insn *code = (Insn *)at;
   for (int i = 0; i < n_nops; i++)
      code[i] = NOP;
   code[n_nops] = RET;
   __builtin___clear_cache((char *)at, (char *)at + CODE_BYTES);
}

/* The process's greatest size in memory so far, in KiB. */
static long peak_memory(void)
{
   char line[200];
   long kib = -1;
   FILE *status = fopen("/proc/self/status", "r");
   while (status && fgets(line, sizeof line, status))
      sscanf(line, "VmHWM: %ld", &kib);
   if (status)
      fclose(status);
   return kib;
}

/* The function that `modify' overwrites; it lies alone in its page. */
void modified(void);
asm("   .text\n"
    "   .balign 4096\n"
    "   .globl modified\n"
    "   .type modified, @function\n"
    "modified:\n"
    "   " RETURNS "\n"
    "   .size modified, . - modified\n"
    "   .balign 4096\n");

static const char *map_name(void)
{
   static char name[40];
   snprintf(name, sizeof name, "/tmp/perf-%d.map", (int)getpid());
   return name;
}

static FILE *open_map(const char *name)
{
   FILE *map = fopen(name ? name : map_name(), "w");
   if (!map) {
      perror("jit: map");
      exit(1);
   }
   return map;
}

/* Appends a line to the map, and one of `junk' bytes, and does not count. */
static void name_code(FILE *map, const void *code, const char *name, int junk)
{
   CACHEGRIND_STOP_INSTRUMENTATION;
   fprintf(map, "%lx %lx %s\n%0*d\n", (long)(uintptr_t)code, (long)CODE_BYTES,
           name, junk, 0);
   fflush(map);
   CACHEGRIND_START_INSTRUMENTATION;
}

int main(int argc, char *argv[])
{
   if (argc < 3) {
      fprintf(stderr, "usage: jit HOW ROUNDS [FILE]\n");
      return 1;
   }
   const char *how = argv[1];
   const int rounds = atoi(argv[2]);
   const int is_munmap = strcmp(how, "munmap") == 0;
   const int is_twice = strcmp(how, "twice") == 0;
   const int is_pages = strcmp(how, "pages") == 0 || is_twice;
   const int is_discard = strcmp(how, "discard") == 0;
   unsigned char *page = NULL;
   FILE *map = NULL;
   if (strcmp(how, "named") == 0)
      map = open_map(argv[3]);
   if (strcmp(how, "reuse") == 0 || is_discard || map)
      page = new_page(PAGE);
   if (is_pages)
      page = new_page((size_t)rounds * CODE_BYTES);
   if (strcmp(how, "modify") == 0) {
      page = (unsigned char *)(uintptr_t)modified;
      if (mprotect(page, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC) != 0) {
         perror("jit: mprotect");
         return 1;
      }
   }
   long half_way = -1;
   CACHEGRIND_START_INSTRUMENTATION;
   for (int i = 0; i < rounds; i++) {
      if (i == rounds / 2) {
         CACHEGRIND_STOP_INSTRUMENTATION;
         half_way = peak_memory();
         if (map) { /* begins anew, and grows beyond what it was */
            fclose(map);
            map = open_map(argv[3]);
         }
         CACHEGRIND_START_INSTRUMENTATION;
      }
      unsigned char *at = is_munmap ? new_page(PAGE)
                        : is_pages  ? page + i * CODE_BYTES
                                    : page;
      write_code(at, i % 50 + 1);
      if (map)
         name_code(map, at, i % 2 == 0 ? "even round" : "odd round",
                   i == rounds / 2 ? 10000 : 1);
      if (is_discard)
         VALGRIND_DISCARD_TRANSLATIONS(at, CODE_BYTES);
      ((Code)(uintptr_t)at)();
      if (is_munmap)
         munmap(at, PAGE);
   }
   for (int i = 0; is_twice && i < rounds; i++)
      ((Code)(uintptr_t)(page + i * CODE_BYTES))();
   CACHEGRIND_STOP_INSTRUMENTATION;
   if (map && !argv[3])
      unlink(map_name());
   if (is_pages)
      return 0;
   long growth = peak_memory() - half_way;
   if (half_way < 0)
      printf("memory unknown\n");
   else if (growth > 4096)
      printf("memory grows: by %ld KiB\n", growth);
   else
      printf("memory bounded\n");
   return 0;
}
