/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_report_text.c: the conflict report as text to read; see cg_report.h.

   It consists of tables.  They have columns of counts, and a last column of
   names of any length. */

#include "conflicts/cg_report.h"

#include "conflicts/cg_columns.h"
#include "conflicts/cg_opening.h"
#include "conflicts/cg_set_counts.h"
#include "conflicts/cg_ranking.h"
#include "conflicts/cg_set_map.h"
#include "conflicts/cg_text.h"
#include "conflicts/cg_writer.h"
#include "sim/machine/cg_machine.h"

/* The most rows that a table shows.  The JSON has all rows. */
#define MAX_ROWS     20
#define MAX_SET_ROWS 64 /* all sets of a usual D1 */

/* The most progressions of set numbers that are shown for a conflict. */
#define MAX_PROGRESSIONS 6

/*------------------------------------------------------------*/
/*--- Names                                                ---*/
/*------------------------------------------------------------*/

static void put_file_and_line(Writer* w, const HChar* file, UInt lineno)
{
   cg_writer_name(w, file);
   cg_writer_char(w, ':');
   cg_writer_number(w, lineno, 0);
}

static void put_source_line(Writer* w, const SourceLine* line)
{
   put_file_and_line(w, line->file, line->lineno);
   cg_writer_text(w, " (");
   cg_writer_name(w, line->fn);
   cg_writer_text(w, ")");
}

static void put_pair(Writer* w, const Ranking* ranking, const MissSum* conflict)
{
   cg_writer_name(w, ranking->variables[conflict->variable]);
   cg_writer_text(w, " pushed out by ");
   cg_writer_name(w, cg_ranking_evictor(ranking, conflict));
}

static void put_more(Writer* w, UWord n, UWord max)
{
   if (n <= max)
      return;
   cg_writer_text(w, "  ... and ");
   cg_writer_count(w, n - max, 0);
   cg_writer_text(w, " more\n");
}

static UWord smaller(UWord a, UWord b)
{
   return a < b ? a : b;
}

static void put_heading(Writer* w, const HChar* text)
{
   cg_writer_text(w, "\n");
   cg_writer_text(w, text);
   cg_writer_text(w, "\n\n");
}

/*------------------------------------------------------------*/
/*--- False sharing                                        ---*/
/*------------------------------------------------------------*/

static void put_writers(Writer* w, const Ranking* ranking, const SharedGroup* g)
{
   for (UInt i = 0; i < g->n_writers; i++) {
      cg_writer_text(w, i > 0 ? ", " : "");
      cg_writer_name(w, ranking->variables[g->variable[i]]);
      cg_writer_text(w, " by thread ");
      cg_writer_number(w, g->thread[i], 0);
   }
}

static void put_text_sharing(Writer* w, const Ranking* ranking)
{
   static const HChar* const labels[] = {"writes", "lines"};
   Columns                   c        = cg_columns_new(2, labels);
   UWord                     n        = smaller(ranking->n_shared, MAX_ROWS);

   if (n == 0)
      return;
   put_heading(w,
               "Candidates for false sharing: lines that threads wrote, each "
               "in bytes of its own");
   for (UWord i = 0; i < n; i++)
      cg_columns_fit(&c, (ULong[]){ranking->shared[i]->writes,
                                   ranking->shared[i]->n_lines});
   cg_columns_write_labels(w, &c);
   cg_writer_text(w, "\n");
   for (UWord i = 0; i < n; i++) {
      const SharedGroup* g = ranking->shared[i];

      cg_columns_write_counts(w, &c, (ULong[]){g->writes, g->n_lines});
      cg_writer_text(w, "  ");
      put_writers(w, ranking, g);
      cg_writer_text(w, "\n");
   }
   put_more(w, ranking->n_shared, MAX_ROWS);
   cg_writer_text(
      w, "\n  Valgrind runs one thread at a time.  So this says who wrote "
         "the lines, not how\n  often they would move between processors.  "
         "Variables that are a line apart do\n  not share one.\n");
}

/*------------------------------------------------------------*/
/*--- A level and its threads                              ---*/
/*------------------------------------------------------------*/

/* "Machine: zen4 (AMD Zen 4); D1 is its L1D, LL is its L3". */
static void put_machine(Writer* w, const Report* r)
{
   if (!r->machine)
      return;
   cg_writer_text(w, "\nMachine: ");
   cg_writer_name(w, r->machine_name);
   cg_writer_text(w, " (");
   cg_writer_name(w, r->machine->name);
   cg_writer_text(w, "); ");
   for (Level level = 0; level < cg_report_n_levels(r); level++) {
      cg_writer_text(w, level > 0 ? ", " : "");
      cg_writer_text(w, cg_set_counts_level_name[level]);
      cg_writer_text(w, " is its ");
      cg_writer_text(w, cg_machine_level_name(cg_report_level_id(r, level)));
   }
}

static void put_text_head(Writer* w, const Report* r, const Ranking* ranking)
{
   cg_writer_text(w, "Conflict report\n"
                     "Command: ");
   cg_writer_name(w, r->command);
   put_machine(w, r);
   cg_writer_text(w, "\n\n");
   cg_opening_write(w, r, ranking);
   cg_writer_text(w, "\n"
                     "A miss is\n"
                     "  cold      if its line was never touched before,\n");
   cg_writer_text(
      w, r->set_local
            ? "  conflict  if since then at least as many other lines of its "
              "set were touched as\n"
              "            the set has ways, but fewer than the cache has "
              "lines,\n"
              "  capacity  if at least as many as the cache has lines.\n"
         : r->machine
            ? "  capacity  if a fully associative LRU cache of the same size "
              "would miss too,\n"
              "  conflict  if that would hit: too many lines in use share the "
              "set, or the cache\n"
              "            is not LRU, or an inclusive cache below evicted the "
              "line.\n"
            : "  capacity  if a fully associative cache of the same size would "
              "miss too,\n"
              "  conflict  if that would hit: too many lines in use share the "
              "set.\n");
   cg_writer_text(
      w,
      "What helps: cold, touch less memory; capacity, work on smaller pieces; "
      "conflict,\n"
      "pad rows of what is pushed out by itself, move apart what others push "
      "out.\n");
}

/* "32,768 B, 8-way, 64 B lines". */
static void put_shape(Writer* w, const CacheGeometry* g)
{
   cg_writer_count(w, g->size, 0);
   cg_writer_text(w, " B, ");
   if (g->assoc == 1) {
      cg_writer_text(w, "direct-mapped, ");
   } else {
      cg_writer_count(w, g->assoc, 0);
      cg_writer_text(w, "-way, ");
   }
   cg_writer_count(w, g->line_size, 0);
   cg_writer_text(w, " B lines");
}

/* What a level of a machine gets. */
static void put_accesses_of_machine(Writer* w, const Report* r, Level level)
{
   const CacheModel* caches = r->machine->caches;
   UInt              id     = cg_report_level_id(r, level);
   UInt              above =
      id == LEVEL_L3 && caches[LEVEL_L2].size > 0 ? LEVEL_L2 : LEVEL_L1D;

   if (level == LEVEL_LL) {
      cg_writer_text(w, "Accesses are the data references that missed ");
      cg_writer_text(w, cg_machine_level_name(above));
      cg_writer_text(w, ".  Evictions include those by\ninstruction "
                        "fetches.\n");
   } else if (caches[LEVEL_L2].inclusion == CACHE_INCLUSIVE
              || caches[LEVEL_L3].inclusion == CACHE_INCLUSIVE) {
      cg_writer_text(w, "Evictions include the lines that an inclusive cache "
                        "below evicted.\n");
   }
}

static void put_geometry(Writer* w, const Report* r, Level level)
{
   const CacheGeometry* g = cg_report_geometry(r, level);

   cg_writer_text(w, "\n=== ");
   cg_writer_text(w, cg_set_counts_level_name[level]);
   cg_writer_text(w, ": ");
   put_shape(w, g);
   cg_writer_text(w, " ===\n\n");
   cg_writer_count(w, r->conflict_counts->n_sets[level], 0);
   cg_writer_text(w, r->conflict_counts->n_sets[level] == 1 ? " set" : " sets");
   if (cg_report_n_slices(r, level) > 1) {
      cg_writer_text(w, " in ");
      cg_writer_count(w, cg_report_n_slices(r, level), 0);
      cg_writer_text(w, " slices, which a hash of the address chooses");
   }
   cg_report_put_distance(w, r, level);
   cg_writer_text(w, ".\n");
   if (r->machine) {
      put_accesses_of_machine(w, r, level);
   } else if (level == LEVEL_LL) {
      cg_writer_text(
         w, "Accesses are the data references that missed D1.  Evictions "
            "include those by\ninstruction fetches that missed I1: ");
      put_shape(w, &r->geometry[CACHE_I1]);
      cg_writer_text(w, ".\n");
   }
   cg_writer_text(w, "\n");
}

static void put_total(Writer* w, const Columns* c, const SetCounts* sum)
{
   ULong counts[N_COUNTS];

   cg_set_counts_list(sum, counts);
   cg_columns_write_counts(w, c, counts);
}

static void put_thread_name(Writer* w, UInt thread)
{
   cg_writer_text(w, "thread ");
   cg_writer_number(w, thread, 5);
}

static void put_threads(Writer* w, const ConflictCounts* all, Level level)
{
   SetCounts total = cg_set_counts_of_level(all, level);
   Columns   c     = cg_columns_new(N_COUNTS, cg_set_counts_name);
   ULong     counts[N_COUNTS];

   cg_set_counts_list(&total, counts);
   cg_columns_fit(&c, counts);
   cg_writer_text(w, "            ");
   cg_columns_write_labels(w, &c);
   cg_writer_text(w, "\ntotal       ");
   put_total(w, &c, &total);
   cg_writer_text(w, "\n");
   for (UInt thread = 1; thread <= all->n_threads; thread++) {
      SetCounts sum = cg_set_counts_of_thread(all, level, thread);

      if (!cg_conflict_counts_ran(all, thread))
         continue;
      put_thread_name(w, thread);
      put_total(w, &c, &sum);
      cg_writer_text(w, "\n");
   }
}

/* Hits that no class accounts for: without them, there would be more capacity
   misses. */
static void put_avoided(Writer* w, ULong avoided)
{
   cg_writer_text(w, "\nNegative interference: ");
   cg_writer_count(w, avoided, 0);
   cg_writer_text(w, avoided == 1 ? " hit" : " hits");
   cg_writer_text(w, " where the fully associative cache would miss.\n");
}

/*------------------------------------------------------------*/
/*--- Who is in conflict                                   ---*/
/*------------------------------------------------------------*/

/* The item after the progression of set numbers that begins at item `i'.  A
   progression has the same step between all its items.  Two items are one only
   if their sets are neighbours; otherwise item `i' stands alone. */
static UWord progression_end(const MissSumList* sets, UWord i)
{
   UWord end = i + 1;

   if (i + 1 == sets->n)
      return end;
   UInt step = sets->items[i + 1]->set - sets->items[i]->set;
   while (end < sets->n
          && sets->items[end]->set - sets->items[end - 1]->set == step)
      end++;
   return end - i > 2 || step == 1 ? end : i + 1;
}

static void put_progression(Writer* w, const MissSumList* sets, UWord i,
                            UWord end)
{
   UInt first = sets->items[i]->set, last = sets->items[end - 1]->set;

   cg_writer_number(w, first, 0);
   if (end == i + 1)
      return;
   if (sets->items[i + 1]->set == first + 1) {
      cg_writer_text(w, "-");
   } else {
      cg_writer_text(w, ", ");
      cg_writer_number(w, sets->items[i + 1]->set, 0);
      cg_writer_text(w, " ... ");
   }
   cg_writer_number(w, last, 0);
}

/* "0-31", "0, 8 ... 56", "3, 17-20 and 12 others". */
static void put_sets(Writer* w, const MissSumList* sets)
{
   UWord i = 0;

   for (UInt shown = 0; i < sets->n && shown < MAX_PROGRESSIONS; shown++) {
      UWord end = progression_end(sets, i);

      cg_writer_text(w, i > 0 ? ", " : "");
      put_progression(w, sets, i, end);
      i = end;
   }
   if (i < sets->n) {
      cg_writer_text(w, " and ");
      cg_writer_count(w, sets->n - i, 0);
      cg_writer_text(w, i + 1 == sets->n ? " other" : " others");
   }
}

static void put_conflict(Writer* w, const Ranking* ranking, Level level,
                         const Conflict* conflict, ULong total, UInt width)
{
   const MissSum* first  = conflict->sets.items[0];
   UWord          n_sets = ranking->conflict_counts->n_sets[level];

   cg_writer_count(w, conflict->misses, width);
   cg_writer_percent(w, conflict->misses, total, 5);
   cg_writer_text(w, "  ");
   put_pair(w, ranking, first);
   cg_writer_text(w, "\n");
   cg_writer_spaces(w, width + 10);
   cg_writer_text(w, "at ");
   put_source_line(w, ranking->source_lines[first->source_line]);
   cg_writer_text(w, "\n");
   cg_writer_spaces(w, width + 10);
   if (conflict->sets.n == n_sets) {
      cg_writer_text(w, n_sets == 1 ? "in its only set" : "in all sets");
   } else {
      cg_writer_text(w, "in ");
      cg_writer_count(w, conflict->sets.n, 0);
      cg_writer_text(w, " of ");
      cg_writer_count(w, n_sets, 0);
      cg_writer_text(w, " sets: ");
      put_sets(w, &conflict->sets);
   }
   cg_writer_text(w, "\n");
}

static void put_conflicts(Writer* w, const Ranking* ranking, Level level,
                          ULong total)
{
   const LevelRanking* l     = &ranking->level[level];
   UInt                width = 2 + cg_text_width(total);

   put_heading(w, "Who is in conflict: misses, and what had pushed the line "
                  "out");
   for (UWord i = 0; i < smaller(l->n_conflicts, MAX_ROWS); i++)
      put_conflict(w, ranking, level, l->conflicts[i], total, width);
   put_more(w, l->n_conflicts, MAX_ROWS);
}

/*------------------------------------------------------------*/
/*--- Variables, source lines, sets                        ---*/
/*------------------------------------------------------------*/

/* Write the first rows of `list': the counts, and what put_last() writes. */
static void
put_misses(Writer* w, const Ranking* ranking, const MissSumList* list,
           void (*put_last)(Writer*, const Ranking*, const MissSum*))
{
   Columns c = cg_columns_new(N_CLASSES, cg_set_counts_class_name);

   for (UWord i = 0; i < smaller(list->n, MAX_ROWS); i++)
      cg_columns_fit(&c, list->items[i]->misses);
   cg_columns_write_labels(w, &c);
   cg_writer_text(w, "\n");
   for (UWord i = 0; i < smaller(list->n, MAX_ROWS); i++) {
      cg_columns_write_counts(w, &c, list->items[i]->misses);
      cg_writer_text(w, "  ");
      put_last(w, ranking, list->items[i]);
      cg_writer_text(w, "\n");
   }
   put_more(w, list->n, MAX_ROWS);
}

static void put_variable_of(Writer* w, const Ranking* ranking,
                            const MissSum* sum)
{
   cg_writer_name(w, ranking->variables[sum->variable]);
}

static void put_source_line_of(Writer* w, const Ranking* ranking,
                               const MissSum* sum)
{
   put_source_line(w, ranking->source_lines[sum->source_line]);
}

static void put_set(Writer* w, const Ranking* ranking, const Columns* c,
                    UInt set_width, const RankedSet* set)
{
   const MissSum*    most = set->conflicts.items[0];
   const SourceLine* line = ranking->source_lines[most->source_line];

   cg_writer_count(w, set->set, set_width);
   put_total(w, c, set->counts);
   cg_writer_text(w, "  ");
   put_pair(w, ranking, most);
   cg_writer_text(w, ", ");
   put_file_and_line(w, cg_text_base_name(line->file), line->lineno);
   cg_writer_text(w, "\n");
}

static void put_sets_of_thread(Writer* w, const Ranking* ranking, Level level,
                               UInt thread)
{
   UWord       n;
   RankedSet*  sets      = cg_ranking_sets(ranking, level, thread, &n);
   RankedSet** worst     = cg_ranking_worst_sets(ranking, sets, &n);
   UInt        set_width = cg_text_wider(
             5, 2 + cg_text_width(ranking->conflict_counts->n_sets[level]));
   Columns c = cg_columns_new(N_COUNTS, cg_set_counts_name);
   ULong   counts[N_COUNTS];

   if (n == 0)
      return;
   for (UWord i = 0; i < smaller(n, MAX_SET_ROWS); i++) {
      cg_set_counts_list(worst[i]->counts, counts);
      cg_columns_fit(&c, counts);
   }
   cg_writer_text(w, "\nSets of thread ");
   cg_writer_number(w, thread, 0);
   cg_writer_text(w, " that have conflict misses, worst first\n\n");
   cg_writer_spaces(w, set_width - 3);
   cg_writer_text(w, "set");
   cg_columns_write_labels(w, &c);
   cg_writer_text(w, "  most of the conflicts\n");
   for (UWord i = 0; i < smaller(n, MAX_SET_ROWS); i++)
      put_set(w, ranking, &c, set_width, worst[i]);
   put_more(w, n, MAX_SET_ROWS);
}

static void put_text_level(Writer* w, const Report* r, const Ranking* ranking,
                           Level level)
{
   const LevelRanking* l = &ranking->level[level];
   SetCounts total = cg_set_counts_of_level(ranking->conflict_counts, level);

   put_geometry(w, r, level);
   put_threads(w, ranking->conflict_counts, level);
   if (r->machine)
      put_avoided(w, ranking->conflict_counts->avoided[level]);
   if (l->n_conflicts > 0) {
      put_conflicts(w, ranking, level, total.misses[CLASS_CONFLICT]);
      put_heading(w, "Where: conflict misses by set");
      cg_set_map_write(w, ranking->conflict_counts, level, r->alloc);
   } else {
      cg_writer_text(w, "\nThere are no conflict misses.\n");
   }
   if (l->by_variable.n > 0) {
      put_heading(w, "Misses by variable");
      put_misses(w, ranking, &l->by_variable, put_variable_of);
      put_heading(w, "Misses by source line");
      put_misses(w, ranking, &l->by_source_line, put_source_line_of);
   }
   for (UInt thread = 1; thread <= ranking->conflict_counts->n_threads;
        thread++)
      if (cg_conflict_counts_ran(ranking->conflict_counts, thread))
         put_sets_of_thread(w, ranking, level, thread);
}

void cg_report_text(const Report* r)
{
   Writer  w = {.put = r->put, .to = r->to};
   Ranking ranking;

   cg_ranking_make(&ranking, r->conflict_counts, r->variable_name, r->alloc);
   put_text_head(&w, r, &ranking);
   put_text_sharing(&w, &ranking);
   for (Level level = 0; level < cg_report_n_levels(r); level++)
      put_text_level(&w, r, &ranking, level);
   cg_writer_flush(&w);
}
