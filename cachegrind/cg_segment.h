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

   Nothing in this module calls Valgrind, so that it can be tested on the
   host. */

#ifndef CG_SEGMENT_H
#define CG_SEGMENT_H

#include "guest/cg_costs.h"
#include "sim/cg_branchpred.h"
#include "sim/cg_sim.h"
#include "sim/fastpath.h"
#include "sim/types.h"

/* The most events - instructions, data references, a branch - that are counted
   at one point of the program.  An execution that a signal cuts short is not
   counted at all, so a long block of code without branches is cut into blocks
   of this many. */
#define MAX_EVENTS 16

/* The most values - the outcome of a branch, effective addresses - that a call
   hands over besides the segment: VEX allows no more in registers.  A block of
   code with more is several segments, whose calls all stand at its end. */
#define MAX_RUN_ARGS 5

/* The most lines that a run can touch: an instruction lies on two at most. */
#define MAX_TOUCHES (2 * MAX_EVENTS + MAX_RUN_ARGS)

/* The simulated time that a run reserves. */
#define RUN_TIME 64

_Static_assert(RUN_TIME >= MAX_TOUCHES,
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
   accounts in the footprint are ULong*: the counter of first-level misses,
   which that of last-level misses follows. */
typedef struct Segment_ {
   ULong execs; /* runs since the last fold */

   Addr   branch_addr;
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

/* The machine on which all segments run.  It is an object of its own, and not
   reached by a pointer, so that helpers know its address. */
typedef struct {
   CacheSim        caches;
   BranchPredictor predictor;
} Machine;

extern Machine cg_segment_machine;

/* 1 while what runs is to be counted, else 0; see cg_collect.h. */
extern ULong cg_segment_collecting;

/* Add what the runs so far imply to the cost centres, and start again at no
   runs. */
void cg_segment_fold(Segment* seg);

/* The most data references that a segment can have if it ends like that. */
static inline UInt cg_segment_max_refs(BranchKind kind)
{
   return kind == BRANCH_NONE ? MAX_RUN_ARGS : MAX_RUN_ARGS - 1;
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
typedef const SegmentHelper SegmentHelpers[N_BRANCH_KINDS][MAX_RUN_ARGS + 1];

#endif /* CG_SEGMENT_H */
