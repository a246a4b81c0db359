/* SPDX-License-Identifier: GPL-2.0-or-later */
/* report_summary.c: the conflict report in a few lines; see report.h. */

#include "conflicts/report.h"

#include <string.h>

#include "conflicts/ranking.h"
#include "conflicts/set_counts.h"
#include "lib/text.h"

/* The limits for each level: sets shown, and bytes of a name. */
#define SUMMARY_SETS 3
#define SUMMARY_NAME 32

static void put_short_name(GString* to, const char* name)
{
   g_string_append_printf(to, "%.*s%s", SUMMARY_NAME, name,
                          strlen(name) > SUMMARY_NAME ? "..." : "");
}

static void summarize_total(GString* to, Level level, const SetCounts* total)
{
   g_string_append_printf(to, "%s%s classes:      %s  (",
                          set_counts_level_name[level],
                          level == LEVEL_D1 ? " " : "d",
                          text_commas(set_counts_all_misses(total->misses)));
   for (MissClass c = 0; c < N_CLASSES; c++)
      g_string_append_printf(to, "%s%s %s", c == 0 ? "" : " + ",
                             text_commas(total->misses[c]),
                             set_counts_class_name[c]);
   g_string_append(to, ")\n");
}

/* The conflict misses of a set, and the two variables that cause most of
   them. */
static void summarize_set(GString* to, const Ranking* ranking, UInt thread,
                          const RankedSet* set)
{
   const MissSum* most = set->conflicts.items[0];

   g_string_append_printf(to, "   set %u", set->set);
   if (ranking->conflict_counts->n_threads > 1)
      g_string_append_printf(to, ", thread %u", thread);
   g_string_append_printf(to, ": %s conflict, ",
                          text_commas(set->counts->misses[CLASS_CONFLICT]));
   put_short_name(to, ranking->variables[most->variable]);
   g_string_append(to, " pushed out by ");
   put_short_name(to, ranking_evictor(ranking, most));
   g_string_append(to, "\n");
}

/* The worst sets of the thread that has the most conflict misses. */
static void summarize_sets(GString* to, const Ranking* ranking, Level level)
{
   ULong most  = 0;
   UInt  worst = 0;

   for (UInt thread = 1; thread <= ranking->conflict_counts->n_threads;
        thread++) {
      SetCounts sum =
         set_counts_of_thread(ranking->conflict_counts, level, thread);

      if (sum.misses[CLASS_CONFLICT] > most) {
         most  = sum.misses[CLASS_CONFLICT];
         worst = thread;
      }
   }
   if (worst == 0)
      return;

   UWord       n;
   RankedSet*  sets       = ranking_sets(ranking, level, worst, &n);
   RankedSet** worst_sets = ranking_worst_sets(ranking, sets, &n);
   for (UWord i = 0; i < n && i < SUMMARY_SETS; i++)
      summarize_set(to, ranking, worst, worst_sets[i]);
}

void report_summary(const Report* r, GString* to)
{
   Ranking* ranking = ranking_new(r->conflict_counts, r->variables);

   ranking_make_readable(ranking);
   for (Level level = 0; level < report_n_levels(r); level++) {
      SetCounts total = set_counts_of_level(r->conflict_counts, level);

      summarize_total(to, level, &total);
      summarize_sets(to, ranking, level);
   }
   ranking_free(ranking);
}
