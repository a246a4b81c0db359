/* SPDX-License-Identifier: GPL-2.0-or-later */
/* kernels.c: small pieces of real programs, for bench/hardware.

   Usage: kernels list            the kernels, and their halves
          kernels chains          the chains, their steps in one call, and
                                  the function that makes them
          kernels walks           the same for walks
          kernels branches        the patterns of branches, and how many
                                  branches one call has
          kernels constants       what a machine's file says of its core
          kernels time NAME       cycles of one call, the least of many
          kernels run NAME CALLS  calls one of these, to be simulated

   Each kernel is one function without calls, so a profile has its counts.
   Kernels are in two halves: constants of the model may be chosen to fit those
   of the first one; the others tell how good they are.

   A chain is a ring of lines, each with the address of the next one.  So each
   load waits for the one before it, and takes the whole latency of where its
   line is.  In a walk, no load waits for another: misses overlap, as far as the
   processor can, and its prefetchers help.

   A pattern of branches costs what it takes more than the same code when all
   branches are predicted. */

#include "harness.h"

/*------------------------------------------------------------*/
/*--- Matrices                                             ---*/
/*------------------------------------------------------------*/

#define N 96
typedef double Matrix[N][N];

static void fill_matrices(void)
{
   double* m = (double*)memory;

   for (size_t i = 0; i < 3 * N * N; i++)
      m[i] = i < 2 * N * N ? (double)(next_random() % 1000) / 1000 : 0;
}

static NOINLINE uint64_t k_matmul_ijk(void)
{
   Matrix *a = (Matrix*)memory, *b = a + 1, *c = a + 2;

   for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++) {
         double sum = 0;

         for (int k = 0; k < N; k++)
            sum += (*a)[i][k] * (*b)[k][j];
         (*c)[i][j] = sum;
      }
   return (uint64_t)(*c)[1][1];
}

static NOINLINE uint64_t k_matmul_ikj(void)
{
   Matrix *a = (Matrix*)memory, *b = a + 1, *c = a + 2;

   for (int i = 0; i < N; i++)
      for (int k = 0; k < N; k++)
         for (int j = 0; j < N; j++)
            (*c)[i][j] += (*a)[i][k] * (*b)[k][j];
   return (uint64_t)(*c)[1][1];
}

static NOINLINE uint64_t k_matmul_jki(void)
{
   Matrix *a = (Matrix*)memory, *b = a + 1, *c = a + 2;

   for (int j = 0; j < N; j++)
      for (int k = 0; k < N; k++)
         for (int i = 0; i < N; i++)
            (*c)[i][j] += (*a)[i][k] * (*b)[k][j];
   return (uint64_t)(*c)[1][1];
}

#define GRID 512

static void fill_grid(void)
{
   double* g = (double*)memory;

   for (size_t i = 0; i < 2 * GRID * GRID; i++)
      g[i] = (double)(next_random() % 1000);
}

static NOINLINE uint64_t k_stencil(void)
{
   double(*from)[GRID] = (double(*)[GRID])memory, (*to)[GRID] = from + GRID;

   for (int y = 1; y < GRID - 1; y++)
      for (int x = 1; x < GRID - 1; x++)
         to[y][x] = 0.25
                    * (from[y - 1][x] + from[y + 1][x] + from[y][x - 1]
                       + from[y][x + 1]);
   return (uint64_t)to[1][1];
}

static NOINLINE uint64_t k_columns(void)
{
   double(*from)[GRID] = (double(*)[GRID])memory;
   double sum          = 0;

   for (int x = 0; x < GRID; x++)
      for (int y = 0; y < GRID; y++)
         sum += from[y][x];
   return (uint64_t)sum;
}

static NOINLINE uint64_t k_transpose(void)
{
   double(*from)[GRID] = (double(*)[GRID])memory, (*to)[GRID] = from + GRID;

   for (int y = 0; y < GRID; y++)
      for (int x = 0; x < GRID; x++)
         to[x][y] = from[y][x];
   return (uint64_t)to[1][1];
}

static NOINLINE uint64_t k_norm(void)
{
   double *g = (double*)memory, sum = 0;

   for (int i = 0; i + 1 < 1 << 14; i += 2)
      sum += __builtin_sqrt(g[i] * g[i] + g[i + 1] * g[i + 1]);
   return (uint64_t)sum;
}

static NOINLINE uint64_t k_series(void)
{
   double x = 1.5, sum = 0;

   for (int i = 1; i < 20000; i++)
      sum += x / (i + sum);
   return (uint64_t)sum;
}

/*------------------------------------------------------------*/
/*--- Lists, trees and tables                              ---*/
/*------------------------------------------------------------*/

typedef struct Node_ {
   struct Node_* next;
   uint64_t      value[7];
} Node;

static void fill_list(uint32_t n)
{
   Node*     nodes = (Node*)memory;
   uint32_t* order = (uint32_t*)(memory + MEMORY_SIZE / 2);

   shuffle(order, n);
   for (uint32_t i = 0; i < n; i++)
      nodes[order[i]] = (Node){&nodes[order[(i + 1) % n]], {i}};
}

static void fill_small_list(void)
{
   fill_list(4000);
}

static void fill_large_list(void)
{
   fill_list(100000);
}

static NOINLINE uint64_t k_small_list(void)
{
   uint64_t sum = 0;
   uint32_t n   = 40000;

   for (const Node* p = (Node*)memory; n > 0; n--, p = p->next)
      sum += p->value[0];
   return sum;
}

static NOINLINE uint64_t k_large_list(void)
{
   uint64_t sum = 0;
   uint32_t n   = 100000;

   for (const Node* p = (Node*)memory; n > 0; n--, p = p->next)
      sum += p->value[0];
   return sum;
}

typedef struct {
   uint32_t key, child[2];
} TreeNode;

#define TREE 30000

static void fill_tree(void)
{
   TreeNode* t    = (TreeNode*)memory;
   uint32_t* keys = (uint32_t*)(memory + MEMORY_SIZE / 2);

   shuffle(keys, TREE);
   for (uint32_t i = 0; i < TREE; i++) {
      uint32_t at = 0;

      t[i] = (TreeNode){.key = keys[i]};
      while (i > 0) {
         uint32_t* child = &t[at].child[keys[i] > t[at].key];

         if (*child == 0) {
            *child = i;
            break;
         }
         at = *child;
      }
   }
   shuffle(keys, TREE);
}

static NOINLINE uint64_t k_tree(void)
{
   const TreeNode* t    = (TreeNode*)memory;
   const uint32_t* keys = (uint32_t*)(memory + MEMORY_SIZE / 2);
   uint64_t        sum  = 0;

   for (uint32_t i = 0; i < 10000; i++) {
      uint32_t at = 0;

      while (t[at].key != keys[i])
         at = t[at].child[keys[i] > t[at].key];
      sum += at;
   }
   return sum;
}

#define SLOTS (1 << 18)

static void fill_table(void)
{
   uint64_t* slots = (uint64_t*)memory;
   uint64_t* keys  = (uint64_t*)(memory + MEMORY_SIZE / 2);

   memset(slots, 0, SLOTS * sizeof *slots);
   for (uint32_t i = 0; i < SLOTS / 2; i++) {
      uint64_t key = next_random() | 1, at = key * 0x9E3779B97F4A7C15 >> 46;

      while (slots[at])
         at = (at + 1) % SLOTS;
      slots[at] = keys[i] = key;
   }
}

static NOINLINE uint64_t k_probe(void)
{
   const uint64_t* slots = (uint64_t*)memory;
   const uint64_t* keys  = (uint64_t*)(memory + MEMORY_SIZE / 2);
   uint64_t        sum   = 0;

   for (uint32_t i = 0; i < 50000; i++) {
      uint64_t at = keys[i] * 0x9E3779B97F4A7C15 >> 46;

      while (slots[at] != keys[i])
         at = (at + 1) % SLOTS;
      sum += at;
   }
   return sum;
}

static void fill_numbers(void)
{
   uint32_t* numbers = (uint32_t*)memory;

   for (uint32_t i = 0; i < 1 << 20; i++)
      numbers[i] = next_random();
   shuffle((uint32_t*)(memory + MEMORY_SIZE / 2), 1 << 20);
}

static NOINLINE uint64_t k_gather(void)
{
   const uint32_t* numbers = (uint32_t*)memory;
   const uint32_t* order   = (uint32_t*)(memory + MEMORY_SIZE / 2);
   uint64_t        sum     = 0;

   for (uint32_t i = 0; i < 100000; i++)
      sum += numbers[order[i]];
   return sum;
}

static NOINLINE uint64_t k_sum(void)
{
   const uint32_t* numbers = (uint32_t*)memory;
   uint64_t        sum     = 0;

   for (uint32_t i = 0; i < 1 << 18; i++)
      sum += numbers[i] & 0xff;
   return sum;
}

static NOINLINE uint64_t k_histogram(void)
{
   const uint8_t* bytes       = memory;
   uint32_t       counts[256] = {0};

   for (uint32_t i = 0; i < 1 << 17; i++)
      counts[bytes[i]]++;
   return counts[7];
}

static NOINLINE uint64_t k_crc(void)
{
   const uint32_t* table = (uint32_t*)(memory + MIB);
   uint32_t        crc   = ~0u;

   for (uint32_t i = 0; i < 1 << 17; i++)
      crc = table[(crc ^ memory[i]) & 0xff] ^ crc >> 8;
   return crc;
}

static void fill_sorted(void)
{
   uint32_t* numbers = (uint32_t*)memory;

   for (uint32_t i = 0; i < 1 << 20; i++)
      numbers[i] = 3 * i;
   shuffle((uint32_t*)(memory + MEMORY_SIZE / 2), 1 << 20);
}

static NOINLINE uint64_t k_search(void)
{
   const uint32_t* numbers = (uint32_t*)memory;
   const uint32_t* order   = (uint32_t*)(memory + MEMORY_SIZE / 2);
   uint64_t        sum     = 0;

   for (uint32_t i = 0; i < 5000; i++) {
      uint32_t low = 0, high = 1 << 20, key = 3 * order[i];

      while (high - low > 1) {
         uint32_t middle = (low + high) / 2;

         if (numbers[middle] > key)
            high = middle;
         else
            low = middle;
      }
      sum += low;
   }
   return sum;
}

/*------------------------------------------------------------*/
/*--- Sorting, text and arithmetic                         ---*/
/*------------------------------------------------------------*/

static NOINLINE uint64_t k_heapsort(void)
{
   uint32_t* a = (uint32_t*)(memory + MIB);
   uint32_t  n = 20000, swap;

   for (uint32_t i = 0; i < n; i++)
      a[i] = ((uint32_t*)(memory + 8 * MIB))[i];
   for (uint32_t start = n / 2, end = n; end > 1;) {
      if (start > 0) {
         start--;
      } else {
         end--;
         swap   = a[end];
         a[end] = a[0];
         a[0]   = swap;
      }
      uint32_t root = start;

      for (uint32_t child; (child = 2 * root + 1) < end; root = child) {
         if (child + 1 < end && a[child] < a[child + 1])
            child++;
         if (a[root] >= a[child])
            break;
         swap     = a[root];
         a[root]  = a[child];
         a[child] = swap;
      }
   }
   return a[7];
}

static NOINLINE uint64_t k_shellsort(void)
{
   uint32_t* a = (uint32_t*)(memory + MIB);
   int       n = 20000;

   for (int i = 0; i < n; i++)
      a[i] = ((uint32_t*)(memory + 8 * MIB))[i];
   for (int gap = 9841; gap > 0; gap /= 3)
      for (int i = gap; i < n; i++) {
         uint32_t value = a[i];
         int      j     = i;

         for (; j >= gap && a[j - gap] > value; j -= gap)
            a[j] = a[j - gap];
         a[j] = value;
      }
   return a[7];
}

static void fill_text(void)
{
   for (size_t i = 0; i < MIB; i++)
      memory[i] = "etaoin shrdlu"[next_random() % 13];
   memcpy(memory + MIB, "national", 9);
}

static void fill_unsorted(void)
{
   uint32_t* numbers = (uint32_t*)(memory + 8 * MIB);

   for (uint32_t i = 0; i < 1 << 16; i++)
      numbers[i] = next_random();
}

static NOINLINE uint64_t k_find_string(void)
{
   const uint8_t* word = memory + MIB;
   uint64_t       sum  = 0;

   for (uint32_t i = 0; i < 1 << 18; i++) {
      uint32_t j = 0;

      while (word[j] && memory[i + j] == word[j])
         j++;
      sum += j;
   }
   return sum;
}

static NOINLINE uint64_t k_count_words(void)
{
   uint64_t words  = 0;
   int      inside = 0;

   for (uint32_t i = 0; i < 1 << 18; i++) {
      int letter = memory[i] != ' ';

      words += letter && !inside;
      inside = letter;
   }
   return words;
}

static NOINLINE uint64_t k_gcd(void)
{
   const uint32_t* numbers = (uint32_t*)memory;
   uint64_t        sum     = 0;

   for (uint32_t i = 0; i < 4000; i += 2) {
      uint32_t a = numbers[i] | 1, b = numbers[i + 1] | 1;

      while (b) {
         uint32_t r = a % b;

         a = b;
         b = r;
      }
      sum += a;
   }
   return sum;
}

static NOINLINE uint64_t k_modulo(void)
{
   const uint32_t* numbers = (uint32_t*)memory;
   uint64_t        sum = 0, by = 1000003 + (numbers[0] & 1);

   for (uint32_t i = 0; i < 30000; i++)
      sum += ((uint64_t)numbers[i] << 20) % by;
   return sum;
}

static NOINLINE uint64_t k_sieve(void)
{
   uint64_t n = 1 << 18, primes = 0;

   for (uint64_t i = 0; i < n; i++)
      memory[i] = 0;
   for (uint64_t i = 2; i < n; i++) {
      if (memory[i])
         continue;
      primes++;
      for (uint64_t j = i * i; j < n; j += i)
         memory[j] = 1;
   }
   return primes;
}

static NOINLINE uint64_t k_hash_bytes(void)
{
   uint64_t hash = 14695981039346656037u;

   for (uint32_t i = 0; i < 1 << 17; i++)
      hash = (hash ^ memory[i]) * 1099511628211u;
   return hash;
}

static NOINLINE uint64_t k_distance(void)
{
   enum { LENGTH = 500 };
   static uint16_t row[LENGTH + 1];

   for (int i = 0; i <= LENGTH; i++)
      row[i] = i;
   for (int y = 0; y < LENGTH; y++) {
      uint16_t corner = row[0];

      row[0] = y + 1;
      for (int x = 0; x < LENGTH; x++) {
         uint16_t best = corner + (memory[y] != memory[2000 + x]);

         corner = row[x + 1];
         if (corner + 1 < best)
            best = corner + 1;
         if (row[x] + 1 < best)
            best = row[x] + 1;
         row[x + 1] = best;
      }
   }
   return row[LENGTH];
}

/*------------------------------------------------------------*/
/*--- Chains                                               ---*/
/*------------------------------------------------------------*/

enum { LINE = 64, PAGE = 4096, MIN_STEPS = 8192 };

/* Where the lines of a ring are:

      SET    a page apart, so in the same set of L1D, if it has up to 64
      PAGES  a line more than a page apart, so in all sets
      KIB    in so many KiB, in a random order: prefetchers see through others,
             even if only the lines of each page are in a random order */
typedef enum { SET, PAGES, KIB } Place;

static const struct {
   Place    place;
   uint32_t n; /* lines; for KIB, KiB */
} chains[] = {
   {SET, 6},     {SET, 8},     {SET, 9},     {SET, 10},    {SET, 12},
   {SET, 13},    {SET, 14},    {SET, 16},    {PAGES, 32},  {PAGES, 64},
   {PAGES, 68},  {PAGES, 72},  {PAGES, 76},  {PAGES, 80},  {PAGES, 96},
   {PAGES, 100}, {PAGES, 128}, {PAGES, 256}, {KIB, 16},    {KIB, 32},
   {KIB, 48},    {KIB, 64},    {KIB, 128},   {KIB, 512},   {KIB, 1024},
   {KIB, 2048},  {KIB, 4096},  {KIB, 8192},  {KIB, 16384}, {KIB, 32768},
   {KIB, 65536},
};

#define N_CHAINS (sizeof chains / sizeof *chains)

static const char* const place_names[] = {"set", "pages", "kib"};

static uint32_t lines_of(size_t i)
{
   return chains[i].place == KIB ? chains[i].n * (1024 / LINE) : chains[i].n;
}

/* Whole rings. */
static uint32_t steps_of(size_t i)
{
   uint32_t lines = lines_of(i);

   return lines * (lines < MIN_STEPS ? MIN_STEPS / lines : 1);
}

/* Sets `at' to the offsets of a ring's lines, in their order. */
static void place_lines(Place place, uint32_t n, size_t* at)
{
   uint32_t* order = malloc(n * sizeof *order);

   shuffle(order, n);
   for (uint32_t i = 0; i < n; i++)
      at[i] = place == SET     ? (size_t)i * PAGE
              : place == PAGES ? (size_t)i * (PAGE + LINE)
                               : (size_t)order[i] * LINE;
   free(order);
}

static void**   first_of_ring;
static uint32_t n_steps;

static void fill_chain(size_t i)
{
   uint32_t n  = lines_of(i);
   size_t*  at = malloc(n * sizeof *at);

   place_lines(chains[i].place, n, at);
   for (uint32_t k = 0; k < n; k++)
      *(void**)(memory + at[k]) = memory + at[(k + 1) % n];
   first_of_ring = (void**)(memory + at[0]);
   n_steps       = steps_of(i);
   free(at);
}

static NOINLINE uint64_t k_chain(void)
{
   void** p = first_of_ring;

   for (uint32_t i = 0; i < n_steps; i++)
      p = *p;
   return (uintptr_t)p;
}

/*------------------------------------------------------------*/
/*--- Walks                                                ---*/
/*------------------------------------------------------------*/

/* stride: bytes from one load to the next; 0: loads are anywhere.  kib: in so
   much memory, a power of two. */
static const struct {
   uint32_t stride, kib;
} walks[] = {
   {64, 512},       {256, 512},       {PAGE + LINE, 512},       {0, 512},
   {64, 8 * 1024},  {256, 8 * 1024},  {PAGE + LINE, 8 * 1024},  {0, 8 * 1024},
   {64, 64 * 1024}, {256, 64 * 1024}, {PAGE + LINE, 64 * 1024}, {0, 64 * 1024},
};

#define N_WALKS (sizeof walks / sizeof *walks)

static uint32_t walk_stride, walk_mask; /* bytes */

static NOINLINE uint64_t k_strided(void)
{
   uint64_t sum = 0;
   uint32_t at  = 0;

   for (uint32_t i = 0; i < n_steps; i++) {
      sum += *(uint64_t*)(memory + at);
      at = (at + walk_stride) & walk_mask;
   }
   return sum;
}

static NOINLINE uint64_t k_random(void)
{
   uint64_t sum = 0, random = 1;

   for (uint32_t i = 0; i < n_steps; i++) {
      random = random * 6364136223846793005 + 1442695040888963407;
      sum += *(uint64_t*)(memory + (random >> 33 & walk_mask));
   }
   return sum;
}

static uint64_t (*fill_walk(size_t i))(void)
{
   size_t size = walks[i].kib * (size_t)1024;

   memset(memory, 1, size);
   walk_stride = walks[i].stride;
   walk_mask   = size - sizeof(uint64_t);
   n_steps     = size / LINE;
   return walk_stride ? k_strided : k_random;
}

/*------------------------------------------------------------*/
/*--- Branches                                             ---*/
/*------------------------------------------------------------*/

enum { N_OUTCOMES = 16384, N_TARGETS = 64, PERIOD_OF_TARGETS = 512 };

/* PERIODIC    outcomes that were drawn once, and repeat after n branches
   RANDOM      drawn anew each time
   CORRELATED  the same, but every other branch repeats the one before
   INDIRECT    calls of n functions, in an order that repeats after 512
   RECURSION   n calls deep */
typedef enum { PERIODIC, RANDOM, CORRELATED, INDIRECT, RECURSION } BranchKind;

static const struct {
   BranchKind kind;
   uint32_t   n;
} patterns[] = {
   {PERIODIC, 2},   {PERIODIC, 8},    {PERIODIC, 32},   {PERIODIC, 128},
   {PERIODIC, 512}, {PERIODIC, 1024}, {PERIODIC, 2048}, {PERIODIC, 4096},
   {CORRELATED, 2}, {RANDOM, 1},      {INDIRECT, 2},    {INDIRECT, 8},
   {INDIRECT, 64},  {RECURSION, 8},   {RECURSION, 16},  {RECURSION, 32},
   {RECURSION, 64},
};

#define N_PATTERNS (sizeof patterns / sizeof *patterns)

static const char* const pattern_names[] = {"period", "random", "correlated",
                                            "targets", "depth"};

/* 1, or 0 for the code in which all branches are predicted. */
static uint32_t in_use;

/* What the compiler must not do without a branch. */
#define BARRIER() __asm__ volatile("")

static NOINLINE uint64_t k_periodic(void)
{
   uint64_t sum = 0;

   for (uint32_t i = 0; i < N_OUTCOMES; i++) {
      if (memory[i] & in_use)
         BARRIER();
      sum += i;
   }
   return sum;
}

static uint64_t drawn;

static NOINLINE uint64_t k_drawn(void)
{
   uint64_t x = drawn, sum = 0;

   for (uint32_t i = 0; i < N_OUTCOMES; i++) {
      x = x * 6364136223846793005 + 1442695040888963407;
      if (x >> 63 & in_use)
         BARRIER();
      sum += i;
   }
   drawn = x;
   return sum;
}

static NOINLINE uint64_t k_correlated(void)
{
   uint64_t x = drawn, sum = 0;

   for (uint32_t i = 0; i < N_OUTCOMES / 2; i++) {
      x = x * 6364136223846793005 + 1442695040888963407;
      if (x >> 63 & in_use)
         BARRIER();
      sum += i;
      if (x >> 63 & in_use)
         BARRIER();
   }
   drawn = x;
   return sum;
}

/* 64 functions that the compiler must not take for the same. */
#define TARGET(n)                                                              \
   static NOINLINE void target_##n(void)                                       \
   {                                                                           \
      __asm__ volatile("# target " #n);                                        \
   }
#define TARGETS(n)                                                             \
   TARGET(n##0)                                                                \
   TARGET(n##1)                                                                \
   TARGET(n##2) TARGET(n##3) TARGET(n##4) TARGET(n##5) TARGET(n##6) TARGET(n##7)
TARGETS(0)
TARGETS(1)
TARGETS(2)
TARGETS(3)
TARGETS(4)
TARGETS(5) TARGETS(6) TARGETS(7)

#define NAMES(n)                                                               \
   target_##n##0, target_##n##1, target_##n##2, target_##n##3, target_##n##4,  \
      target_##n##5, target_##n##6, target_##n##7
   static void (*const targets[N_TARGETS])(void) = {
      NAMES(0), NAMES(1), NAMES(2), NAMES(3),
      NAMES(4), NAMES(5), NAMES(6), NAMES(7)};

static NOINLINE uint64_t k_indirect(void)
{
   for (uint32_t i = 0; i < N_OUTCOMES; i++)
      targets[memory[i] * in_use]();
   return 0;
}

static NOINLINE uint32_t descend(uint32_t n)
{
   uint32_t below = n > 1 ? descend(n - 1) : 0;

   BARRIER();
   return below + 1;
}

/* Where nothing is mispredicted, it goes 4 calls deep. */
static uint32_t depth;

static NOINLINE uint64_t k_recursion(void)
{
   uint64_t sum  = 0;
   uint32_t deep = in_use ? depth : 4;

   for (uint32_t i = 0; i < N_OUTCOMES / deep; i++)
      sum += descend(deep);
   return sum;
}

static uint64_t (*fill_pattern(size_t i))(void)
{
   uint32_t n = patterns[i].n;

   in_use = 1;
   drawn  = 1;
   depth  = n;
   for (uint32_t k = 0; k < N_OUTCOMES; k++)
      switch (patterns[i].kind) {
      case PERIODIC:
         memory[k] = k < n ? next_random() >> 40 & 1 : memory[k - n];
         break;
      case INDIRECT:
         memory[k] = k < PERIOD_OF_TARGETS ? (next_random() >> 40) % n
                                           : memory[k - PERIOD_OF_TARGETS];
         break;
      default:
         break;
      }
   return patterns[i].kind == PERIODIC     ? k_periodic
          : patterns[i].kind == RANDOM     ? k_drawn
          : patterns[i].kind == CORRELATED ? k_correlated
          : patterns[i].kind == INDIRECT   ? k_indirect
                                           : k_recursion;
}

/*------------------------------------------------------------*/
/*--- Constants                                            ---*/
/*------------------------------------------------------------*/

/* Lines of one set of L1D, more than it holds, that do not wait for each
   other. */
enum { SET_LINES = 64, SET_ROUNDS = 128 };

static NOINLINE uint64_t read_set(void)
{
   uint64_t sum = 0;

   for (int n = 0; n < SET_ROUNDS; n++)
      for (size_t i = 0; i < SET_LINES; i++)
         sum += *(volatile uint64_t*)(memory + i * PAGE);
   return sum;
}

static NOINLINE uint64_t write_set(void)
{
   for (int n = 0; n < SET_ROUNDS; n++)
      for (size_t i = 0; i < SET_LINES; i++)
         *(volatile uint64_t*)(memory + i * PAGE) = i;
   return 0;
}

#if defined(__x86_64__)

/* Operations that wait for each other.  Quotients have 16 bits: how long a
   division takes depends on that. */
enum { N_OPERATIONS = 4096 };

#define OPERATIONS(name, operation)                                            \
   static NOINLINE uint64_t name(void)                                         \
   {                                                                           \
      uint64_t a = 0xba98, b = 1;                                              \
      double   x = 1.7, y = 1.0000001;                                         \
                                                                               \
      for (int i = 0; i < N_OPERATIONS / 64; i++)                              \
         __asm__ volatile(".rept 64; " operation "; .endr"                     \
                          : "+a"(a), "+x"(x)                                   \
                          : "r"(b), "x"(y), "r"(memory)                        \
                          : "rdx", "cc", "memory");                            \
      return a;                                                                \
   }

OPERATIONS(multiplications, "imul %2, %0")
OPERATIONS(divisions, "xor %%edx, %%edx; div %k2")
OPERATIONS(long_divisions, "xor %%edx, %%edx; div %2")
OPERATIONS(fp_sums, "addsd %3, %1")
OPERATIONS(fp_products, "mulsd %3, %1")
OPERATIONS(fp_divisions, "divsd %3, %1")
OPERATIONS(fp_roots, "sqrtsd %1, %1")
OPERATIONS(atomic_sums, "lock xadd %0, (%4)")
OPERATIONS(nothing, "nop")

/* Calls of functions that do nothing, each of which has a line of code. */
enum { N_FUNCTIONS = 64 };

static NOINLINE uint64_t calls(void)
{
   for (int i = 0; i < N_OPERATIONS / N_FUNCTIONS; i++)
      __asm__ volatile(".set i, 0; .rept %c0; call 1f + 64 * i; .set i, i + 1;"
                       ".endr; jmp 2f; .p2align 6; 1: .rept %c0; .p2align 6;"
                       "ret; .endr; 2:"
                       :
                       : "i"(N_FUNCTIONS)
                       : "memory");
   return 0;
}

static NOINLINE uint64_t sines(void)
{
   long double x = 1.0L;

   for (int i = 0; i < N_OPERATIONS; i++)
      __asm__ volatile("fsin" : "+t"(x));
   return (uint64_t)x;
}

static size_t n_stored; /* bytes */

static NOINLINE uint64_t store_string(void)
{
   for (int i = 0; i < 64; i++) {
      void*  to = memory;
      size_t n  = n_stored;

      __asm__ volatile("rep stosb" : "+D"(to), "+c"(n) : "a"(0) : "memory");
   }
   return 0;
}

#endif

/*------------------------------------------------------------*/
/*--- The program                                          ---*/
/*------------------------------------------------------------*/

/* Those with even numbers are the first half. */
static const Kernel kernels[] = {
   KERNEL(matmul_ijk, fill_matrices),
   KERNEL(matmul_ikj, fill_matrices),
   KERNEL(stencil, fill_grid),
   KERNEL(matmul_jki, fill_matrices),
   KERNEL(columns, fill_grid),
   KERNEL(transpose, fill_grid),
   KERNEL(large_list, fill_large_list),
   KERNEL(small_list, fill_small_list),
   KERNEL(probe, fill_table),
   KERNEL(tree, fill_tree),
   KERNEL(search, fill_sorted),
   KERNEL(gather, fill_numbers),
   KERNEL(sum, fill_numbers),
   KERNEL(histogram, fill_numbers),
   KERNEL(heapsort, fill_unsorted),
   KERNEL(shellsort, fill_unsorted),
   KERNEL(find_string, fill_text),
   KERNEL(count_words, fill_text),
   KERNEL(gcd, fill_numbers),
   KERNEL(modulo, fill_numbers),
   KERNEL(norm, fill_grid),
   KERNEL(series, fill_grid),
   KERNEL(crc, fill_numbers),
   KERNEL(hash_bytes, fill_text),
   KERNEL(sieve, fill_grid),
   KERNEL(distance, fill_text),
};

#define N_KERNELS (sizeof kernels / sizeof *kernels)

/* Lists, times or calls the chains and the walks, as main's arguments say. */
static void use_loads(int argc, char** argv)
{
   const char* name = argc > 2 ? argv[2] : "";
   char this[32];

   for (size_t i = 0; i < N_CHAINS; i++) {
      snprintf(this, sizeof this, "%s_%" PRIu32, place_names[chains[i].place],
               chains[i].n);
      if (argc == 2 && strcmp(argv[1], "chains") == 0)
         printf("%s %" PRIu32 " k_chain\n", this, steps_of(i));
      if (strcmp(name, this) == 0) {
         fill_chain(i);
         use(k_chain, argv[3]);
      }
   }
   for (size_t i = 0; i < N_WALKS; i++) {
      bool is_random = walks[i].stride == 0;

      if (is_random)
         snprintf(this, sizeof this, "random_in_%" PRIu32, walks[i].kib);
      else
         snprintf(this, sizeof this, "by_%" PRIu32 "_in_%" PRIu32,
                  walks[i].stride, walks[i].kib);
      if (argc == 2 && strcmp(argv[1], "walks") == 0)
         printf("%s %" PRIu32 " %s\n", this, walks[i].kib * (1024 / LINE),
                is_random ? "k_random" : "k_strided");
      if (strcmp(name, this) == 0)
         use(fill_walk(i), argv[3]);
   }
}

/* The same for patterns of branches. */
static void use_patterns(int argc, char** argv)
{
   const char* name = argc > 2 ? argv[2] : "";
   char this[32];

   for (size_t i = 0; i < N_PATTERNS; i++) {
      snprintf(this, sizeof this, "%s_%" PRIu32,
               pattern_names[patterns[i].kind], patterns[i].n);
      if (argc == 2 && strcmp(argv[1], "branches") == 0)
         printf("%s %d\n", this, N_OUTCOMES);
      if (strcmp(name, this) != 0)
         continue;
      uint64_t (*run)(void) = fill_pattern(i);
      if (argv[3]) {
         use(run, argv[3]);
         continue;
      }
      double all = cycles_of(run);

      in_use = 0;
      printf("%.0f\n", all - cycles_of(run));
   }
}

static void print_fills(void)
{
   double lines = SET_LINES * SET_ROUNDS;

   memset(memory, 1, SET_LINES * PAGE);
   printf("fill %.1f\nfill-write %.1f\n", cycles_of(read_set) / lines,
          cycles_of(write_set) / lines);
}

static NOINLINE uint64_t load_own_address(void)
{
   void* at = memory;

   for (int i = 0; i < N_OUTCOMES; i++)
      at = *(void* volatile*)at;
   return at == memory;
}

static double load_latency(void)
{
   *(void**)memory = memory;
   return cycles_of(load_own_address) / N_OUTCOMES;
}

/* A mispredicted branch: half of those that are drawn.  The file of a machine
   leaves a load from L1D out, which most conditions wait for. */
static void print_mispredict(void)
{
   double all;

   in_use = 1;
   all    = cycles_of(k_drawn);
   in_use = 0;
   printf("mispredict %.1f\n",
          (all - cycles_of(k_drawn)) / (N_OUTCOMES / 2) - load_latency());
}

#if defined(__x86_64__)

/* The cycles of an operation, of one function or of two in turn. */
static void print_operation(const char* key, uint64_t (*kernel)(void))
{
   printf("%s %.1f\n", key, cycles_of(kernel) / N_OPERATIONS);
}

static void print_strings(void)
{
   enum { FEW = 4096, MANY = 16384 };
   double few, many, in_a_cycle;

   n_stored   = FEW;
   few        = cycles_of(store_string) / 64;
   n_stored   = MANY;
   many       = cycles_of(store_string) / 64;
   in_a_cycle = (MANY - FEW) / (many - few);
   printf("string %.1f\nstring-start %.1f\n", in_a_cycle,
          few - FEW / in_a_cycle);
}

static void print_operations(void)
{
   printf("nops %.1f\n", N_OPERATIONS / cycles_of(nothing));
   print_operation("multiply", multiplications);
   print_operation("divide", divisions);
   print_operation("divide-64", long_divisions);
   print_operation("fp", fp_products);
   print_operation("fp-add", fp_sums);
   print_operation("fp-divide", fp_divisions);
   print_operation("fp-sqrt", fp_roots);
   print_operation("x87", sines);
   print_operation("locked", atomic_sums);
   printf("call %.1f\n", cycles_of(calls) / (2 * N_OPERATIONS));
   print_strings();
}

#else

static void print_operations(void)
{
}

#endif

int main(int argc, char** argv)
{
   const char* name = argc > 2 ? argv[2] : "";

   prepare_memory();
   if (argc == 2 && strcmp(argv[1], "constants") == 0) {
      printf("latency %.1f\n", load_latency());
      print_fills();
      print_mispredict();
      print_operations();
   }
   for (size_t i = 0; i < N_KERNELS; i++) {
      if (argc == 2 && strcmp(argv[1], "list") == 0)
         printf("%s %d\n", kernels[i].name, (int)(i % 2));
      if (strcmp(name, kernels[i].name) != 0)
         continue;
      kernels[i].fill();
      use(kernels[i].run, argv[3]);
   }
   use_loads(argc, argv);
   use_patterns(argc, argv);
   return 0;
}
