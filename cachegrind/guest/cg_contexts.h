/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_contexts.h: on whose behalf code runs.

   A context is the list of calls that a thread is in.  It begins with a root,
   which is the first function of a thread or a signal.  Threads have the
   numbers of cg_thread_costs.h, so without --separate-threads all are one. Each
   call leads from a cost centre, its site, to a function, its callee.  The pair
   is an arc.

      (root) _start --> main --10--> parse --7--> next
                             \--11--> print

   A list has an arc once, at the place of its first call.  So recursion leads
   to no further list: where the arc 7 is called from `next', in the list
   `_start main parse next', a leaf is added to that list, with its own counts
   and calls, and calls from there are added to the list itself.  So a function,
   an arc or a line is in the list exactly as long as it is on the stack, and
   what it costs with all that it calls is the sum over the lists that have it.

   Each context has counts of its own, a count for each column of the profile,
   and the number of calls that led to it. */

#ifndef CG_CONTEXTS_H
#define CG_CONTEXTS_H

#include "sim/types.h"

#include "guest/cg_costs.h"

/* A function that was called: all calls that lead into one function of an
   object and file have the same. */
typedef struct {
   const HChar* object; /* NULL without --objects */
   const HChar* file;
   const HChar* fn;
} Callee;

typedef struct {
   CostCentre*   site;
   const Callee* callee;
   CostCentre*   entry; /* where its first call led to */

   /* Set by cg_contexts_add_up. */
   ULong  n_calls;
   ULong* inclusive; /* by column */

   UInt depth;  /* for cg_contexts_add_up */
   UInt number; /* in the profile; 0: it is not there, or not yet */
} Arc;

typedef struct Context_ {
   struct Context_* parent; /* NULL: a root */
   struct Context_* child;  /* the last one that was added; NULL: none */
   struct Context_* sibling;
   Arc*             arc; /* NULL: a root */
   Int              signal;
   UInt             thread;   /* of a root */
   Bool             is_empty; /* set by cg_contexts_add_up: nothing has run in
                                 it and in those below it, nor was it called */

   /* What a call needs. */
   struct Context_* list; /* itself; of a leaf, its parent */
   const Callee*    fn;   /* that runs; NULL: a signal */
   ULong            n_calls;
   ULong            counts[]; /* by column */
} Context;

/* Start.  Call it once, after cg_costs_init. */
void cg_contexts_init(const RunConfig* config);

/* The function that the code at `addr' is in.  Never NULL; valid until the end
   of the run. */
const Callee* cg_contexts_callee(Addr addr);

/* The root for a thread that begins at `addr', and for a signal that it gets.
   Never NULL. */
Context* cg_contexts_root(Addr addr, UInt thread);
Context* cg_contexts_signal(Int signal, UInt thread);

/* The arc of calls from `site' to `addr', and the context that it leads to from
   `from'.  They are made on first use.  The second is NULL if there are too
   many contexts already: then a warning has said once that further calls count
   for their callers. */
Arc*     cg_contexts_arc(CostCentre* site, Addr addr);
Context* cg_contexts_enter(Context* from, Arc* arc);

/* Call `use' with the counts of each context, in an order that is the same each
   time.  There are none without --calls. */
void cg_contexts_each(void (*use)(ULong counts[]));

/* Compute n_calls and inclusive of all arcs from the contexts of a thread as
   they are now, and set their numbers to 0. */
void cg_contexts_add_up(UInt thread);

/* Set `*arcs' to the arcs from `cc', in the order of the profile, and return
   how many there are.  Call cg_contexts_add_up first. */
UInt cg_contexts_arcs(const CostCentre* cc, Arc* const** arcs);

/* Return the context after `c' in which something has run, in preorder, of the
   thread of cg_contexts_add_up; the first one after NULL, and NULL after the
   last.  `*depth' is the number of its parents; it must be 0 at first.  Call
   cg_contexts_add_up first. */
const Context* cg_contexts_next(const Context* c, UInt* depth);

/* Print, for --stats=yes, how many there are. */
void cg_contexts_print_stats(void);

#endif /* CG_CONTEXTS_H */
