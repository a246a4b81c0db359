/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_segment.h: segments, the unit in which running code is counted.

   A segment is a block of a superblock that control enters at the top and
   leaves at the bottom.  Most of what a run of it does is known when it is
   translated: the instructions that it executes, the I-cache lines on which
   they lie, the number and sizes of its data references, and the cost centre of
   each.  A Segment stores this once.  When the segment runs, one call passes
   the rest: the effective addresses, and the outcome or target of the branch at
   its end.

   Static costs (Ir, Dr, Dw, Bc, Bi) are the same in each run.  They are not
   counted at each run: cg_segment_fold multiplies them by the number of runs.
   Misses and mispredictions are counted when they happen.

   This module calls Valgrind only through cg_costs, which the unit test
   replaces. */

#ifndef CG_SEGMENT_H
#define CG_SEGMENT_H

#include "cg_config.h"
#include "guest/cg_costs.h"
#include "sim/branch/cg_branch.h"
#include "sim/branch/cg_branchpred.h"
#include "sim/machine/cg_hierarchy.h"
#include "sim/machine/cg_pipeline.h"
#include "sim/cache/cg_sim.h"
#include "sim/cache/fastpath.h"
#include "sim/types.h"

/* The most events (instructions, data references, a branch) that are counted at
   one point of the program.  If a signal interrupts the code before that point,
   none of them is counted.  So long code without branches is split. */
#define CG_SEGMENT_MAX_EVENTS 16

_Static_assert(CG_SEGMENT_MAX_EVENTS <= CG_PIPELINE_MAX_INSTRUCTIONS,
               "a segment is a block for the core");

/* The most values (effective addresses, the outcome or target of a branch) that
   a call passes besides the segment: on amd64, VEX passes at most six
   arguments.  Code with more values becomes several segments, and all their
   calls come at its end. */
#define CG_SEGMENT_MAX_RUN_ARGS 5

/* The most lines that cg_fastpath_run can touch for a segment: two for each
   instruction and one for each data reference. */
#define CG_SEGMENT_MAX_TOUCHES                                                 \
   (2 * CG_SEGMENT_MAX_EVENTS + CG_SEGMENT_MAX_RUN_ARGS)

/* Ticks of simulated time reserved for one run of a segment. */
#define CG_SEGMENT_RUN_TICKS 64

_Static_assert(CG_SEGMENT_RUN_TICKS >= CG_SEGMENT_MAX_TOUCHES,
               "the touches of a run must not reach into the next run's time");

/* What one run of the segment adds to one cost centre, and, if the source of
   the instructions is not known, to their object (cg_objects.h). */
typedef struct {
   CostCentre* cc;
   ULong*      unknown_Ir; /* of the object; NULL: the source is known */
   UChar       n_Ir, n_Dr, n_Dw;
   UChar       n_free; /* of Ir: iterations that take no slot */
   Long        n_lost; /* of Ls, in parts of slots (cg_costs.h) */
} StaticCost;

/* What the call passes of the branch that ends a segment: nothing, because
   there is none that is simulated; whether a conditional branch is taken; or
   where another one goes. */
typedef enum {
   BRANCH_NONE,
   BRANCH_OUTCOME,
   BRANCH_TARGET,
   N_BRANCH_KINDS
} BranchKind;

/* A segment is one block of memory:

      Segment, with the Footprint at its end, and the footprint's parts |
      StaticCost x n_costs | what is kept for analyses

   If a machine is simulated (--machine), the footprint's parts are those of
   cg_machine_run.h.  The last part exists only if the user wants analyses: see
   cg_analysed.h.  The accounts in the footprint are ULong*.  Each points to
   adjacent counters: first-level misses, then those of the levels below.  The
   owner of a data reference is the number of its cost centre (cg_costs_number).
 */
typedef struct Segment_ {
   ULong execs; /* runs since the last fold */

   /* Of the branch at the end.  branch: its address.  For the classic predictor
      it lacks the low bits that are always 0, and if the branch is conditional,
      this is cg_branchpred_row of that.  branch_counts: Bc, then Bcm; Bi, then
      Bim; or Br, then Brm; NULL: none.  n_taken: Bct since the last fold, here
      because all code that runs has its segment in the host's caches. */
   UWord  branch;
   ULong* branch_counts;
   ULong  n_taken;
   UChar  branch_kind;
   Bool   branch_inverted; /* the helper gets the opposite outcome */
   UChar  branch_type;     /* BranchType */
   UChar  branch_size;     /* bytes */

   UChar  n_costs;
   UShort costs_at;    /* offset in bytes of the static costs */
   UShort analysed_at; /* offset in bytes of what is kept for analyses */
   UShort pool;        /* which memory it is from, for cg_translations.c */
   UShort times_at; /* offset in bytes of the BlockTimes; 0: there are none */

   /* If the core is sampled (cg_sampling.h): the runs that were measured since
      the last fold, with their weights; those in this sample; and those since
      the last one that count once. */
   ULong measured;
   UInt  sampled, once;

   struct Segment_* next; /* in the list of its Translations */
   Footprint        footprint;
} Segment;

/* The static costs of `seg', an array of n_costs elements. */
static inline StaticCost* cg_segment_costs(Segment* seg)
{
   return (StaticCost*)((UChar*)seg + seg->costs_at);
}

/* The data references of `seg', an array of footprint.n_refs elements. */
static inline SegmentRef* cg_segment_refs(Segment* seg)
{
   return cg_fastpath_refs(&seg->footprint);
}

/* The size of `seg' in bytes, without what is kept for analyses.  It depends on
   n_costs and costs_at, which must be set. */
SizeT cg_segment_size(const Segment* seg);

/* What all segments run on: the caches, or those of a machine, and the branch
   predictor.  It is a global object, not a pointer to one, so that its address
   is a constant in the helpers. */
typedef struct {
   CacheSim        caches;
   Front           front;
   Hierarchy*      hierarchy; /* NULL: no machine, and `front' is unused */
   BranchPredictor predictor;
   Pipeline        pipeline;     /* if the core of the machine is known */
   ULong           instructions; /* of segments that ran on the hierarchy */
} SegmentMachine;

extern SegmentMachine cg_segment_machine;

/* 1 while running code is counted, else 0; see cg_collect.h.  Without
   --toggle-collect it is always 1. */
extern ULong cg_segment_collecting;

/* Predict the branch that ends `seg' with the classic predictor, and let it
   learn. Returns whether it was mispredicted.  `kind' is the branch_kind of
   `seg', as a constant; `branch' is what the helper gets. */
static inline Bool cg_segment_mispredicts(const Segment* seg, BranchKind kind,
                                          UWord branch)
{
   BranchPredictor* p = &cg_segment_machine.predictor;

   return kind == BRANCH_OUTCOME
             ? cg_branchpred_cond(p, seg->branch, branch ^ seg->branch_inverted)
             : cg_branchpred_indirect(p, seg->branch, branch);
}

/* The columns of I1mr, D1mr and D1mw, of those that are recorded: where the
   accounts of a fetch and of data references begin. */
extern UInt cg_segment_column[REF_MODIFY + 1];

/* Count in `account', which a reference of this kind has, what `result'
   concerns: in the first counter if the first level missed, and in the second
   if LL missed, too. */
static inline void cg_segment_count_misses(void* account, RefKind kind,
                                           SimResult result)
{
   ULong* misses  = account;
   ULong* context = cg_costs_context + cg_segment_column[kind];

   for (UInt i = 0; i < 2 && result >= (i == 0 ? SIM_L1_MISS : SIM_LL_MISS);
        i++) {
      misses[i] += cg_segment_collecting;
      context[i] += cg_segment_collecting;
   }
}

/* Count `n' more of the event that is `distance' behind the account of a
   reference of this kind. */
static inline void cg_segment_count(ULong* account, RefKind kind, UInt distance,
                                    ULong n)
{
   account[distance] += n;
   cg_costs_context[cg_segment_column[kind] + distance] += n;
}

/* The columns of Bcm, Bim and Brm, by the type of the branch. */
extern UInt cg_segment_missed[N_BRANCH_TYPES];

/* Set these.  Call it once, after cg_costs_init. */
void cg_segment_init(const RunConfig* config);

/* Add the static costs, times execs, to the cost centres and set execs to 0. */
void cg_segment_fold(Segment* seg);

/* The most data references that a segment can have if it ends in a branch of
   this kind. */
static inline UInt cg_segment_max_refs(BranchKind kind)
{
   return kind == BRANCH_NONE ? CG_SEGMENT_MAX_RUN_ARGS
                              : CG_SEGMENT_MAX_RUN_ARGS - 1;
}

/* A helper (VEX's word): a function that instrumented code calls at the end of
   a segment.  `name' is for VEX's listings.  The arguments are

      (seg, [branch,] ea...)

   with one address for each of the n_refs data references, in program order.
   `branch' is passed to helpers of a BranchKind other than BRANCH_NONE, which
   predict it.  It is the outcome (0 or 1) of the conditional branch that ends
   the segment, or the target of another one.  On x86 `seg' and `branch' are
   passed in registers. */
typedef struct {
   const HChar* name;
   void*        fn;
} SegmentHelper;

/* By number of I-lines, BranchKind, and number of data references, up to
   cg_segment_max_refs.  The last helpers are for any number of I-lines. */
#define CG_SEGMENT_ANY_ILINES 3

typedef const SegmentHelper SegmentHelpers[CG_SEGMENT_ANY_ILINES + 1]
                                          [N_BRANCH_KINDS]
                                          [CG_SEGMENT_MAX_RUN_ARGS + 1];

/* Returns the helper for `seg' that predicts a branch of this kind: that of
   `seg', or BRANCH_NONE if another call predicts it. */
static inline const SegmentHelper*
cg_segment_helper(SegmentHelpers* helpers, const Segment* seg, BranchKind kind)
{
   UInt n_ilines = seg->footprint.n_ilines;

   if (n_ilines > CG_SEGMENT_ANY_ILINES)
      n_ilines = CG_SEGMENT_ANY_ILINES;
   return &(*helpers)[n_ilines][kind][seg->footprint.n_refs];
}

#endif /* CG_SEGMENT_H */
