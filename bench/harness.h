/* SPDX-License-Identifier: GPL-2.0-or-later */
/* harness.h: what the programs of bench/hardware share: the memory that kernels
   work on, and how they are timed and called.

   Everything is static, so each program is one file to the compiler: it knows
   that no store of a kernel changes `memory'.

   A kernel is a function named k_NAME.  It works on memory that its `fill' has
   prepared, in the same way each time.

   A cycle is what one step of a chain of additions takes: the processor's clock
   is not known, and changes. */

#ifndef BENCH_HARNESS_H
#define BENCH_HARNESS_H

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#define NOINLINE __attribute__((noinline))

enum { MIB = 1 << 20 };

/* What kernels work on. */
static uint8_t* memory;
#define MEMORY_SIZE (96 * (size_t)MIB)

static uint64_t random_state;

static uint64_t next_random(void)
{
   random_state ^= random_state << 13;
   random_state ^= random_state >> 7;
   random_state ^= random_state << 17;
   return random_state;
}

/* The numbers below n in a random order. */
static void shuffle(uint32_t* to, uint32_t n)
{
   for (uint32_t i = 0; i < n; i++)
      to[i] = i;
   for (uint32_t i = n - 1; i > 0; i--) {
      uint32_t j = next_random() % (i + 1), swap = to[i];

      to[i] = to[j];
      to[j] = swap;
   }
}

typedef struct {
   const char* name;
   void (*fill)(void);
   uint64_t (*run)(void);
} Kernel;

#define KERNEL(name, fill)                                                     \
   {                                                                           \
#name, fill, k_##name                                                    \
   }

static double seconds(void)
{
   struct timespec now;

   clock_gettime(CLOCK_MONOTONIC, &now);
   return now.tv_sec + now.tv_nsec * 1e-9;
}

/* A chain of additions: one for each cycle. */
static NOINLINE uint64_t add(uint64_t n)
{
   uint64_t sum = 0;

   for (; n > 0; n -= 8)
      __asm__ volatile("add $1, %0; add $1, %0; add $1, %0; add $1, %0;"
                       "add $1, %0; add $1, %0; add $1, %0; add $1, %0"
                       : "+r"(sum));
   return sum;
}

static void lessen(double* least, double seconds)
{
   if (seconds < *least)
      *least = seconds;
}

/* Where results go, so that the compiler keeps the calls of functions that only
   read. */
static volatile uint64_t result;

/* The least time of a call in that of a cycle: nothing disturbed either, and
   the clock was as fast as it can be. */
static double cycles_of(uint64_t (*run)(void))
{
   double call = 1e9, cycle = 1e9;

   for (int i = 0; i < 60; i++) {
      double start = seconds();

      result = run();
      lessen(&call, seconds() - start);
      start = seconds();
      add(200000);
      lessen(&cycle, (seconds() - start) / 200000);
   }
   return call / cycle;
}

/* Times a kernel or a chain, or calls it. */
static void use(uint64_t (*run)(void), const char* calls)
{
   if (!calls)
      printf("%.0f\n", cycles_of(run));
   for (int n = calls ? atoi(calls) : 0; n > 0; n--)
      result = run();
}

/* Random numbers begin anew, so that two fills have the same ones. */
static void seed(void)
{
   random_state = 88172645463325252;
}

/* Gets memory, in pages of 4 KiB, or ends the program. */
static void prepare_memory(void)
{
   memory = mmap(NULL, MEMORY_SIZE, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   if (memory == MAP_FAILED || madvise(memory, MEMORY_SIZE, MADV_NOHUGEPAGE))
      exit(1);
   seed();
}

#endif /* BENCH_HARNESS_H */
