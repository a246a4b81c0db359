/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_locals.h: which local variable of a frame lies at an address. */

#ifndef CG_LOCALS_H
#define CG_LOCALS_H

#include "pub_tool_basics.h"

#include "variables/cg_resolved.h"

/* The frames of a thread, as the core unwinds them.  Frame 0 is the innermost.
   The stack grows downwards, and frame i lies there like this:

      sp[i + 1] |----------------------------------
                | return address
                | saved registers, local variables
                | arguments, on the stack, of the function that frame i called:
                | they are variables of frame i - 1
      sp[i]     |----------------------------------

   The red zone below sp[0] belongs to frame 0. */
#define CG_LOCALS_MAX_FRAMES 64

typedef struct {
   UInt n; /* frames found; frame i can be resolved if i + 2 < n */
   Addr ip[CG_LOCALS_MAX_FRAMES], sp[CG_LOCALS_MAX_FRAMES],
      fp[CG_LOCALS_MAX_FRAMES];
} Frames;

/* Call it once, after cg_names_init and cg_symbols_init. */
void cg_locals_init(void);

/* Find the variable that holds `addr' among those in scope in frame `i' of
   thread r->tid.  On entry r->range holds `addr' and lies within one frame:
   frame `i' or, for arguments on the stack, frame i + 1.  If there is such a
   variable, shrink r->range to it, set r->variable and return True.  Else
   shrink r->range to the memory around `addr' that no variable in scope uses,
   and return False.  Requires i + 2 < f->n. */
Bool cg_locals_resolve(const Frames* f, UInt i, Addr addr, Resolved* r);

/* The variables in scope at f->ip[i], the instruction that frame `i' of thread
   `tid' has reached.  Requires i + 2 < f->n.  Never NULL, but a scope may have
   no variables.  It is made on first use, and valid until
   cg_locals_debug_info_changed. */
Scope* cg_locals_scope(ThreadId tid, const Frames* f, UInt i);

/* The number of a scope.  Scopes are numbered from 0 in the order in which they
   are made.  A number is never reused. */
UInt cg_locals_scope_number(const Scope* scope);

/* Whether the variables of `a' and `b' occupy the same places in their frames.
   Either may be NULL, which equals only NULL. */
Bool cg_locals_same_scope(const Scope* a, const Scope* b);

/* Debug information has been loaded or dropped: frees all scopes. */
void cg_locals_debug_info_changed(void);

#endif /* CG_LOCALS_H */
