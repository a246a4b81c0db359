/* SPDX-License-Identifier: GPL-2.0-or-later */
/* candidates.c: see candidates.h. */

#include "trace/candidates.h"

#include <string.h>

#include "conflicts/opening.h"
#include "conflicts/ranking.h"
#include "conflicts/set_counts.h"
#include "lib/message.h"
#include "lib/options.h"

#define MAX_OF_VARIABLE 4
#define LEAST_PERCENT   5 /* of the cost of all misses, of a variable's */
#define HUGE_BYTES      ((guint64)2 << 20)
#define LEAST_BLOCK     4096 /* bytes, of the heap */

/* What a miss costs, in cycles: as in the manual's estimate. */
static const guint cost_of_miss[N_LEVELS] = {[LEVEL_D1] = 10, [LEVEL_LL] = 200};

/* The misses of a variable, by what they cost. */
typedef struct {
   const char* name;
   guint64     all, by_itself, by_others; /* the last two: conflicts */
} MissCost;

typedef struct {
   const Report* report;
   const GArray* uses;
   GPtrArray*    moves;
   guint         n_of_variable;
} Candidates;

/*------------------------------------------------------------*/
/*--- Adding moves                                         ---*/
/*------------------------------------------------------------*/

/* Adds a move, if it fits and there is room. */
static void add_move(Candidates* c, const VariableUse* use, MoveKind kind,
                     guint64 number)
{
   Move move = {.kind     = kind,
                .variable = use->name,
                .number   = number,
                .pitch    = G_MAXUINT64};

   if (c->moves->len == CANDIDATES_MAX || c->n_of_variable == MAX_OF_VARIABLE
       || !move_repeat(&move, kind == MOVE_ROWS ? use->row : use->element,
                       NULL))
      return;
   Move* copy = g_new(Move, 1);

   *copy = move;
   c->n_of_variable++;
   g_ptr_array_add(c->moves, copy);
}

/* Whether a variable is small blocks of the heap.  Between them is memory of
   the allocator, which shares their lines and has no name, so it would stay. */
static gboolean is_of_allocator(const VariableUse* use)
{
   return g_str_has_prefix(use->name, "heap") && use->size < LEAST_BLOCK;
}

static guint64 divisor_of(guint64 row, guint64 span)
{
   guint64 power = row & -row;

   return MIN(power, span);
}

/* Adds what helps a variable whose misses are `cost'. */
static void add_moves(Candidates* c, const VariableUse* use,
                      const MissCost* cost, gboolean has_tlb)
{
   const CacheGeometry* D1   = report_geometry(c->report, LEVEL_D1);
   guint64              line = D1->line_size, span = D1->size / D1->assoc;

   c->n_of_variable = 0;
   if (10 * cost->by_itself >= cost->all
       || (use->row > 0 && 8 * divisor_of(use->row, span) >= span)) {
      add_move(c, use, MOVE_ROWS, line);
      add_move(c, use, MOVE_ROWS, 3 * line);
   }
   if (10 * cost->by_others >= cost->all) {
      add_move(c, use, MOVE_SHIFT, line);
      if (span / 2 > line)
         add_move(c, use, MOVE_SHIFT, span / 2);
   }
   if (use->boundary % line != 0 && use->size >= line)
      add_move(c, use, MOVE_ALIGN, line);
   if (has_tlb && use->size >= HUGE_BYTES)
      add_move(c, use, MOVE_HUGE, 0);
}

static const VariableUse* use_of(const Candidates* c, const char* name)
{
   for (guint i = 0; i < c->uses->len; i++) {
      const VariableUse* use = &g_array_index(c->uses, VariableUse, i);

      if (strcmp(use->name, name) == 0)
         return use;
   }
   return NULL;
}

/* Adds a move for each variable that several threads write, each in parts of
   its own. */
static void add_shared(Candidates* c, const Ranking* ranking)
{
   guint64 line = report_geometry(c->report, LEVEL_D1)->line_size;

   for (UInt i = 0; i < ranking->n_shared; i++)
      for (UInt j = 0; j < ranking->shared[i]->n_writers; j++) {
         const SharedGroup* g   = ranking->shared[i];
         const VariableUse* use = use_of(c, ranking->variables[g->variable[j]]);

         c->n_of_variable = 0;
         if (use && opening_is_named(use->name) && !is_of_allocator(use)
             && (j == 0 || g->variable[j] != g->variable[j - 1]))
            add_move(c, use, MOVE_SPREAD, line);
      }
}

/*------------------------------------------------------------*/
/*--- Which variables                                      ---*/
/*------------------------------------------------------------*/

/* Adds the misses of a level to those of each variable. */
static void add_costs(MissCost costs[], const Ranking* ranking, Level level)
{
   const LevelRanking* l = &ranking->level[level];

   for (UWord i = 0; i < l->by_variable.n; i++) {
      const MissSum* sum = l->by_variable.items[i];

      costs[sum->variable].all +=
         cost_of_miss[level] * set_counts_all_misses(sum->misses);
   }
   for (UWord i = 0; i < l->n_conflicts; i++) {
      const Conflict* conflict = l->conflicts[i];
      const MissSum*  first    = conflict->sets.items[0];
      MissCost*       cost     = &costs[first->variable];
      guint64         misses   = cost_of_miss[level] * conflict->misses;

      if (first->evictor == first->variable)
         cost->by_itself += misses;
      else
         cost->by_others += misses;
   }
}

static gint by_cost(gconstpointer a, gconstpointer b)
{
   const MissCost *x = a, *y = b;

   if (x->all != y->all)
      return x->all > y->all ? -1 : 1;
   return strcmp(x->name, y->name);
}

static void add_costly(Candidates* c, const Ranking* ranking, gboolean has_tlb)
{
   guint     n     = ranking->n_variables;
   MissCost* costs = g_new0(MissCost, n);
   guint64   all   = 0;

   for (guint i = 0; i < n; i++)
      costs[i].name = ranking->variables[i];
   for (Level level = 0; level < N_LEVELS; level++)
      add_costs(costs, ranking, level);
   for (guint i = 0; i < n; i++)
      all += costs[i].all;
   qsort(costs, n, sizeof *costs, by_cost);
   for (guint i = 0; i < n && 100 * costs[i].all >= LEAST_PERCENT * all; i++) {
      const VariableUse* use = use_of(c, costs[i].name);

      if (use && opening_is_named(use->name) && !is_of_allocator(use))
         add_moves(c, use, &costs[i], has_tlb);
   }
   g_free(costs);
}

GPtrArray* candidates_of(const Report* report, const GArray* uses,
                         gboolean has_tlb)
{
   Ranking*   ranking = ranking_new(report->conflict_counts, report->variables);
   Candidates c = {report, uses, g_ptr_array_new_with_free_func(g_free), 0};

   add_shared(&c, ranking);
   add_costly(&c, ranking, has_tlb);
   ranking_free(ranking);
   return c.moves;
}

/*------------------------------------------------------------*/
/*--- The user's own                                       ---*/
/*------------------------------------------------------------*/

/* Whether a variable is called `name (FILE:LINE)'. */
static gboolean is_called(const char* variable, const char* name)
{
   gsize n = strlen(name);

   return strncmp(variable, name, n) == 0
          && g_str_has_prefix(variable + n, " (");
}

static gboolean refuse_name(GError** error, const char* name, const char* what,
                            const char* which)
{
   g_set_error(error, MESSAGE_ERROR, MESSAGE_WITHOUT_LINE, "--try=%s: %s%s%s%s",
               name, what, which ? ": \"" : "", which ? which : "",
               which ? "\"" : "");
   return FALSE;
}

/* The names of variables that can be moved, with and without declarations. */
static char** names_of(const GArray* uses)
{
   char** names = g_new0(char*, 2 * uses->len + 1);
   guint  n     = 0;

   for (guint i = 0; i < uses->len; i++) {
      const char* name = g_array_index(uses, VariableUse, i).name;

      if (!opening_is_named(name))
         continue;
      names[n++] = g_strchomp(g_strndup(name, strcspn(name, "(")));
      names[n++] = g_strdup(name);
   }
   return names;
}

static gboolean refuse_unknown(GError** error, const char* name,
                               const GArray* uses)
{
   char**      names   = names_of(uses);
   const char* nearest = options_nearest(name, (const char* const*)names);

   if (nearest)
      refuse_name(
         error, name,
         "no reference of the trace goes to that variable; the nearest "
         "name is",
         nearest);
   else
      refuse_name(
         error, name,
         "no reference of the trace goes to that variable; the one with "
         "most references is",
         names[0]);
   g_strfreev(names);
   return FALSE;
}

/* Returns the use of the variable with a name, in full or without its
   declaration; NULL and `error' if there is not exactly one. */
static const VariableUse* find_use(const GArray* uses, const char* name,
                                   GError** error)
{
   const VariableUse* found = NULL;

   for (guint i = 0; i < uses->len; i++) {
      const VariableUse* use = &g_array_index(uses, VariableUse, i);

      if (strcmp(use->name, name) == 0)
         return use;
      if (is_called(use->name, name) && found) {
         refuse_name(error, name,
                     "several variables have that name; write it as reports do",
                     found->name);
         return NULL;
      }
      if (is_called(use->name, name))
         found = use;
   }
   if (!found)
      refuse_unknown(error, name, uses);
   return found;
}

gboolean candidates_complete(Move* move, const GArray* uses, gboolean has_tlb,
                             GError** error)
{
   const VariableUse* use = find_use(uses, move->variable, error);

   if (!use)
      return FALSE;
   move->variable = use->name;
   if (strcmp(use->name, "???") == 0)
      return refuse_name(error, use->name, "only variables can be moved", NULL);
   if (is_of_allocator(use))
      return refuse_name(error, use->name,
                         "blocks smaller than a page cannot be moved: what the "
                         "allocator keeps between them would stay",
                         NULL);
   if (move->kind == MOVE_HUGE && !has_tlb)
      return refuse_name(error, use->name,
                         "huge pages matter to a TLB only: give a --machine",
                         NULL);
   return move_repeat(move, move->kind == MOVE_ROWS ? use->row : use->element,
                      error);
}
