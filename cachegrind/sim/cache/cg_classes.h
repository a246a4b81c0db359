/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_classes.h: why data references miss - the three Cs.

   A miss in D1 or LL is

      cold      if its line was never touched before in this cache,
      capacity  if a fully associative cache of the same size and line size
                that replaces the least recently used line misses too,
      conflict  if that cache hits

   (M. D. Hill and A. J. Smith, "Evaluating Associativity in CPU Caches", IEEE
   Transactions on Computers 38(12), 1989).  The fully associative cache of a
   level gets the same references as the level itself.  For D1, these are all
   data references.  For LL, they are the references that missed in a
   first-level cache, including instruction fetches.

   cg_classes_data and cg_classes_fetch take the place of cg_sim_data and
   cg_sim_fetch, and return the same results.  A reference that straddles two
   lines and misses counts once: for the first of the two lines that misses,
   with the class of that line.

   This module calls neither Valgrind nor the C library. */

#ifndef CG_CLASSES_H
#define CG_CLASSES_H

#include "sim/types.h"

#include "sim/cache/cg_shadow.h"
#include "sim/cache/cg_sim.h"
#include "sim/cache/fastpath.h"

typedef enum {
   CLASS_COLD,
   CLASS_CAPACITY,
   CLASS_CONFLICT,
   N_CLASSES
} MissClass;

/* As many as CG_HIERARCHY_MAX_LOST.  In cg_sim.h's caches, a reference evicts
   two lines of a level at most. */
#define CG_CLASSES_MAX_EVICTIONS 144

/* What a reference did in one level. */
typedef struct {
   Bool accesses;
   Bool misses;
   Bool avoids_miss;     /* hits, but the fully associative cache does not; only
                            cg_machine_classes.h finds that out */
   MissClass miss_class; /* if it misses */
   UInt      evictor;    /* if it misses, of `line'; 0 if the miss is cold */
   Addr      line;       /* if it accesses: the line that counts, the first that
                            misses or else the first of all */

   UInt n_evictions; /* lines that it evicted */
   struct {
      Addr         line;
      TouchedLine* touched; /* the caller sets its `evictor' */
   } eviction[CG_CLASSES_MAX_EVICTIONS];
} LevelOutcome;

/* What a reference did.  It does not access LL if it hits in the first level,
   and D1 if it is a fetch. */
typedef struct {
   SimResult    result;
   LevelOutcome level[N_LEVELS];
} Outcome;

/* Whether a reference did more than hit: somebody needs to know its variable.
   A hit evicts lines if it makes a prefetcher bring others. */
static inline Bool cg_classes_changed(const Outcome* o)
{
   return o->result != SIM_HIT || o->level[LEVEL_D1].n_evictions > 0
          || o->level[LEVEL_LL].n_evictions > 0;
}

/* The state of the classification, apart from the caches themselves. */
typedef struct {
   CacheSim*     sim;
   Shadow        D1, LL;
   TouchedLine** in_way; /* by way of D1: the line in it */
   ULong         LL_now; /* LL's time: one more after each touch of a line */
} MissClasses;

/* Classify the misses of `sim' from now on.  Call it immediately after
   cg_sim_init, with the same `geometry' and `alloc'.  After that, simulate all
   references of `sim' with the functions below, not with cg_sim.h. */
void cg_classes_init(MissClasses* c, CacheSim* sim,
                     const CacheGeometry geometry[N_CACHES],
                     void* (*alloc)(SizeT n_bytes));

/* Simulate a reference as cg_sim_data and cg_sim_fetch do.  Stores what it did
   in *outcome; outcome->result is the result that they return.  The caller sets
   the evictor of each evicted line. */
void cg_classes_data(MissClasses* c, Addr addr, UInt size, Outcome* outcome);
void cg_classes_fetch(MissClasses* c, const SimInstr* instr, Outcome* outcome);

/* Returns a time.  A line that is in D1 and was last used at this time or later
   is also in the fully associative D1.  A reference to such a line changes only
   its time of last use, so the caller may store that itself instead of calling
   cg_classes_data; fastpath.h does. */
static inline ULong cg_classes_D1_since(const MissClasses* c)
{
   return c->D1.horizon + 1;
}

/* Returns the number of the set of `line' in `level'. */
static inline UWord cg_classes_set_of(const CacheSim* sim, Level level,
                                      Addr line)
{
   return level == LEVEL_D1 ? cg_sim_D1_set_of(sim, line)
                            : cg_sim_LL_set_of(sim, line);
}

/*------------------------------------------------------------*/
/*--- A run of a segment                                   ---*/
/*------------------------------------------------------------*/

/* What runs, and what the caller does with each reference that does not hit at
   once: count it, and set the evictors. */
typedef struct {
   MissClasses* classes;
   Footprint*   footprint;
   void*        data;
   void (*fetch)(void* data, const Fetch* fetch, const Outcome* outcome);
   void (*ref)(void* data, UInt i, Addr ea, const Outcome* outcome);

   /* A data reference to `ea' hits D1, and changes no class. */
   void (*hit)(void* data, Addr ea);
} ClassifiedRun;

/* For the function below: simulate a fetch or a data reference of the
   ClassifiedRun `run'. */
void cg_classes_run_fetch(void* run, const Fetch* fetch);
void cg_classes_run_ref(void* run, UInt i, Addr ea);

/* Run a segment.  `ea' has the addresses of its `n' data references; a constant
   is faster. */
static CG_FASTPATH_INLINE void cg_classes_run(ClassifiedRun* run, UInt n,
                                              const Addr ea[])
{
   Footprint* f = run->footprint;
   UInt       n_found =
      cg_fastpath_run(run->classes->sim, f, f->n_ilines, n, ea, f->n_ilines + n,
                      cg_classes_D1_since(run->classes), run->hit, run->data);

   if (UNLIKELY(n_found == CG_FASTPATH_NO_FETCH))
      cg_fastpath_in_order(f, ea, run, cg_classes_run_fetch,
                           cg_classes_run_ref);
   else
      for (UInt i = n_found; i < n; i++)
         cg_classes_run_ref(run, i, ea[i]);
}

/*------------------------------------------------------------*/
/*--- For this module and cg_machine_classes.c             ---*/
/*------------------------------------------------------------*/

/* Begin a reference: it has done nothing yet. */
void cg_classes_begin(Outcome* outcome);

/* Note that the reference touches `line', and misses or hits.  `s' and
   `touched' are as they were before.  `cold': the program has not used the line
   before. */
void cg_classes_note_miss(LevelOutcome* o, const Shadow* s, Addr line,
                          const TouchedLine* touched, Bool cold);
void cg_classes_note_hit(LevelOutcome* o, const Shadow* s, Addr line,
                         const TouchedLine* touched);

/* Note that the reference evicts `line'. */
void cg_classes_note_eviction(LevelOutcome* o, Addr line, TouchedLine* touched);

#endif /* CG_CLASSES_H */
