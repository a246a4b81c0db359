/* SPDX-License-Identifier: GPL-2.0-or-later */
/* evidence.c: functions of which it is known what makes them slow.  Each waits
   for itself in every round.

   Usage: evidence [TIMES]

   TIMES is how often loads are late; 150 times are enough for samples. */

#define _GNU_SOURCE /* reallocarray */
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "../cachegrind.h"
#include "noipa.h"

#define ROUNDS 20000

/* What it computes is not used: this hides that from the compiler. */
static volatile uint32_t kept;
static volatile double   kept_sum;

static NOIPA void divide(uint32_t by)
{
   uint32_t x = 1;

   for (int i = 0; i < ROUNDS; i++)
      x = 0xffffff00 / (x / by + 1);
   kept = x;
}

/* The line after the division is what has the result. */
static NOIPA void use_quotients(uint32_t by)
{
   uint32_t x = 1;

   for (int i = 0; i < ROUNDS; i++) {
      uint32_t quotient = 0xffffff00 / (x + by);
      x                 = (quotient >> 20) ^ 5;
   }
   kept = x;
}

static NOIPA void add_floats(double by)
{
   double sum = 0;

   for (int i = 0; i < ROUNDS; i++)
      sum += by;
   kept_sum = sum;
}

static NOIPA void hash(uint32_t by)
{
   uint32_t h = 1;

   for (int i = 0; i < ROUNDS; i++)
      h = h * by + 1;
   kept = h;
}

#define WORDS 256 /* 1 KiB */
static NOIPA void look_up(const uint32_t next[WORDS])
{
   uint32_t at = 0;

   for (int i = 0; i < ROUNDS; i++)
      at = next[at];
   kept = at;
}

static NOIPA void look_up_bytes(const uint8_t next[WORDS])
{
   uint8_t at = 0;

   for (int i = 0; i < ROUNDS; i++)
      at = next[at];
   kept = at;
}

/* Of a list and a tree, all in L1D. */
typedef struct Near_ {
   void*         rest;
   struct Near_* next;
   struct Near_* children[2];
} Near;

static NOIPA void walk(const Near* at)
{
   for (int i = 0; i < ROUNDS; i++)
      at = at->next;
   kept = at->next == at;
}

static NOIPA void descend(const Near* at, uint32_t way)
{
   for (int i = 0; i < ROUNDS; i++)
      at = at->children[(way >> i % 32) & 1];
   kept = at->next == at;
}

static NOIPA void change_at_once(uint32_t* word)
{
   for (int i = 0; i < ROUNDS; i++)
      __atomic_fetch_add(word, 1, __ATOMIC_SEQ_CST);
}

static NOIPA void nothing(void)
{
}

static NOIPA void call_often(void)
{
   for (int i = 0; i < ROUNDS; i++)
      nothing();
}

/* None of these takes longer than a cycle. */
static NOIPA void mix(uint32_t by)
{
   uint32_t x = 1;

   for (int i = 0; i < ROUNDS; i++) {
      x ^= x >> by;
      x += x << by;
      x ^= x >> by;
   }
   kept = x;
}

#if defined(__i386__) || defined(__x86_64__)
/* Wherever a segment ends, an instruction that stores is not one that fills. */
#define FILL(to)                                                               \
   do {                                                                        \
      char*  at = to;                                                          \
      size_t n  = sizeof to;                                                   \
      __asm__ volatile("movb %%al, (%0)\n\trep stosb"                          \
                       : "+D"(at), "+c"(n)                                     \
                       : "a"(0)                                                \
                       : "memory");                                            \
   } while (0)

static NOIPA void fill(void)
{
   static char to[100];

   for (int i = 0; i < 100; i++) {
      FILL(to);
      FILL(to);
      FILL(to);
      FILL(to);
      FILL(to);
      FILL(to);
      FILL(to);
      __asm__ volatile("nop");
      FILL(to);
      __asm__ volatile("nop; nop");
      FILL(to);
      __asm__ volatile("nop; nop; nop");
      FILL(to);
      __asm__ volatile(".rept 4; nop; .endr");
      FILL(to);
      __asm__ volatile(".rept 8; nop; .endr");
      FILL(to);
      __asm__ volatile(".rept 9; nop; .endr");
      FILL(to);
      __asm__ volatile(".rept 10; nop; .endr");
      FILL(to);
      __asm__ volatile(".rept 11; nop; .endr");
      FILL(to);
      __asm__ volatile(".rept 12; nop; .endr");
      FILL(to);
      __asm__ volatile(".rept 13; nop; .endr");
      FILL(to);
      __asm__ volatile(".rept 14; nop; .endr");
      FILL(to);
      __asm__ volatile(".rept 15; nop; .endr");
      FILL(to);
      __asm__ volatile(".rept 16; nop; .endr");
      FILL(to);
   }
}
#else
static void fill(void)
{
}
#endif

static void wait_for_results(void)
{
   static uint32_t next[WORDS];
   static uint8_t  next_byte[WORDS];
   static Near     near = {.next = &near, .children = {&near, &near}};
   uint32_t        word = 0;

   for (uint32_t i = 0; i < WORDS; i++)
      next_byte[i] = next[i] = (i * 37 + 1) % WORDS;
   divide(3);
   use_quotients(3);
   add_floats(0.5);
   hash(31);
   look_up(next);
   look_up_bytes(next_byte);
   walk(&near);
   descend(&near, 0x12345678);
   change_at_once(&word);
   call_often();
   mix(5);
   fill();
}

#define NODES 65536 /* of a line: 4 MiB */
typedef struct Node_ {
   struct Node_* next;
   char          rest[64 - sizeof(struct Node_*)];
} Node;

static Node nodes[NODES];

/* A place that looks random. */
static uint32_t scattered(uint32_t i)
{
   return i * 40503 % NODES;
}

/* The address of each load is what the one before has read. */
static NOIPA void follow(const Node* node)
{
   for (int i = 0; i < ROUNDS; i++)
      node = node->next;
   kept = node != NULL;
}

/* These are computed. */
static NOIPA void visit(const Node* first)
{
   uint32_t n = 0;

   for (uint32_t i = 0; i < ROUNDS; i++)
      n += first[scattered(i)].next != NULL;
   kept = n;
}

static void wait_for_loads(int times)
{
   for (uint32_t i = 0; i < NODES; i++)
      nodes[scattered(i)].next = &nodes[scattered(i + 1)];
   for (int i = 0; i < times; i++) {
      follow(nodes);
      visit(nodes);
   }
}

#define CALLS 100

/* Reads a byte at a time. */
static NOIPA void read_bytes(int fd)
{
   char byte;

   for (int i = 0; i < CALLS; i++)
      if (read(fd, &byte, 1) == 1)
         kept = (uint32_t)byte;
}

/* Two parts, of 20 bytes together. */
static NOIPA void write_parts(int fd)
{
   static char  text[12];
   struct iovec part[] = {{text, 8}, {text, 12}};

   for (int i = 0; i < CALLS; i++)
      kept = writev(fd, part, 2) == 20;
}

/* Without Valgrind, neither is a system call. */
static NOIPA void ask_for_time(void)
{
   struct timespec now;

   for (int i = 0; i < CALLS; i++)
      kept = clock_gettime(CLOCK_MONOTONIC, &now) == 0;
}

static int ends[2]; /* of a pipe */

static NOIPA void* receive(void* unused)
{
   (void)unused;
   read_bytes(ends[0]);
   return NULL;
}

/* The other thread waits in a system call for this one. */
static NOIPA void send_to_thread(void)
{
   pthread_t thread;

   if (pipe(ends) != 0 || pthread_create(&thread, NULL, receive, NULL) != 0)
      return;
   for (int i = 0; i < CALLS; i++)
      kept = write(ends[1], "", 1) == 1;
   pthread_join(thread, NULL);
}

static void call_system(void)
{
   int zero = open("/dev/zero", O_RDONLY), null = open("/dev/null", O_WRONLY);

   read_bytes(zero);
   read_bytes(-1);
   write_parts(null);
   ask_for_time();
   send_to_thread();
   CACHEGRIND_STOP_INSTRUMENTATION;
   read_bytes(zero);
}

/* The compiler must not know that nobody uses the blocks, nor their sizes. */
static void* volatile block;
static volatile size_t everything = SIZE_MAX;

#define ALLOCATE(name, call)                                                   \
   static NOIPA void name(void)                                                \
   {                                                                           \
      for (int i = 0; i < CALLS; i++) {                                        \
         block = call;                                                         \
         free(block);                                                          \
      }                                                                        \
   }

static void* posix_aligned(size_t alignment, size_t size)
{
   void* aligned = NULL;

   return posix_memalign(&aligned, alignment, size) == 0 ? aligned : NULL;
}

static void* grown(void)
{
   return realloc(malloc(10), 20);
}

static void* (*volatile allocate)(size_t) = malloc;

ALLOCATE(use_malloc, malloc(10))
ALLOCATE(use_pointer, allocate(11))
ALLOCATE(use_calloc, calloc(3, 4))
ALLOCATE(use_realloc, grown())
ALLOCATE(use_realloc_as_malloc, realloc(NULL, 13))
ALLOCATE(use_reallocarray, reallocarray(NULL, 2, 7))
ALLOCATE(use_aligned_alloc, aligned_alloc(64, 128))
ALLOCATE(use_memalign, memalign(8, 15))
ALLOCATE(use_posix_memalign, posix_aligned(64, 16))
ALLOCATE(use_posix_memalign_as_malloc, posix_aligned(sizeof(void*), 17))
ALLOCATE(use_too_much, malloc(everything))
ALLOCATE(use_too_many, calloc(everything, everything))

static void call_allocators(void)
{
   use_malloc();
   use_pointer();
   use_calloc();
   use_realloc();
   use_realloc_as_malloc();
   use_reallocarray();
   use_aligned_alloc();
   use_memalign();
   use_posix_memalign();
   use_posix_memalign_as_malloc();
   use_too_much();
   use_too_many();
}

int main(int argc, char** argv)
{
   wait_for_results();
   wait_for_loads(argc > 1 ? atoi(argv[1]) : 1);
   call_allocators();
   call_system();
   return 0;
}
