/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_machine_run.h: what happens when a segment runs on a machine (--machine):
   its caches and TLBs, as sim/cg_hierarchy.h simulates them.

   The footprint of such a segment has these parts:

      Footprint | SegmentRef x n_refs | MachineLine x n_ilines |
      MachineFetch x n_fetches

   There is a fetch for each instruction.  A line is fetched from once if
   several instructions in a row lie on it: nothing can happen in between that
   makes the others miss, but for a data reference whose miss takes the line out
   of an inclusive cache.  Then cg_machine_run.c goes on instruction by
   instruction.

   Like cg_segment, this module calls Valgrind only through cg_costs. */

#ifndef CG_MACHINE_RUN_H
#define CG_MACHINE_RUN_H

#include "run/cg_segment.h"
#include "output/cg_trace.h"

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

/* Make cg_segment_machine simulate the machine of the configuration.  Call it
   once, after cg_costs_init and before the first segment is made.  `alloc' is
   as for cg_sim_init.  Cannot fail. */
void cg_machine_run_init(const RunConfig* config,
                         void* (*alloc)(SizeT n_bytes));

/* Returns the footprint's numbers of a segment with these instructions and
   `n_refs' references. */
Footprint cg_machine_run_footprint(const TraceInstr instrs[], UInt n_instrs,
                                   UInt n_refs);

/* Returns the size of a footprint with all its parts, in bytes. */
SizeT cg_machine_run_size(const Footprint* f);

/* Fill in the lines and fetches of `seg', whose data references are filled in.
   `instrs' are its instructions in program order, each with its cost centre. */
void cg_machine_run_fill(Segment* seg, const TraceInstr instrs[],
                         CostCentre* const instr_cc[]);

/* The helpers of segments that run on a machine, and write to the trace if
   there is one (cg_analysed.h).  They obey cg_segment_collecting.  The table is
   valid for the whole run. */
SegmentHelpers* cg_machine_run_helpers(Bool traces);

/* How L1I behaves. */
typedef struct {
   Bool each_fetch; /* a fetch matters also if its line was just fetched from */
   const ULong* losses; /* how many lines it lost to caches below */
} MachineL1I;

/* Valid from cg_machine_run_init on. */
extern MachineL1I cg_machine_run_L1I;

/* A run that is simulated in program order.  `fetch' simulates a fetch that has
   no prediction, and `ref' data reference `i'. */
typedef struct {
   void (*fetch)(const MachineFetch* fetch);
   void (*ref)(Segment* seg, UInt i, Addr ea);
} MachineOrder;

/* Simulate instruction by instruction: data reference `first' and those after
   it, and the fetches after the first `n_refs' of all data references. */
static inline void cg_machine_run_each(Segment* seg, UInt n_refs, UInt first,
                                       const Addr ea[], MachineOrder in)
{
   const MachineFetch* fetch = cg_machine_run_fetches(seg);
   const MachineFetch* end   = fetch + seg->footprint.n_fetches;
   UInt                i     = first;

   while (fetch < end && fetch->refs_before < n_refs)
      fetch++;
   for (; fetch < end; fetch++) {
      for (; i < fetch->refs_before; i++)
         in.ref(seg, i, ea[i]);
      in.fetch(fetch);
   }
   for (; i < seg->footprint.n_refs; i++)
      in.ref(seg, i, ea[i]);
}

/* Simulate all lines of code, and the data references from `first' on: those
   before it are done. */
static CG_FRONT_INLINE void
cg_machine_run_from(Segment* seg, UInt first, const Addr ea[], MachineOrder in)
{
   Front*             front = &cg_segment_machine.front;
   const MachineLine* line  = cg_machine_run_lines(seg);
   const MachineLine* end   = line + seg->footprint.n_ilines;

   if (UNLIKELY(cg_machine_run_L1I.each_fetch)) {
      cg_machine_run_each(seg, 0, first, ea, in);
      return;
   }
   for (UInt i = first;; line++) {
      UInt  next   = line < end ? line->refs_before : seg->footprint.n_refs;
      ULong losses = *cg_machine_run_L1I.losses;

      for (; i < next; i++) {
         in.ref(seg, i, ea[i]);
         if (UNLIKELY(*cg_machine_run_L1I.losses != losses)) {
            cg_machine_run_each(seg, i + 1, i + 1, ea, in);
            return;
         }
      }
      if (line == end)
         return;
      if (LIKELY(line->prediction->line == line->line))
         cg_front_fetch(line->prediction, front->now++);
      else
         in.fetch(&cg_machine_run_fetches(seg)[line->fetch]);
   }
}

/* For cg_machine_full.c.  Count what a fetch or a data reference to `ea' did,
   and a run: before its references. */
void cg_machine_run_count_fetch(const MachineFetch* fetch,
                                const RefResult*    result);
void cg_machine_run_count_ref(const Segment* seg, const SegmentRef* ref,
                              Addr ea, const RefResult* result);

static CG_FRONT_INLINE void cg_machine_run_count_run(const Segment* seg)
{
   cg_segment_machine.instructions += seg->footprint.n_fetches;
}

#endif /* CG_MACHINE_RUN_H */
