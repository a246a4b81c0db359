/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_machine_run.h: what happens when a segment runs on a machine (--machine):
   its caches and TLBs, as sim/machine/cg_hierarchy.h simulates them.

   The footprint of such a segment has these parts:

      Footprint | SegmentRef x n_refs | MachineLine x n_ilines |
      MachineFetch x n_fetches | if the core is known: BlockTimes

   There is a fetch for each instruction.  A line is fetched from once if
   several instructions in a row lie on it: nothing can happen in between that
   makes the others miss, but for a data reference whose miss takes the line out
   of an inclusive cache.  Then cg_machine_run.c goes on instruction by
   instruction.

   Like cg_segment, this module calls Valgrind only through cg_costs. */

#ifndef CG_MACHINE_RUN_H
#define CG_MACHINE_RUN_H

#include "conflicts/cg_conflict_counts.h"
#include "output/cg_trace.h"
#include "run/cg_segment.h"
#include "sim/machine/cg_machine_classes.h"

/* A line of code, and its first instruction's number. */
typedef struct {
   LinePrediction* prediction;
   Addr            line;
   UInt            fetch;
   UInt            refs_before; /* data references that precede it */
} MachineLine;

/* The fetch of an instruction. */
typedef struct {
   Addr   addr;
   ULong* account;
   UShort size;
   UShort refs_before;
   UInt   owner; /* the number of its cost centre, if there are prefetchers */
} MachineFetch;

/* The parts of the footprint of `seg'. */
static inline MachineLine* cg_machine_run_lines(Segment* seg)
{
   return (MachineLine*)(cg_segment_refs(seg) + seg->footprint.n_refs);
}

static inline MachineFetch* cg_machine_run_fetches(Segment* seg)
{
   return (MachineFetch*)(cg_machine_run_lines(seg) + seg->footprint.n_ilines);
}

/* Of a segment with times_at. */
static inline BlockTimes* cg_machine_run_times(Segment* seg)
{
   return (BlockTimes*)((UChar*)seg + seg->times_at);
}

/* Make cg_segment_machine simulate the machine of the configuration.  Call it
   once, after cg_costs_init and before the first segment is made.  `alloc' is
   as for cg_sim_init.  Cannot fail. */
void cg_machine_run_init(const RunConfig* config,
                         void* (*alloc)(SizeT n_bytes));

/* Another thread runs from now on; cg_threads.h numbers them.  The core of the
   machine must be known. */
void cg_machine_run_thread(UInt number);

/* A thread ends; 0: one that has not run. */
void cg_machine_run_thread_ends(UInt number);

/* Returns the footprint's numbers of a segment with these instructions,
   `n_refs' references and `times_size' bytes of BlockTimes. */
Footprint cg_machine_run_footprint(const TraceInstr instrs[], UInt n_instrs,
                                   UInt n_refs, UInt times_size);

/* Returns the size of a footprint with all its parts, in bytes. */
SizeT cg_machine_run_size(const Footprint* f);

/* Fill in the lines and fetches of `seg', whose data references are filled in.
   `instrs' are its instructions in program order, each with its cost centre. */
void cg_machine_run_fill(Segment* seg, const TraceInstr instrs[],
                         CostCentre* const instr_cc[]);

/* The helpers of segments that run on a machine.  They obey
   cg_segment_collecting.  Those that get a branch have it predicted
   (cg_config_runs_predict); for others another call does that.  The table is
   valid for the whole run. */
extern SegmentHelpers cg_machine_run_helpers;

/* Classify misses from now on, with `classes' of the machine, and tell
   cg_analysed.h of them.  `counts' gets the hits; NULL: no report.  Call it
   before the first segment is made; all segments then run with
   cg_machine_run_in_order.  */
void cg_machine_run_classify(MachineClasses* classes, ConflictCounts* counts);

/* Do what the helper of `seg' does, in program order from the start. */
void cg_machine_run_in_order(Segment* seg, Addr a, Addr b, Addr c, Addr d,
                             Addr e);

/* The branch at the end of `seg', which has times and has just run, was
   mispredicted: count what the core waits. */
void cg_machine_run_mispredicted(Segment* seg);

#endif /* CG_MACHINE_RUN_H */
