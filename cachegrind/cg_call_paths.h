/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_call_paths.h: which context each thread is in (cg_contexts.h), by these
   rules, for --calls=yes.

   - A call leads to the function that its target is in.  A call of the next
     instruction is none.
   - Code that leads to functions and is none itself is passed over: the stubs
     of a PLT, and the dynamic linker's _dl_runtime_resolve that they go to.
     What it costs counts for the caller, and the function where it ends up is
     called by that.
   - A jump to the first instruction of another function is a call, too, from
     the function that jumped, whose frame the other one takes over.  So is a
     return to one.  A jump elsewhere changes nothing, nor does one to a part of
     a function that the compiler put aside (NAME.cold).
   - A call has returned when its frame is gone, as cg_frames.h has it.
   - Each stack has its own list of calls.
   - A signal's handler is called by a root of its own.  The interrupted list
     goes on when the handler's frame is gone.

   The instruction of the call counts for the caller, that of the return for
   the function that returns. */

#ifndef CG_CALL_PATHS_H
#define CG_CALL_PATHS_H

#include "pub_tool_basics.h"
#include "libvex_ir.h"

#include "guest/cg_costs.h"

/* Start.  Call it once, after cg_contexts_init and before cg_frames_init. */
void cg_call_paths_init(void);

/* Whether calls are counted; at first they are not.  Paths are kept in any
 * case.
 */
void cg_call_paths_set_counting(Bool on);

/* Static costs: what has run since the thread's context changed, or since the
   core let a thread run, which it does every 100,000 superblocks.  Each word
   has one or two counts, because adding a word takes time. */
typedef enum {
   CALL_COST_INSTRS,   /* Ir */
   CALL_COST_DATA,     /* Dr, and Dw in the upper half */
   CALL_COST_BRANCHES, /* Bc, and Bi in the upper half */
   CALL_COST_RETURNS,  /* Br, and Cyi in the upper half */
   CALL_COST_LOST,     /* Ls */
   N_CALL_COSTS
} CallCost;

#define CG_CALL_PATHS_UPPER (1ull << 32)

/* Instrumented code adds to these. */
extern ULong cg_call_paths_costs[N_CALL_COSTS];

/* Forget what is known of the code at `addr'.  Call it whenever the core
   discards the translation there. */
void cg_call_paths_forget(Addr addr);

/* Give the static costs of the thread that runs to its context, so that
   contexts have everything that has run. */
void cg_call_paths_settle(void);

/* For cg_instrument: append to `out', as its last statements, what the branch
   of `size' bytes at `addr' does to the context, if `out' ends with it.  `site'
   is its cost centre.  It comes after cg_frames_append_check. */
void cg_call_paths_append_end(IRSB* out, Addr addr, UInt size,
                              CostCentre* site);

/* The same for a side exit to `target' with `guard', by the instruction of
   `size' bytes at `addr'. */
void cg_call_paths_append_exit(IRSB* out, Addr addr, UInt size,
                               CostCentre* site, Addr target, IRExpr* guard);

#endif /* CG_CALL_PATHS_H */
