/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_counts.h: the counts of sets, added up by thread and by level, and what
   the reports call them.

   Like cg_sim, it calls nothing of Valgrind. */

#ifndef CG_COUNTS_H
#define CG_COUNTS_H

#include "sim/types.h"

#include "conflicts/cg_tally.h"

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
extern const HChar* const cg_counts_name[N_COUNTS];
extern const HChar* const cg_counts_level_name[N_LEVELS];
extern const HChar* const cg_counts_class_name[N_CLASSES];

/* Put the counts of `s' into `counts', with the hits, which are what the other
   ones leave of the accesses. */
void cg_counts_list(const SetCounts* s, ULong counts[N_COUNTS]);

/* The misses of all classes together. */
ULong cg_counts_all_misses(const ULong misses[N_CLASSES]);

/* The sum of all sets of a thread, 1 to t->n_threads; 0 if it never ran. */
SetCounts cg_counts_of_thread(const Tally* t, Level level, UInt thread);

/* The sum of all threads. */
SetCounts cg_counts_of_level(const Tally* t, Level level);

#endif /* CG_COUNTS_H */
