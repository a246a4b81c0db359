/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_latency.h: how long the instructions of a segment take if all that they
   load is in L1: the core of a machine (sim/machine/cg_machine.h), simplified.

   A core starts `width' instructions in each cycle.  It takes longer if each
   result needs the one before:

      sum += a[i] * b[i];      // one addition after the other: fp cycles each
      p = p->next;             // one load after the other: L1D's latency each
      hash = hash * m ^ c;     // multiply + 1

   Each of these is a register whose new value is computed from its old one.  If
   the code between runs again and again, as the body of a loop does, each run
   takes at least as long as that computation.  So the cycles of a segment are
   the most of

   - its instructions / width;
   - for each register but SP, the time from its value at the start of the
     segment to that at its end, if that is computed from it;
   - the time that its divisions, square roots, x87 functions and atomic
     operations keep their unit from starting the next one: half of the latency
     of a division, two fifths of that of one of floating point or of a root,
   and all of that of the others.

   The code between may be no loop.  So a register counts only if its value can
   come back to the superblock: not if the superblock ends in a return or in a
   jump to another function, and if it ends in a call or in an indirect jump,
   only if functions leave the register as it was.

   A chain of registers through memory, or through several registers in turn, is
   not seen.  Neither is one through several superblocks.

   The same computation tells which loads must wait for each other: those whose
   address comes from a register that is computed by a load from its own old
   value, such as p above.  Their misses do not overlap. */

#ifndef CG_LATENCY_H
#define CG_LATENCY_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

#include "guest/cg_costs.h"
#include "sim/machine/cg_machine.h"

/* A set of registers: a bit for each. */
typedef ULong RegisterSet;

/* The time that a segment needs, and the cost centre of the instruction that
   finishes the longest computation; NULL if `cycles' is 0. */
typedef struct {
   UInt        cycles;
   CostCentre* cc;
} SegmentLatency;

/* Call it once; the core of the machine must be known. */
void cg_latency_init(const Machine* machine);

/* A new superblock, and the first segment, begin.  `addr' is where its code
   begins. */
void cg_latency_begin(const IRSB* sb, Addr addr);

/* The next statement of the superblock, of an instruction with this cost
   centre. */
void cg_latency_add(const IRStmt* st, CostCentre* cc);

/* A segment ends here, and the next one begins.  Returns what the statements
   since the last call, or cg_latency_begin, need. */
SegmentLatency cg_latency_end_segment(void);

/* Returns the registers whose values at the start of the superblock `address',
   an atom, is computed from. */
RegisterSet cg_latency_sources(const IRExpr* address);

/* At the end of the superblock: returns the registers that loads compute from
   their values at its start. */
RegisterSet cg_latency_chains(void);

/* Print the operations of the program's code for which it is not known how long
   they take, and how often each is in the code. */
void cg_latency_print_unknown(void);

#endif /* CG_LATENCY_H */
