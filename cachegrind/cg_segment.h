/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_segment.h: segments, the unit in which running code is counted.

   A segment is a block of a superblock that control enters at the top and
   leaves at the bottom.  What one run of it does is nearly all known when it
   is translated: which instructions it executes, which I-cache lines they lie
   on, how many data references of what size it makes, and which cost centre
   each belongs to.  That is written down once, here.  When the segment runs,
   one call hands over what is not known: the effective addresses and where
   the branch at its end went.

   Static costs, the same in each run (Ir, Dr, Dw, Bc, Bi), are not counted as
   they happen but derived: execs x what one run does, by cg_segment_fold.
   Misses and mispredictions are counted where they happen.

   This module calls Valgrind through cg_costs only, which the unit test
   replaces. */

#ifndef CG_SEGMENT_H
#define CG_SEGMENT_H

#include "guest/cg_costs.h"
#include "sim/cg_branchpred.h"
#include "sim/cg_sim.h"
#include "sim/fastpath.h"
#include "sim/types.h"

/* The most events - instructions, data references, a branch - that are counted
   at one point of the program.  If a signal interrupts the code before that
   point, none of them is counted, so long code without branches is split. */
#define CG_SEGMENT_MAX_EVENTS 16

/* The most values - the outcome of a branch, effective addresses - that a call
   passes besides the segment: on amd64 VEX passes six arguments at most.  Code
   with more is several segments, whose calls all stand at its end. */
#define CG_SEGMENT_MAX_RUN_ARGS 5

/* The most lines that cg_fastpath_run can touch for a segment: two for each
   instruction and one for each data reference. */
#define CG_SEGMENT_MAX_TOUCHES                                                 \
   (2 * CG_SEGMENT_MAX_EVENTS + CG_SEGMENT_MAX_RUN_ARGS)

/* Ticks of simulated time reserved for one run of a segment. */
#define CG_SEGMENT_RUN_TICKS 64

_Static_assert(CG_SEGMENT_RUN_TICKS >= CG_SEGMENT_MAX_TOUCHES,
               "the touches of a run must not reach into the next run's time");

/* What one run of the segment adds to one cost centre. */
typedef struct {
   CostCentre* cc;
   UChar       n_Ir, n_Dr, n_Dw;
} StaticCost;

typedef enum {
   BRANCH_NONE,
   BRANCH_COND,
   BRANCH_INDIRECT,
   N_BRANCH_KINDS
} BranchKind;

/* A segment is one block of memory:

      Segment, with the Footprint at its end, and the footprint's parts |
      StaticCost x n_costs | what the full path keeps

   The last is there only if segments take the full path: see cg_full.h.  The
   accounts in the footprint are ULong* and point to two adjacent counters:
   first-level misses, then last-level misses. */
typedef struct Segment_ {
   ULong execs; /* runs since the last fold */

   Addr   branch_addr;   /* as the predictor takes it */
   ULong* branch_counts; /* Bc, then Bcm; or Bi, then Bim */
   UChar  branch_kind;
   Bool   branch_inverted; /* the outcome handed over is the opposite */
   UChar  n_costs;
   UShort full_at; /* bytes to what the full path keeps, if it is taken */

   struct Segment_* next; /* in its superblock */
   Footprint        footprint;
} Segment;

/* The static costs of `seg', n_costs of them. */
static inline StaticCost* cg_segment_costs(Segment* seg)
{
   return (StaticCost*)((UChar*)&seg->footprint
                        + cg_fastpath_size(&seg->footprint));
}

/* The bytes that `seg' takes, by the numbers in it, without what the full path
   keeps. */
SizeT cg_segment_size(const Segment* seg);

/* The machine on which all segments run.  It is a global object, not a pointer
   to one, so that its address is a constant in the helpers. */
typedef struct {
   CacheSim        caches;
   BranchPredictor predictor;
} Machine;

extern Machine cg_segment_machine;

/* Whether the branch that ends `seg' was mispredicted; the predictor learns.
   `kind' is that of `seg', a constant; `branch' is what the helper gets. */
static inline Bool cg_segment_mispredicts(const Segment* seg, BranchKind kind,
                                          UWord branch)
{
   BranchPredictor* p = &cg_segment_machine.predictor;

   return kind == BRANCH_COND
             ? cg_branchpred_cond(p, seg->branch_addr,
                                  branch ^ seg->branch_inverted)
             : cg_branchpred_indirect(p, seg->branch_addr, branch);
}

/* Count the misses of a reference `times' times (0 or 1), where its account
   says. */
static inline void cg_segment_count_misses(void* account, SimResult result,
                                           ULong times)
{
   ULong* misses = account;

   if (result >= SIM_L1_MISS)
      misses[0] += times;
   if (result == SIM_LL_MISS)
      misses[1] += times;
}

/* 1 while what runs is to be counted, else 0; see cg_collect.h. */
extern ULong cg_segment_collecting;

/* Add execs x static costs to the cost centres, and set execs to 0. */
void cg_segment_fold(Segment* seg);

/* The most data references that a segment can have if it ends in a branch of
   this kind. */
static inline UInt cg_segment_max_refs(BranchKind kind)
{
   return kind == BRANCH_NONE ? CG_SEGMENT_MAX_RUN_ARGS
                              : CG_SEGMENT_MAX_RUN_ARGS - 1;
}

/* A function that instrumented code calls at the end of a segment (VEX's word
   is helper), and its name for VEX's listings.  It takes

      (seg, [branch,] ea...)

   with an address for each of n_refs data references, in program order.
   `branch' is there unless the kind is BRANCH_NONE: the outcome (0 or 1) of the
   conditional branch that ends the segment, or the target of the indirect one.
   On x86 the first argument, or the first two if one is the branch, go in
   registers. */
typedef struct {
   const HChar* name;
   void*        fn;
} SegmentHelper;

/* By BranchKind and number of data references, up to cg_segment_max_refs. */
typedef const SegmentHelper SegmentHelpers[N_BRANCH_KINDS]
                                          [CG_SEGMENT_MAX_RUN_ARGS + 1];

#endif /* CG_SEGMENT_H */
