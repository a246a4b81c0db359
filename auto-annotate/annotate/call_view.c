/* SPDX-License-Identifier: GPL-2.0-or-later */
/* call_view.c: see call_view.h. */

#include <string.h>

#include "annotate/call_view.h"
#include "annotate/details.h"
#include "annotate/selection.h"
#include "lib/message.h"
#include "report/deeds.h"

typedef struct {
   const Annotation* annotation;
   GArray*           rows; /* CallRow */
} CallView;

/*------------------------------------------------------------*/
/*--- Functions                                            ---*/
/*------------------------------------------------------------*/

/* Returns a name in short without any template arguments. */
static char* without_arguments(const char* name)
{
   char*  brief  = names_short(name, "");
   char** pieces = g_strsplit(brief, "<>", -1);
   char*  bare   = g_strjoinv("", pieces);

   g_strfreev(pieces);
   g_free(brief);
   return bare;
}

/* Whether a name is the one that the user gave: in full, as it is shown,
   without template arguments and parameters, or as the verdict has it. */
static gboolean is_wanted_name(const char* name, const char* wanted)
{
   char*    bare  = without_arguments(name);
   char*    known = deeds_function(name);
   gboolean same  = strcmp(name, wanted) == 0
                   || strcmp(names_short_kept(name), wanted) == 0
                   || strcmp(bare, wanted) == 0 || strcmp(known, wanted) == 0;

   g_free(known);
   g_free(bare);
   return same;
}

/* Whether a function has such a name.  `known' has the answers so far, by name,
   the pointer: a long one can be that of many functions. */
static gboolean is_wanted(const Annotation* annotation, GHashTable* known,
                          const Function* function)
{
   gpointer wanted;

   if (!g_hash_table_lookup_extended(known, function->name, NULL, &wanted)) {
      wanted = GINT_TO_POINTER(
         is_wanted_name(function->name, annotation->options.function));
      g_hash_table_insert(known, (gpointer)function->name, wanted);
   }
   return GPOINTER_TO_INT(wanted);
}

/* Returns the functions of that name, with costs of their own or without. */
static GPtrArray* find_wanted(const Annotation* annotation)
{
   const Costs* costs     = annotation->sum->costs;
   GPtrArray*   functions = costs_functions(costs);
   GHashTable*  known     = g_hash_table_new(NULL, NULL);
   guint        n         = 0;

   for (guint i = 0; i < functions->len; i++)
      if (is_wanted(annotation, known, functions->pdata[i]))
         functions->pdata[n++] = functions->pdata[i];
   g_ptr_array_set_size(functions, n);
   /* The roots of signals have neither costs nor calls. */
   for (const Context* r = contexts_roots(costs->contexts); r; r = r->sibling)
      if (!r->function->has_costs && is_wanted(annotation, known, r->function))
         g_ptr_array_add(functions, r->function);
   g_hash_table_destroy(known);
   if (functions->len == 0)
      message_fail("--view: there is no function %s",
                   annotation->options.function);
   return functions;
}

/* For g_array_sort_with_data(). */
static int compare_call_rows(gconstpointer a, gconstpointer b,
                             gpointer annotation)
{
   const CallRow *left = a, *right = b;
   int order = selection_compare(annotation, left->inclusive, right->inclusive);

   if (order == 0)
      order = costs_compare_functions(left->function, right->function);
   return order != 0                  ? order
          : left->line != right->line ? (left->line < right->line ? -1 : 1)
                                      : 0;
}

/* Adds the rows of a function's calls, sorted. */
static void add_call_rows(CallView* view, GArray* calls)
{
   const Annotation* annotation = view->annotation;

   g_array_sort_with_data(calls, compare_call_rows, (gpointer)annotation);
   for (guint i = 0; i < calls->len; i++) {
      CallRow row = g_array_index(calls, CallRow, i);
      if (selection_reaches_threshold(annotation, row.inclusive))
         g_array_append_val(view->rows, row);
   }
}

static GArray* new_rows(void)
{
   return g_array_new(FALSE, FALSE, sizeof(CallRow));
}

/* What is shown of a wanted function. */
typedef struct {
   GArray* calls;  /* CallRow: of its callers, or of what it calls */
   Count   number; /* how often it was called */
} Wanted;

static void free_wanted(gpointer data)
{
   Wanted* wanted = data;

   g_array_free(wanted->calls, TRUE);
   g_free(wanted);
}

/* Adds a call, whose number and place are in `row', to the wanted function that
   shows it, and its number to that of the callee. */
static void add_call(const CallView* view, GHashTable* wanted, CallRow row,
                     const Function* caller, const Function* callee,
                     const Count* counts)
{
   gboolean up     = view->annotation->options.view == VIEW_CALLERS;
   Wanted*  called = g_hash_table_lookup(wanted, callee);
   Wanted*  shown  = up ? called : g_hash_table_lookup(wanted, caller);

   if (called && !count_add(&called->number, row.number))
      costs_fail_full(callee);
   if (!shown)
      return;
   row.depth     = 1;
   row.function  = up ? caller : callee;
   row.inclusive = selection_derive(view->annotation, counts);
   g_array_append_val(shown->calls, row);
}

static void collect_calls(const CallView* view, GHashTable* wanted,
                          const Function* caller)
{
   GPtrArray* calls = costs_calls(caller);

   for (guint i = 0; calls && i < calls->len; i++) {
      const CostsCall* call = calls->pdata[i];
      CallRow          row  = {.caller  = caller,
                               .line    = call->caller.line,
                               .inlined = call->inlined,
                               .number  = call->inlined ? 0 : call->number};

      if (!g_hash_table_contains(wanted, caller)
          && !g_hash_table_contains(wanted, call->callee))
         continue;
      add_call(view, wanted, row, caller, call->callee,
               inclusive_of_call(view->annotation->inclusive, caller, call));
   }
   if (calls)
      g_ptr_array_free(calls, TRUE);
}

/* The handlers of signals, which no line calls, but a root: that of the signal.
 */
static void collect_handlers(const CallView* view, GHashTable* wanted,
                             const Context* root)
{
   for (const Context* c = root->child; c; c = c->sibling)
      if (!c->call)
         add_call(view, wanted, (CallRow){.number = c->number}, root->function,
                  c->function, c->inclusive);
}

/* Returns what is shown of each function: Wanted, by function. */
static GHashTable* collect(const CallView* view, const GPtrArray* functions)
{
   const Costs* costs  = view->annotation->sum->costs;
   GPtrArray*   all    = costs_functions(costs);
   GHashTable*  wanted = g_hash_table_new_full(NULL, NULL, NULL, free_wanted);

   for (guint i = 0; i < functions->len; i++) {
      Wanted* one = g_new(Wanted, 1);

      *one = (Wanted){new_rows(), 0};
      g_hash_table_insert(wanted, functions->pdata[i], one);
   }
   for (guint i = 0; i < all->len; i++)
      collect_calls(view, wanted, all->pdata[i]);
   for (const Context* r = contexts_roots(costs->contexts); r; r = r->sibling)
      collect_handlers(view, wanted, r);
   g_ptr_array_free(all, TRUE);
   return wanted;
}

static void add_function(CallView* view, const Function* function,
                         const Wanted* wanted)
{
   const Annotation* annotation = view->annotation;
   const Count*      inclusive  = inclusive_of(annotation->inclusive, function);
   CallRow           row        = {
                       .function  = function,
                       .number    = wanted->number,
                       .inclusive = selection_derive(annotation, inclusive),
                       .own       = selection_derive(annotation, function->sums),
   };

   g_array_append_val(view->rows, row);
   add_call_rows(view, wanted->calls);
}

/*------------------------------------------------------------*/
/*--- The tree                                             ---*/
/*------------------------------------------------------------*/

static CallRow context_row(const CallView* view, const Context* c, guint depth)
{
   return (CallRow){
      .depth     = depth,
      .function  = c->function,
      .caller    = c->caller,
      .line      = c->call ? c->call->caller.line : 0,
      .inlined   = c->call && c->call->inlined,
      .number    = c->number,
      .inclusive = selection_derive(view->annotation, c->inclusive),
      .own       = selection_derive(view->annotation, c->counts),
   };
}

typedef struct {
   CallRow        row;
   const Context* context;
} Branch;

/* Adds `first', its siblings, and all below them. */
static void add_branches(CallView* view, const Context* first, guint depth)
{
   const Annotation* annotation = view->annotation;
   GArray*           branches   = g_array_new(FALSE, FALSE, sizeof(Branch));

   for (const Context* c = first; c; c = c->sibling) {
      Branch branch = {context_row(view, c, depth), c};
      if (selection_reaches_threshold(annotation, branch.row.inclusive))
         g_array_append_val(branches, branch);
   }
   g_array_sort_with_data(branches, compare_call_rows, (gpointer)annotation);
   for (guint i = 0; i < branches->len; i++) {
      const Branch* branch = &g_array_index(branches, Branch, i);
      g_array_append_val(view->rows, branch->row);
      add_branches(view, branch->context->child, depth + 1);
   }
   g_array_free(branches, TRUE);
}

const GArray* call_view_make(const Annotation* annotation)
{
   CallView view = {annotation, new_rows()};

   if (!annotation->inclusive)
      message_fail("--view: the profile has no calls (run the tool with "
                   "--calls=yes)");
   if (annotation->options.view == VIEW_TREE) {
      add_branches(&view, contexts_roots(annotation->sum->costs->contexts), 0);
      return view.rows;
   }
   GPtrArray*  functions = find_wanted(annotation);
   GHashTable* wanted    = collect(&view, functions);
   for (guint i = 0; i < functions->len; i++)
      add_function(&view, functions->pdata[i],
                   g_hash_table_lookup(wanted, functions->pdata[i]));
   g_hash_table_destroy(wanted);
   g_ptr_array_free(functions, TRUE);
   return view.rows;
}
