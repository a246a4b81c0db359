/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ranking.c: sorts and adds up the conflict counts; see ranking.h. */

#include "conflicts/ranking.h"

#include <string.h>

#include "conflicts/set_counts.h"
#include "lib/escape.h"

/* Zeroed memory that is freed with the ranking. */
static void* take(const Ranking* ranking, gsize n_bytes)
{
   void* memory = g_malloc0(n_bytes);

   g_ptr_array_add(ranking->memory, memory);
   return memory;
}

/*------------------------------------------------------------*/
/*--- Order                                                ---*/
/*------------------------------------------------------------*/

/* Returns a negative number, 0 or a positive number if `a' comes before `b',
   with it or after it. */
typedef Int (*Order)(const void* a, const void* b);

#define COMPARE(x, y) (((x) > (y)) - ((x) < (y)))

static gint by_order(gconstpointer a, gconstpointer b, gpointer order)
{
   return (*(const Order*)order)(*(void* const*)a, *(void* const*)b);
}

/* Sorts an array of pointers; what is equal keeps its order. */
static void sort(void* items, UWord n, Order order)
{
   if (n > 1)
      g_qsort_with_data(items, n, sizeof(void*), by_order, &order);
}

/*------------------------------------------------------------*/
/*--- Records and names                                    ---*/
/*------------------------------------------------------------*/

/* All records, and the ranks of their names and source lines, by pointer.  What
   is equal has the same rank. */
typedef struct {
   const GPtrArray* names; /* of variables, by number */
   GPtrArray*       items;
   GHashTable*      variables;
   GHashTable*      source_lines;
} Records;

static Int by_text(const void* a, const void* b)
{
   return strcmp(a, b);
}

static Int by_source_line(const void* a, const void* b)
{
   const SourceLine *x = a, *y = b;
   Int               order = strcmp(x->file, y->file);

   if (order == 0)
      order = COMPARE(x->lineno, y->lineno);
   return order ? order : strcmp(x->fn, y->fn);
}

/* Gives each key its rank in this order.  Returns the keys by rank, and stores
   in *n how many ranks there are. */
static void* rank(const Ranking* ranking, GHashTable* ranks, Order order,
                  UInt* n)
{
   guint     n_keys;
   gpointer* keys = g_hash_table_get_keys_as_array(ranks, &n_keys);

   g_ptr_array_add(ranking->memory, keys);
   sort(keys, n_keys, order);
   *n = 0;
   for (guint i = 0; i < n_keys; i++) {
      gpointer key = keys[i];

      if (*n == 0 || order(keys[*n - 1], key) != 0)
         keys[(*n)++] = key;
      g_hash_table_insert(ranks, key, GUINT_TO_POINTER(*n - 1));
   }
   return keys;
}

static UInt rank_of(GHashTable* ranks, const void* key)
{
   return GPOINTER_TO_UINT(g_hash_table_lookup(ranks, key));
}

static UInt rank_of_variable(const Records* records, UInt variable)
{
   return rank_of(records->variables, records->names->pdata[variable]);
}

static void rank_variable(const Records* records, UInt variable)
{
   g_hash_table_add(records->variables, records->names->pdata[variable]);
}

static void add_record(const MissRecord* record, void* data)
{
   const Records* records = data;

   g_ptr_array_add(records->items, (gpointer)record);
   rank_variable(records, record->variable);
   rank_variable(records, record->evictor);
   g_hash_table_add(records->source_lines, (gpointer)record->loc);
}

/* Store the candidates for false sharing in *ranking, with the numbers of their
   variables. */
static void collect_shared(Ranking* ranking, const Records* records)
{
   const Sharing* sharing = ranking->conflict_counts->sharing;
   SharedGroup*   groups;

   if (!sharing)
      return;
   groups            = take(ranking, CG_SHARING_GROUPS * sizeof *groups);
   ranking->shared   = take(ranking, CG_SHARING_GROUPS * sizeof(SharedGroup*));
   ranking->n_shared = cg_sharing_candidates(sharing, groups);
   for (UInt i = 0; i < ranking->n_shared; i++) {
      ranking->shared[i] = &groups[i];
      for (UInt j = 0; j < groups[i].n_writers; j++)
         rank_variable(records, groups[i].variable[j]);
   }
}

/* Collect all miss records and the names in them, and rank the names. */
static Records collect(Ranking* ranking, const GPtrArray* variables)
{
   Records records = {variables, g_ptr_array_new(),
                      g_hash_table_new(NULL, NULL),
                      g_hash_table_new(NULL, NULL)};

   cg_conflict_counts_records(ranking->conflict_counts, add_record, &records);
   collect_shared(ranking, &records);
   ranking->variables =
      rank(ranking, records.variables, by_text, &ranking->n_variables);
   ranking->source_lines = rank(ranking, records.source_lines, by_source_line,
                                &ranking->n_source_lines);
   return records;
}

static void free_records(Records* records)
{
   g_ptr_array_free(records->items, TRUE);
   g_hash_table_destroy(records->variables);
   g_hash_table_destroy(records->source_lines);
}

/*------------------------------------------------------------*/
/*--- Sums                                                 ---*/
/*------------------------------------------------------------*/

static Int by_names(const void* a, const void* b)
{
   const MissSum *x = a, *y = b;
   Int            order = COMPARE(x->variable, y->variable);

   if (order == 0)
      order = COMPARE(x->evictor, y->evictor);
   if (order == 0)
      order = COMPARE(x->source_line, y->source_line);
   if (order == 0)
      order = COMPARE(x->set, y->set);
   return order ? order : COMPARE(x->thread, y->thread);
}

static Bool same_conflict(const MissSum* a, const MissSum* b)
{
   return a->variable == b->variable && a->evictor == b->evictor
          && a->source_line == b->source_line;
}

static Int by_conflict_and_thread(const void* a, const void* b)
{
   const MissSum *x = a, *y = b;

   return same_conflict(x, y) && x->thread != y->thread
             ? COMPARE(x->thread, y->thread)
             : by_names(x, y);
}

static Int by_misses(const void* a, const void* b)
{
   ULong x = set_counts_all_misses(((const MissSum*)a)->misses);
   ULong y = set_counts_all_misses(((const MissSum*)b)->misses);

   return x != y ? COMPARE(y, x) : by_names(a, b);
}

static Int by_thread_and_set(const void* a, const void* b)
{
   const MissSum *x = a, *y = b;
   Int            order = COMPARE(x->thread, y->thread);

   if (order == 0)
      order = COMPARE(x->set, y->set);
   return order ? order : by_misses(a, b);
}

/* Records that differ in one of these members are added to different sums. */
typedef struct {
   Bool variable, evictor, source_line, set, thread;
} Keys;

static MissSum sum_of(const Records* records, const MissRecord* record,
                      Keys keys)
{
   MissSum sum = {0};

   if (keys.variable)
      sum.variable = rank_of_variable(records, record->variable);
   if (keys.evictor)
      sum.evictor = rank_of_variable(records, record->evictor);
   if (keys.source_line)
      sum.source_line = rank_of(records->source_lines, record->loc);
   if (keys.set)
      sum.set = record->set;
   if (keys.thread)
      sum.thread = record->thread;
   for (MissClass c = 0; c < N_CLASSES; c++)
      sum.misses[c] = record->misses[c];
   return sum;
}

/* Add up neighbours that are equal by by_names. */
static void add_up_equal(MissSumList* list)
{
   UWord n = 0;

   for (UWord i = 0; i < list->n; i++) {
      if (n > 0 && by_names(list->items[n - 1], list->items[i]) == 0) {
         for (MissClass c = 0; c < N_CLASSES; c++)
            list->items[n - 1]->misses[c] += list->items[i]->misses[c];
      } else {
         list->items[n++] = list->items[i];
      }
   }
   list->n = n;
}

/* The sums of the records of a level by `keys', in this order.  If
   `conflicts_only' is set, they are sums of conflict misses only. */
static MissSumList sum_up(const Ranking* ranking, const Records* records,
                          Level level, Bool conflicts_only, Keys keys,
                          Order order)
{
   UWord       n    = records->items->len;
   MissSum*    sums = take(ranking, n * sizeof *sums);
   MissSumList list = {take(ranking, n * sizeof *list.items), 0};

   for (UWord i = 0; i < n; i++) {
      const MissRecord* record = records->items->pdata[i];

      if (record->level != level || (conflicts_only && !record->conflict))
         continue;
      sums[list.n]       = sum_of(records, record, keys);
      list.items[list.n] = &sums[list.n];
      list.n++;
   }
   sort(list.items, list.n, by_names);
   add_up_equal(&list);
   sort(list.items, list.n, order);
   return list;
}

static Int by_conflict_misses(const void* a, const void* b)
{
   const Conflict *x = a, *y = b;

   return x->misses != y->misses ? COMPARE(y->misses, x->misses)
                                 : by_names(x->sets.items[0], y->sets.items[0]);
}

/* The items of `list' from *next on that belong to the same conflict as `sum'.
   Moves *next to the item after them. */
static MissSumList of_conflict(const MissSumList* list, const MissSum* sum,
                               UWord* next)
{
   MissSumList result = {list->items + *next, 0};

   while (*next < list->n && same_conflict(list->items[*next], sum)) {
      (*next)++;
      result.n++;
   }
   return result;
}

/* The sums of l->by_set, sorted by conflict, thread and set. */
static MissSumList by_thread(const Ranking* ranking, const LevelRanking* l)
{
   UWord       n    = l->by_set.n;
   MissSumList list = {take(ranking, n * sizeof *list.items), n};

   for (UWord i = 0; i < n; i++)
      list.items[i] = l->by_set.items[i];
   sort(list.items, n, by_conflict_and_thread);
   return list;
}

/* Make the conflicts of a level from `all': the sums by variable, evictor,
   source line and set, sorted in this order. */
static void find_conflicts(const Ranking* ranking, LevelRanking* l,
                           MissSumList all)
{
   Conflict*   conflicts = take(ranking, all.n * sizeof *conflicts);
   MissSumList threads   = by_thread(ranking, l);
   UWord       next = 0, next_of_thread = 0;

   l->conflicts = take(ranking, all.n * sizeof *l->conflicts);
   while (next < all.n) {
      Conflict*      c     = &conflicts[l->n_conflicts];
      const MissSum* first = all.items[next];

      c->sets      = of_conflict(&all, first, &next);
      c->by_thread = of_conflict(&threads, first, &next_of_thread);
      for (UWord i = 0; i < c->sets.n; i++)
         c->misses += c->sets.items[i]->misses[CLASS_CONFLICT];
      l->conflicts[l->n_conflicts++] = c;
   }
   sort(l->conflicts, l->n_conflicts, by_conflict_misses);
}

/*------------------------------------------------------------*/
/*--- False sharing                                        ---*/
/*------------------------------------------------------------*/

static Int by_writes(const void* a, const void* b)
{
   const SharedGroup *x = a, *y = b;
   Int                order = COMPARE(y->writes, x->writes);

   if (order == 0)
      order = COMPARE(x->n_writers, y->n_writers);
   for (UInt i = 0; i < x->n_writers && order == 0; i++) {
      order = COMPARE(x->thread[i], y->thread[i]);
      if (order == 0)
         order = COMPARE(x->variable[i], y->variable[i]);
   }
   return order;
}

/* Sort the writers of one thread by the names of their variables. */
static void sort_writers(SharedGroup* g)
{
   for (UInt i = 1; i < g->n_writers; i++) {
      UInt variable = g->variable[i], at = i;

      for (; at > 0 && g->thread[at - 1] == g->thread[i]
             && g->variable[at - 1] > variable;
           at--)
         g->variable[at] = g->variable[at - 1];
      g->variable[at] = variable;
   }
}

static void rank_shared(Ranking* ranking, const Records* records)
{
   for (UInt i = 0; i < ranking->n_shared; i++) {
      SharedGroup* g = ranking->shared[i];

      for (UInt j = 0; j < g->n_writers; j++)
         g->variable[j] = rank_of_variable(records, g->variable[j]);
      sort_writers(g);
   }
   sort(ranking->shared, ranking->n_shared, by_writes);
}

/*------------------------------------------------------------*/
/*--- A ranking                                            ---*/
/*------------------------------------------------------------*/

Ranking* ranking_new(const ConflictCounts* conflict_counts,
                     const GPtrArray*      variables)
{
   Ranking* ranking = g_new0(Ranking, 1);

   ranking->conflict_counts = conflict_counts;
   ranking->memory          = g_ptr_array_new_with_free_func(g_free);
   Records records          = collect(ranking, variables);

   rank_shared(ranking, &records);
   for (Level level = 0; level < N_LEVELS; level++) {
      LevelRanking* l = &ranking->level[level];

      l->by_variable    = sum_up(ranking, &records, level, False,
                                 (Keys){.variable = True}, by_misses);
      l->by_source_line = sum_up(ranking, &records, level, False,
                                 (Keys){.source_line = True}, by_misses);
      l->by_set         = sum_up(ranking, &records, level, True,
                                 (Keys){.variable    = True,
                                        .evictor     = True,
                                        .source_line = True,
                                        .set         = True,
                                        .thread      = True},
                                 by_thread_and_set);
      find_conflicts(ranking, l,
                     sum_up(ranking, &records, level, True,
                            (Keys){.variable    = True,
                                   .evictor     = True,
                                   .source_line = True,
                                   .set         = True},
                            by_names));
   }
   free_records(&records);
   return ranking;
}

/* Returns a copy of a text that does no harm on a terminal. */
static const char* readable(const Ranking* ranking, const char* name)
{
   GString* copy = g_string_new(NULL);

   escape_append(copy, name, strlen(name));
   g_ptr_array_add(ranking->memory, copy->str);
   return g_string_free(copy, FALSE);
}

void ranking_make_readable(Ranking* ranking)
{
   for (UInt i = 0; i < ranking->n_variables; i++)
      ranking->variables[i] = readable(ranking, ranking->variables[i]);
   for (UInt i = 0; i < ranking->n_source_lines; i++) {
      SourceLine* line = take(ranking, sizeof *line);

      *line                    = *ranking->source_lines[i];
      line->file               = readable(ranking, line->file);
      line->fn                 = readable(ranking, line->fn);
      ranking->source_lines[i] = line;
   }
}

void ranking_free(Ranking* ranking)
{
   g_ptr_array_free(ranking->memory, TRUE);
   g_free(ranking);
}

/*------------------------------------------------------------*/
/*--- Sets                                                 ---*/
/*------------------------------------------------------------*/

/* The index of the first sum of `thread', or where it would be. */
static UWord first_of_thread(const MissSumList* by_set, UInt thread)
{
   UWord low = 0, high = by_set->n;

   while (low < high) {
      UWord middle = low + (high - low) / 2;

      if (by_set->items[middle]->thread < thread)
         low = middle + 1;
      else
         high = middle;
   }
   return low;
}

/* The sums of `set', which begin at *next.  Moves *next to the sum after
   them. */
static MissSumList of_set(const MissSumList* by_set, UInt thread, UInt set,
                          UWord* next)
{
   MissSumList list = {by_set->items + *next, 0};

   while (*next < by_set->n && by_set->items[*next]->thread == thread
          && by_set->items[*next]->set == set) {
      (*next)++;
      list.n++;
   }
   return list;
}

RankedSet* ranking_sets(const Ranking* ranking, Level level, UInt thread,
                        UWord* n)
{
   const ConflictCounts* all    = ranking->conflict_counts;
   const MissSumList*    by_set = &ranking->level[level].by_set;
   UWord                 next   = first_of_thread(by_set, thread);
   GArray*               result = g_array_new(FALSE, FALSE, sizeof(RankedSet));
   const SetCounts*      counts;

   for (UWord set = 0;
        (counts = cg_conflict_counts_sets(all, level, thread, &set)); set++)
      if (counts->accesses > 0 || counts->evictions > 0) {
         RankedSet ranked = {.set       = set,
                             .counts    = counts,
                             .conflicts = of_set(by_set, thread, set, &next)};

         g_array_append_val(result, ranked);
      }
   *n = result->len;
   g_ptr_array_add(ranking->memory, result->data);
   return (RankedSet*)(void*)g_array_free(result, FALSE);
}

static Int by_counts(const void* a, const void* b)
{
   const RankedSet *x = a, *y = b;
   ULong            m[N_COUNTS], n[N_COUNTS];

   set_counts_list(x->counts, m);
   set_counts_list(y->counts, n);
   for (UInt i = 0; i < N_COUNTS; i++)
      if (m[i] != n[i])
         return COMPARE(m[i], n[i]);
   return 0;
}

static Int by_size_and_first_set(const void* a, const void* b)
{
   const SetGroup *x = a, *y = b;

   return x->n != y->n ? COMPARE(y->n, x->n)
                       : COMPARE(x->sets[0]->set, y->sets[0]->set);
}

SetGroup** ranking_set_groups(const Ranking* ranking, RankedSet* sets, UWord n,
                              UWord* n_groups)
{
   RankedSet** by_count = take(ranking, n * sizeof *by_count);
   SetGroup*   groups   = take(ranking, n * sizeof *groups);
   SetGroup**  result   = take(ranking, n * sizeof *result);

   *n_groups = 0;
   for (UWord i = 0; i < n; i++)
      by_count[i] = &sets[i];
   /* The sort is stable, so the sets of a group stay in order. */
   sort(by_count, n, by_counts);
   for (UWord i = 0; i < n; i++) {
      if (i == 0 || by_counts(by_count[i - 1], by_count[i]) != 0) {
         result[*n_groups] = &groups[*n_groups];
         groups[*n_groups] = (SetGroup){&by_count[i], 0};
         (*n_groups)++;
      }
      groups[*n_groups - 1].n++;
   }
   sort(result, *n_groups, by_size_and_first_set);
   for (UInt i = 0; i < *n_groups; i++)
      for (UWord j = 0; j < result[i]->n; j++)
         result[i]->sets[j]->group = i;
   return result;
}

static Int by_set_conflicts(const void* a, const void* b)
{
   const RankedSet *x = a, *y = b;
   ULong            m = x->counts->misses[CLASS_CONFLICT];
   ULong            n = y->counts->misses[CLASS_CONFLICT];

   return m != n ? COMPARE(n, m) : COMPARE(x->set, y->set);
}

RankedSet** ranking_worst_sets(const Ranking* ranking, RankedSet* sets,
                               UWord* n)
{
   RankedSet** worst = take(ranking, *n * sizeof *worst);
   UWord       found = 0;

   for (UWord i = 0; i < *n; i++)
      if (sets[i].counts->misses[CLASS_CONFLICT] > 0)
         worst[found++] = &sets[i];
   *n = found;
   sort(worst, found, by_set_conflicts);
   return worst;
}

static Bool is_listed(UWord i, ULong misses, ULong all)
{
   return i == 0 || 100 * misses >= all;
}

UWord ranking_n_listed(const MissSumList* list, ULong all)
{
   UWord n = 0;

   while (n < list->n
          && is_listed(n, set_counts_all_misses(list->items[n]->misses), all))
      n++;
   return n;
}

UWord ranking_n_listed_conflicts(const LevelRanking* l, ULong all)
{
   UWord n = 0;

   while (n < l->n_conflicts && is_listed(n, l->conflicts[n]->misses, all))
      n++;
   return n;
}

const HChar* ranking_evictor(const Ranking* ranking, const MissSum* conflict)
{
   return conflict->evictor == conflict->variable
             ? "itself"
             : ranking->variables[conflict->evictor];
}
