/* SPDX-License-Identifier: GPL-2.0-or-later */
/* inclusive.c: see inclusive.h.

   A walk through the tree counts how often each function, and each line with
   calls, is in the list of calls.  When one leaves the list, what the context
   at which it came costs with those below it is added. */

#include "annotate/inclusive.h"
#include "lib/message.h"

/* A function (line 0), or a line of it. */
typedef struct {
   const Function* function;
   guint64         line;
} Item;

typedef struct {
   Item  item;
   guint depth;    /* how often it is in the list of calls */
   Count counts[]; /* inclusive, by event */
} Member;

struct Inclusive {
   guint       n;       /* events */
   GHashTable* members; /* Member, by its item */
};

static guint hash_item(gconstpointer key)
{
   const Item* item = key;

   return g_direct_hash(item->function) * 31 + (guint)item->line;
}

static gboolean are_same_items(gconstpointer a, gconstpointer b)
{
   const Item *left = a, *right = b;

   return left->function == right->function && left->line == right->line;
}

static Member* member_for(const Inclusive* inclusive, const Function* function,
                          guint64 line)
{
   const Item item   = {function, line};
   Member*    member = g_hash_table_lookup(inclusive->members, &item);

   if (!member) {
      member = g_malloc(sizeof *member + inclusive->n * sizeof *member->counts);
      *member = (Member){.item = item};
      for (guint i = 0; i < inclusive->n; i++)
         member->counts[i] = COUNT_NONE;
      g_hash_table_add(inclusive->members, member);
   }
   return member;
}

/* What a context adds to the list: its function, and the function and line of
   its call. */
typedef struct {
   Member* all[3];
   guint   n;
} Added;

static Added added_by(const Inclusive* inclusive, const Context* c)
{
   Added added = {{member_for(inclusive, c->function, 0)}, 1};

   if (!c->call)
      return added;
   if (c->caller != c->function)
      added.all[added.n++] = member_for(inclusive, c->caller, 0);
   if (c->call->caller.line > 0)
      added.all[added.n++] =
         member_for(inclusive, c->caller, c->call->caller.line);
   return added;
}

/* A ContextFunc. */
static void enter_members(Context* c, guint depth, gpointer inclusive)
{
   Added added = added_by(inclusive, c);

   for (guint i = 0; i < added.n; i++)
      added.all[i]->depth++;
}

/* A ContextFunc. */
static void leave_members(Context* c, guint depth, gpointer data)
{
   const Inclusive* inclusive = data;
   Added            added     = added_by(inclusive, c);

   for (guint i = 0; i < added.n; i++)
      if (--added.all[i]->depth == 0
          && count_add_all(added.all[i]->counts, c->inclusive, inclusive->n)
                >= 0)
         costs_fail_full(c->function);
}

Inclusive* inclusive_new(const Costs* costs)
{
   if (!costs->contexts)
      return NULL;

   Inclusive* inclusive = g_new(Inclusive, 1);

   *inclusive           = (Inclusive){.n       = costs->n_events,
                                      .members = g_hash_table_new_full(
                                         hash_item, are_same_items, g_free, NULL)};
   const Function* full = contexts_add_up(costs->contexts);
   if (full)
      costs_fail_full(full);
   contexts_walk(costs->contexts, enter_members, leave_members, inclusive);
   return inclusive;
}

void inclusive_free(Inclusive* inclusive)
{
   if (!inclusive)
      return;
   g_hash_table_destroy(inclusive->members);
   g_free(inclusive);
}

static const Count* counts_of(const Inclusive* inclusive,
                              const Function* function, guint64 line)
{
   const Item    item   = {function, line};
   const Member* member = g_hash_table_lookup(inclusive->members, &item);

   return member ? member->counts : NULL;
}

/* Code that no call leads to may run in contexts of others.  A function that
   was also called has all of its cost, at least. */
Count* inclusive_of(const Inclusive* inclusive, const Function* function)
{
   Count*       counts = count_copy_all(function->sums, inclusive->n);
   const Count* listed = counts_of(inclusive, function, 0);

   for (guint i = 0; listed && i < inclusive->n; i++)
      counts[i] = MAX(counts[i], listed[i]);
   return counts;
}

const Count* inclusive_of_calls(const Inclusive* inclusive,
                                const Function* function, guint64 line)
{
   return counts_of(inclusive, function, line);
}
