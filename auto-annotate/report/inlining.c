/* SPDX-License-Identifier: GPL-2.0-or-later */
/* inlining.c: see inlining.h.

   Of a function f, by event:

      inclusive  its own cost, and the inclusive costs of its calls
      content    what counts in it: its own cost, and moved(callee) * cost of
                 each call that moves
      moved      content / inclusive
      incoming   the inclusive costs of the calls to it that move
      kept       1 - incoming / inclusive

   Each call that moves takes moved(f) * cost out of f, together moved(f) *
   incoming, and kept(f) * content is what remains.  So what one function loses,
   another one gets. */

#include <math.h>
#include <string.h>

#include "report/inlining.h"

/* The content of a function depends on other functions'.  It is computed again
   until nothing changes: as often as functions are inlined into each other, or
   if one is inlined into itself, until the change is small. */
#define MAX_ROUNDS 100
#define MIN_CHANGE 1e-9

/* A function that has calls or incoming ones.  All arrays are by event, and in
   one block of memory. */
typedef struct {
   const Function* function;
   GPtrArray*      calls; /* CostsCall*: those that move cost */
   double*         inclusive;
   double*         incoming;
   double*         moved;
   double*         kept;
   gboolean        is_moved; /* a call to it moves */
} Flow;

struct Inlining {
   guint       n;     /* events */
   GPtrArray*  flows; /* Flow*, in the order of functions */
   GHashTable* found; /* the same by const Function* */
   gboolean    moves; /* some calls move */
   gboolean    stays; /* some do not */
};

/* Whether the source of a function comes with the compiler or the system. */
static gboolean is_library(const Function* function)
{
   return function->file->is_system;
}

gboolean inlining_moves(const CostsCall* call)
{
   return call->inlined && is_library(call->callee);
}

/*------------------------------------------------------------*/
/*--- What the profile says                                ---*/
/*------------------------------------------------------------*/

static void free_flow(gpointer data)
{
   Flow* flow = data;

   g_ptr_array_free(flow->calls, TRUE);
   g_free(flow->inclusive);
   g_free(flow);
}

/* Returns the flow of a function; adds one that is new. */
static Flow* find_flow(Inlining* inlining, const Function* function)
{
   Flow* flow = g_hash_table_lookup(inlining->found, function);
   guint n    = inlining->n;

   if (flow)
      return flow;
   flow            = g_new0(Flow, 1);
   flow->function  = function;
   flow->calls     = g_ptr_array_new();
   flow->inclusive = g_new0(double, 4 * n);
   flow->incoming  = flow->inclusive + n;
   flow->moved     = flow->inclusive + 2 * n;
   flow->kept      = flow->inclusive + 3 * n;
   g_hash_table_insert(inlining->found, (gpointer)function, flow);
   g_ptr_array_add(inlining->flows, flow);
   return flow;
}

/* Notes the calls of a function, in its flow and in its callees' flows. */
static void note_calls(Inlining* inlining, const Function* function)
{
   GPtrArray* calls = costs_calls(function);

   if (!calls)
      return;
   for (guint i = 0; i < calls->len; i++) {
      CostsCall* call = calls->pdata[i];
      if (!call->inlined)
         continue;
      Flow* flow = find_flow(inlining, function);
      count_add_sizes(flow->inclusive, call->counts, inlining->n);
      if (!inlining_moves(call)) {
         inlining->stays = TRUE;
         continue;
      }
      Flow* callee     = find_flow(inlining, call->callee);
      callee->is_moved = TRUE;
      inlining->moves  = TRUE;
      count_add_sizes(callee->incoming, call->counts, inlining->n);
      g_ptr_array_add(flow->calls, call);
   }
   g_ptr_array_free(calls, TRUE);
}

/*------------------------------------------------------------*/
/*--- Shares                                               ---*/
/*------------------------------------------------------------*/

static void set_kept(const Flow* flow, guint n)
{
   for (guint i = 0; i < n; i++)
      if (flow->inclusive[i] > flow->incoming[i])
         flow->kept[i] = 1 - flow->incoming[i] / flow->inclusive[i];
}

/* Computes the content of a function from the shares of its callees so far.
   Returns by how much its own shares change. */
static double update_moved(const Inlining* inlining, const Flow* flow,
                           double* content)
{
   double change = 0;

   memset(content, 0, inlining->n * sizeof *content);
   count_add_sizes(content, flow->function->sums, inlining->n);
   for (guint i = 0; i < flow->calls->len; i++) {
      const CostsCall* call  = flow->calls->pdata[i];
      const double*    moved = inlining_content(inlining, call->callee);
      for (guint j = 0; j < inlining->n; j++)
         if (call->counts[j] != COUNT_NONE)
            content[j] += ABS((double)call->counts[j]) * moved[j];
   }
   for (guint i = 0; i < inlining->n; i++) {
      double moved =
         flow->inclusive[i] > 0 ? content[i] / flow->inclusive[i] : 1;
      change         = MAX(change, fabs(moved - flow->moved[i]));
      flow->moved[i] = moved;
   }
   return change;
}

static void find_moved_code(const Inlining* inlining)
{
   double* content = g_new(double, inlining->n);
   double  change  = 1;

   for (guint round = 0; change > MIN_CHANGE && round < MAX_ROUNDS; round++) {
      change = 0;
      for (guint i = 0; i < inlining->flows->len; i++) {
         double by = update_moved(inlining, inlining->flows->pdata[i], content);
         change    = MAX(change, by);
      }
   }
   g_free(content);
}

Inlining* inlining_new(const Costs* costs)
{
   Inlining*  inlining  = g_new0(Inlining, 1);
   GPtrArray* functions = costs_functions(costs);

   inlining->n     = costs->n_events;
   inlining->flows = g_ptr_array_new_with_free_func(free_flow);
   inlining->found = g_hash_table_new(NULL, NULL);
   for (guint i = 0; i < functions->len; i++)
      note_calls(inlining, functions->pdata[i]);
   g_ptr_array_free(functions, TRUE);
   for (guint i = 0; i < inlining->flows->len; i++) {
      Flow* flow = inlining->flows->pdata[i];
      count_add_sizes(flow->inclusive, flow->function->sums, inlining->n);
      set_kept(flow, inlining->n);
      for (guint j = 0; j < inlining->n; j++)
         flow->moved[j] = 1;
   }
   if (inlining->moves && inlining->stays)
      find_moved_code(inlining);
   return inlining;
}

void inlining_free(Inlining* inlining)
{
   g_hash_table_destroy(inlining->found);
   g_ptr_array_free(inlining->flows, TRUE);
   g_free(inlining);
}

gboolean inlining_moves_any(const Inlining* inlining)
{
   return inlining->moves;
}

const double* inlining_kept(const Inlining* inlining, const Function* function)
{
   const Flow* flow = g_hash_table_lookup(inlining->found, function);

   return flow && flow->is_moved ? flow->kept : NULL;
}

const double* inlining_content(const Inlining* inlining,
                               const Function* function)
{
   const Flow* flow = g_hash_table_lookup(inlining->found, function);

   return flow ? flow->moved : NULL;
}
