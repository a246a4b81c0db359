/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_report_summary.c: the conflict report in a few lines; see cg_report.h. */

#include "conflicts/cg_report.h"

#include "conflicts/cg_set_counts.h"
#include "conflicts/cg_ranking.h"
#include "conflicts/cg_text.h"
#include "conflicts/cg_writer.h"

/* The limits for each level: sets shown, and characters of a name. */
#define SUMMARY_SETS 3
#define SUMMARY_NAME 32

static void put_short_name(Writer* w, const HChar* name)
{
   HChar shortened[SUMMARY_NAME + sizeof "..."];
   UInt  length = cg_text_length(name);

   if (length <= SUMMARY_NAME) {
      cg_writer_name(w, name);
      return;
   }
   for (UInt i = 0; i < SUMMARY_NAME; i++)
      shortened[i] = name[i];
   shortened[SUMMARY_NAME] = '\0';
   cg_writer_name(w, shortened);
   cg_writer_text(w, "...");
}

static void summarize_total(Writer* w, Level level, const SetCounts* total)
{
   cg_writer_text(w, cg_set_counts_level_name[level]);
   cg_writer_text(w, level == LEVEL_D1 ? "  classes:  " : "d classes:  ");
   cg_writer_text(w, "    ");
   cg_writer_count(w, cg_set_counts_all_misses(total->misses), 0);
   for (MissClass c = 0; c < N_CLASSES; c++) {
      cg_writer_text(w, c == 0 ? "  (" : " + ");
      cg_writer_count(w, total->misses[c], 0);
      cg_writer_text(w, " ");
      cg_writer_text(w, cg_set_counts_class_name[c]);
   }
   cg_writer_text(w, ")");
   cg_writer_flush(w);
}

/* The conflict misses of a set, and the two variables that cause most of
   them. */
static void summarize_set(Writer* w, const Ranking* ranking, UInt thread,
                          const RankedSet* set)
{
   const MissSum* most = set->conflicts.items[0];

   cg_writer_text(w, "   set ");
   cg_writer_number(w, set->set, 0);
   if (ranking->conflict_counts->n_threads > 1) {
      cg_writer_text(w, ", thread ");
      cg_writer_number(w, thread, 0);
   }
   cg_writer_text(w, ": ");
   cg_writer_count(w, set->counts->misses[CLASS_CONFLICT], 0);
   cg_writer_text(w, " conflict, ");
   put_short_name(w, ranking->variables[most->variable]);
   cg_writer_text(w, " pushed out by ");
   put_short_name(w, cg_ranking_evictor(ranking, most));
   cg_writer_flush(w);
}

/* The worst sets of the thread that has the most conflict misses. */
static void summarize_sets(Writer* w, const Ranking* ranking, Level level)
{
   ULong most  = 0;
   UInt  worst = 0;

   for (UInt thread = 1; thread <= ranking->conflict_counts->n_threads;
        thread++) {
      SetCounts sum =
         cg_set_counts_of_thread(ranking->conflict_counts, level, thread);

      if (sum.misses[CLASS_CONFLICT] > most) {
         most  = sum.misses[CLASS_CONFLICT];
         worst = thread;
      }
   }
   if (worst == 0)
      return;

   UWord       n;
   RankedSet*  sets       = cg_ranking_sets(ranking, level, worst, &n);
   RankedSet** worst_sets = cg_ranking_worst_sets(ranking, sets, &n);
   for (UWord i = 0; i < n && i < SUMMARY_SETS; i++)
      summarize_set(w, ranking, worst, worst_sets[i]);
}

void cg_report_summary(const Report* r)
{
   Writer  w = {.put = r->put, .to = r->to};
   Ranking ranking;

   cg_ranking_make(&ranking, r->conflict_counts, r->variable_name, r->alloc);
   for (Level level = 0; level < cg_report_n_levels(r); level++) {
      SetCounts total = cg_set_counts_of_level(r->conflict_counts, level);

      summarize_total(&w, level, &total);
      summarize_sets(&w, &ranking, level);
   }
}
