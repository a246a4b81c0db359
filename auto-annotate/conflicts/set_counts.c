/* SPDX-License-Identifier: GPL-2.0-or-later */
/* set_counts.c: sums of the counts of sets; see set_counts.h. */

#include "conflicts/set_counts.h"

const HChar* const set_counts_name[N_COUNTS] = {
   "accesses", "hits", "cold", "capacity", "conflict", "evictions"};
const HChar* const set_counts_level_name[N_LEVELS]  = {"D1", "LL"};
const HChar* const set_counts_class_name[N_CLASSES] = {"cold", "capacity",
                                                       "conflict"};

void set_counts_list(const SetCounts* s, ULong counts[N_COUNTS])
{
   counts[COUNT_ACCESSES]  = s->accesses;
   counts[COUNT_HITS]      = s->accesses - set_counts_all_misses(s->misses);
   counts[COUNT_COLD]      = s->misses[CLASS_COLD];
   counts[COUNT_CAPACITY]  = s->misses[CLASS_CAPACITY];
   counts[COUNT_CONFLICT]  = s->misses[CLASS_CONFLICT];
   counts[COUNT_EVICTIONS] = s->evictions;
}

ULong set_counts_all_misses(const ULong misses[N_CLASSES])
{
   return misses[CLASS_COLD] + misses[CLASS_CAPACITY] + misses[CLASS_CONFLICT];
}

static void add_set_counts(SetCounts* sum, const SetCounts* s)
{
   sum->accesses += s->accesses;
   for (MissClass c = 0; c < N_CLASSES; c++)
      sum->misses[c] += s->misses[c];
   sum->evictions += s->evictions;
}

SetCounts set_counts_of_thread(const ConflictCounts* all, Level level,
                               UInt thread)
{
   SetCounts        sum = {0};
   const SetCounts* counts;

   if (!cg_conflict_counts_ran(all, thread))
      return sum;
   for (UWord set = 0;
        (counts = cg_conflict_counts_sets(all, level, thread, &set)); set++)
      add_set_counts(&sum, counts);
   return sum;
}

SetCounts set_counts_of_level(const ConflictCounts* all, Level level)
{
   SetCounts sum = {0};

   for (UInt thread = 1; thread <= all->n_threads; thread++) {
      SetCounts of_thread = set_counts_of_thread(all, level, thread);

      add_set_counts(&sum, &of_thread);
   }
   return sum;
}
