/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_ranking.h: the conflict counts, sorted: which variables evict which, in
   which sets, on which source lines.  The reports (cg_report.h) print it.

   A variable or source line is its name here, no longer a number or a pointer,
   so that the order depends on nothing else.  Two variables of the same name
   are one, and so are two source lines of the same file, number and function.

   Like cg_sim, it calls nothing of Valgrind. */

#ifndef CG_RANKING_H
#define CG_RANKING_H

#include "sim/types.h"

#include "conflicts/cg_conflict_counts.h"

/* The sum of the MissRecords that agree in some of these members; the others
   are 0. */
typedef struct {
   UInt  variable;    /* index of Ranking.variables */
   UInt  evictor;     /* likewise, of conflicts only */
   UInt  source_line; /* index of Ranking.source_lines */
   UInt  set;
   UInt  thread;
   ULong misses[N_CLASSES];
} MissSum;

typedef struct {
   MissSum** items;
   UWord     n;
} MissSumList;

/* Conflict misses of one variable, on one source line, in lines that one
   variable evicted; `sets' has an item for each set, in their order. */
typedef struct {
   MissSumList sets;
   ULong       misses;
} Conflict;

/* A set in which something happened while one thread ran. */
typedef struct {
   UInt             set;
   const SetCounts* counts;
   MissSumList      conflicts; /* most misses first */
} RankedSet;

typedef struct {
   MissSumList by_variable; /* most misses first, like all that follows */
   MissSumList by_source_line;
   Conflict**  conflicts;
   UWord       n_conflicts;
   MissSumList by_set; /* conflicts by thread and set; see cg_ranking_sets */
} LevelRanking;

typedef struct {
   const ConflictCounts* conflict_counts;
   const HChar**         variables;    /* sorted by name */
   const SourceLine**    source_lines; /* sorted by file, line, function */
   LevelRanking          level[N_LEVELS];
   void* (*alloc)(SizeT n_bytes);
} Ranking;

/* Sort `conflict_counts', which must not change while the ranking is in use.
   `variable_name' returns the name of a variable by its number in the miss
   records; `alloc' is as for cg_conflict_counts_init.  Nothing is freed. */
void cg_ranking_make(Ranking* ranking, const ConflictCounts* conflict_counts,
                     const HChar* (*variable_name)(UInt variable),
                     void* (*alloc)(SizeT n_bytes));

/* The sets of `thread', which must have run, in which anything happened, in the
   order of their numbers.  Puts into *n how many there are. */
RankedSet* cg_ranking_sets(const Ranking* ranking, Level level, UInt thread,
                           UWord* n);

/* Of `*n' sets that cg_ranking_sets returned, those that have conflict misses,
   most misses first.  Puts into *n how many there are. */
RankedSet** cg_ranking_worst_sets(const Ranking* ranking, RankedSet* sets,
                                  UWord* n);

/* What had pushed out the lines of a conflict, for people: the name of a
   variable, or "itself" if it is the one that missed. */
const HChar* cg_ranking_evictor(const Ranking* ranking,
                                const MissSum* conflict);

#endif /* CG_RANKING_H */
