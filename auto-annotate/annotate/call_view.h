/* SPDX-License-Identifier: GPL-2.0-or-later */
/* call_view.h: who calls whom: cg_annotate's views callers:FUNCTION,
   callees:FUNCTION and tree.  All are rows in the form of a tree, each with
   what was called and what that cost:

      --view=callees:parse            --view=tree
      parse                           _start
        next, 12 times from line 7      main
        read, once from line 9            parse
                                            next

   The first two have a function, and the calls to it or from it; each call's
   cost is that with all that it called, also where calls are inside each
   other.  A row of the tree is a context (contexts.h). */

#ifndef CALL_VIEW_H
#define CALL_VIEW_H

#include "annotate/annotation.h"

typedef struct {
   guint           depth;
   const Function* function;  /* what the row is about */
   const Function* caller;    /* that has the call; NULL: no call is known */
   guint64         line;      /* of the call; 0: unknown */
   gboolean        inlined;   /* and not called: `number' is 0 */
   Count           number;    /* how often it was called */
   const Count*    inclusive; /* of all events */
   const Count*    own; /* the same without what it called; NULL: unknown */
} CallRow;

/* Returns the rows that the options choose: those that reach the threshold, the
   largest first among those below the same one.  They are kept to the end.
   Ends the program with a message if the profile has no contexts, or no such
   function. */
const GArray* call_view_make(const Annotation* annotation);

#endif
