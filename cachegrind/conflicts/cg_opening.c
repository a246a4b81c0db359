/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_opening.c: writes the first lines of a conflict report; see
   cg_opening.h. */

#include "conflicts/cg_opening.h"

#include "conflicts/cg_set_counts.h"
#include "conflicts/cg_text.h"

/* A miss of LL takes some twenty times as long as one of D1.  So LL matters if
   its misses, multiplied by this, are at least D1's. */
#define LL_PART 10

/* The class with the most misses.  Of equals, it is the one for which there is
   most to try. */
static MissClass main_class(const ULong misses[N_CLASSES])
{
   MissClass main = CLASS_CONFLICT;

   if (misses[CLASS_CAPACITY] > misses[main])
      main = CLASS_CAPACITY;
   if (misses[CLASS_COLD] > misses[main])
      main = CLASS_COLD;
   return main;
}

/*------------------------------------------------------------*/
/*--- Why                                                  ---*/
/*------------------------------------------------------------*/

/* "all cold", or "12.0% cold, 88.0% conflict". */
static void put_classes(Writer* w, const ULong misses[N_CLASSES], ULong all)
{
   const HChar* separator = ": ";

   for (MissClass c = 0; c < N_CLASSES; c++) {
      if (misses[c] == 0)
         continue;
      cg_writer_text(w, separator);
      if (misses[c] == all)
         cg_writer_text(w, "all");
      else
         cg_writer_percent(w, misses[c], all, 0);
      cg_writer_text(w, " ");
      cg_writer_text(w, cg_set_counts_class_name[c]);
      separator = ", ";
   }
}

static void put_why(Writer* w, Level level, const SetCounts* total)
{
   ULong misses = cg_set_counts_all_misses(total->misses);

   cg_writer_text(w, cg_set_counts_level_name[level]);
   if (misses == 0) {
      cg_writer_text(w, total->accesses > 0 ? " has no misses.\n"
                                            : " has no accesses.\n");
      return;
   }
   cg_writer_text(w, " misses ");
   cg_writer_percent(w, misses, total->accesses, 0);
   cg_writer_text(w, " of ");
   cg_writer_count(w, total->accesses, 0);
   cg_writer_text(w, total->accesses == 1 ? " access" : " accesses");
   put_classes(w, total->misses, misses);
   cg_writer_text(w, ".\n");
}

/*------------------------------------------------------------*/
/*--- Where                                                ---*/
/*------------------------------------------------------------*/

/* The item of `list' that has the most misses of class `c'; of equals, the
   first. */
static const MissSum* most_of(const MissSumList* list, MissClass c)
{
   const MissSum* most = list->items[0];

   for (UWord i = 1; i < list->n; i++)
      if (list->items[i]->misses[c] > most->misses[c])
         most = list->items[i];
   return most;
}

static void put_opening_line(Writer* w, const Ranking* ranking,
                             const MissSum* sum)
{
   const SourceLine* line = ranking->source_lines[sum->source_line];

   cg_writer_name(w, line->file);
   cg_writer_text(w, ":");
   cg_writer_number(w, line->lineno, 0);
   cg_writer_text(w, " (");
   cg_writer_name(w, line->fn);
   cg_writer_text(w, ")");
}

static void put_miss_part(Writer* w, ULong misses, ULong total, MissClass c)
{
   cg_writer_text(w, "Where: ");
   cg_writer_percent(w, misses, total, 0);
   cg_writer_text(w, " of the ");
   cg_writer_text(w, cg_set_counts_class_name[c]);
   cg_writer_text(w, " misses are ");
}

static void put_where_of_conflict(Writer* w, const Ranking* ranking,
                                  const Conflict* conflict, ULong total)
{
   const MissSum* first  = conflict->sets.items[0];
   UWord          n_sets = ranking->conflict_counts->n_sets[LEVEL_D1];

   put_miss_part(w, conflict->misses, total, CLASS_CONFLICT);
   cg_writer_name(w, ranking->variables[first->variable]);
   cg_writer_text(w, " pushed out by ");
   cg_writer_name(w, cg_ranking_evictor(ranking, first));
   cg_writer_text(w, " at ");
   put_opening_line(w, ranking, first);
   cg_writer_text(w, ", in ");
   if (conflict->sets.n == n_sets) {
      cg_writer_text(w, n_sets == 1 ? "the only set.\n" : "all sets.\n");
      return;
   }
   cg_writer_count(w, conflict->sets.n, 0);
   cg_writer_text(w, " of ");
   cg_writer_count(w, n_sets, 0);
   cg_writer_text(w, " sets.\n");
}

static void put_where_of_class(Writer* w, const Ranking* ranking,
                               const LevelRanking* l, MissClass c, ULong total)
{
   const MissSum* variable    = most_of(&l->by_variable, c);
   const MissSum* source_line = most_of(&l->by_source_line, c);

   put_miss_part(w, variable->misses[c], total, c);
   cg_writer_text(w, "of ");
   cg_writer_name(w, ranking->variables[variable->variable]);
   cg_writer_text(w, "; by line, ");
   cg_writer_percent(w, source_line->misses[c], total, 0);
   cg_writer_text(w, " are at ");
   put_opening_line(w, ranking, source_line);
   cg_writer_text(w, ".\n");
}

/*------------------------------------------------------------*/
/*--- What to try                                          ---*/
/*------------------------------------------------------------*/

/* Whether the program has a name for the variable, or at least a line that
   allocates it.  If not, nobody can pad it or make it smaller. */
static Bool is_named(const HChar* variable)
{
   static const HChar* const nameless[] = {"???", "code", "heap", "stack"};

   for (UInt i = 0; i < sizeof nameless / sizeof nameless[0]; i++) {
      const HChar* rest = cg_text_after(variable, nameless[i]);

      if (rest && *rest == '\0')
         return False;
   }
   return !cg_text_after(variable, "mapped memory")
          && !cg_text_after(variable, "mapped file ");
}

static void put_variable(Writer* w, const HChar* variable)
{
   if (is_named(variable))
      cg_writer_name(w, variable);
   else
      cg_writer_text(w, "that memory");
}

static void put_try_of_conflict(Writer* w, const Report* r,
                                const HChar* variable, const HChar* evictor)
{
   if (variable == evictor) {
      cg_writer_text(w, "Try: other distances within ");
      put_variable(w, variable);
      cg_writer_text(w, ", such as padded rows");
   } else if (is_named(variable) && is_named(evictor)) {
      cg_writer_text(w, "Try: place ");
      cg_writer_name(w, variable);
      cg_writer_text(w, " and ");
      cg_writer_name(w, evictor);
      cg_writer_text(w, " so that they use different sets");
   } else {
      cg_writer_text(w, "Try: place the two so that they use different sets");
   }
   cg_report_put_distance(w, r, LEVEL_D1);
   cg_writer_text(w, ".\n");
}

static void put_try_of_capacity(Writer* w, const HChar* variable,
                                const CacheGeometry* g)
{
   cg_writer_text(w, "Try: work on smaller pieces of ");
   put_variable(w, variable);
   cg_writer_text(w, "; what is used again must fit into ");
   cg_writer_count(w, g->size, 0);
   cg_writer_text(w, " bytes.\n");
}

static void put_try_of_cold(Writer* w, const HChar* variable)
{
   cg_writer_text(w, "Try: touch less of ");
   put_variable(w, variable);
   cg_writer_text(w, "; each of these misses is the first use of a line.\n");
}

/* Writes the variables of a group, each once: several threads can write parts
   of the same one. */
static void put_variables_of_group(Writer* w, const Ranking* ranking,
                                   const SharedGroup* g)
{
   for (UInt i = 0; i < g->n_writers; i++) {
      UInt first = 0;

      while (g->variable[first] != g->variable[i])
         first++;
      if (first < i)
         continue;
      cg_writer_text(w, i > 0 ? ", " : "");
      cg_writer_name(w, ranking->variables[g->variable[i]]);
   }
}

/* Names the first candidates for false sharing, which costs time although no
   miss of a simulated cache shows it. */
static void put_sharing_sentence(Writer* w, const Ranking* ranking)
{
   cg_writer_text(w, "Also:  threads write to different bytes of the same "
                     "lines: ");
   put_variables_of_group(w, ranking, ranking->shared[0]);
   cg_writer_text(w, ". Give each thread its own line.\n");
}

/*------------------------------------------------------------*/
/*--- All of it                                            ---*/
/*------------------------------------------------------------*/

static void put_where_and_try(Writer* w, const Report* r,
                              const Ranking* ranking, const SetCounts* total)
{
   const LevelRanking* l = &ranking->level[LEVEL_D1];
   MissClass           c = main_class(total->misses);

   if (c == CLASS_CONFLICT) {
      const MissSum* first = l->conflicts[0]->sets.items[0];

      put_where_of_conflict(w, ranking, l->conflicts[0], total->misses[c]);
      put_try_of_conflict(w, r, ranking->variables[first->variable],
                          ranking->variables[first->evictor]);
      return;
   }

   const HChar* variable =
      ranking->variables[most_of(&l->by_variable, c)->variable];

   put_where_of_class(w, ranking, l, c, total->misses[c]);
   if (c == CLASS_CAPACITY)
      put_try_of_capacity(w, variable, cg_report_geometry(r, LEVEL_D1));
   else
      put_try_of_cold(w, variable);
}

void cg_opening_write(Writer* w, const Report* r, const Ranking* ranking)
{
   const ConflictCounts* all       = ranking->conflict_counts;
   SetCounts             D1        = cg_set_counts_of_level(all, LEVEL_D1);
   SetCounts             LL        = cg_set_counts_of_level(all, LEVEL_LL);
   ULong                 D1_misses = cg_set_counts_all_misses(D1.misses);
   ULong                 LL_misses = cg_set_counts_all_misses(LL.misses);

   put_why(w, LEVEL_D1, &D1);
   if (!r->set_local && LL_misses > 0 && LL_misses >= D1_misses / LL_PART)
      put_why(w, LEVEL_LL, &LL);
   if (D1_misses > 0)
      put_where_and_try(w, r, ranking, &D1);
   if (ranking->n_shared > 0)
      put_sharing_sentence(w, ranking);
}
