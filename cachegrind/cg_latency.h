/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_latency.h: how long after what it is computed from each result of a
   segment is there, if all that the segment loads is in L1.

      p = p->next;             // L1D's latency after p
      sum += a[i] * b[i];      // fp after sum; L1D + 2 fp after i
      hash = hash * m ^ c;     // multiply + 1 after hash

   The latencies are those of the core of a machine (sim/machine/cg_machine.h).
   A result is the value of a register at the end of the segment, what decides
   its branch, and what it stores, if that depends on a load.  What becomes of
   these times when the code runs is in sim/machine/cg_pipeline.h.

   Divisions, square roots, x87 functions and atomic operations keep their unit
   from starting the next one: for half of the latency of a division, two fifths
   of that of one of floating point or of a root, and all of that of the others.

   Calls and returns keep what fetches code from going on for two cycles each.
   This is the rule that bench/hardware measures (`call') on a Zen 5; it is hidden
   while the core waits for something else.

   What passes through memory, or through flags that an earlier segment has set,
   is not seen. */

#ifndef CG_LATENCY_H
#define CG_LATENCY_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

#include "guest/cg_costs.h"
#include "sim/machine/cg_machine.h"
#include "sim/machine/cg_pipeline.h"

/* The most items that the times of a segment have. */
#define CG_LATENCY_MAX_ITEMS                                                   \
   ((CG_PIPELINE_VALUES + CG_PIPELINE_MAX_LOADS) * (CG_PIPELINE_SOURCES + 1))

/* Of the segment: whom a result with this cost centre delays
   (TimesItem). */
typedef UInt (*LatencyCostOf)(const CostCentre* cc);

/* Call it once; the core of the machine must be known. */
void cg_latency_init(const Machine* machine);

/* A new superblock, and the first segment, begin, with statement `first'. */
void cg_latency_begin(const IRSB* sb, Int first);

/* The next statement of the superblock, one after the other, of an instruction
   with this cost centre. */
void cg_latency_add(const IRStmt* st, CostCentre* cc);

/* The next statement makes data reference `i' of the segment, to the address
   `ea', an atom. */
void cg_latency_ref(const IRExpr* ea, UInt i);

/* The atom `cause' decides the branch of the segment. */
void cg_latency_branch(const IRExpr* cause);

/* The last instruction of the segment calls a function, or returns from one. */
void cg_latency_call(void);

/* A segment with `n_refs' data references ends here, and the next one begins.
   Sets *times, but n_slots and parts, and the items, which there is room for
   CG_LATENCY_MAX_ITEMS of, and returns how many there are.  Without
   `has_results' only the addresses have times. */
UInt cg_latency_end_segment(UInt n_refs, Bool has_results,
                            LatencyCostOf cost_of, BlockTimes* times,
                            TimesItem items[]);

#endif /* CG_LATENCY_H */
