/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_stacks.h: addresses on the stacks of threads, and the variables there. */

#ifndef CG_STACKS_H
#define CG_STACKS_H

#include "pub_tool_basics.h"

#include "variables/cg_resolved.h"

/* Call it once, from post_clo_init and after cg_locals_init.  If `locals',
   addresses are resolved to local variables, and VEX is told to keep all
   registers up to date at every instruction.  Otherwise all addresses are
   "stack". */
void cg_stacks_init(Bool locals);

/* If `addr' is mapped, and in the stack that some thread was given, fill in *r
   and return True; else leave *r unchanged and return False.  With locals this
   unwinds the stack, so SP, FP and IP in the guest state of that thread must be
   current. */
Bool cg_stacks_resolve(Addr addr, Resolved* r);

/* Whether `addr' is in the alternate signal stack of some thread.  If so, that
   stack is stored in *stack; if not, *stack is undefined. */
Bool cg_stacks_altstack_at(Addr addr, Range* stack);

/* Shrink `s' so that it still holds `addr' but no byte of any thread's stack or
   alternate signal stack.  `addr' is in `s' and in no such stack. */
void cg_stacks_keep_out(Range* s, Addr addr);

/* How often a stack was unwound, for --stats=yes. */
ULong cg_stacks_n_unwindings(void);

#endif /* CG_STACKS_H */
