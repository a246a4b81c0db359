/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_resolved.h: a resolved address - the variable there, the range of
   addresses that belong to it, and how long that stays true.

   cg_heap, cg_stacks, cg_symbols and cg_mappings each resolve addresses in the
   memory that they know.  cg_variables makes regions of the results.  The
   caller passes an empty Resolved: lifetime RESOLVED_LASTING, no thread,
   everything else 0.  The resolver sets `range' and `variable', and the other
   members where they apply, and returns True.  If it does not know the address,
   it changes nothing and returns False.

   All of the range belongs to one variable: it ends where another begins. */

#ifndef CG_RESOLVED_H
#define CG_RESOLVED_H

#include "pub_tool_basics.h"

#include "guest/cg_range.h"

/* How long the result stays true, if nothing in the range is mapped, unmapped,
   allocated or freed. */
typedef enum {
   RESOLVED_LASTING,     /* always; on a stack, as long as `until' says */
   RESOLVED_INNER_FRAME, /* in the frame that is running: resolve again each
                            time, because other variables may have come into
                            scope */
   RESOLVED_OUTER_FRAME, /* in a frame further out: until the function of that
                            frame runs again */
   RESOLVED_N_LIFETIMES
} Lifetime;

typedef struct Scope_ Scope; /* see cg_locals.h */

typedef struct {
   Range    range;    /* holds the address */
   UInt     variable; /* its number, see cg_names.h */
   Lifetime lifetime;
   Bool     is_block; /* of the heap, which keeps its name until it is freed */
   ThreadId tid;      /* whose stack it is; VG_INVALID_THREADID: no stack */
   Addr     until;    /* if it is a stack: true while the thread's SP <= this */

   /* The scope of the innermost frame, if the result is true only while that
      scope has no variable at the address; else NULL. */
   const Scope* scope;
} Resolved;

#endif /* CG_RESOLVED_H */
