/* SPDX-License-Identifier: GPL-2.0-or-later */
/* contexts.c: see contexts.h. */

#include "lib/contexts.h"
#include "lib/hash.h"

struct Contexts_ {
   guint       n_events;
   Context*    first; /* roots */
   Context*    last;
   GHashTable* found; /* Context*, by its parent, call and function */

   const Function* full; /* for contexts_add_up() */
};

static guint hash_context(gconstpointer context)
{
   const Context* c     = context;
   gconstpointer  key[] = {c->parent, c->call, c->function};

   return hash_bytes(key, sizeof key);
}

static void free_context(gpointer data)
{
   Context* context = data;

   g_free(context->inclusive);
   g_free(context->taken);
   g_free(context);
}

static gboolean are_same_context(gconstpointer a, gconstpointer b)
{
   const Context *left = a, *right = b;

   return left->parent == right->parent && left->call == right->call
          && left->function == right->function;
}

Contexts* contexts_new(guint n_events)
{
   Contexts* contexts = g_new(Contexts, 1);

   *contexts =
      (Contexts){.n_events = n_events,
                 .found = g_hash_table_new_full(hash_context, are_same_context,
                                                free_context, NULL)};
   return contexts;
}

void contexts_free(Contexts* contexts)
{
   g_hash_table_destroy(contexts->found);
   g_free(contexts);
}

Context* contexts_roots(const Contexts* contexts)
{
   return contexts->first;
}

Context* contexts_enter(Contexts* contexts, Context* parent, Function* caller,
                        const CostsCall* call, Function* function)
{
   guint   n   = contexts->n_events;
   Context key = {
      .parent = parent, .caller = caller, .call = call, .function = function};
   Context* context = g_hash_table_lookup(contexts->found, &key);

   if (context)
      return context;
   context  = g_malloc(sizeof *context + n * sizeof *context->counts);
   *context = key;
   for (guint i = 0; i < n; i++)
      context->counts[i] = COUNT_NONE;

   Context** first = parent ? &parent->child : &contexts->first;
   Context** last  = parent ? &parent->last : &contexts->last;
   if (*first)
      (*last)->sibling = context;
   else
      *first = context;
   *last = context;
   g_hash_table_add(contexts->found, context);
   return context;
}

int contexts_add(const Contexts* contexts, Context* context, Count number,
                 const Count* counts)
{
   if (!count_add(&context->number, number))
      return contexts->n_events;
   return count_add_all(context->counts, counts, contexts->n_events);
}

int contexts_add_taken(const Contexts* contexts, Context* context,
                       const Count* taken)
{
   guint n = contexts->n_events;

   if (context->taken)
      return count_add_all(context->taken, taken, n);
   context->taken = count_copy_all(taken, n);
   return -1;
}

/* A ContextFunc. */
static void begin_sum(Context* c, guint depth, gpointer contexts)
{
   g_free(c->inclusive);
   c->inclusive =
      count_copy_all(c->counts, ((const Contexts*)contexts)->n_events);
}

/* A ContextFunc. */
static void end_sum(Context* c, guint depth, gpointer data)
{
   Contexts* contexts = data;

   if (c->parent
       && count_add_all(c->parent->inclusive, c->inclusive, contexts->n_events)
             >= 0)
      contexts->full = c->function;
}

const Function* contexts_add_up(Contexts* contexts)
{
   contexts->full = NULL;
   contexts_walk(contexts, begin_sum, end_sum, contexts);
   return contexts->full;
}

static int compare_contexts(gconstpointer a, gconstpointer b)
{
   const Context *left = *(Context*const*)a, *right = *(Context*const*)b;
   int            order;

   if (!left->call || !right->call)
      order = (left->call != NULL) - (right->call != NULL);
   else if ((order = costs_compare_functions(left->caller, right->caller)) == 0)
      order = costs_compare_calls(left->call, right->call);
   return order != 0 ? order
                     : costs_compare_functions(left->function, right->function);
}

/* Sorts a list of siblings.  Returns the first, and sets *last. */
static Context* sort_siblings(Context* first, Context** last)
{
   GPtrArray* all = g_ptr_array_new();

   for (Context* c = first; c; c = c->sibling)
      g_ptr_array_add(all, c);
   g_ptr_array_sort(all, compare_contexts);
   first = NULL;
   for (guint i = all->len; i > 0; i--) {
      Context* c = all->pdata[i - 1];
      c->sibling = first;
      first      = c;
   }
   if (all->len > 0)
      *last = all->pdata[all->len - 1];
   g_ptr_array_free(all, TRUE);
   return first;
}

/* A ContextFunc. */
static void sort_children(Context* c, guint depth, gpointer unused)
{
   c->child = sort_siblings(c->child, &c->last);
}

void contexts_sort(Contexts* contexts)
{
   contexts->first = sort_siblings(contexts->first, &contexts->last);
   contexts_walk(contexts, sort_children, NULL, NULL);
}

void contexts_walk(const Contexts* contexts, ContextFunc begin, ContextFunc end,
                   gpointer data)
{
   Context* c     = contexts->first;
   guint    depth = 0;

   while (c) {
      if (begin)
         begin(c, depth, data);
      if (c->child) {
         c = c->child;
         depth++;
         continue;
      }
      while (c) {
         if (end)
            end(c, depth, data);
         if (c->sibling)
            break;
         c = c->parent;
         depth -= c != NULL;
      }
      c = c ? c->sibling : NULL;
   }
}

typedef struct {
   guint n;
   int   keep;
} Negation;

/* A ContextFunc. */
static void take_context(Context* c, guint depth, gpointer data)
{
   const Negation* negation = data;

   g_free(c->taken);
   c->taken = count_copy_all(c->counts, negation->n);
   if (negation->keep >= 0)
      count_negate_all(c->taken + negation->keep, 1, -1);
}

void contexts_take(const Contexts* contexts, int keep)
{
   Negation negation = {contexts->n_events, keep};

   contexts_walk(contexts, take_context, NULL, &negation);
}

/* A ContextFunc. */
static void negate_context(Context* c, guint depth, gpointer data)
{
   const Negation* negation = data;

   c->number = -c->number;
   count_negate_all(c->counts, negation->n, negation->keep);
}

void contexts_negate(const Contexts* contexts, int keep)
{
   Negation negation = {contexts->n_events, keep};

   contexts_walk(contexts, negate_context, NULL, &negation);
}
