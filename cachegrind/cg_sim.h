/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_sim.h: the cache simulator.

   Two first-level caches, I1 and D1, in front of a unified last-level cache,
   LL; all three are set-associative, replace the least recently used line,
   allocate on write and choose the set by bits of the address.  The module
   knows addresses and sizes only: it calls nothing of Valgrind, so the same
   source runs inside the tool and in the unit tests on the host. */

#ifndef CG_SIM_H
#define CG_SIM_H

#include "pub_tool_basics.h"

/* A cache's shape: bytes in all, ways per set, bytes per line.  cg_sim
   requires what cg_arch checks: line_size is a power of two of at least 16,
   and so is the number of sets, size / (assoc * line_size), from 1 up. */
typedef struct {
   Int size;
   Int assoc;
   Int line_size;
} CacheGeometry;

typedef enum { CACHE_I1, CACHE_D1, CACHE_LL, N_CACHES } CacheId;

/* How far down a reference had to go. */
typedef enum {
   SIM_HIT = 0, /* found in the first level */
   SIM_L1_MISS, /* found in LL */
   SIM_LL_MISS  /* found in neither */
} SimResult;

/* One cache.  A line is named by the address of its first byte; a set's ways
   are kept in the order of their last use, the latest ("front") apart from
   the others, because it alone answers most references:

      front:  set 0 | set 1 | ...              one line per set
      rest:   set 0, ways 1..assoc-1 | set 1, ways 1..assoc-1 | ...          */
typedef struct {
   Addr* front;
   UWord set_mask;  /* number of sets - 1 */
   UInt  line_bits; /* log2 of the line size */
   UInt  n_rest;    /* assoc - 1 */
   Addr  line_mask; /* clears an address's offset within its line */
   Addr* rest;
} Cache;

extern Cache cg_cache[N_CACHES];

/* Empty all three caches and give them these shapes.  `alloc' returns that
   many zeroed bytes and never fails; it is called twice for each cache, the
   second time perhaps for 0 bytes. */
void cg_sim_init(const CacheGeometry geometry[N_CACHES],
                 void* (*alloc)(SizeT n_bytes));

/* Simulate one instruction fetch, or one data reference (a read or a write:
   the caches treat them alike), of `size' bytes at `addr', size >= 1.  Only
   the lines of the first and of the last byte are looked at, so a reference
   should not be larger than a line.  One that straddles two lines touches
   both and counts as one: a hit if both hit, else a miss.  LL is consulted on
   a first-level miss only, for the same bytes.  No reference may touch line 0
   of the address space (see "Empty ways" in cg_sim.c).  The rules are those of
   the manual's "Cache Simulation Specifics". */
SimResult cg_sim_fetch(Addr addr, UInt size);
SimResult cg_sim_data(Addr addr, UInt size);

/* The front of the set that `addr' belongs to.  A reference inside the line
   found there hits and changes nothing. */
static inline Addr* cg_front(const Cache* c, Addr addr)
{
   return &c->front[(addr >> c->line_bits) & c->set_mask];
}

/* The line that `addr' lies in. */
static inline Addr cg_line_of(const Cache* c, Addr addr)
{
   return addr & c->line_mask;
}

#endif /* CG_SIM_H */
