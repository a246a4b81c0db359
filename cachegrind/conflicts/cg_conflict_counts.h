/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_conflict_counts.h: what a conflict report is made from - data references
   and their classified misses, counted by thread and set, and the misses also
   by variable and source line.

   For each set, and therefore for each sum of sets,

      accesses = hits + cold + capacity + conflict

   An access of D1 is a data reference.  An access of LL is a data reference
   that missed in D1.  A reference that straddles two lines is one access: of
   the set of the first line that misses, or, if both hit, of the set of the
   first line.

   With a machine (cg_machine.h), D1 is its L1D, and LL its last level, which
   only those data references access that missed in the level above.

   This module calls neither Valgrind nor the C library. */

#ifndef CG_CONFLICT_COUNTS_H
#define CG_CONFLICT_COUNTS_H

#include "sim/types.h"

#include "conflicts/cg_sharing.h"
#include "conflicts/cg_source_line.h"
#include "sim/cache/cg_classes.h"

/* The numbers of the variables that every run has.  The program's code is one,
   because instruction fetches also evict data from LL. */
enum { VARIABLE_UNKNOWN, VARIABLE_CODE, N_FIXED_VARIABLES };

typedef struct {
   ULong accesses;
   ULong misses[N_CLASSES];
   ULong evictions; /* lines evicted, also by instruction fetches */
} SetCounts;

/* The misses of one thread, in one level, on one source line, of one variable.
   Conflict misses are counted separately for each set and for each variable
   that evicted the line.  For the other classes, neither matters. */
typedef struct MissRecord_ {
   struct MissRecord_* next; /* in the chain of its hash */
   const SourceLine*   loc;
   UInt                variable;
   UInt                evictor; /* a variable; 0 if not a conflict */
   UInt                set;     /* 0 if not a conflict */
   UShort              thread;
   UChar               level;
   Bool                conflict;
   ULong               misses[N_CLASSES];
} MissRecord;

/* A cache may have millions of sets, and most threads touch few of them.  So
   the counts are in blocks of neighbouring sets, and the blocks in a tree, of
   as many levels of nodes as the number of sets needs.

      threads[number].tree[level] -> | node | NULL | node | ... |
                                         |
                                         v
                                     | block | NULL | ... |
                                         |
                                         v
                                     | SetCounts | SetCounts | ... |

   All of these are NULL until they are needed.

   Each data reference is counted in D1.  To make that fast, the blocks of a D1
   with at most CG_CONFLICT_COUNTS_MAX_FLAT sets, as processors have them, are
   one array as soon as a thread has hit in D1 as often as D1 has sets.  Before,
   a thread would not be worth the memory: there may be thousands. */
#define CG_CONFLICT_COUNTS_BLOCK_BITS 6 /* of the number of a set */
#define CG_CONFLICT_COUNTS_NODE_BITS  7
#define CG_CONFLICT_COUNTS_MAX_FLAT   4096

typedef struct {
   void*      tree[N_LEVELS]; /* the root */
   SetCounts* D1_sets;        /* all blocks of D1; NULL: they are no array */
   UInt       D1_hits;        /* until they become one */
   Bool       ran;
} ThreadCounts;

/* All counts of a run.  Threads are numbered from 1 in the order of their first
   run. */
typedef struct {
   const CacheSim*               sim;       /* NULL: a machine */
   const struct MachineClasses_* machine;   /* NULL: two levels, `sim' */
   UInt                          n_threads; /* the highest number */
   ThreadCounts*                 threads;   /* by number */
   MissRecord**                  records;   /* hash table */
   UWord                         n_records, record_mask;
   UWord                         n_sets[N_LEVELS];
   UInt root_shift[N_LEVELS]; /* a set's bits from here on select the
                                 child of the root */
   UInt  line_size;           /* bytes, of D1 */
   ULong avoided[N_LEVELS];   /* of a machine: the accesses that hit
                                 where a fully associative cache would
                                 miss */
   UInt        thread;        /* running now; 0: none yet */
   SetCounts*  D1_sets;       /* of this thread: ThreadCounts.D1_sets */
   Sharing*    sharing;       /* NULL: at most one thread has run */
   MissRecord* unused;
   UWord       n_unused;
   UInt        threads_allocated;
   void* (*alloc)(SizeT n_bytes);
} ConflictCounts;

/* Initialise the counts for the caches `sim': all are 0.  Call it after
   cg_sim_init; `alloc' is as there. */
void cg_conflict_counts_init(ConflictCounts* all, const CacheSim* sim,
                             void* (*alloc)(SizeT n_bytes));

/* Initialise the counts for a machine (cg_machine_classes.h): all are 0.  Call
   it after cg_machine_classes_init. */
void cg_conflict_counts_init_machine(ConflictCounts*               all,
                                     const struct MachineClasses_* classes,
                                     void* (*alloc)(SizeT n_bytes));

/* The same for counts that are not from a simulation, but are read from
   somewhere. */
void cg_conflict_counts_init_sets(ConflictCounts* all, UWord D1_sets,
                                  UWord LL_sets, UInt line_size,
                                  void* (*alloc)(SizeT n_bytes));

/* Thread `number', 1 to 65535, runs from now on.  Call it before the first
   reference. */
void cg_conflict_counts_thread(ConflictCounts* all, UInt number);

/* Count a data reference to `addr' with its outcome (cg_classes.h).  `loc' is
   its source line, and `variable' is what it refers to.  Neither is used if it
   hits in D1. */
void cg_conflict_counts_data(ConflictCounts* all, Addr addr,
                             const Outcome* outcome, const SourceLine* loc,
                             UInt variable);

/* Count the lines that an instruction fetch evicted: from LL, and from the L1D
   of a machine if an inclusive cache lost them. */
void cg_conflict_counts_fetch(ConflictCounts* all, const Outcome* outcome);

/* For the function below, if D1_sets is NULL. */
void cg_conflict_counts_hit_slow(ConflictCounts* all, UWord set);

/* Count a data reference that hits in `set' of D1 and does not straddle two
   lines. */
static inline void cg_conflict_counts_hit(ConflictCounts* all, UWord set)
{
   if (LIKELY(all->D1_sets))
      all->D1_sets[set].accesses++;
   else
      cg_conflict_counts_hit_slow(all, set);
}

/* Whether `thread', from 1 to n_threads, ever ran. */
static inline Bool cg_conflict_counts_ran(const ConflictCounts* all,
                                          UInt                  thread)
{
   return all->threads[thread].ran;
}

/* Returns the counts of set `*set' of a thread that ran.  If that set has none,
   moves `*set' to the next set that has counts, and returns those.  Returns
   NULL if there is no such set.  To visit all sets that have counts:

      UWord set = 0;
      for (; (s = cg_conflict_counts_sets(all, level, thread, &set)); set++) */
const SetCounts* cg_conflict_counts_sets(const ConflictCounts* all, Level level,
                                         UInt thread, UWord* set);

/* Call visit(record, data) for each miss record, in no particular order. */
void cg_conflict_counts_records(const ConflictCounts* all,
                                void (*visit)(const MissRecord* r, void* data),
                                void* data);

/* Returns the counts of a set for the running thread, or the record that counts
   the misses of `key', to be changed.  There is one for each. */
SetCounts*  cg_conflict_counts_set(ConflictCounts* all, Level level, UWord set);
MissRecord* cg_conflict_counts_record(ConflictCounts*   all,
                                      const MissRecord* key);

/* A reference to `variable' had this outcome: store `variable' as the evictor
   of the lines that it evicted. */
void cg_conflict_counts_note_evictor(const Outcome* outcome, UInt variable);

#endif /* CG_CONFLICT_COUNTS_H */
