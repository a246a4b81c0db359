/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_set_counts.h: the counts of sets, added up by thread and by level, and
   what the reports call them.

   Like cg_sim, it calls nothing of Valgrind. */

#ifndef CG_SET_COUNTS_H
#define CG_SET_COUNTS_H

#include "sim/types.h"

#include "conflicts/cg_conflict_counts.h"

/* What the reports show of a set, a thread or a level, in this order. */
enum {
   COUNT_ACCESSES,
   COUNT_HITS,
   COUNT_COLD,
   COUNT_CAPACITY,
   COUNT_CONFLICT,
   COUNT_EVICTIONS,
   N_COUNTS
};

/* "accesses", "hits", ...; "D1", "LL"; "cold", "capacity", "conflict". */
extern const HChar* const cg_set_counts_name[N_COUNTS];
extern const HChar* const cg_set_counts_level_name[N_LEVELS];
extern const HChar* const cg_set_counts_class_name[N_CLASSES];

/* Put the counts of `s' into `counts', with the hits, which are what the other
   ones leave of the accesses. */
void cg_set_counts_list(const SetCounts* s, ULong counts[N_COUNTS]);

/* The misses of all classes together. */
ULong cg_set_counts_all_misses(const ULong misses[N_CLASSES]);

/* The sum of all sets of a thread, 1 to all->n_threads; 0 if it never ran. */
SetCounts cg_set_counts_of_thread(const ConflictCounts* all, Level level,
                                  UInt thread);

/* The sum of all threads. */
SetCounts cg_set_counts_of_level(const ConflictCounts* all, Level level);

#endif /* CG_SET_COUNTS_H */
