/* SPDX-License-Identifier: GPL-2.0-or-later */
/* inclusive.c: see inclusive.h.

   A walk through the tree counts how often each function, each line with calls,
   and each call of inlined code is in the list of calls.  When one leaves the
   list, what the context at which it came costs with those below it is added.
 */

#include "annotate/inclusive.h"
#include "lib/hash.h"
#include "lib/message.h"

/* A function or a call (line 0), or a line of a function. */
typedef struct {
   gconstpointer of; /* Function or CostsCall */
   guint64       line;
} Item;

typedef struct {
   Item     item;
   guint    depth;    /* how often it is in the list of calls */
   gboolean runs;     /* a function: there are contexts in which it runs */
   Count*   inlined;  /* what it cost where it was inlined; NULL: nowhere */
   Count    counts[]; /* of the contexts that it is in */
} Member;

struct Inclusive {
   guint       n;             /* events */
   gboolean    is_difference; /* a context cost less than nothing */
   GHashTable* members;       /* Member, by its item */
};

static guint hash_item(gconstpointer key)
{
   const Item* item = key;

   return hash_number(&item->line) ^ g_direct_hash(item->of);
}

static gboolean are_same_items(gconstpointer a, gconstpointer b)
{
   const Item *left = a, *right = b;

   return left->of == right->of && left->line == right->line;
}

static Member* member_for(const Inclusive* inclusive, gconstpointer of,
                          guint64 line)
{
   const Item item   = {of, line};
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

/* What a context adds to the list: its function, the function and line of its
   call, and that call if its code was inlined. */
typedef struct {
   Member* all[4];
   guint   n;
} Added;

static Added added_by(const Inclusive* inclusive, const Context* c)
{
   Added added = {{member_for(inclusive, c->function, 0)}, 1};

   added.all[0]->runs |= !c->call || !c->call->inlined;
   if (!c->call)
      return added;
   if (c->caller != c->function)
      added.all[added.n++] = member_for(inclusive, c->caller, 0);
   if (c->call->caller.line > 0)
      added.all[added.n++] =
         member_for(inclusive, c->caller, c->call->caller.line);
   if (c->call->inlined)
      added.all[added.n++] = member_for(inclusive, c->call, 0);
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
   Inclusive* inclusive = data;
   Added      added     = added_by(inclusive, c);

   for (guint i = 0; i < inclusive->n; i++)
      inclusive->is_difference |=
         c->inclusive[i] < 0 && c->inclusive[i] != COUNT_NONE;
   for (guint i = 0; i < added.n; i++)
      if (--added.all[i]->depth == 0
          && count_add_all(added.all[i]->counts, c->inclusive, inclusive->n)
                >= 0)
         costs_fail_full(c->function);
}

static void free_member(gpointer data)
{
   Member* member = data;

   g_free(member->inlined);
   g_free(member);
}

/* Notes what the code that was inlined into a function cost. */
static void note_inlined(const Inclusive* inclusive, const Function* function)
{
   GPtrArray* calls = costs_calls(function);

   for (guint i = 0; calls && i < calls->len; i++) {
      const CostsCall* call   = calls->pdata[i];
      Member*          member = member_for(inclusive, call->callee, 0);
      if (!call->inlined || call->callee == function)
         continue;
      if (!member->inlined)
         member->inlined = g_new0(Count, inclusive->n);
      if (count_add_all(member->inlined, call->counts, inclusive->n) >= 0)
         costs_fail_full(call->callee);
   }
   if (calls)
      g_ptr_array_free(calls, TRUE);
}

Inclusive* inclusive_new(const Costs* costs)
{
   if (!costs->contexts)
      return NULL;

   Inclusive* inclusive = g_new(Inclusive, 1);

   *inclusive           = (Inclusive){.n       = costs->n_events,
                                      .members = g_hash_table_new_full(
                                         hash_item, are_same_items, free_member, NULL)};
   const Function* full = contexts_add_up(costs->contexts);
   if (full)
      costs_fail_full(full);
   contexts_walk(costs->contexts, enter_members, leave_members, inclusive);

   GPtrArray* functions = costs_functions(costs);
   for (guint i = 0; i < functions->len; i++)
      note_inlined(inclusive, functions->pdata[i]);
   g_ptr_array_free(functions, TRUE);
   return inclusive;
}

void inclusive_free(Inclusive* inclusive)
{
   if (!inclusive)
      return;
   g_hash_table_destroy(inclusive->members);
   g_free(inclusive);
}

static const Member* find_member(const Inclusive* inclusive, gconstpointer of,
                                 guint64 line)
{
   const Item item = {of, line};

   return g_hash_table_lookup(inclusive->members, &item);
}

static Count or_zero(Count count)
{
   return count == COUNT_NONE ? 0 : count;
}

/* What contexts and inlined code have of a function's cost. */
static Count known_of(const Member* member, const Function* function, guint i)
{
   Count known =
      member && member->counts[i] != COUNT_NONE ? member->counts[i] : 0;

   if (member && member->inlined && !count_add(&known, member->inlined[i]))
      costs_fail_full(function);
   return known;
}

Count* inclusive_of(const Inclusive* inclusive, const Function* function)
{
   const Member* member = find_member(inclusive, function, 0);
   Count*        counts = count_copy_all(function->sums, inclusive->n);

   for (guint i = 0; i < inclusive->n; i++) {
      Count all = known_of(member, function, i);
      if (function->rest && !count_add(&all, function->rest[i]))
         costs_fail_full(function);
      if (all != 0 || counts[i] != COUNT_NONE)
         counts[i] = all;
   }
   return counts;
}

/* Returns what of a function's cost no context has.  One that never runs may
   have its own cost beside what it calls. */
static Count rest_of(const Inclusive* inclusive, const Function* function,
                     guint i)
{
   const Member* member = find_member(inclusive, function, 0);
   Count         self   = or_zero(function->sums[i]), known;

   if (!member || (!member->runs && !member->inlined))
      return self;
   if (inclusive->is_difference)
      return 0;
   known = member->runs ? known_of(member, function, i) : member->inlined[i];
   if (self <= known)
      return 0;
   if (__builtin_sub_overflow(self, known, &self))
      costs_fail_full(function);
   return self;
}

void inclusive_find_rests(const Costs* costs)
{
   Inclusive* inclusive = inclusive_new(costs);
   GPtrArray* functions = costs_functions(costs);

   for (guint i = 0; inclusive && i < functions->len; i++) {
      Function* function = functions->pdata[i];
      function->rest     = g_new(Count, inclusive->n);
      for (guint event = 0; event < inclusive->n; event++)
         function->rest[event] = rest_of(inclusive, function, event);
   }
   g_ptr_array_free(functions, TRUE);
   inclusive_free(inclusive);
}

const Count* inclusive_of_calls(const Inclusive* inclusive,
                                const Function* function, guint64 line)
{
   const Member* member = find_member(inclusive, function, line);

   return member ? member->counts : NULL;
}

Count* inclusive_of_call(const Inclusive* inclusive, const Function* caller,
                         const CostsCall* call)
{
   const Member* member = find_member(inclusive, call, 0);
   Count*        counts = count_copy_all(call->counts, inclusive->n);

   if (member && count_add_all(counts, member->counts, inclusive->n) >= 0)
      costs_fail_full(caller);
   return counts;
}
