/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_ranking.h: what a Tally says, sorted: which variables push out which, in
   which sets, on which source lines.  The reports (cg_report.h) write it out.

   Names take the place of the tally's numbers and pointers, so that the order
   depends on nothing else: two variables of one name are one here, and so are
   two source lines of the same file, number and function.

   Like cg_sim, it calls nothing of Valgrind. */

#ifndef CG_RANKING_H
#define CG_RANKING_H

#include "sim/types.h"

#include "conflicts/cg_tally.h"

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
   variable pushed out; `sets' has an item for each set, in their order. */
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
   const Tally*       tally;
   const HChar**      variables;    /* sorted by name */
   const SourceLine** source_lines; /* sorted by file, line, function */
   LevelRanking       level[N_LEVELS];
   void* (*alloc)(SizeT n_bytes);
} Ranking;

/* Sort what `tally' has counted; it must stay as it is while the ranking is in
   use.  `variable_name' gives the name of a variable by the number that the
   tally has for it; `alloc' is as for cg_tally_init, and nothing is freed. */
void cg_ranking_make(Ranking* ranking, const Tally* tally,
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
