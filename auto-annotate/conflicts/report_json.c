/* SPDX-License-Identifier: GPL-2.0-or-later */
/* report_json.c: the conflict report as JSON; see report.h.  There are no
   spaces between the parts, because a report may have a million numbers. */

#include "conflicts/report.h"

#include <string.h>

#include "conflicts/ranking.h"
#include "conflicts/set_counts.h"
#include "lib/text.h"
#include "sim/machine/cg_prefetch.h"

#define REPORT_VERSION 2

#define NUMBER "%" G_GUINT64_FORMAT

static void put_shape_members(GString* to, const CacheGeometry* g)
{
   g_string_append_printf(to, "\"size\":%d,\"ways\":%d,\"line_size\":%d",
                          g->size, g->assoc, g->line_size);
}

/* A count that is 0 is left out.  `separator' precedes the first member. */
static void put_json_counts(GString* to, const char* separator,
                            const ULong counts[], const char* const names[],
                            UInt n)
{
   for (UInt i = 0; i < n; i++) {
      if (counts[i] == 0)
         continue;
      g_string_append(to, separator);
      text_number_member(to, names[i], counts[i]);
      separator = ",";
   }
}

static void put_set_counts(GString* to, const char* separator,
                           const SetCounts* s)
{
   ULong counts[N_COUNTS];

   set_counts_list(s, counts);
   put_json_counts(to, separator, counts, set_counts_name, N_COUNTS);
}

static void put_json_misses(GString* to, const ULong misses[N_CLASSES])
{
   put_json_counts(to, ",", misses, set_counts_class_name, N_CLASSES);
   g_string_append(to, "}");
}

/* What separates item `i' of a list from what precedes it. */
static void put_next(GString* to, UWord i)
{
   g_string_append(to, i > 0 ? ",\n" : "\n");
}

/*------------------------------------------------------------*/
/*--- Names                                                ---*/
/*------------------------------------------------------------*/

/* The rest of the report refers to these lists by index: a name may have
   thousands of characters, and appear thousands of times. */
static void put_names(GString* to, const Ranking* ranking)
{
   g_string_append(to, ",\n\"variable_names\":[");
   for (UInt i = 0; i < ranking->n_variables; i++) {
      put_next(to, i);
      text_json(to, ranking->variables[i]);
   }
   g_string_append(to, "],\n\"source_lines\":[");
   for (UInt i = 0; i < ranking->n_source_lines; i++) {
      const SourceLine* line = ranking->source_lines[i];

      put_next(to, i);
      g_string_append(to, "{");
      text_member(to, "file", line->file);
      g_string_append_printf(to, ",\"line\":%u,", line->lineno);
      text_member(to, "function", line->fn);
      g_string_append(to, "}");
   }
   g_string_append(to, "]");
}

/*------------------------------------------------------------*/
/*--- False sharing                                        ---*/
/*------------------------------------------------------------*/

static void put_shared(GString* to, const SharedGroup* g)
{
   g_string_append_printf(to,
                          "{\"writes\":" NUMBER ",\"n_lines\":%u,\"writers\":[",
                          (guint64)g->writes, g->n_lines);
   for (UInt i = 0; i < g->n_writers; i++)
      g_string_append_printf(to, "%s{\"thread\":%u,\"variable\":%u}",
                             i > 0 ? "," : "", g->thread[i], g->variable[i]);
   g_string_append(to, "]}");
}

static void put_json_sharing(GString* to, const Ranking* ranking)
{
   g_string_append(to, ",\n\"false_sharing\":[");
   for (UInt i = 0; i < ranking->n_shared; i++) {
      put_next(to, i);
      put_shared(to, ranking->shared[i]);
   }
   g_string_append(to, "]");
}

/*------------------------------------------------------------*/
/*--- Threads and their sets                               ---*/
/*------------------------------------------------------------*/

/* "[[3,0],[8,0,0,1]]": the first of neighbouring sets, and then for each of
   them the number of its group. */
static void put_json_sets(GString* to, const RankedSet* sets, UWord n)
{
   for (UWord i = 0; i < n; i++) {
      if (i == 0 || sets[i].set != sets[i - 1].set + 1)
         g_string_append_printf(to, "%s%u", i > 0 ? "],[" : "[", sets[i].set);
      g_string_append_printf(to, ",%u", sets[i].group);
   }
   g_string_append(to, n > 0 ? "]" : "");
}

static void put_thread(GString* to, const Ranking* ranking, Level level,
                       UInt thread)
{
   UWord      n, n_groups;
   RankedSet* sets   = ranking_sets(ranking, level, thread, &n);
   SetGroup** groups = ranking_set_groups(ranking, sets, n, &n_groups);
   SetCounts  total =
      set_counts_of_thread(ranking->conflict_counts, level, thread);

   g_string_append_printf(to, "{\"thread\":%u", thread);
   put_set_counts(to, ",", &total);
   g_string_append(to, ",\"set_counts\":[");
   for (UWord i = 0; i < n_groups; i++) {
      put_next(to, i);
      g_string_append(to, "{");
      put_set_counts(to, "", groups[i]->sets[0]->counts);
      g_string_append(to, "}");
   }
   g_string_append(to, "],\n\"sets\":[");
   put_json_sets(to, sets, n);
   g_string_append(to, "]}");
}

static void put_json_threads(GString* to, const Ranking* ranking, Level level)
{
   const ConflictCounts* all = ranking->conflict_counts;
   UWord                 n   = 0;

   g_string_append(to, ",\n\"threads\":[");
   for (UInt thread = 1; thread <= all->n_threads; thread++) {
      if (!cg_conflict_counts_ran(all, thread))
         continue;
      put_next(to, n++);
      put_thread(to, ranking, level, thread);
   }
   g_string_append(to, "]");
}

/*------------------------------------------------------------*/
/*--- Conflicts, variables, source lines                   ---*/
/*------------------------------------------------------------*/

/* The sets of a conflict are "[[1,0,7],[1,8,5]]": thread, set and misses. */
static void put_json_conflict(GString* to, const Conflict* conflict)
{
   const MissSum* first = conflict->sets.items[0];

   g_string_append_printf(
      to,
      "{\"variable\":%u,\"evictor\":%u,\"source_line\":%u,\"misses\":" NUMBER
      ",\"sets\":[",
      first->variable, first->evictor, first->source_line,
      (guint64)conflict->misses);
   for (UWord i = 0; i < conflict->by_thread.n; i++) {
      const MissSum* sum = conflict->by_thread.items[i];

      g_string_append_printf(to, "%s%u,%u," NUMBER "]", i > 0 ? ",[" : "[",
                             sum->thread, sum->set,
                             (guint64)sum->misses[CLASS_CONFLICT]);
   }
   g_string_append(to, "]}");
}

/* What is left out of a list: `n' items with these misses. */
static void put_left_out(GString* to, const char* list, UWord n,
                         const ULong misses[N_CLASSES])
{
   if (n == 0)
      return;
   g_string_append_printf(to, ",\n\"%s_left_out\":{\"n\":" NUMBER, list,
                          (guint64)n);
   put_json_misses(to, misses);
}

static void put_json_conflicts(GString* to, const LevelRanking* l,
                               const SetCounts* total)
{
   UWord n =
      ranking_n_listed_conflicts(l, set_counts_all_misses(total->misses));
   ULong left[N_CLASSES] = {[CLASS_CONFLICT] = total->misses[CLASS_CONFLICT]};

   g_string_append(to, ",\n\"conflicts\":[");
   for (UWord i = 0; i < n; i++) {
      put_next(to, i);
      put_json_conflict(to, l->conflicts[i]);
      left[CLASS_CONFLICT] -= l->conflicts[i]->misses;
   }
   g_string_append(to, "]");
   put_left_out(to, "conflicts", l->n_conflicts - n, left);
}

static UInt variable_of(const MissSum* sum)
{
   return sum->variable;
}

static UInt source_line_of(const MissSum* sum)
{
   return sum->source_line;
}

/* Writes a list, whose items have an index called `index'. */
static void put_sums(GString* to, const char* name, const char* index,
                     UInt (*index_of)(const MissSum* sum),
                     const MissSumList* list, const SetCounts* total)
{
   UWord n = ranking_n_listed(list, set_counts_all_misses(total->misses));
   ULong left[N_CLASSES];

   memcpy(left, total->misses, sizeof left);
   g_string_append_printf(to, ",\n\"%s\":[", name);
   for (UWord i = 0; i < n; i++) {
      const MissSum* sum = list->items[i];

      put_next(to, i);
      g_string_append_printf(to, "{\"%s\":%u", index, index_of(sum));
      put_json_misses(to, sum->misses);
      for (MissClass c = 0; c < N_CLASSES; c++)
         left[c] -= sum->misses[c];
   }
   g_string_append(to, "]");
   put_left_out(to, name, list->n - n, left);
}

static void put_json_level(GString* to, const Report* r, const Ranking* ranking,
                           Level level)
{
   const ConflictCounts* all   = ranking->conflict_counts;
   const LevelRanking*   l     = &ranking->level[level];
   SetCounts             total = set_counts_of_level(all, level);

   g_string_append_printf(to, "{\"level\":\"%s\",",
                          set_counts_level_name[level]);
   put_shape_members(to, report_geometry(r, level));
   g_string_append_printf(to, ",\"sets\":" NUMBER, (guint64)all->n_sets[level]);
   if (r->machine)
      g_string_append_printf(
         to,
         ",\"cache\":\"%s\",\"slices\":%u,\"negative_interference\":" NUMBER,
         cg_machine_level_name(report_level_id(r, level)),
         report_n_slices(r, level), (guint64)all->avoided[level]);
   g_string_append(to, ",\n\"total\":{");
   put_set_counts(to, "", &total);
   g_string_append(to, "}");
   put_json_threads(to, ranking, level);
   put_json_conflicts(to, l, &total);
   put_sums(to, "variables", "variable", variable_of, &l->by_variable, &total);
   put_sums(to, "lines", "source_line", source_line_of, &l->by_source_line,
            &total);
   g_string_append(to, "}");
}

static void put_json_head(GString* to, const Report* r)
{
   g_string_append_printf(to, "{\"version\":%d,\n\"model\":\"%s\",\n",
                          REPORT_VERSION,
                          r->set_local ? "set-local" : "three-cs");
   text_member(to, "command", r->command);
   if (r->machine) {
      g_string_append(to, ",\n");
      text_member(to, "machine", r->machine_name);
      g_string_append(to, ",");
      text_member(to, "machine_name", r->machine->name);
      g_string_append_printf(to, ",\"prefetch\":%s",
                             cg_prefetch_has_any(r->machine) ? "true"
                                                             : "false");
   }
   g_string_append(to, ",\n\"I1\":{");
   put_shape_members(to, &r->geometry[CACHE_I1]);
   g_string_append(to, "}");
}

void report_json(const Report* r, GString* to)
{
   Ranking* ranking = ranking_new(r->conflict_counts, r->variables);

   put_json_head(to, r);
   put_names(to, ranking);
   put_json_sharing(to, ranking);
   g_string_append(to, ",\n\"levels\":[");
   for (Level level = 0; level < report_n_levels(r); level++) {
      put_next(to, level);
      put_json_level(to, r, ranking, level);
   }
   g_string_append(to, "]}\n");
   ranking_free(ranking);
}
