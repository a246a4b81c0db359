/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_return_stack.h: predicts where a return goes: to the instruction after the
   latest call that has not returned.

   The rules.  The stack is a ring of `depth' calls.  A call is written at the
   next place, over whatever is there.  A return goes one place back, and reads
   it, whether it goes there or not.  Neither knows how many calls there are:

      oldest           latest
        +----+----+----+----+
        | c3 | c4 | c5 | c6 |  <-- call c7 overwrites c3
        +----+----+----+----+  --> return: after c6?

   So after `depth' returns without a call, the ring gives the same calls once
   more.  They are wrong, but for recursion, in which one call is made again and
   again: a Zen 4 returns from recursion of 64 calls without a misprediction,
   though its stack has 32 (bench/hardware --branches).

   The prediction is right if the target of the return is the address after that
   call.  If the size of the call is not known (0), it is right if the target is
   1 to 15 bytes after the beginning of the call: no instruction of x86 is
   longer.

   Source: D. R. Kaeli and P. G. Emma, "Branch history table prediction of
   moving target branches due to subroutine returns" (ISCA 1991).

   This module calls neither Valgrind nor the C library. */

#ifndef CG_RETURN_STACK_H
#define CG_RETURN_STACK_H

#include "sim/branch/cg_branch.h"
#include "sim/types.h"

#define CG_RETURN_STACK_MAX     64 /* calls */
#define CG_RETURN_STACK_LONGEST 15 /* bytes of an instruction */

/* Where a call may return to: `first' and as many bytes after it as `more'. */
typedef struct {
   Addr first, more;
} ReturnAddress;

typedef struct {
   UInt          depth;
   UInt          next; /* the place of the next call */
   ReturnAddress ring[CG_RETURN_STACK_MAX];
} ReturnStack;

/* Initialise *s for `depth' calls, 1 to CG_RETURN_STACK_MAX.  No call was made
   yet: nothing returns to the last byte of memory.  Cannot fail. */
static inline void cg_return_stack_init(ReturnStack* s, UInt depth)
{
   s->depth = depth;
   s->next  = 0;
   for (UInt i = 0; i < CG_RETURN_STACK_MAX; i++)
      s->ring[i] = (ReturnAddress){.first = -(Addr)1};
}

/* The program calls a function, directly or not.  Cannot fail. */
static inline void cg_return_stack_call(ReturnStack* s, const Branch* call)
{
   s->ring[s->next] = (ReturnAddress){
      .first = call->pc + (call->size ? call->size : 1),
      .more  = call->size ? 0 : CG_RETURN_STACK_LONGEST - 1,
   };
   s->next = s->next + 1 < s->depth ? s->next + 1 : 0;
}

/* The program returns to `target'.  Returns whether that was predicted.  Cannot
   fail. */
static inline Bool cg_return_stack_return(ReturnStack* s, Addr target)
{
   s->next = (s->next ? s->next : s->depth) - 1;
   return target - s->ring[s->next].first <= s->ring[s->next].more;
}

#endif /* CG_RETURN_STACK_H */
