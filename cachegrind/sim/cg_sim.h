/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_sim.h: the cache simulator.

   It models two first-level caches, I1 and D1, in front of a unified last-level
   cache, LL.  All three are set-associative, replace the least recently used
   line, allocate on write, and select the set by bits of the address.

   A CacheSim is one such machine.  The tool has one; cg_conflicts has one for
   each combination of caches.  fastpath.h runs whole segments through it. */

#ifndef CG_SIM_H
#define CG_SIM_H

#include "sim/types.h"

#include "sim/cg_geometry.h"

/* The level that served a reference. */
typedef enum {
   SIM_HIT = 0, /* found in the first level */
   SIM_L1_MISS, /* found in LL */
   SIM_LL_MISS  /* found in neither */
} SimResult;

/* Nearly all references hit in the first level, so its data structure makes
   hits cheap: a hash table leads from a line to its way, and a hit only stores
   the time.

      bucket --> way of a line --> way of another line --> ...

   A line is named by the address of its first byte.  Each cached line is in the
   chain of its bucket.  The bucket has a copy of the name of the chain's first
   line, which is the line found last.  An empty bucket has the name of a line
   that belongs to another bucket, so it matches no reference. */
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

/* LL.  A set's ways are in the order of their last use.  The most recent line,
   the front, is stored separately because most references find it there:

      front:  set 0 | set 1 | ...              one line per set
      rest:   set 0, ways 1..assoc-1 | set 1, ways 1..assoc-1 | ...

   In LL the name of a line is its address + 1, and 0 is an empty way; empty
   ways come last.  The memory of a set is not touched until the set is used, so
   a simulated LL of gigabytes costs the host little. */
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
   ULong     now; /* simulated time, in ticks: one more after each touch of a
                     line in a first-level cache */
} CacheSim;

/* Initialise all three caches as empty.  `alloc' returns `n_bytes' zeroed
   bytes, perhaps 0, and does not return if it cannot.  Its memory is never
   freed. */
void cg_sim_init(CacheSim* sim, const CacheGeometry geometry[N_CACHES],
                 void* (*alloc)(SizeT n_bytes));

/* Simulate one instruction fetch, or one data reference (the caches treat reads
   and writes alike), of `size' bytes at `addr', size >= 1.  Only the lines of
   the first and the last byte are touched, so a reference should not be larger
   than a line.  A reference that straddles two lines touches both and counts
   once: a hit if both hit, else a miss.  LL is accessed, for the same bytes,
   only if the first level misses.  The rules are those of the manual's "What is
   simulated, in detail". */
SimResult cg_sim_fetch(CacheSim* sim, Addr addr, UInt size);
SimResult cg_sim_data(CacheSim* sim, Addr addr, UInt size);

/* The steps of a reference, for cg_classes.c, which needs to know which line a
   miss evicts. */

/* The way that holds `line', or NULL.  Moves it to the front of its chain. */
Way* cg_sim_find(const Level1* c, Addr line);

/* The way that `line', which is not in the cache, would take: the least
   recently used of its set.  An empty way has last_use 0. */
Way* cg_sim_victim(const Level1* c, Addr line);

/* Put `line' into `way', its victim.  The caller sets last_use. */
void cg_sim_replace(const Level1* c, Way* way, Addr line);

/* Touch a line of I1 or LL.  Returns True if it was not there.  *evicted
   becomes the name (see LastLevel) of the line that it evicted from LL, or 0.
 */
Bool cg_sim_touch_I1_misses(CacheSim* sim, Addr line);
Bool cg_sim_touch_LL_misses(CacheSim* sim, Addr line, Addr* evicted);

/* The line that holds `addr'. */
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

/* The bucket of the line that holds `addr'.  A reference within the line that
   the bucket names is a hit, and all it does is set way->last_use.

   Buckets are numbered by blocks of 64 bytes for every line size, so that the
   shift is a constant.  Several smaller lines share a bucket; for a larger
   line, bucket_mask clears the number of the block within it. */
#define CG_SIM_BLOCK_BITS 6

static inline Bucket* cg_sim_bucket(const Level1* c, Addr addr)
{
   return &c->buckets[(addr >> CG_SIM_BLOCK_BITS) & c->bucket_mask];
}

#endif /* CG_SIM_H */
