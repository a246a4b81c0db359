/* SPDX-License-Identifier: GPL-2.0-or-later */
/* splice.c: see splice.h. */

#include "inline/splice.h"

/* What a call has become. */
typedef struct {
   const CostsCall* from;
   Function*        caller;
   Position         position;
   gboolean         lines;
   CostsCall*       call;
   GPtrArray*       chain; /* of const SpliceLink* */
} Spliced;

/* Where the code of a function begins. */
typedef struct {
   const char* file;
   guint64     line;
} SpliceStart;

struct Splice {
   const Costs* from;
   Costs*       to;
   GPtrArray*   all;    /* Spliced*, in the order of instructions */
   GHashTable*  calls;  /* the same, by const CostsCall* of `from' */
   GHashTable*  starts; /* SpliceStart*, by const Function* of `from' */
   GHashTable*  found;  /* Context* of `to', by const Context* of `from' */

   const Function* full; /* for splice_contexts() */
};

static void free_spliced(gpointer data)
{
   Spliced* spliced = data;

   g_ptr_array_free(spliced->chain, TRUE);
   g_free(spliced);
}

Splice* splice_new(const Costs* from, Costs* to)
{
   Splice* splice = g_new(Splice, 1);

   *splice = (Splice){.from   = from,
                      .to     = to,
                      .all    = g_ptr_array_new_with_free_func(free_spliced),
                      .calls  = g_hash_table_new(NULL, NULL),
                      .starts = g_hash_table_new_full(NULL, NULL, NULL, g_free),
                      .found  = g_hash_table_new(NULL, NULL)};
   if (from->contexts)
      to->contexts = contexts_new(from->n_events);
   return splice;
}

void splice_free(Splice* splice)
{
   g_hash_table_destroy(splice->calls);
   g_hash_table_destroy(splice->starts);
   g_ptr_array_free(splice->all, TRUE);
   g_hash_table_destroy(splice->found);
   g_free(splice);
}

/* Returns what a function of `from' is in `to'. */
static Function* function_in(const Splice* splice, const Function* function)
{
   const SpliceStart* start = g_hash_table_lookup(splice->starts, function);

   return costs_callee(splice->to, start ? start->file : function->file->name,
                       function->name, function->object);
}

void splice_add_start(Splice* splice, const Function* from, const char* file,
                      guint64 line)
{
   SpliceStart* start = g_new(SpliceStart, 1);

   *start = (SpliceStart){file, line};
   g_hash_table_insert(splice->starts, (gpointer)from, start);
}

void splice_add(Splice* splice, const CostsCall* from, Function* caller,
                Position position, gboolean lines, GPtrArray* chain)
{
   Spliced* spliced = g_new(Spliced, 1);

   *spliced = (Spliced){from, caller, position, lines, NULL, chain};
   g_ptr_array_add(splice->all, spliced);
   g_hash_table_insert(splice->calls, (gpointer)from, spliced);
}

/* Returns the same as costs_add_call(). */
static int add_call(const Splice* splice, Spliced* spliced)
{
   const CostsCall*   from  = spliced->from;
   const SpliceStart* start = g_hash_table_lookup(splice->starts, from->callee);
   CostsCall          added = {.caller = spliced->position,
                               .callee = function_in(splice, from->callee),
                               .target = from->target,
                               .number = from->number};

   if (start)
      added.target.line = start->line;
   if (spliced->lines)
      added.target.address = 0;
   return costs_add_call(spliced->caller, &added, from->counts,
                         splice->to->n_events, &spliced->call);
}

const Function* splice_calls(Splice* splice)
{
   for (guint i = 0; i < splice->all->len; i++) {
      Spliced* spliced = splice->all->pdata[i];
      if (add_call(splice, spliced) >= 0)
         return spliced->caller;
   }
   return NULL;
}

/* The deepest context that inlined functions are put around: readers refuse
   those of more than READER_MAX_DEPTH calls, and the tool writes less than half
   as many. */
#define MAX_SPLICED_DEPTH (READER_MAX_DEPTH / 2)

/* Returns the context below `parent' that a chain leads to. */
static Context* enter_chain(const Splice* splice, Context* parent,
                            const GPtrArray* chain)
{
   for (guint i = 0; i < chain->len; i++) {
      const SpliceLink* link = chain->pdata[i];
      if (link->call)
         parent = contexts_enter(splice->to->contexts, parent, link->caller,
                                 link->call, link->call->callee);
   }
   return parent;
}

/* A ContextFunc. */
static void splice_context(Context* from, guint depth, gpointer data)
{
   Splice*  splice = data;
   Context* parent =
      from->parent ? g_hash_table_lookup(splice->found, from->parent) : NULL;
   const Spliced* spliced =
      from->call ? g_hash_table_lookup(splice->calls, from->call) : NULL;
   Context* to;

   if (spliced) {
      if (depth <= MAX_SPLICED_DEPTH)
         parent = enter_chain(splice, parent, spliced->chain);
      to = contexts_enter(splice->to->contexts, parent, spliced->caller,
                          spliced->call, spliced->call->callee);
   } else {
      to = contexts_enter(splice->to->contexts, parent, NULL, NULL,
                          function_in(splice, from->function));
   }
   g_hash_table_insert(splice->found, from, to);
   if (contexts_add(splice->to->contexts, to, from->number, from->counts) >= 0)
      splice->full = to->function;
}

const Function* splice_contexts(Splice* splice)
{
   if (splice->from->contexts)
      contexts_walk(splice->from->contexts, splice_context, NULL, splice);
   return splice->full;
}
