/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_return_stack.h: predicts where a return goes: to the instruction after the
   latest call that has not returned.

   The rules.  The stack is a ring of `depth' calls.  A call is pushed; if the
   ring is full, it overwrites the oldest one.  A return takes the latest call
   away, whether it goes there or not.

      oldest           latest
        +----+----+----+----+
        | c3 | c4 | c5 | c6 |  <-- call c7 overwrites c3
        +----+----+----+----+  --> return: after c6?

   The prediction is right if the target of the return is the address after that
   call.  If the size of the call is not known (0), it is right if the target is
   1 to 15 bytes after the beginning of the call: no instruction of x86 is
   longer.

   A call that was taken away is gone.  If there is none, the prediction is
   wrong, and the stack stays empty.  So recursion that is k deeper than the
   stack mispredicts exactly k returns.  Rings of processors differ in this:
   most go round, and what an earlier return left may by chance be right again.

   Sources: D. R. Kaeli and P. G. Emma, "Branch history table prediction of
   moving target branches due to subroutine returns" (ISCA 1991), for the stack.
   That it forgets is our rule, because it is the simplest that is exact.

   This module calls neither Valgrind nor the C library. */

#ifndef CG_RETURN_STACK_H
#define CG_RETURN_STACK_H

#include "sim/cg_branch.h"
#include "sim/types.h"

#define CG_RETURN_STACK_MAX     64 /* calls */
#define CG_RETURN_STACK_LONGEST 15 /* bytes of an instruction */

/* Where a call may return to: `first' and as many bytes after it as `more'. */
typedef struct {
   Addr first, more;
} ReturnAddress;

typedef struct {
   UInt          depth;
   UInt          n;    /* calls */
   UInt          next; /* the place of the next call */
   ReturnAddress ring[CG_RETURN_STACK_MAX];
} ReturnStack;

/* Initialise *s as an empty stack for `depth' calls, 1 to CG_RETURN_STACK_MAX.
   Cannot fail. */
static inline void cg_return_stack_init(ReturnStack* s, UInt depth)
{
   s->depth = depth;
   s->n     = 0;
   s->next  = 0;
}

/* The program calls a function, directly or not.  Cannot fail. */
static inline void cg_return_stack_call(ReturnStack* s, const Branch* call)
{
   ReturnAddress* r = &s->ring[s->next];

   r->first = call->pc + (call->size ? call->size : 1);
   r->more  = call->size ? 0 : CG_RETURN_STACK_LONGEST - 1;
   s->next  = s->next + 1 < s->depth ? s->next + 1 : 0;
   s->n += s->n < s->depth;
}

/* The program returns to `target'.  Returns whether that was predicted.  Cannot
   fail. */
static inline Bool cg_return_stack_return(ReturnStack* s, Addr target)
{
   const ReturnAddress* r;

   if (s->n == 0)
      return False;
   s->n--;
   s->next = (s->next ? s->next : s->depth) - 1;
   r       = &s->ring[s->next];
   return target - r->first <= r->more;
}

#endif /* CG_RETURN_STACK_H */
