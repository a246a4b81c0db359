/* SPDX-License-Identifier: GPL-2.0-or-later */
/* machine.c: each function has a line whose misses on the machine of
   check_machine are known: 16 lines of L1D, 64 of L2, 256 of L3, a TLB of 8
   pages, and a second one of 32.

   Each loop touches the lines of one array in turn.  If there are more of them
   than a level has, each touch misses there, because all are LRU.  The rest of
   the program runs in between, and touches few lines. */

#include <sys/mman.h>

#define LINE       64
#define PAGE       4096
#define HUGE_PAGE  (2 << 20)
#define MANY       1024 /* lines: 16 pages, more than L3 holds */
#define SOME       40   /* lines: L2 holds them */
#define WIDE_PAGES 24   /* more than the first TLB has */
#define ROUNDS     10

typedef char Lines[MANY * LINE];

static Lines written __attribute__((aligned(PAGE)));
static Lines other __attribute__((aligned(PAGE)));
static char  wide[WIDE_PAGES][PAGE] __attribute__((aligned(PAGE)));

/* The address is in a register, so that only the access refers to memory. */
static char touch(const volatile char* p)
{
   return *p;
}

__attribute__((noinline)) static void write_many(volatile char* p)
{
   for (int i = 0; i < MANY; i++)
      p[i * LINE] = 1; /* dirties a line */
}

__attribute__((noinline)) static void read_many(const char* p)
{
   for (int i = 0; i < MANY; i++)
      touch(&p[i * LINE]);
}

__attribute__((noinline)) static void read_some(const char* p)
{
   for (int round = 0; round < ROUNDS; round++)
      for (int i = 0; i < SOME; i++)
         touch(&p[i * LINE]);
}

/* One line of each page, and not always in the same set. */
__attribute__((noinline)) static void read_pages(const char* p, int n)
{
   for (int round = 0; round < ROUNDS; round++)
      for (int i = 0; i < n; i++)
         touch(&p[i * PAGE + i * LINE]);
}

/* The same in a huge page, if the kernel has such pages. */
__attribute__((noinline)) static void read_huge_page(const char* p, int n)
{
   for (int round = 0; round < ROUNDS; round++)
      for (int i = 0; i < n; i++)
         touch(&p[i * PAGE + i * LINE]);
}

int main(void)
{
   char* huge = mmap((void*)0x10000000, HUGE_PAGE, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);

   write_many(written);
   read_many(other);
   read_some(other);
   read_pages(wide[0], WIDE_PAGES);
   /* The kernel rounds the size up to whole pages. */
   if (huge == MAP_FAILED || madvise(huge, HUGE_PAGE - 1, MADV_HUGEPAGE) != 0)
      return 1;
   read_huge_page(huge, WIDE_PAGES);
   return 0;
}
