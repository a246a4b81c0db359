/* SPDX-License-Identifier: GPL-2.0-or-later */
/* contexts.h: the tree of contexts of one or more profiles: on whose behalf
   code ran.

      (root) _start      12 Ir itself
        main              4
          parse          36    called from line 12 of main, three times
          print           8

   A context is a list of calls, from a root on.  Contexts of several profiles
   are the same if their lists are.  A list has each call once: where a function
   calls itself again by a call that is in the list already, that is a context
   without children, and what it calls is in the list that it repeats. */

#ifndef CONTEXTS_H
#define CONTEXTS_H

#include "lib/costs.h"

typedef struct Context_ {
   struct Context_* parent; /* NULL: a root */
   struct Context_* child;  /* the first */
   struct Context_* sibling;
   struct Context_* last;      /* child */
   Function*        function;  /* that runs */
   Function*        caller;    /* that has the call; NULL: none */
   const CostsCall* call;      /* that leads here from the parent; NULL: none */
   Count            number;    /* how often */
   Count*           inclusive; /* what it cost with those below it, by event;
                                  NULL before contexts_add_up() */
   Count* taken;               /* what to add to `counts' for those without what
                                  contexts_negate() subtracts; NULL: not known */
   Count counts[];             /* what it cost itself */
} Context;

/* Returns an empty tree for so many events; contexts_free() frees it. */
Contexts* contexts_new(guint n_events);
void      contexts_free(Contexts* contexts);

/* Returns the first root, or NULL. */
Context* contexts_roots(const Contexts* contexts);

/* Returns the context in `parent' (NULL: a root) that the call `call' of
   `caller' leads to, or that `function' has without a call; adds it if it is
   new. */
Context* contexts_enter(Contexts* contexts, Context* parent, Function* caller,
                        const CostsCall* call, Function* function);

/* Adds to a context.  Returns the same as costs_add_call(). */
int contexts_add(const Contexts* contexts, Context* context, Count number,
                 const Count* counts);

/* Adds to what was taken from a context.  Returns the same. */
int contexts_add_taken(const Contexts* contexts, Context* context,
                       const Count* taken);

/* Calls `begin' for each context in preorder, and `end' after those below it.
   Either may be NULL. */
typedef void (*ContextFunc)(Context* context, guint depth, gpointer data);
void contexts_walk(const Contexts* contexts, ContextFunc begin, ContextFunc end,
                   gpointer data);

/* Computes what contexts cost with those below them.  Returns NULL, or a
   function where a sum exceeds 63 bits. */
const Function* contexts_add_up(Contexts* contexts);

/* Sorts the contexts below each one, and the roots, by their calls. */
void contexts_sort(Contexts* contexts);

/* Notes all counts as what contexts_negate() is going to subtract. */
void contexts_take(const Contexts* contexts, int keep);

/* Changes the sign of all counts, but not of event `keep' (-1: of all), and of
   all numbers. */
void contexts_negate(const Contexts* contexts, int keep);

#endif
