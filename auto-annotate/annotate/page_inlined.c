/* SPDX-License-Identifier: GPL-2.0-or-later */
/* page_inlined.c: see page_inlined.h. */

#include "annotate/page_inlined.h"

typedef struct {
   Contexts*   contexts;
   guint       n;      /* events */
   GHashTable* places; /* by const Function*: in how many contexts it cost
                          something itself */
} Placing;

static gboolean costs_nothing(const Count* counts, guint n)
{
   for (guint i = 0; i < n; i++)
      if (counts[i] != 0 && counts[i] != COUNT_NONE)
         return FALSE;
   return TRUE;
}

static guint places_of(const Placing* placing, const Function* function)
{
   return GPOINTER_TO_UINT(g_hash_table_lookup(placing->places, function));
}

static void add_place(const Placing* placing, const Function* function)
{
   g_hash_table_insert(placing->places, (gpointer)function,
                       GUINT_TO_POINTER(places_of(placing, function) + 1));
}

/* A ContextFunc. */
static void count_place(Context* c, guint depth, gpointer data)
{
   const Placing* placing = data;

   if (!costs_nothing(c->counts, placing->n))
      add_place(placing, c->function);
}

/* Whether code of a call was inlined into its caller, and cost something.  What
   was inlined into itself has no context of its own. */
static gboolean is_inlined(const Placing* placing, const Context* c,
                           const CostsCall* call)
{
   return call->inlined && call->callee != c->function
          && !costs_nothing(call->counts, placing->n);
}

/* Whether a context has all that its function cost, with what was inlined into
   it by `calls'.  It can have more: stubs cost something, too. */
static gboolean has_all(const Placing* placing, const Context* c,
                        const GPtrArray* calls)
{
   Count*   rest = count_copy_all(c->counts, placing->n);
   gboolean all  = TRUE;

   for (guint event = 0; event < placing->n && all; event++) {
      Count own   = c->function->sums[event];
      rest[event] = MAX(rest[event], 0);
      rest[event] -= MAX(own, 0);
      for (guint i = 0; i < calls->len && rest[event] >= 0; i++)
         if (is_inlined(placing, c, calls->pdata[i]))
            rest[event] -=
               MAX(((const CostsCall*)calls->pdata[i])->counts[event], 0);
      all = rest[event] >= 0;
   }
   g_free(rest);
   return all;
}

/* Moves what a call of inlined code cost from a context to the one below. */
static void move_call(const Placing* placing, Context* c, const CostsCall* call)
{
   Context* to = contexts_enter(placing->contexts, c, NULL, NULL, call->callee);
   Count*   moved = count_copy_all(call->counts, placing->n);

   if (costs_nothing(to->counts, placing->n))
      add_place(placing, call->callee);
   for (guint i = 0; i < placing->n; i++)
      if (c->counts[i] == COUNT_NONE)
         moved[i] = COUNT_NONE;
      else if (moved[i] != COUNT_NONE)
         c->counts[i] -= moved[i];
   if (contexts_add(placing->contexts, to, 0, moved) >= 0)
      costs_fail_full(call->callee);
   g_free(moved);
}

/* A ContextFunc.  Those that it adds below a context come next. */
static void place_inlined(Context* c, guint depth, gpointer data)
{
   const Placing* placing = data;

   if (places_of(placing, c->function) != 1
       || costs_nothing(c->counts, placing->n))
      return;
   GPtrArray* calls = costs_calls(c->function);
   if (calls && has_all(placing, c, calls))
      for (guint i = 0; i < calls->len; i++)
         if (is_inlined(placing, c, calls->pdata[i]))
            move_call(placing, c, calls->pdata[i]);
   if (calls)
      g_ptr_array_free(calls, TRUE);
}

void page_inlined_place(Contexts* contexts, guint n_events)
{
   Placing placing = {contexts, n_events, g_hash_table_new(NULL, NULL)};

   contexts_walk(contexts, count_place, NULL, &placing);
   contexts_walk(contexts, place_inlined, NULL, &placing);
   g_hash_table_destroy(placing.places);
}
