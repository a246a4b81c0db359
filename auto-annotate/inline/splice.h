/* SPDX-License-Identifier: GPL-2.0-or-later */
/* splice.h: what becomes of the calls that a program made, and of the tree of
   contexts (lib/contexts.h), when costs are divided among inlined functions.

   A call belongs to the function that was inlined at its instruction.  In the
   tree, the functions of the chain there come between:

      main                   main
        realloc_insert         push_back        inlined, line 12
                                 realloc_insert

   What an inlined function cost itself is not known by context: it stays in
   the context of the function that has its code. */

#ifndef SPLICE_H
#define SPLICE_H

#include "lib/contexts.h"

typedef struct Splice Splice;

/* Returns a splice for what `from' becomes in `to'; both must outlive it.  The
   caller frees it with splice_free(). */
Splice* splice_new(const Costs* from, Costs* to);
void    splice_free(Splice* splice);

/* An inlined call of a chain in `to'. */
typedef struct {
   Function*        caller;
   const CostsCall* call; /* NULL: the chain has the same call above */
} SpliceLink;

/* Notes that the code of a function of `from' begins at a line of the function
   itself.  The profile has the line of what was inlined there, which can be in
   another file.  `file' must live as long as the splice. */
void splice_add_start(Splice* splice, const Function* from, const char* file,
                      guint64 line);

/* Notes that a call of `from' is one of the function `caller' at `position' in
   `to'; with `lines', without its address in the callee.  `chain' (SpliceLink*,
   the outermost first) is what was inlined there; it is taken over, and its
   members must live as long as the splice. */
void splice_add(Splice* splice, const CostsCall* from, Function* caller,
                Position position, gboolean lines, GPtrArray* chain);

/* Adds the calls, when all that they lead to has been noted.  Returns NULL, or
   a function where a sum exceeds 63 bits. */
const Function* splice_calls(Splice* splice);

/* Adds the contexts, after the calls.  Returns the same. */
const Function* splice_contexts(Splice* splice);

#endif
