/* SPDX-License-Identifier: GPL-2.0-or-later */
/* inclusive.h: what functions and lines cost with all that they call, from the
   tree of contexts (contexts.h).

   A function is in a context if it runs there or has one of the calls that lead
   there.  What all contexts that it is in cost is its inclusive cost, and each
   context counts once, however often the function calls itself.  Besides it has
   what it cost where it was inlined, because contexts do not know that of each
   (inline/splice.h); and if no call leads to it, such as to the part of a
   function that the compiler put aside, its own cost. */

#ifndef INCLUSIVE_H
#define INCLUSIVE_H

#include "lib/contexts.h"

typedef struct Inclusive Inclusive;

/* Sets what of each function's cost no context has, so that the inclusive costs
   of a difference are the differences of those of both profiles: call it for
   each of them, before costs are negated or added, or for a profile alone. The
   sums of functions must be set.  Ends the program if a sum exceeds 63 bits.
 */
void inclusive_find_rests(const Costs* costs);

/* Returns what follows from the contexts of `costs', which must outlive it, or
   NULL if there are none.  Sets the sums of contexts.  Ends the program if a
   sum exceeds 63 bits.  The caller frees it with inclusive_free(). */
Inclusive* inclusive_new(const Costs* costs);
void       inclusive_free(Inclusive* inclusive);

/* Returns the inclusive cost of a function, by event.  The caller frees it. */
Count* inclusive_of(const Inclusive* inclusive, const Function* function);

/* Returns what the calls from a line of a function cost, by event, or NULL if
   it has none.  Calls inside each other count once. */
const Count* inclusive_of_calls(const Inclusive* inclusive,
                                const Function* function, guint64 line);

/* Returns what a call of a function costs, by event.  What a profile says of
   inlined code is its own cost; this has what it calls, too.  The caller frees
   it. */
Count* inclusive_of_call(const Inclusive* inclusive, const Function* caller,
                         const CostsCall* call);

#endif
