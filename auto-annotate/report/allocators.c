/* SPDX-License-Identifier: GPL-2.0-or-later */
/* allocators.c: see allocators.h. */

#include "report/allocators.h"
#include "report/deeds.h"

/* How much of its cost an allocator spends on it, and how often it allocates or
   frees in a call. */
#define MIN_SHARE    0.75
#define MAX_PER_CALL 1.5

/* What a context, or a function, costs with what it calls. */
typedef struct {
   double cost, allocating;
   double allocations; /* how often */
} Spending;

typedef struct {
   Spending        spending;
   double          calls;
   const Function* caller; /* own; the first */
   gboolean        several;
} AllocatorUse;

typedef struct {
   const double*   weights;
   guint           n;
   AllocatorsIsOwn is_own;
   gpointer        data;
   GArray*         path; /* Spending, by depth */
   GHashTable*     uses; /* AllocatorUse*, by const Function*, of own ones */
} AllocatorSearch;

static void add_spending(Spending* sum, const Spending* more)
{
   sum->cost += more->cost;
   sum->allocating += more->allocating;
   sum->allocations += more->allocations;
}

static double calls_of_context(const Context* c)
{
   return c->number != COUNT_NONE ? c->number : 0;
}

/* Inlined functions are called as often as they allocate. */
static void add_use(AllocatorSearch* search, const Context* c,
                    const Spending* spent)
{
   AllocatorUse* use = g_hash_table_lookup(search->uses, c->function);

   if (!use) {
      use = g_new0(AllocatorUse, 1);
      g_hash_table_insert(search->uses, c->function, use);
   }
   add_spending(&use->spending, spent);
   use->calls +=
      c->call && c->call->inlined ? spent->allocations : calls_of_context(c);
   if (!c->caller || !search->is_own(c->caller, search->data))
      return;
   use->several |= use->caller && use->caller != c->caller;
   use->caller = c->caller;
}

/* A ContextFunc. */
static void begin_spending(Context* c, guint depth, gpointer data)
{
   AllocatorSearch* search = data;
   Spending         spent  = {.cost =
                                 count_weigh(c->counts, search->weights, search->n)};

   g_array_set_size(search->path, depth);
   g_array_append_val(search->path, spent);
}

/* A ContextFunc. */
static void end_spending(Context* c, guint depth, gpointer data)
{
   AllocatorSearch* search = data;
   Spending*        spent  = &g_array_index(search->path, Spending, depth);

   if (search->is_own(c->function, search->data))
      add_use(search, c, spent);
   else if (deeds_of(c->function->name) == DEED_ALLOCATION) {
      spent->allocating  = spent->cost;
      spent->allocations = calls_of_context(c);
   }
   if (depth > 0)
      add_spending(&g_array_index(search->path, Spending, depth - 1), spent);
}

/* For g_hash_table_foreach_remove(). */
static gboolean is_no_allocator(gpointer function, gpointer value,
                                gpointer unused)
{
   const AllocatorUse* use   = value;
   const Spending*     spent = &use->spending;

   return !use->several || spent->allocations <= 0
          || spent->allocating < MIN_SHARE * spent->cost
          || spent->allocations > MAX_PER_CALL * use->calls;
}

GHashTable* allocators_find(const Contexts* contexts, const double* weights,
                            guint n, AllocatorsIsOwn is_own, gpointer data)
{
   AllocatorSearch search = {
      .weights = weights,
      .n       = n,
      .is_own  = is_own,
      .data    = data,
      .path    = g_array_new(FALSE, FALSE, sizeof(Spending)),
      .uses    = g_hash_table_new_full(NULL, NULL, NULL, g_free)};

   contexts_walk(contexts, begin_spending, end_spending, &search);
   g_hash_table_foreach_remove(search.uses, is_no_allocator, NULL);
   g_array_free(search.path, TRUE);
   return search.uses;
}
