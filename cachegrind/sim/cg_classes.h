/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_classes.h: why data misses - the three Cs.

   A miss in D1 or LL is

      cold      if its line was never touched before in this cache,
      capacity  if a fully associative cache of the same size and line size
                that replaces the least recently used line misses too,
      conflict  if that one hits

   (M. D. Hill and A. J. Smith, "Evaluating Associativity in CPU Caches", IEEE
   Transactions on Computers 38(12), 1989).  The fully associative cache of a
   level is given the same references as the level itself: that of D1 all data
   references, that of LL those that missed in a first-level cache, instruction
   fetches among them.

   The references here take the place of cg_sim.h's and have the same results.
   A reference that straddles two lines and misses counts once: for the first
   of the two that misses, with the class of that one. */

#ifndef CG_CLASSES_H
#define CG_CLASSES_H

#include "sim/types.h"

#include "sim/cg_sim.h"

typedef enum {
   CLASS_COLD,
   CLASS_CAPACITY,
   CLASS_CONFLICT,
   N_CLASSES
} MissClass;

/* The levels whose misses are classed. */
typedef enum { LEVEL_D1, LEVEL_LL, N_LEVELS } Level;

/* What is known of a line that was ever touched in a level. */
typedef struct {
   ULong last_use; /* in the level's time; 0: never.  While the line is in D1,
                      its way knows better */
   UInt way;       /* of D1 that it is in, from 1 up; 0: in none */
   UInt evictor;   /* what pushed it out of the level the last time: a number
                      of the caller's, who sets it */
} TouchedLine;

/* What a reference did in one level. */
typedef struct {
   Bool      misses;
   MissClass miss_class; /* if it misses, like the rest of this paragraph */
   Addr      line;       /* the line that it counts for */
   UInt      evictor;    /* of that line; 0 if it is cold */

   UInt n_evictions; /* lines that were pushed out: 0 to 2 */
   struct {
      Addr         line;
      TouchedLine* touched; /* for the caller to set the evictor */
   } eviction[2];
} LevelOutcome;

/* What a reference did.  If it hits in the first level, `level[LEVEL_LL]' says
   nothing; a fetch says nothing of D1. */
typedef struct {
   SimResult    result;
   LevelOutcome level[N_LEVELS];
} Outcome;

/* The fully associative cache beside one level; cg_classes.c says how it
   works.  Private to it. */
typedef struct {
   struct ShadowEntry_* row;
   struct ShadowEntry_* spare_row; /* to sort with */
   UWord                next;     /* to be asked; at first all count as asked */
   UWord                n_lines;  /* in the cache */
   UWord                capacity; /* in lines */
   ULong                horizon;

   struct LineTable_* table;
   Level              level;
   TouchedLine**      in_way; /* by way of D1; NULL in LL's */
} Shadow;

/* What classes need besides the caches themselves. */
typedef struct {
   CacheSim* sim;
   Shadow    D1, LL;
   ULong     LL_now; /* LL's time */
} MissClasses;

/* Class the misses of `sim' from now on.  Call it straight after cg_sim_init,
   with the same `geometry' and `alloc'; from then on the references of `sim'
   come here. */
void cg_classes_init(MissClasses* c, CacheSim* sim,
                     const CacheGeometry geometry[N_CACHES],
                     void* (*alloc)(SizeT n_bytes));

/* As cg_sim_data and cg_sim_fetch; the result is outcome->result. */
void cg_classes_data(MissClasses* c, Addr addr, UInt size, Outcome* outcome);
void cg_classes_fetch(MissClasses* c, Addr addr, UInt size, Outcome* outcome);

/* A line that is in D1 and was last used at this time or later is in the fully
   associative D1 too.  A reference to it changes its time of last use and
   nothing else, so it need not come here; see fastpath.h. */
static inline ULong cg_classes_D1_since(const MissClasses* c)
{
   return c->D1.horizon + 1;
}

/* The set of a line. */
static inline UWord cg_classes_set_of(const CacheSim* sim, Level level,
                                      Addr line)
{
   return level == LEVEL_D1 ? cg_sim_D1_set_of(sim, line)
                            : cg_sim_LL_set_of(sim, line);
}

#endif /* CG_CLASSES_H */
