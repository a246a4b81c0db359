/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_conflict_counts.h: what a conflict report is made of - data references and
   their classed misses by thread and set, and the variables and source lines
   that they belong to.

   For each set, and so for each sum of sets,

      accesses = hits + cold + capacity + conflict

   where an access of D1 is a data reference and an access of LL is one that
   missed in D1.  A reference that straddles two lines is an access of the set
   of the first of them that misses, or just the first.

   Like cg_sim, it calls nothing of Valgrind. */

#ifndef CG_CONFLICT_COUNTS_H
#define CG_CONFLICT_COUNTS_H

#include "sim/types.h"

#include "conflicts/cg_source_line.h"
#include "sim/cg_classes.h"

/* The numbers of variables that every run has.  The code is one because
   instruction fetches, too, push data out of LL. */
enum { VARIABLE_UNKNOWN, VARIABLE_CODE, N_FIXED_VARIABLES };

typedef struct {
   ULong accesses;
   ULong misses[N_CLASSES];
   ULong evictions; /* lines evicted, by instruction fetches as well */
} SetCounts;

/* Misses of one thread, in one level, on one source line, of one variable.
   A conflict miss also has its set and the variable that had evicted the line;
   for the other classes neither matters. */
typedef struct MissRecord_ {
   struct MissRecord_* next; /* with the same hash */
   const SourceLine*   loc;
   UInt                variable;
   UInt                evictor; /* a variable; of conflicts only, else 0 */
   UInt                set;     /* of conflicts only, else 0 */
   UShort              thread;
   UChar               level;
   Bool                conflict;
   ULong               misses[N_CLASSES];
} MissRecord;

/* LL may have millions of sets, of which most threads touch few.  So each
   thread has a list of blocks of this many neighbouring sets.  A block of LL is
   NULL until it is needed.

      blocks[level][thread] -> | block | NULL | block | ...
                                   |
                                   v
                               | SetCounts | SetCounts | ...

   Each reference is counted in D1: its blocks are one array. */
#define CG_CONFLICT_COUNTS_SETS_OF_BLOCK 1024

/* All that was counted.  Threads are numbered from 1 in the order of their
   first run; a thread that never ran has NULL for its blocks. */
typedef struct {
   const CacheSim* sim;
   UInt            n_threads;        /* the highest number */
   SetCounts***    blocks[N_LEVELS]; /* by thread number */
   MissRecord**    records;          /* hash table */
   UWord           n_records, record_mask;
   UWord           n_sets[N_LEVELS];
   UInt            thread;  /* running now; 0: none yet */
   SetCounts*      D1_sets; /* its own of D1, by set */
   MissRecord*     unused;
   UWord           n_unused;
   UInt            threads_allocated;
   void* (*alloc)(SizeT n_bytes);
} ConflictCounts;

/* Set all counts of `sim' to zero.  Call it after cg_sim_init; `alloc' is as
   there. */
void cg_conflict_counts_init(ConflictCounts* all, const CacheSim* sim,
                             void* (*alloc)(SizeT n_bytes));

/* Thread `number', 1 to 65535, runs from now on. */
void cg_conflict_counts_thread(ConflictCounts* all, UInt number);

/* Count a data reference with its outcome.  `loc' is its source line and
   `variable' what it refers to; `variable' is unused if it hits D1. */
void cg_conflict_counts_data(ConflictCounts* all, Addr addr,
                             const Outcome* outcome, const SourceLine* loc,
                             UInt variable);

/* Count the lines that an instruction fetch evicted from LL. */
void cg_conflict_counts_fetch(ConflictCounts* all, const Outcome* outcome);

/* Count a data reference that hits D1 and does not straddle two lines in
   `sets', the D1_sets of the running thread. */
static inline void cg_conflict_counts_count_hit(SetCounts*      sets,
                                                const CacheSim* sim, Addr addr)
{
   sets[cg_sim_D1_set_of(sim, addr)].accesses++;
}

/* Whether a thread from 1 to n_threads ever ran. */
static inline Bool cg_conflict_counts_ran(const ConflictCounts* all,
                                          UInt                  thread)
{
   return all->blocks[LEVEL_D1][thread] != NULL;
}

/* The counts that a thread which ran has for set `*set'.  If none are kept for
   that set, moves `*set' on to the next one that has some; NULL if there is
   none.  To visit all:

      UWord set = 0;
      for (; (s = cg_conflict_counts_sets(all, level, thread, &set)); set++) */
const SetCounts* cg_conflict_counts_sets(const ConflictCounts* all, Level level,
                                         UInt thread, UWord* set);

/* Call `visit' for each MissRecord, in no order. */
void cg_conflict_counts_records(const ConflictCounts* all,
                                void (*visit)(const MissRecord* r, void* data),
                                void* data);

/* Note that a reference to `variable' evicted the lines in `outcome'. */
void cg_conflict_counts_note_evictor(const Outcome* outcome, UInt variable);

#endif /* CG_CONFLICT_COUNTS_H */
