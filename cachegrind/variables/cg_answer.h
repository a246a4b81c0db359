/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_answer.h: the variable at an address, the range of addresses for which
   that is true, and how long it stays true.

   cg_heap, cg_stacks, cg_symbols and cg_mappings fill in answers, each for the
   memory that it knows about; cg_variables turns them into regions.  The caller
   passes an Answer with lifetime LASTING and everything else 0.  The resolver
   sets `range' and `variable', and the other members where they apply, and
   returns True.  If it does not know the address, it changes nothing and
   returns False.

   All of an answer's range belongs to the same variable: it ends where another
   variable begins. */

#ifndef CG_ANSWER_H
#define CG_ANSWER_H

#include "pub_tool_basics.h"

#include "guest/cg_range.h"

/* How long an answer is true if nothing is mapped, unmapped, allocated or freed
   in its range. */
typedef enum {
   LASTING,     /* always; on a stack, as long as `until' says */
   INNER_FRAME, /* in the frame that is running: ask again each time, because
                   other variables may have come into scope */
   OUTER_FRAME, /* in a frame further out: until its function runs again */
   N_LIFETIMES
} Lifetime;

typedef struct Scope_ Scope; /* see cg_locals.h */

typedef struct {
   Range    range;    /* holds the address */
   UInt     variable; /* its number, see cg_names.h */
   Lifetime lifetime;
   ThreadId tid;   /* whose stack it is; VG_INVALID_THREADID: not a stack */
   Addr     until; /* if it is a stack: true while the thread's SP <= this */

   /* The scope of the innermost frame, if the answer relies on it having no
      variable there; else NULL. */
   const Scope* scope;
} Answer;

#endif /* CG_ANSWER_H */
