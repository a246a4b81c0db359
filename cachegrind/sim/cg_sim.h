/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_sim.h: the cache simulator.

   Two first-level caches, I1 and D1, in front of a unified last-level cache,
   LL; all three are set-associative, replace the least recently used line,
   allocate on write and choose the set by bits of the address.

   A CacheSim is one such machine.  There can be any number of them; the tool
   has one, cg_conflicts one for each combination of caches.  fastpath.h is the
   quick way in for segments that run. */

#ifndef CG_SIM_H
#define CG_SIM_H

#include "sim/types.h"

#include "sim/cg_geometry.h"

/* How far down a reference had to go. */
typedef enum {
   SIM_HIT = 0, /* found in the first level */
   SIM_L1_MISS, /* found in LL */
   SIM_LL_MISS  /* found in neither */
} SimResult;

/* A first-level cache answers nearly all references, and nearly all of them
   with a hit, so it is built for that: a hash table tells where a line is,
   whatever its way, and a hit does no more than note the time.

      bucket --> way of a line --> way of another line --> ...

   A line is named by the address of its first byte.  Each line in the cache
   is in the chain of its bucket; the bucket holds a copy of the first, which
   is the one found last.  An empty bucket names a line that belongs to another
   bucket, so that no reference to be found in this one lies within it. */
typedef struct Way_ {
   ULong last_use; /* in CacheSim.now's time; 0: never, the way is empty */
   Addr  line;
   struct Way_* next; /* in the chain */
   struct Way_* prev; /* in the chain; NULL for its first */
} Way;

typedef struct {
   Addr line; /* of `way' */
   Way* way;  /* the first of the chain; NULL: empty */
} Bucket;

typedef struct {
   Bucket* buckets;
   UWord   bucket_mask;  /* see cg_sim_bucket */
   Addr    line_mask;    /* clears an address's offset within its line */
   Addr    other_bucket; /* flipping it gives a line of another bucket */
   UWord   set_mask;     /* number of sets - 1 */
   UInt    line_bits;    /* log2 of the line size */
   UInt    n_ways;       /* per set */
   Way*    ways;         /* set after set */
} Level1;

/* LL.  A set's ways stand in the order of their last use, the latest
   ("front") apart from the others, because it alone answers most references:

      front:  set 0 | set 1 | ...              one line per set
      rest:   set 0, ways 1..assoc-1 | set 1, ways 1..assoc-1 | ...

   Here the name of a line is its address + 1, and 0 is an empty way; those are
   behind all others.  Nobody touches the memory of sets that are not used, so
   gigabytes of LL cost the host little. */
typedef struct {
   Addr* front;
   Addr* rest;
   Addr  line_mask; /* clears an address's offset within its line */
   UWord set_mask;  /* number of sets - 1 */
   UInt  line_bits; /* log2 of the line size */
   UInt  n_rest;    /* assoc - 1 */
} LastLevel;

typedef struct {
   Level1    I1, D1;
   LastLevel LL;
   ULong     now; /* the simulated time: rises with each touch of a line in a
                     first-level cache */
} CacheSim;

/* Give all three caches these shapes and leave them empty.  `alloc' returns
   that many zeroed bytes and never fails; it may be asked for 0 bytes.  What it
   returned is never freed. */
void cg_sim_init(CacheSim* sim, const CacheGeometry geometry[N_CACHES],
                 void* (*alloc)(SizeT n_bytes));

/* Simulate one instruction fetch, or one data reference (a read or a write:
   the caches treat them alike), of `size' bytes at `addr', size >= 1.  Only
   the lines of the first and of the last byte are looked at, so a reference
   should not be larger than a line.  One that straddles two lines touches
   both and counts as one: a hit if both hit, else a miss.  LL is consulted on
   a first-level miss only, for the same bytes.  The rules are those of the
   manual's "What is simulated, in detail". */
SimResult cg_sim_fetch(CacheSim* sim, Addr addr, UInt size);
SimResult cg_sim_data(CacheSim* sim, Addr addr, UInt size);

/* The steps of a reference, for cg_classes.c, which has to know more about a
   miss than that it is one. */

/* The way that holds `line', which is then the first of its chain, or NULL. */
Way* cg_sim_find(const Level1* c, Addr line);

/* The way that `line', which is not in the cache, would take: of its set the
   one not used for longest; its last_use is 0 if it is empty. */
Way* cg_sim_victim(const Level1* c, Addr line);

/* Put `line' into `way', its victim.  The caller sets last_use. */
void cg_sim_replace(const Level1* c, Way* way, Addr line);

/* Touch a line of I1, or of LL: True if it was not there.  *evicted is the
   name (see LastLevel) of the line that it pushed out of LL, or 0. */
Bool cg_sim_touch_I1_misses(CacheSim* sim, Addr line);
Bool cg_sim_touch_LL_misses(CacheSim* sim, Addr line, Addr* evicted);

/* The line that `addr' lies in. */
static inline Addr cg_sim_line_of(const Level1* c, Addr addr)
{
   return addr & c->line_mask;
}

/* The set that `addr' belongs to, in D1 and in LL. */
static inline UWord cg_sim_D1_set_of(const CacheSim* sim, Addr addr)
{
   return (addr >> sim->D1.line_bits) & sim->D1.set_mask;
}

static inline UWord cg_sim_LL_set_of(const CacheSim* sim, Addr addr)
{
   return (addr >> sim->LL.line_bits) & sim->LL.set_mask;
}

/* The bucket of the line that `addr' lies in.  A reference inside the line
   that the bucket names hits, and way->last_use = the time is all it does.

   Buckets are numbered by blocks of 64 bytes, whatever the line size: the
   shift is a constant where it matters.  Several smaller lines share a
   bucket; of a larger one, bucket_mask drops all but the first block. */
#define CG_SIM_BLOCK_BITS 6

static inline Bucket* cg_sim_bucket(const Level1* c, Addr addr)
{
   return &c->buckets[(addr >> CG_SIM_BLOCK_BITS) & c->bucket_mask];
}

#endif /* CG_SIM_H */
