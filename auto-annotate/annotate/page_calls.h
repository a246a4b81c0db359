/* SPDX-License-Identifier: GPL-2.0-or-later */
/* page_calls.h: which calls and contexts a page has, if the profile has calls
   that the program made (--calls=yes), so that the page stays small.

      all contexts, as functions           on the page

      main           100 %                 main           100 %
        parse         60 %                   parse         60 %
          next        20 %                     next        20 %
          peek         0.0003 %                (others)     0.0005 %
          skip         0.0002 %              print         40 %
        print         40 %

   What has less than PAGE_CALLS_SHARE of every event shown is left out, and so
   is the smallest if there is too much.  Calls that are left out are counted;
   contexts that are left out are added up for the one above them, so that the
   tree has all costs.  Contexts of one function below the same one are one
   here, from whichever line they are called.  Those of inlined code have its
   cost as far as that is known (page_inlined.h). */

#ifndef PAGE_CALLS_H
#define PAGE_CALLS_H

#include "annotate/annotation.h"

/* In percent of an event. */
#define PAGE_CALLS_SHARE 0.001

/* All calls from one line of a function to another function, or all of its code
   that was inlined there. */
typedef struct {
   const Function *caller, *callee;
   guint64         line; /* 0: unknown */
   gboolean        inlined;
   Count           number; /* how often it was called; unknown if inlined */
   const Count*    counts; /* what that cost with all it calls, of all events */
} PageCall;

/* What a function has besides. */
typedef struct {
   Count number; /* how often it was called in total, not counting inlined code
                  */
   guint left_caller; /* PageCalls of it, and by it, that are left out */
   guint left_callee;
} PageCalled;

typedef struct {
   const Function* function; /* NULL: others, added up */
   int             parent;   /* index of one before; -1: none */
   Count           number;   /* how often it was called from there */
   const Count*    counts;   /* of all events: its own if the event adds up,
                                otherwise the value with what it called */
   const Count* after;       /* the same after a difference, or NULL */
} PageContext;

typedef struct {
   GArray*     calls;    /* PageCall, by caller, line and callee */
   GHashTable* called;   /* PageCalled, by const Function* */
   GArray*     contexts; /* PageContext, each after its parent */
} PageCalls;

/* Chooses from all calls and contexts, or returns NULL if the profile has none.
   The caller keeps the result to the end.  Ends the program with a message if a
   sum exceeds 63 bits. */
PageCalls* page_calls_new(const Annotation* annotation);

/* Returns what a function has besides: zeros if that is nothing. */
PageCalled page_calls_called(const PageCalls* calls, const Function* function);

#endif
