/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_answer.h: what can be said of an address: the variable that it belongs to,
   how far that reaches and for how long it is true.

   cg_heap, cg_stacks, cg_symbols and cg_mappings give answers, each of the
   memory that it knows, and cg_variables makes regions of them.  Who asks
   passes an Answer that is LASTING and has neither thread nor scope; who
   answers sets what is to be said, or returns False and leaves it as it is.

   An answer never reaches into memory that would get another name: it is the
   range between what begins or ends around the address. */

#ifndef CG_ANSWER_H
#define CG_ANSWER_H

#include "pub_tool_basics.h"

#include "guest/cg_range.h"

/* Whether what an answer says of a stack depends on where its thread is. */
typedef enum {
   LASTING,     /* no; or it is no stack */
   INNER_FRAME, /* of the frame that is running: on its scopes */
   OUTER_FRAME, /* of one further out: only until that runs again */
   N_LIFETIMES
} Lifetime;

typedef struct Scope_ Scope; /* see cg_locals.h */

typedef struct {
   Range    range; /* holds the address */
   UInt     variable;
   Lifetime lifetime;
   ThreadId tid;   /* whose stack it is; VG_INVALID_THREADID: none */
   Addr     until; /* it holds while the thread's SP is not above this */

   /* If it says that no variable of the innermost frame is there: by this. */
   const Scope* scope;
} Answer;

#endif /* CG_ANSWER_H */
