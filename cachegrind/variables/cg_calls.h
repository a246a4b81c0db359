/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_calls.h: the functions that an instruction belongs to: the one that was
   compiled, and those that the compiler inlined there, one into the other. */

#ifndef CG_CALLS_H
#define CG_CALLS_H

#include "pub_tool_basics.h"

/* One of these functions.  The strings are valid only during the visit. */
typedef struct {
   const HChar* fn;   /* without its namespace if it is inlined; "": unknown */
   const HChar* dir;  /* the directory of `file'; "": unknown */
   const HChar* file; /* without its directory; "": unknown */
   UInt         line; /* in `fn': of the instruction, or of the call of the
                         function that is inlined here; 0: unknown */
} Call;

/* Call visit(call, data) for each function at the instruction at `ip', the
   innermost first, until visit returns False.  Without --read-inline-info=yes
   the core knows one of them: the name is then the outermost function's,
   and the line the innermost's. */
void cg_calls_at(Addr  ip, Bool (*visit)(const Call* call, void* data),
                 void* data);

#endif /* CG_CALLS_H */
