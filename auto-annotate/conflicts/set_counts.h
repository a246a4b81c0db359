/* SPDX-License-Identifier: GPL-2.0-or-later */
/* set_counts.h: sums of the counts of sets, by thread and by level, and the
   names that reports give them. */

#ifndef SET_COUNTS_H
#define SET_COUNTS_H

#include "sim/types.h"

#include "conflicts/cg_conflict_counts.h"

/* The counts that reports show for a set, a thread or a level, in this
   order. */
enum {
   COUNT_ACCESSES,
   COUNT_HITS,
   COUNT_COLD,
   COUNT_CAPACITY,
   COUNT_CONFLICT,
   COUNT_EVICTIONS,
   N_COUNTS
};

/* The names of these counts, of the levels and of the classes: "accesses",
   "hits" and so on; "D1", "LL"; "cold", "capacity", "conflict". */
extern const HChar* const set_counts_name[N_COUNTS];
extern const HChar* const set_counts_level_name[N_LEVELS];
extern const HChar* const set_counts_class_name[N_CLASSES];

/* Store the counts of `s' in `counts', by COUNT_ACCESSES and so on.  Hits are
   the accesses that are not misses. */
void set_counts_list(const SetCounts* s, ULong counts[N_COUNTS]);

/* Returns the misses of all classes together. */
ULong set_counts_all_misses(const ULong misses[N_CLASSES]);

/* Returns the sums over all sets of a thread, 1 to all->n_threads.  All are 0
   if the thread never ran. */
SetCounts set_counts_of_thread(const ConflictCounts* all, Level level,
                               UInt thread);

/* Returns the sums over all threads and sets. */
SetCounts set_counts_of_level(const ConflictCounts* all, Level level);

#endif
