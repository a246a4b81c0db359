/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ranking.h: the conflict counts, sorted: which variables evict which, in
   which sets, on which source lines.  The reports (report.h) print them.

   Here, variables and source lines are identified by their names instead of
   numbers and pointers, so that the order depends on nothing else.  Two
   variables with the same name become one.  So do two source lines with the
   same file, line number and function. */

#ifndef RANKING_H
#define RANKING_H

#include "sim/types.h"

#include <glib.h>

#include "conflicts/cg_conflict_counts.h"

/* The sum of all MissRecords with the same values in some of these members.
   The other members are 0. */
typedef struct {
   UInt  variable;    /* index of Ranking.variables */
   UInt  evictor;     /* the same; of conflicts only */
   UInt  source_line; /* index of Ranking.source_lines */
   UInt  set;
   UInt  thread;
   ULong misses[N_CLASSES];
} MissSum;

typedef struct {
   MissSum** items;
   UWord     n;
} MissSumList;

/* The conflict misses of one variable, on one source line, on lines that one
   variable had evicted.  `sets' has an item for each set, in the order of the
   sets' numbers.  `by_thread' has an item for each set of each thread, in the
   order of the threads' numbers. */
typedef struct {
   MissSumList sets;
   MissSumList by_thread;
   ULong       misses;
} Conflict;

/* A set that one thread accessed, or that lost lines while this thread ran. */
typedef struct {
   UInt             set;
   const SetCounts* counts;
   MissSumList      conflicts; /* most misses first */
   UInt             group;     /* number of its SetGroup, from 0 */
} RankedSet;

/* Sets that have the same counts. */
typedef struct {
   RankedSet** sets;
   UWord       n;
} SetGroup;

typedef struct {
   MissSumList by_variable; /* most misses first, like all that follows */
   MissSumList by_source_line;
   Conflict**  conflicts;
   UWord       n_conflicts;
   MissSumList by_set; /* conflicts by thread and set; see ranking_sets */
} LevelRanking;

typedef struct {
   const ConflictCounts* conflict_counts;
   const HChar**         variables;    /* sorted by name */
   const SourceLine**    source_lines; /* sorted by file, line, function */
   UInt                  n_variables, n_source_lines;
   SharedGroup**         shared; /* with indices of `variables'; most writes
                                    first */
   UInt         n_shared;
   LevelRanking level[N_LEVELS];
   GPtrArray*   memory; /* what else is freed with it */
} Ranking;

/* Sorts the counts, which must not change while the ranking is in use.
   `variables' has the names of variables by their numbers in the miss
   records. */
Ranking* ranking_new(const ConflictCounts* conflict_counts,
                     const GPtrArray*      variables);

/* Frees a ranking, with all that these functions returned of it. */
void ranking_free(Ranking* ranking);

/* Replaces control characters in all names by "?", so that none ends a line or
   controls a terminal. */
void ranking_make_readable(Ranking* ranking);

/* Returns the sets of `thread' that have an access or an eviction, in the order
   of their numbers, and stores in *n how many there are.  The thread must have
   run. */
RankedSet* ranking_sets(const Ranking* ranking, Level level, UInt thread,
                        UWord* n);

/* Returns the groups of the `n' sets that ranking_sets returned, those of
   most sets first, and stores in *n_groups how many there are.  Stores the
   group of each set in `sets'. */
SetGroup** ranking_set_groups(const Ranking* ranking, RankedSet* sets, UWord n,
                              UWord* n_groups);

/* Takes the `*n' sets that ranking_sets returned.  Returns those that have
   conflict misses, most misses first, and stores in *n how many there are. */
RankedSet** ranking_worst_sets(const Ranking* ranking, RankedSet* sets,
                               UWord* n);

/* Returns how many items of the start of a list a report has, of by_variable or
   by_source_line, or of the conflicts.  It leaves out what has less than 1 % of
   the level's misses, which are `all', but not the first item. */
UWord ranking_n_listed(const MissSumList* list, ULong all);
UWord ranking_n_listed_conflicts(const LevelRanking* l, ULong all);

/* Returns what evicted the lines of a conflict, for people to read: the name of
   a variable, or "itself" if it is the variable that missed. */
const HChar* ranking_evictor(const Ranking* ranking, const MissSum* conflict);

#endif
