/* SPDX-License-Identifier: GPL-2.0-or-later */
/* report_text.c: the conflict report as text to read; see report.h.

   It consists of tables.  They have columns of counts, and a last column of
   names of any length. */

#include "conflicts/report.h"

#include "conflicts/cg_text.h"
#include "conflicts/columns.h"
#include "conflicts/opening.h"
#include "conflicts/ranking.h"
#include "conflicts/set_counts.h"
#include "conflicts/set_map.h"
#include "lib/text.h"
#include "sim/machine/cg_prefetch.h"

/* The most rows that a table shows. */
#define MAX_ROWS     20
#define MAX_SET_ROWS 64 /* all sets of a usual D1 */

/* The most progressions of set numbers that are shown for a conflict. */
#define MAX_PROGRESSIONS 6

/*------------------------------------------------------------*/
/*--- Names                                                ---*/
/*------------------------------------------------------------*/

static void put_source_line(GString* to, const SourceLine* line)
{
   g_string_append_printf(to, "%s:%u (%s)", line->file, line->lineno, line->fn);
}

static void put_pair(GString* to, const Ranking* ranking,
                     const MissSum* conflict)
{
   g_string_append_printf(to, "%s pushed out by %s",
                          ranking->variables[conflict->variable],
                          ranking_evictor(ranking, conflict));
}

static void put_more(GString* to, UWord n, UWord max)
{
   if (n > max)
      g_string_append_printf(to, "  ... and %s more\n", text_commas(n - max));
}

/* The same for a table that leaves out `left' of `all' misses. */
static void put_more_misses(GString* to, UWord n, ULong left, ULong all)
{
   if (n > 0)
      g_string_append_printf(
         to, "  ... and %s more, with %s (%s) of the misses\n", text_commas(n),
         text_commas(left), text_share(left, all));
}

static void put_heading(GString* to, const char* text)
{
   g_string_append_printf(to, "\n%s\n\n", text);
}

/* "1 set", "64 sets". */
static void put_n_sets(GString* to, UWord n)
{
   g_string_append_printf(to, "%s set%s", text_commas(n), n == 1 ? "" : "s");
}

/*------------------------------------------------------------*/
/*--- False sharing                                        ---*/
/*------------------------------------------------------------*/

static void put_shared_row(GString* to, const Ranking* ranking,
                           const SharedGroup* g, const Columns* c)
{
   const char* separator = "  ";

   columns_write_counts(to, c, (ULong[]){g->writes, g->n_lines});
   for (UInt i = 0; i < g->n_writers; i++) {
      g_string_append_printf(to, "%s%s by thread %u", separator,
                             ranking->variables[g->variable[i]], g->thread[i]);
      separator = ", ";
   }
   g_string_append(to, "\n");
}

static void put_text_sharing(GString* to, const Ranking* ranking)
{
   static const char* const labels[] = {"writes", "lines"};
   Columns                  c        = columns_new(2, labels);
   UWord                    n        = MIN(ranking->n_shared, MAX_ROWS);

   if (n == 0)
      return;
   put_heading(to, "Candidates for false sharing: lines that threads wrote, "
                   "each in bytes of its own");
   for (UWord i = 0; i < n; i++)
      columns_fit(&c, (ULong[]){ranking->shared[i]->writes,
                                ranking->shared[i]->n_lines});
   columns_write_labels(to, &c);
   g_string_append(to, "\n");
   for (UWord i = 0; i < n; i++)
      put_shared_row(to, ranking, ranking->shared[i], &c);
   put_more(to, ranking->n_shared, MAX_ROWS);
   g_string_append(
      to, "\n  Valgrind runs one thread at a time.  So this says who wrote "
          "the lines, not how\n  often they would move between processors.  "
          "Variables that are a line apart do\n  not share one.\n");
}

/*------------------------------------------------------------*/
/*--- A level and its threads                              ---*/
/*------------------------------------------------------------*/

/* "Machine: zen4 (AMD Zen 4); D1 is its L1D, LL is its L3". */
static void put_machine(GString* to, const Report* r)
{
   const char* separator = "; ";

   if (!r->machine)
      return;
   g_string_append(to, "\nMachine: ");
   text_name(to, r->machine_name);
   g_string_append(to, " (");
   text_name(to, r->machine->name);
   g_string_append(to, ")");
   for (Level level = 0; level < report_n_levels(r); level++) {
      g_string_append_printf(to, "%s%s is its %s", separator,
                             set_counts_level_name[level],
                             cg_machine_level_name(report_level_id(r, level)));
      separator = ", ";
   }
   if (cg_prefetch_has_any(r->machine))
      g_string_append(to, "; with its prefetchers");
}

/* What the classes mean. */
static const char* const set_local_classes =
   "  conflict  if since then at least as many other lines of its set were "
   "touched as\n"
   "            the set has ways, but fewer than the cache has lines,\n"
   "  capacity  if at least as many as the cache has lines.\n";
static const char* const machine_classes =
   "  capacity  if a fully associative LRU cache of the same size would miss "
   "too,\n"
   "  conflict  if that would hit: too many lines in use share the set, or the "
   "cache\n"
   "            is not LRU, or an inclusive cache below evicted the line.\n";
static const char* const usual_classes =
   "  capacity  if a fully associative cache of the same size would miss too,\n"
   "  conflict  if that would hit: too many lines in use share the set.\n";

static void put_text_head(GString* to, const Report* r, const Ranking* ranking)
{
   g_string_append(to, "Conflict report\nCommand: ");
   text_name(to, r->command);
   put_machine(to, r);
   g_string_append(to, "\n\n");
   opening_write(to, r, ranking);
   g_string_append_printf(
      to,
      "\nA miss is\n"
      "  cold      if its line was never touched before,\n"
      "%s"
      "What helps: cold, touch less memory; capacity, work on smaller pieces; "
      "conflict,\n"
      "pad rows of what is pushed out by itself, move apart what others push "
      "out.\n",
      r->set_local ? set_local_classes
      : r->machine ? machine_classes
                   : usual_classes);
}

/* "32,768 B, 8-way, 64 B lines". */
static void put_shape(GString* to, const CacheGeometry* g)
{
   g_string_append_printf(
      to, "%s B, %s%s, %s B lines", text_commas(g->size),
      g->assoc == 1 ? "direct-mapped" : text_commas(g->assoc),
      g->assoc == 1 ? "" : "-way", text_commas(g->line_size));
}

/* What a level of a machine gets. */
static void put_accesses_of_machine(GString* to, const Report* r, Level level)
{
   const CacheModel* caches = r->machine->caches;
   UInt              id     = report_level_id(r, level);
   UInt              above =
      id == LEVEL_L3 && caches[LEVEL_L2].size > 0 ? LEVEL_L2 : LEVEL_L1D;

   if (level == LEVEL_LL)
      g_string_append_printf(to,
                             "Accesses are the data references that missed %s."
                             "  Evictions include those by\n"
                             "instruction fetches.\n",
                             cg_machine_level_name(above));
   else if (caches[LEVEL_L2].inclusion == CACHE_INCLUSIVE
            || caches[LEVEL_L3].inclusion == CACHE_INCLUSIVE)
      g_string_append(to, "Evictions include the lines that an inclusive cache "
                          "below evicted.\n");
}

static void put_geometry(GString* to, const Report* r, Level level)
{
   UInt n_slices = report_n_slices(r, level);

   g_string_append_printf(to, "\n=== %s: ", set_counts_level_name[level]);
   put_shape(to, report_geometry(r, level));
   g_string_append(to, " ===\n\n");
   put_n_sets(to, r->conflict_counts->n_sets[level]);
   if (n_slices > 1)
      g_string_append_printf(
         to, " in %s slices, which a hash of the address chooses",
         text_commas(n_slices));
   report_put_distance(to, r, level);
   g_string_append(to, ".\n");
   if (r->machine) {
      put_accesses_of_machine(to, r, level);
   } else if (level == LEVEL_LL) {
      g_string_append(
         to, "Accesses are the data references that missed D1.  Evictions "
             "include those by\ninstruction fetches that missed I1: ");
      put_shape(to, &r->geometry[CACHE_I1]);
      g_string_append(to, ".\n");
   }
   g_string_append(to, "\n");
}

static void put_total(GString* to, const Columns* c, const SetCounts* sum)
{
   ULong counts[N_COUNTS];

   set_counts_list(sum, counts);
   columns_write_counts(to, c, counts);
}

static void put_threads(GString* to, const ConflictCounts* all, Level level)
{
   SetCounts total = set_counts_of_level(all, level);
   Columns   c     = columns_new(N_COUNTS, set_counts_name);
   ULong     counts[N_COUNTS];

   set_counts_list(&total, counts);
   columns_fit(&c, counts);
   text_spaces(to, 12);
   columns_write_labels(to, &c);
   g_string_append(to, "\ntotal       ");
   put_total(to, &c, &total);
   g_string_append(to, "\n");
   for (UInt thread = 1; thread <= all->n_threads; thread++) {
      SetCounts sum = set_counts_of_thread(all, level, thread);

      if (!cg_conflict_counts_ran(all, thread))
         continue;
      g_string_append_printf(to, "thread %5u", thread);
      put_total(to, &c, &sum);
      g_string_append(to, "\n");
   }
}

/* Hits that no class accounts for: without them, there would be more capacity
   misses. */
static void put_avoided(GString* to, ULong avoided)
{
   g_string_append_printf(to,
                          "\nNegative interference: %s hit%s where the fully "
                          "associative cache would miss.\n",
                          text_commas(avoided), avoided == 1 ? "" : "s");
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

static void put_progression(GString* to, const MissSumList* sets, UWord i,
                            UWord end)
{
   UInt first = sets->items[i]->set, last = sets->items[end - 1]->set;

   if (end == i + 1)
      g_string_append_printf(to, "%u", first);
   else if (sets->items[i + 1]->set == first + 1)
      g_string_append_printf(to, "%u-%u", first, last);
   else
      g_string_append_printf(to, "%u, %u ... %u", first,
                             sets->items[i + 1]->set, last);
}

/* "0-31", "0, 8 ... 56", "3, 17-20 and 12 others". */
static void put_sets(GString* to, const MissSumList* sets)
{
   UWord i = 0;

   for (UInt shown = 0; i < sets->n && shown < MAX_PROGRESSIONS; shown++) {
      UWord end = progression_end(sets, i);

      g_string_append(to, i > 0 ? ", " : "");
      put_progression(to, sets, i, end);
      i = end;
   }
   if (i < sets->n)
      g_string_append_printf(to, " and %s other%s", text_commas(sets->n - i),
                             i + 1 == sets->n ? "" : "s");
}

static void put_conflict(GString* to, const Ranking* ranking, Level level,
                         const Conflict* conflict, ULong total, UInt width)
{
   const MissSum* first  = conflict->sets.items[0];
   UWord          n_sets = ranking->conflict_counts->n_sets[level];

   text_count(to, conflict->misses, width);
   g_string_append_printf(to, "%8s  ", text_share(conflict->misses, total));
   put_pair(to, ranking, first);
   g_string_append_printf(to, "\n%*sat ", width + 10, "");
   put_source_line(to, ranking->source_lines[first->source_line]);
   g_string_append_printf(to, "\n%*sin ", width + 10, "");
   if (conflict->sets.n == n_sets) {
      g_string_append(to, n_sets == 1 ? "its only set" : "all sets");
   } else {
      g_string_append_printf(to,
                             "%s of %s sets: ", text_commas(conflict->sets.n),
                             text_commas(n_sets));
      put_sets(to, &conflict->sets);
   }
   g_string_append(to, "\n");
}

static void put_conflicts(GString* to, const Ranking* ranking, Level level,
                          const SetCounts* sum)
{
   const LevelRanking* l     = &ranking->level[level];
   ULong               total = sum->misses[CLASS_CONFLICT], left = total;
   ULong               all   = set_counts_all_misses(sum->misses);
   UInt                width = 2 + text_width(total);
   UWord               n = MIN(ranking_n_listed_conflicts(l, all), MAX_ROWS);

   put_heading(to, "Who is in conflict: misses, and what had pushed the line "
                   "out");
   for (UWord i = 0; i < n; i++) {
      put_conflict(to, ranking, level, l->conflicts[i], total, width);
      left -= l->conflicts[i]->misses;
   }
   put_more_misses(to, l->n_conflicts - n, left, total);
}

/*------------------------------------------------------------*/
/*--- Variables, source lines, sets                        ---*/
/*------------------------------------------------------------*/

/* Write the first rows of `list', which has `all' misses: the counts, and what
   put_last() writes. */
static void put_misses(GString* to, const Ranking* ranking,
                       const MissSumList* list, ULong all,
                       void (*put_last)(GString*, const Ranking*,
                                        const MissSum*))
{
   Columns c    = columns_new(N_CLASSES, set_counts_class_name);
   UWord   n    = MIN(ranking_n_listed(list, all), MAX_ROWS);
   ULong   left = all;

   for (UWord i = 0; i < n; i++)
      columns_fit(&c, list->items[i]->misses);
   columns_write_labels(to, &c);
   g_string_append(to, "\n");
   for (UWord i = 0; i < n; i++) {
      columns_write_counts(to, &c, list->items[i]->misses);
      g_string_append(to, "  ");
      put_last(to, ranking, list->items[i]);
      g_string_append(to, "\n");
      left -= set_counts_all_misses(list->items[i]->misses);
   }
   put_more_misses(to, list->n - n, left, all);
}

static void put_variable_of(GString* to, const Ranking* ranking,
                            const MissSum* sum)
{
   g_string_append(to, ranking->variables[sum->variable]);
}

static void put_source_line_of(GString* to, const Ranking* ranking,
                               const MissSum* sum)
{
   put_source_line(to, ranking->source_lines[sum->source_line]);
}

static void put_set(GString* to, const Ranking* ranking, const Columns* c,
                    UInt set_width, const RankedSet* set)
{
   const MissSum*    most = set->conflicts.items[0];
   const SourceLine* line = ranking->source_lines[most->source_line];

   text_count(to, set->set, set_width);
   put_total(to, c, set->counts);
   g_string_append(to, "  ");
   put_pair(to, ranking, most);
   g_string_append_printf(to, ", %s:%u\n", cg_text_base_name(line->file),
                          line->lineno);
}

static void put_sets_of_thread(GString* to, const Ranking* ranking, Level level,
                               UInt thread)
{
   UWord       n;
   RankedSet*  sets   = ranking_sets(ranking, level, thread, &n);
   RankedSet** worst  = ranking_worst_sets(ranking, sets, &n);
   UWord       n_sets = ranking->conflict_counts->n_sets[level];
   UInt        width  = MAX(5, 2 + text_width(n_sets));
   Columns     c      = columns_new(N_COUNTS, set_counts_name);
   ULong       counts[N_COUNTS];

   if (n == 0)
      return;
   for (UWord i = 0; i < MIN(n, MAX_SET_ROWS); i++) {
      set_counts_list(worst[i]->counts, counts);
      columns_fit(&c, counts);
   }
   g_string_append_printf(to,
                          "\nSets of thread %u that have conflict misses, "
                          "worst first\n\n%*s",
                          thread, width, "set");
   columns_write_labels(to, &c);
   g_string_append(to, "  most of the conflicts\n");
   for (UWord i = 0; i < MIN(n, MAX_SET_ROWS); i++)
      put_set(to, ranking, &c, width, worst[i]);
   put_more(to, n, MAX_SET_ROWS);
}

static void put_text_level(GString* to, const Report* r, const Ranking* ranking,
                           Level level)
{
   const ConflictCounts* all    = ranking->conflict_counts;
   const LevelRanking*   l      = &ranking->level[level];
   SetCounts             total  = set_counts_of_level(all, level);
   ULong                 misses = set_counts_all_misses(total.misses);

   put_geometry(to, r, level);
   put_threads(to, all, level);
   if (r->machine)
      put_avoided(to, all->avoided[level]);
   if (l->n_conflicts > 0) {
      put_conflicts(to, ranking, level, &total);
      put_heading(to, "Where: conflict misses by set");
      set_map_write(to, all, level);
   } else {
      g_string_append(to, "\nThere are no conflict misses.\n");
   }
   if (l->by_variable.n > 0) {
      put_heading(to, "Misses by variable");
      put_misses(to, ranking, &l->by_variable, misses, put_variable_of);
      put_heading(to, "Misses by source line");
      put_misses(to, ranking, &l->by_source_line, misses, put_source_line_of);
   }
   for (UInt thread = 1; thread <= all->n_threads; thread++)
      if (cg_conflict_counts_ran(all, thread))
         put_sets_of_thread(to, ranking, level, thread);
}

void report_text(const Report* r, GString* to)
{
   Ranking* ranking = ranking_new(r->conflict_counts, r->variables);

   ranking_make_readable(ranking);
   put_text_head(to, r, ranking);
   put_text_sharing(to, ranking);
   for (Level level = 0; level < report_n_levels(r); level++)
      put_text_level(to, r, ranking, level);
   ranking_free(ranking);
}
