/* SPDX-License-Identifier: GPL-2.0-or-later */
/* opening.c: writes the first lines of a conflict report; see
   opening.h. */

#include "conflicts/opening.h"

#include "conflicts/set_counts.h"
#include "lib/text.h"

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
static void put_classes(GString* to, const ULong misses[N_CLASSES], ULong all)
{
   const char* separator = ": ";

   for (MissClass c = 0; c < N_CLASSES; c++) {
      if (misses[c] == 0)
         continue;
      g_string_append_printf(to, "%s%s %s", separator,
                             misses[c] == all ? "all"
                                              : text_share(misses[c], all),
                             set_counts_class_name[c]);
      separator = ", ";
   }
}

static void put_why(GString* to, Level level, const SetCounts* total)
{
   ULong misses = set_counts_all_misses(total->misses);

   g_string_append(to, set_counts_level_name[level]);
   if (misses == 0) {
      g_string_append(to, total->accesses > 0 ? " has no misses.\n"
                                              : " has no accesses.\n");
      return;
   }
   g_string_append_printf(
      to, " misses %s of %s access%s", text_share(misses, total->accesses),
      text_commas(total->accesses), total->accesses == 1 ? "" : "es");
   put_classes(to, total->misses, misses);
   g_string_append(to, ".\n");
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

static void put_opening_line(GString* to, const Ranking* ranking,
                             const MissSum* sum)
{
   const SourceLine* line = ranking->source_lines[sum->source_line];

   g_string_append_printf(to, "%s:%u (%s)", line->file, line->lineno, line->fn);
}

static void put_where_of_conflict(GString* to, const Ranking* ranking,
                                  const Conflict* conflict, ULong total)
{
   const MissSum* first  = conflict->sets.items[0];
   UWord          n_sets = ranking->conflict_counts->n_sets[LEVEL_D1];

   g_string_append_printf(
      to, "Where: %s of the conflict misses are %s pushed out by %s at ",
      text_share(conflict->misses, total), ranking->variables[first->variable],
      ranking_evictor(ranking, first));
   put_opening_line(to, ranking, first);
   if (conflict->sets.n == n_sets)
      g_string_append(to, n_sets == 1 ? ", in the only set.\n"
                                      : ", in all sets.\n");
   else
      g_string_append_printf(to, ", in %s of %s sets.\n",
                             text_commas(conflict->sets.n),
                             text_commas(n_sets));
}

static void put_where_of_class(GString* to, const Ranking* ranking,
                               const LevelRanking* l, MissClass c, ULong total)
{
   const MissSum* variable    = most_of(&l->by_variable, c);
   const MissSum* source_line = most_of(&l->by_source_line, c);

   g_string_append_printf(
      to, "Where: %s of the %s misses are of %s; by line, %s are at ",
      text_share(variable->misses[c], total), set_counts_class_name[c],
      ranking->variables[variable->variable],
      text_share(source_line->misses[c], total));
   put_opening_line(to, ranking, source_line);
   g_string_append(to, ".\n");
}

/*------------------------------------------------------------*/
/*--- What to try                                          ---*/
/*------------------------------------------------------------*/

gboolean opening_is_named(const char* variable)
{
   static const char* const nameless[] = {"???", "code", "heap", "stack", NULL};

   return !g_strv_contains(nameless, variable)
          && !g_str_has_prefix(variable, "mapped memory")
          && !g_str_has_prefix(variable, "mapped file ");
}

static const char* named(const char* variable)
{
   return opening_is_named(variable) ? variable : "that memory";
}

static void put_try_of_conflict(GString* to, const Report* r,
                                const char* variable, const char* evictor)
{
   if (variable == evictor)
      g_string_append_printf(
         to, "Try: other distances within %s, such as padded rows",
         named(variable));
   else if (opening_is_named(variable) && opening_is_named(evictor))
      g_string_append_printf(
         to, "Try: place %s and %s so that they use different sets", variable,
         evictor);
   else
      g_string_append(to, "Try: place the two so that they use different sets");
   report_put_distance(to, r, LEVEL_D1);
   g_string_append(to, ".\n");
}

/* Writes the variables of a group, each once: several threads can write parts
   of the same one. */
static void put_variables_of_group(GString* to, const Ranking* ranking,
                                   const SharedGroup* g)
{
   for (UInt i = 0; i < g->n_writers; i++) {
      UInt first = 0;

      while (g->variable[first] != g->variable[i])
         first++;
      if (first == i)
         g_string_append_printf(to, "%s%s", i > 0 ? ", " : "",
                                ranking->variables[g->variable[i]]);
   }
}

/* Names the first candidates for false sharing, which costs time although no
   miss of a simulated cache shows it. */
static void put_sharing_sentence(GString* to, const Ranking* ranking)
{
   g_string_append(to, "Also:  threads write to different bytes of the same "
                       "lines: ");
   put_variables_of_group(to, ranking, ranking->shared[0]);
   g_string_append(to, ". Give each thread its own line.\n");
}

/*------------------------------------------------------------*/
/*--- All of it                                            ---*/
/*------------------------------------------------------------*/

static void put_where_and_try(GString* to, const Report* r,
                              const Ranking* ranking, const SetCounts* total)
{
   const LevelRanking* l = &ranking->level[LEVEL_D1];
   MissClass           c = main_class(total->misses);

   if (c == CLASS_CONFLICT) {
      const MissSum* first = l->conflicts[0]->sets.items[0];

      put_where_of_conflict(to, ranking, l->conflicts[0], total->misses[c]);
      put_try_of_conflict(to, r, ranking->variables[first->variable],
                          ranking->variables[first->evictor]);
      return;
   }

   const char* variable =
      ranking->variables[most_of(&l->by_variable, c)->variable];

   put_where_of_class(to, ranking, l, c, total->misses[c]);
   if (c == CLASS_CAPACITY)
      g_string_append_printf(
         to,
         "Try: work on smaller pieces of %s; what is used again must fit into "
         "%s bytes.\n",
         named(variable), text_commas(report_geometry(r, LEVEL_D1)->size));
   else
      g_string_append_printf(to,
                             "Try: touch less of %s; each of these misses is "
                             "the first use of a line.\n",
                             named(variable));
}

void opening_write(GString* to, const Report* r, const Ranking* ranking)
{
   const ConflictCounts* all       = ranking->conflict_counts;
   SetCounts             D1        = set_counts_of_level(all, LEVEL_D1);
   SetCounts             LL        = set_counts_of_level(all, LEVEL_LL);
   ULong                 D1_misses = set_counts_all_misses(D1.misses);
   ULong                 LL_misses = set_counts_all_misses(LL.misses);

   put_why(to, LEVEL_D1, &D1);
   if (!r->set_local && LL_misses > 0 && LL_misses >= D1_misses / LL_PART)
      put_why(to, LEVEL_LL, &LL);
   if (D1_misses > 0)
      put_where_and_try(to, r, ranking, &D1);
   if (ranking->n_shared > 0)
      put_sharing_sentence(to, ranking);
}
