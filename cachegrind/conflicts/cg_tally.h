/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_tally.h: what a conflict report is made of - data references and their
   classed misses by thread and set, and the variables and source lines that
   they belong to.

   For each set, and so for each sum of sets,

      accesses = hits + cold + capacity + conflict

   where an access of D1 is a data reference and an access of LL is one that
   missed in D1.  A reference that straddles two lines is an access of the set
   of the first of them that misses, or just the first.

   Like cg_sim, it calls nothing of Valgrind. */

#ifndef CG_TALLY_H
#define CG_TALLY_H

#include "sim/types.h"

#include "conflicts/cg_source_line.h"
#include "sim/cg_classes.h"

/* The numbers of variables that every run has.  The code is one because
   instruction fetches, too, push data out of LL. */
enum { VARIABLE_UNKNOWN, VARIABLE_CODE, N_FIXED_VARIABLES };

typedef struct {
   ULong accesses;
   ULong misses[N_CLASSES];
   ULong evictions; /* lines pushed out, also by instruction fetches */
} SetCounts;

/* Misses of one thread, in one level, on one source line, of one variable.
   Conflicts are told apart by the set and by the variable that had pushed the
   line out; the other classes have nothing to do with either. */
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

/* LL may have millions of sets, of which most threads touch few: each thread
   has a list of blocks of so many neighbours, those of LL NULL until they are
   needed.

      blocks[level][thread] -> | block | NULL | block | ...
                                   |
                                   v
                               | SetCounts | SetCounts | ...

   D1 is counted in with each reference: its blocks are one array. */
#define SETS_OF_BLOCK 1024

/* All that was counted.  Threads are numbered from 1 in the order of their
   first run; those that never ran have NULL for their blocks. */
typedef struct {
   const CacheSim* sim;
   UInt            n_threads;        /* the highest number */
   SetCounts***    blocks[N_LEVELS]; /* by thread number; see cg_tally_sets */
   MissRecord**    records;          /* hash table; see cg_tally_records */
   UWord           n_records, record_mask;
   UWord           n_sets[N_LEVELS];
   UInt            thread;  /* running now; 0: none yet */
   SetCounts*      D1_sets; /* its own of D1, by set */
   MissRecord*     unused;
   UWord           n_unused;
   UInt            threads_allocated;
   void* (*alloc)(SizeT n_bytes);
} Tally;

/* Start with nothing counted of `sim', after cg_sim_init; `alloc' as there. */
void cg_tally_init(Tally* t, const CacheSim* sim,
                   void* (*alloc)(SizeT n_bytes));

/* From now on thread `number' runs, 1 to 65535. */
void cg_tally_thread(Tally* t, UInt number);

/* Count a data reference by what it did.  `loc' is its source line and
   `variable' what it refers to, which is not looked at if it hits D1. */
void cg_tally_data(Tally* t, Addr addr, const Outcome* outcome,
                   const SourceLine* loc, UInt variable);

/* Count what an instruction fetch pushed out of LL. */
void cg_tally_fetch(Tally* t, const Outcome* outcome);

/* A data reference that hits D1 and does not straddle: `sets' are the D1_sets
   to count it in. */
static inline void cg_tally_count_hit(SetCounts* sets, const CacheSim* sim,
                                      Addr addr)
{
   sets[cg_sim_D1_set_of(sim, addr)].accesses++;
}

/* Whether a thread from 1 to n_threads ever ran. */
static inline Bool cg_tally_ran(const Tally* t, UInt thread)
{
   return t->blocks[LEVEL_D1][thread] != NULL;
}

/* The counts of a thread that ran in set `*set' or, if none are kept for that,
   in the next one that has some, which `*set' then is; NULL if there is none.
   To visit all:

      for (UWord set = 0; (counts = cg_tally_sets(t, level, thread, &set));
           set++) */
const SetCounts* cg_tally_sets(const Tally* t, Level level, UInt thread,
                               UWord* set);

/* Call `visit' for each MissRecord, in no order. */
void cg_tally_records(const Tally* t,
                      void (*visit)(const MissRecord* r, void* data),
                      void* data);

/* Note that the lines which this reference pushed out went for `variable'. */
void cg_tally_note_evictor(const Outcome* outcome, UInt variable);

#endif /* CG_TALLY_H */
