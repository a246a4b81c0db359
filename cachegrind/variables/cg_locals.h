/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_locals.h: the local variables of frames. */

#ifndef CG_LOCALS_H
#define CG_LOCALS_H

#include "pub_tool_basics.h"

#include "variables/cg_answer.h"

/* Frame i, the innermost being 0, has this of the stack, which grows downwards:

      sp[i + 1] |----------------------------------
                | return address
                | saved registers, local variables
      sp[i]     |----------------------------------
                | arguments that do not fit in registers belong to the
                  variables of the function called, frame i - 1

   and of the innermost also the red zone below its SP. */
#define MAX_FRAMES 64

typedef struct {
   UInt n; /* of the last two nothing is known but where they begin */
   Addr ip[MAX_FRAMES], sp[MAX_FRAMES], fp[MAX_FRAMES];
} Frames;

/* Call it once, after cg_names_init and cg_symbols_init. */
void cg_locals_init(void);

/* Search the variables in scope in frame `i' of thread a->tid for the one that
   holds `addr'; a->range holds it too, and is within one frame.  If there is
   one, shrink a->range to it, set a->variable and return True; if not, shrink
   a->range to what they leave free and return False.  Of frame `i' and the
   next two all must be known. */
Bool cg_locals_answer(const Frames* f, UInt i, Addr addr, Answer* a);

/* The variables in scope where frame `i' of thread `tid' is, by the address in
   code.  Valid until debug information changes. */
Scope* cg_locals_scope(ThreadId tid, const Frames* f, UInt i);

/* From 0 in the order in which scopes were met; never used again. */
UInt cg_locals_scope_number(const Scope* scope);

/* Whether the same ranges of a frame are variables'.  NULL, for none, is
   like NULL only. */
Bool cg_locals_same_scope(const Scope* a, const Scope* b);

/* Debug information came or went: all scopes are gone. */
void cg_locals_debug_info_changed(void);

#endif /* CG_LOCALS_H */
