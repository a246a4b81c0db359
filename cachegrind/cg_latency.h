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

   The same computation tells what is computed from what in a superblock, so
   that cg_stalls.h knows which loads wait for each other. */

#ifndef CG_LATENCY_H
#define CG_LATENCY_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

#include "guest/cg_costs.h"
#include "sim/machine/cg_machine.h"
#include "sim/machine/cg_stalls.h"

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

/* The next load, or change of memory, is data reference `i' of the
   superblock. */
void cg_latency_load(UInt i);

/* Returns what `e', an atom, is computed from in the superblock so far. */
Origins cg_latency_origins(const IRExpr* e);

/* Set `flows' to what the integer registers and the flags, as far as the
   superblock has changed them, are computed from, but not SP, and return how
   many there are. */
UInt cg_latency_flows(Flow flows[CG_STALLS_MAX_FLOWS]);

/* Print the operations of the program's code for which it is not known how long
   they take, and how often each is in the code. */
void cg_latency_print_unknown(void);

#endif /* CG_LATENCY_H */
