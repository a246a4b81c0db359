/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_segment.h: segments, the unit in which running code is counted.

   A segment is a stretch of a superblock that control enters at the top and
   leaves at the bottom.  What one run of it does is nearly all known when it
   is translated: which instructions it executes, which I-cache lines they lie
   on, how many data references of what size it makes, and which cost centre
   each belongs to.  That is written down once, here.  When the segment runs,
   one call hands over what is not known: the effective addresses and where
   the branch at its end went.

   Costs that are the same in each run (Ir, Dr, Dw, Bc, Bi) are not counted as
   they happen but derived: execs x what one run does, by cg_segment_fold.
   Misses and mispredictions are counted where they happen.

   Nothing in this module calls Valgrind, so that it can be tested on the
   host. */

#ifndef CG_SEGMENT_H
#define CG_SEGMENT_H

#include "sim/types.h"

#include "guest/cg_costs.h"
#include "sim/cg_sim.h"
#include "variables/cg_region.h"

/* The most events - instructions, data references, a branch - that are counted
   at one point of the program: an execution that a signal cuts short is not
   counted at all, so a long stretch of code without branches is cut into
   stretches of this many. */
#define MAX_EVENTS 16

/* So much simulated time a run takes at once: more than the touches of lines
   that it can make. */
#define RUN_TIME (4 * MAX_EVENTS)

/* The most values - the outcome of a branch, effective addresses - that a call
   hands over besides the segment: VEX allows no more in registers.  A stretch
   of code with more is several segments, whose calls all stand at its end. */
#define MAX_RUN_ARGS 5

/* An I-cache line that the segment runs through. */
typedef struct {
   Bucket* bucket; /* of I1 */
   Addr    line;
} ILine;

/* An instruction fetch that may miss: the first on its line. */
typedef struct {
   Addr   addr;
   ULong* misses; /* I1mr, and behind it ILmr */
   UChar  size;
   UChar  refs_before; /* data references that precede it */
} Fetch;

/* A data reference. */
typedef struct {
   ULong* misses; /* D1mr or D1mw, and behind it DLmr or DLmw */
   UInt   size;
   UInt   slack; /* D1's line size - size: the highest offset within a line
                    at which the reference does not straddle */
} DataRef;

/* What one run of the segment adds to one cost centre. */
typedef struct {
   CostCentre* cc;
   UChar       n_Ir, n_Dr, n_Dw;
} Share;

typedef enum {
   BRANCH_NONE,
   BRANCH_COND,
   BRANCH_INDIRECT,
   N_BRANCH_KINDS
} BranchKind;

/* A segment is one block of memory, the parts that every run reads first:

      Segment | DataRef x n_refs | ILine x n_ilines |
              | Fetch x n_fetches | Share x n_shares | WatchedSegment

   The last is there only if segments are watched: see cg_full.h. */
typedef struct Segment_ {
   ULong execs; /* runs since the last fold */

   UChar n_ilines;
   UChar n_refs;
   UChar n_fetches;
   UChar n_shares;

   UChar  branch_kind;
   Bool   branch_inverted; /* the outcome handed over is the opposite */
   UShort watched_at;      /* bytes to its WatchedSegment, if there is one */
   Addr   branch_addr;
   ULong* branch_counts; /* Bc, and behind it Bcm; or Bi and Bim */

   struct Segment_* next; /* in its superblock */
} Segment;

static inline DataRef* cg_refs(Segment* seg)
{
   return (DataRef*)(seg + 1);
}

static inline ILine* cg_ilines(Segment* seg)
{
   return (ILine*)(cg_refs(seg) + seg->n_refs);
}

static inline Fetch* cg_fetches(Segment* seg)
{
   return (Fetch*)(cg_ilines(seg) + seg->n_ilines);
}

static inline Share* cg_shares(Segment* seg)
{
   return (Share*)(cg_fetches(seg) + seg->n_fetches);
}

/* What a watched data reference has besides. */
typedef struct {
   CostCentre* cc;
   Region*     region; /* that it last referred to; see cg_region_of */
   Addr        ea;     /* to which it last referred, by the trace */
} WatchedRef;

typedef struct {
   UChar      run_record[7]; /* what the trace's record of a run begins with */
   UChar      n_run_record;  /* bytes of it that are in use */
   WatchedRef refs[];
} WatchedSegment;

static inline WatchedSegment* cg_watched(Segment* seg)
{
   return (WatchedSegment*)((UChar*)seg + seg->watched_at);
}

/* The bytes that `seg' takes, by the numbers in its header. */
SizeT cg_segment_size(const Segment* seg, Bool watched);

/* 1 while what runs is to be counted, else 0; see cg_collect.h.  The runners
   of this module do not look at it: they are for segments that only run, or
   are only called, while it is 1. */
extern ULong cg_collecting;

/* Add what the runs so far imply to the cost centres, and start again at no
   runs. */
void cg_segment_fold(Segment* seg);

/* The most data references that a segment can have if it ends like that. */
static inline UInt cg_max_refs(BranchKind kind)
{
   return kind == BRANCH_NONE ? MAX_RUN_ARGS : MAX_RUN_ARGS - 1;
}

/* A function that instrumented code calls at the end of a segment, and its
   name for VEX's listings. */
typedef struct {
   const HChar* name;
   void*        fn;
} SegmentRunner;

/* The runner that takes

      (seg, [branch,] ea...)

   with an address for each of n_refs data references, at most cg_max_refs, in
   program order.  `branch' is there unless `kind' is BRANCH_NONE: the outcome
   (0 or 1) of the conditional branch that ends the segment, or the target of
   the indirect one.  On x86 the first argument, or the first two if one is the
   branch, go in registers. */
const SegmentRunner* cg_segment_runner(BranchKind kind, UInt n_refs);

#endif /* CG_SEGMENT_H */
