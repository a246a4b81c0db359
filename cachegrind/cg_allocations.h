/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_allocations.h: calls of malloc and the like, counted at the first
   instruction of the function: Al, and Alb, the bytes that they ask for.

   The functions are malloc, calloc, realloc, memalign, aligned_alloc and
   posix_memalign, by their symbols, in whatever object, so it does not matter
   how they are reached; operator new calls malloc.  What one of them calls, or
   jumps to, for its own caller is not counted again.

   A call counts at most CG_ALLOCATIONS_MOST bytes, and all of them at most
   CG_ALLOCATIONS_MOST_IN_ALL: a program may ask for any number of bytes, and
   sums of profiles must have room for them. */

#ifndef CG_ALLOCATIONS_H
#define CG_ALLOCATIONS_H

#include "pub_tool_basics.h"
#include "libvex_ir.h"

#include "cg_config.h"
#include "guest/cg_costs.h"

#define CG_ALLOCATIONS_MOST        (1ull << 40)
#define CG_ALLOCATIONS_MOST_IN_ALL (1ull << 52)

/* Start, if the configuration has a machine.  Call it once, after
   cg_costs_init. */
void cg_allocations_init(const RunConfig* config);

/* For cg_instrument: if the instruction at `addr' is the first one of such a
   function, append to `out' that it counts.  Its cost centre `cc' was the last
   one that was looked up. */
void cg_allocations_append(IRSB* out, Addr addr, CostCentre* cc);

#endif /* CG_ALLOCATIONS_H */
