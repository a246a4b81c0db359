/* SPDX-License-Identifier: GPL-2.0-or-later */
/* random_machine.h: machines and references to them, drawn at random, for the
   unit tests.  A seed of random_seed() gives the same ones everywhere.

   Include cmocka.h first. */

#ifndef RANDOM_MACHINE_H
#define RANDOM_MACHINE_H

#include "sim/machine/cg_hierarchy.h"
#include "model.h"

enum { HUGE_PAGE = 2 << 20 };

typedef struct {
   RefKind kind;
   Addr    addr;
} Reference;

static const char* const any_ways[] = {"lru",
                                       "lru",
                                       "fifo",
                                       "mru",
                                       "mru-n",
                                       "nru",
                                       "srrip",
                                       "brrip",
                                       "drrip",
                                       "qlru-h00-m1-r2-u1",
                                       "qlru-h11-m1-r0-u0",
                                       "qlru-h11-m1-r1-u2",
                                       "qlru-h20-m3-r1-u3-umo"};

static inline CacheModel random_cache(UInt line_size, UInt max_sets)
{
   static const int ways[] = {1, 2, 2, 3, 4, 4, 5, 8, 12, 16, 20};
   CacheModel       c      = {.slices = 1};
   c.ways                  = RANDOM_OF(ways);
   c.inclusion             = random_below(3);
   const char* policy =
      any_ways[random_below(sizeof any_ways / sizeof *any_ways)];
   if ((c.ways & (c.ways - 1)) == 0 && one_in(4))
      policy = one_in(2) ? "plru" : "plru-fill";
   else if (c.ways % 4 == 0 && one_in(5))
      policy = "lru-plru4";
   assert_null(cg_policy_parse(policy, &c.policy));
   assert_null(cg_policy_fault(&c.policy, c.ways));
   if (one_in(4))
      c.slices = 1 + random_below(10);
   c.size = (ULong)line_size * c.ways * c.slices << random_below(max_sets);
   return c;
}

static inline TlbModel random_tlb(bool may_be_missing)
{
   static const int ways[] = {1, 2, 4, 5, 17};
   UInt             n      = RANDOM_OF(ways);
   if (may_be_missing && one_in(3))
      return (TlbModel){0, 0};
   return (TlbModel){n << random_below(3), n};
}

static inline Machine random_machine(void)
{
   Machine m           = {.line_size = 16 << random_below(5)};
   m.caches[LEVEL_L1I] = random_cache(m.line_size, 3);
   m.caches[LEVEL_L1D] = random_cache(m.line_size, 3);
   if (!one_in(5))
      m.caches[LEVEL_L2] = random_cache(m.line_size, 4);
   if (!one_in(5))
      m.caches[LEVEL_L3] = random_cache(m.line_size, 5);
   for (int id = 0; id < N_TLBS; id++) {
      m.tlbs[id][PAGE_4K] = random_tlb(true);
      if (m.tlbs[id][PAGE_4K].entries)
         m.tlbs[id][PAGE_2M] = random_tlb(true);
   }
   return m;
}

/* Every other page of 2 MiB is one, if any is. */
static bool huge_pages;

static inline bool is_huge(uint64_t addr)
{
   return huge_pages && addr / HUGE_PAGE % 2 == 1;
}

/* The lines of a test: some of code, some of data, or all of both. */
typedef struct {
   Machine  machine;
   uint64_t n_lines;
   uint64_t far;    /* what is added to half of the lines' numbers */
   bool     shared; /* code and data are in the same lines */
} Random;

/* Programs come back to what they touched before, and to its neighbours. */
static inline Reference random_reference(const Random* r, Reference last)
{
   static const RefKind data[] = {REF_READ, REF_READ, REF_WRITE, REF_MODIFY};
   Reference next = {one_in(4) ? REF_FETCH : data[random_below(4)], 0};
   uint64_t  line = random_below(one_in(2) ? r->n_lines : r->n_lines / 4 + 1);
   if (one_in(3)
       && (r->shared || (next.kind == REF_FETCH) == (last.kind == REF_FETCH))) {
      next.addr = last.addr;
      return next;
   }
   if (!r->shared)
      line = 2 * line + (next.kind == REF_FETCH);
   if (line % 5 < 2)
      line += r->far;
   next.addr = line * r->machine.line_size + random_below(r->machine.line_size);
   return next;
}

static inline Random random_case(void)
{
   Random r     = {.machine = random_machine(), .shared = one_in(2)};
   ULong  lines = 2;
   for (int id = 0; id < N_MACHINE_LEVELS; id++)
      lines += r.machine.caches[id].size / r.machine.line_size;
   r.n_lines  = lines / (1 + random_below(4)) * (1 + random_below(3)) + 4;
   r.far      = one_in(2) ? 0 : 1ULL << (8 + random_below(30));
   huge_pages = one_in(2);
   return r;
}

/* --- Prefetchers --- */

static int64_t walkers[16]; /* addresses */

/* Some instructions walk over lines with a stride, some go where they like. */
static inline Reference walking_reference(const Random* r, Reference last,
                                          UInt ip)
{
   static const int strides[] = {1, 1, 1, 2, 3, -1, -1, -2, 5};
   Reference        next      = random_reference(r, last);
   if (ip % 16 < 4 || next.kind == REF_FETCH)
      return next;
   int64_t* at = &walkers[ip % 16];
   *at += strides[ip % 16 % 9] * (int64_t)(ip % 2 ? 1 : r->machine.line_size);
   if (one_in(50) || *at < 0)
      *at = (int64_t)random_below(4 * r->n_lines) * r->machine.line_size;
   next.addr = (Addr)*at;
   return next;
}

static inline void add_prefetchers(Machine* m)
{
   CacheModel* L2                = &m->caches[LEVEL_L2];
   m->caches[LEVEL_L1I].prefetch = random_below(2) << PREFETCH_NEXT_LINE;
   m->caches[LEVEL_L1D].prefetch = random_below(4) << PREFETCH_NEXT_LINE;
   if (L2->size && L2->inclusion != CACHE_EXCLUSIVE)
      L2->prefetch = random_below(4) << PREFETCH_STREAMER;
}

static inline Random random_prefetching_case(void)
{
   Random r   = random_case();
   huge_pages = false;
   memset(walkers, 0, sizeof walkers);
   add_prefetchers(&r.machine);
   return r;
}

#endif /* RANDOM_MACHINE_H */
