/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_stacks.h: the stacks of threads, and what is in them. */

#ifndef CG_STACKS_H
#define CG_STACKS_H

#include "pub_tool_basics.h"

#include "variables/cg_answer.h"

/* Call it once, from post_clo_init and after cg_locals_init.  `locals': answers
   name local variables; else a stack is just a stack. */
void cg_stacks_init(Bool locals);

/* If `addr' is in the stack that some thread was given, answer and return True.
   With locals, that unwinds the stack: the guest's SP, FP and IP must be
   current. */
Bool cg_stacks_answer(Addr addr, Answer* a);

/* The stack that a thread was given. */
Range cg_threads_stack_of(ThreadId tid);

/* Its alternate signal stack; empty if there is none. */
Range cg_threads_altstack_of(ThreadId tid);

/* Whether `addr' is in the alternate signal stack of some thread; if so, that
   stack. */
Bool cg_stacks_altstack_at(Addr addr, Range* stack);

/* Shrink `s', which holds `addr', to what no thread has as a stack of either
   kind. */
void cg_stacks_keep_out(Range* s, Addr addr);

/* How often a stack was unwound. */
ULong cg_stacks_n_unwindings(void);

#endif /* CG_STACKS_H */
