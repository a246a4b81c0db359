/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_report_json.c: the conflict report as JSON; see cg_report.h. */

#include "conflicts/cg_report.h"

#include "conflicts/cg_json.h"
#include "conflicts/cg_set_counts.h"
#include "conflicts/cg_ranking.h"
#include "conflicts/cg_writer.h"
#include "sim/machine/cg_machine.h"

#define REPORT_VERSION 2

static void put_string_member(Writer* w, const HChar* key, const HChar* value)
{
   cg_json_key(w, key);
   cg_json_string(w, value);
}

static void put_number_member(Writer* w, const HChar* key, ULong value)
{
   cg_json_key(w, key);
   cg_writer_number(w, value, 0);
}

static void put_source_line_members(Writer* w, const SourceLine* line)
{
   put_string_member(w, "file", line->file);
   cg_writer_text(w, ",");
   put_number_member(w, "line", line->lineno);
   cg_writer_text(w, ",");
   put_string_member(w, "function", line->fn);
}

static void put_shape_members(Writer* w, const CacheGeometry* g)
{
   put_number_member(w, "size", g->size);
   cg_writer_text(w, ",");
   put_number_member(w, "ways", g->assoc);
   cg_writer_text(w, ",");
   put_number_member(w, "line_size", g->line_size);
}

/* A count that is 0 is left out.  `separator' precedes the first member. */
static void put_json_counts(Writer* w, const HChar* separator,
                            const ULong counts[], const HChar* const names[],
                            UInt n)
{
   for (UInt i = 0; i < n; i++) {
      if (counts[i] == 0)
         continue;
      cg_writer_text(w, separator);
      put_number_member(w, names[i], counts[i]);
      separator = ",";
   }
}

static void put_set_counts(Writer* w, const HChar* separator,
                           const SetCounts* s)
{
   ULong counts[N_COUNTS];

   cg_set_counts_list(s, counts);
   put_json_counts(w, separator, counts, cg_set_counts_name, N_COUNTS);
}

static void put_json_misses(Writer* w, const ULong misses[N_CLASSES])
{
   put_json_counts(w, ",", misses, cg_set_counts_class_name, N_CLASSES);
}

/* What separates item `i' of a list from what precedes it. */
static void put_next(Writer* w, UWord i)
{
   cg_writer_text(w, i > 0 ? ",\n" : "\n");
}

/*------------------------------------------------------------*/
/*--- Names                                                ---*/
/*------------------------------------------------------------*/

/* The rest of the report refers to these lists by index: a name may have
   thousands of characters, and appear thousands of times. */
static void put_names(Writer* w, const Ranking* ranking)
{
   cg_writer_text(w, ",\n\"variable_names\":[");
   for (UInt i = 0; i < ranking->n_variables; i++) {
      put_next(w, i);
      cg_json_string(w, ranking->variables[i]);
   }
   cg_writer_text(w, "],\n\"source_lines\":[");
   for (UInt i = 0; i < ranking->n_source_lines; i++) {
      put_next(w, i);
      cg_writer_text(w, "{");
      put_source_line_members(w, ranking->source_lines[i]);
      cg_writer_text(w, "}");
   }
   cg_writer_text(w, "]");
}

/*------------------------------------------------------------*/
/*--- False sharing                                        ---*/
/*------------------------------------------------------------*/

static void put_shared(Writer* w, const SharedGroup* g)
{
   cg_writer_text(w, "{");
   put_number_member(w, "writes", g->writes);
   cg_writer_text(w, ",");
   put_number_member(w, "n_lines", g->n_lines);
   cg_writer_text(w, ",\"writers\":[");
   for (UInt i = 0; i < g->n_writers; i++) {
      cg_writer_text(w, i > 0 ? ",{" : "{");
      put_number_member(w, "thread", g->thread[i]);
      cg_writer_text(w, ",");
      put_number_member(w, "variable", g->variable[i]);
      cg_writer_text(w, "}");
   }
   cg_writer_text(w, "]}");
}

static void put_json_sharing(Writer* w, const Ranking* ranking)
{
   cg_writer_text(w, ",\n\"false_sharing\":[");
   for (UInt i = 0; i < ranking->n_shared; i++) {
      put_next(w, i);
      put_shared(w, ranking->shared[i]);
   }
   cg_writer_text(w, "]");
}

/*------------------------------------------------------------*/
/*--- Threads and their sets                               ---*/
/*------------------------------------------------------------*/

/* "[[3,0],[8,0,0,1]]": the first of neighbouring sets, and then for each of
   them the number of its group. */
static void put_json_sets(Writer* w, const RankedSet* sets, UWord n)
{
   for (UWord i = 0; i < n; i++) {
      if (i == 0 || sets[i].set != sets[i - 1].set + 1) {
         cg_writer_text(w, i > 0 ? "],[" : "[");
         cg_writer_number(w, sets[i].set, 0);
      }
      cg_writer_text(w, ",");
      cg_writer_number(w, sets[i].group, 0);
   }
   cg_writer_text(w, n > 0 ? "]" : "");
}

static void put_thread(Writer* w, const Ranking* ranking, Level level,
                       UInt thread)
{
   UWord      n, n_groups;
   RankedSet* sets   = cg_ranking_sets(ranking, level, thread, &n);
   SetGroup** groups = cg_ranking_set_groups(ranking, sets, n, &n_groups);
   SetCounts  total =
      cg_set_counts_of_thread(ranking->conflict_counts, level, thread);

   cg_writer_text(w, "{");
   put_number_member(w, "thread", thread);
   put_set_counts(w, ",", &total);
   cg_writer_text(w, ",\"set_counts\":[");
   for (UWord i = 0; i < n_groups; i++) {
      put_next(w, i);
      cg_writer_text(w, "{");
      put_set_counts(w, "", groups[i]->sets[0]->counts);
      cg_writer_text(w, "}");
   }
   cg_writer_text(w, "],\n\"sets\":[");
   put_json_sets(w, sets, n);
   cg_writer_text(w, "]}");
}

static void put_json_threads(Writer* w, const Ranking* ranking, Level level)
{
   UWord n = 0;

   cg_writer_text(w, ",\n\"threads\":[");
   for (UInt thread = 1; thread <= ranking->conflict_counts->n_threads;
        thread++) {
      if (!cg_conflict_counts_ran(ranking->conflict_counts, thread))
         continue;
      put_next(w, n++);
      put_thread(w, ranking, level, thread);
   }
   cg_writer_text(w, "]");
}

/*------------------------------------------------------------*/
/*--- Conflicts, variables, source lines                   ---*/
/*------------------------------------------------------------*/

/* "[[1,0,7],[1,8,5]]": thread, set and misses. */
static void put_sets_of_conflict(Writer* w, const MissSumList* by_thread)
{
   for (UWord i = 0; i < by_thread->n; i++) {
      const MissSum* sum = by_thread->items[i];

      cg_writer_text(w, i > 0 ? ",[" : "[");
      cg_writer_number(w, sum->thread, 0);
      cg_writer_text(w, ",");
      cg_writer_number(w, sum->set, 0);
      cg_writer_text(w, ",");
      cg_writer_number(w, sum->misses[CLASS_CONFLICT], 0);
      cg_writer_text(w, "]");
   }
}

static void put_json_conflict(Writer* w, const Conflict* conflict)
{
   const MissSum* sum = conflict->sets.items[0];

   cg_writer_text(w, "{");
   put_number_member(w, "variable", sum->variable);
   cg_writer_text(w, ",");
   put_number_member(w, "evictor", sum->evictor);
   cg_writer_text(w, ",");
   put_number_member(w, "source_line", sum->source_line);
   cg_writer_text(w, ",");
   put_number_member(w, "misses", conflict->misses);
   cg_writer_text(w, ",\"sets\":[");
   put_sets_of_conflict(w, &conflict->by_thread);
   cg_writer_text(w, "]}");
}

static void put_sums(Writer* w, const LevelRanking* l)
{
   cg_writer_text(w, ",\n\"conflicts\":[");
   for (UWord i = 0; i < l->n_conflicts; i++) {
      put_next(w, i);
      put_json_conflict(w, l->conflicts[i]);
   }
   cg_writer_text(w, "],\n\"variables\":[");
   for (UWord i = 0; i < l->by_variable.n; i++) {
      put_next(w, i);
      cg_writer_text(w, "{");
      put_number_member(w, "variable", l->by_variable.items[i]->variable);
      put_json_misses(w, l->by_variable.items[i]->misses);
      cg_writer_text(w, "}");
   }
   cg_writer_text(w, "],\n\"lines\":[");
   for (UWord i = 0; i < l->by_source_line.n; i++) {
      put_next(w, i);
      cg_writer_text(w, "{");
      put_number_member(w, "source_line",
                        l->by_source_line.items[i]->source_line);
      put_json_misses(w, l->by_source_line.items[i]->misses);
      cg_writer_text(w, "}");
   }
   cg_writer_text(w, "]");
}

/* What a level has only with a machine. */
static void put_machine_members(Writer* w, const Report* r, Level level)
{
   UInt id = cg_report_level_id(r, level);

   cg_writer_text(w, ",");
   put_string_member(w, "cache", cg_machine_level_name(id));
   cg_writer_text(w, ",");
   put_number_member(w, "slices", cg_report_n_slices(r, level));
   cg_writer_text(w, ",");
   put_number_member(w, "negative_interference",
                     r->conflict_counts->avoided[level]);
}

static void put_json_level(Writer* w, const Report* r, const Ranking* ranking,
                           Level level)
{
   SetCounts total = cg_set_counts_of_level(ranking->conflict_counts, level);

   cg_writer_text(w, "{");
   put_string_member(w, "level", cg_set_counts_level_name[level]);
   cg_writer_text(w, ",");
   put_shape_members(w, cg_report_geometry(r, level));
   cg_writer_text(w, ",");
   put_number_member(w, "sets", ranking->conflict_counts->n_sets[level]);
   if (r->machine)
      put_machine_members(w, r, level);
   cg_writer_text(w, ",\n\"total\":{");
   put_set_counts(w, "", &total);
   cg_writer_text(w, "}");
   put_json_threads(w, ranking, level);
   put_sums(w, &ranking->level[level]);
   cg_writer_text(w, "}");
}

void cg_report_json(const Report* r)
{
   Writer  w = {.put = r->put, .to = r->to};
   Ranking ranking;

   cg_ranking_make(&ranking, r->conflict_counts, r->variable_name, r->alloc);
   cg_writer_text(&w, "{");
   put_number_member(&w, "version", REPORT_VERSION);
   cg_writer_text(&w, ",\n");
   put_string_member(&w, "model", r->set_local ? "set-local" : "three-cs");
   cg_writer_text(&w, ",\n");
   put_string_member(&w, "command", r->command);
   if (r->machine) {
      cg_writer_text(&w, ",\n");
      put_string_member(&w, "machine", r->machine_name);
      cg_writer_text(&w, ",");
      put_string_member(&w, "machine_name", r->machine->name);
   }
   cg_writer_text(&w, ",\n\"I1\":{");
   put_shape_members(&w, &r->geometry[CACHE_I1]);
   cg_writer_text(&w, "}");
   put_names(&w, &ranking);
   put_json_sharing(&w, &ranking);
   cg_writer_text(&w, ",\n\"levels\":[");
   for (Level level = 0; level < cg_report_n_levels(r); level++) {
      put_next(&w, level);
      put_json_level(&w, r, &ranking, level);
   }
   cg_writer_text(&w, "]}\n");
   cg_writer_flush(&w);
}
