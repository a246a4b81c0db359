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

#include "pub_tool_basics.h"

#include "cg_costs.h"
#include "cg_sim.h"

/* The most events - instructions, data references, a branch - in a segment.
   An execution that a signal cuts short is not counted at all, so a long
   stretch of code without branches is cut into segments of this many. */
#define MAX_EVENTS 16

/* The most effective addresses that a call passes as arguments; a segment
   with more leaves all of them in cg_spilled_eas. */
#define MAX_EA_ARGS 5

/* An I-cache line that the segment runs through. */
typedef struct {
   Addr* front; /* of the line's set in I1 */
   Addr  line;
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

      Segment | ILine x n_ilines | DataRef x n_refs |
              | Fetch x n_fetches | Share x n_shares                         */
typedef struct Segment_ {
   ULong execs; /* runs since the last fold */

   UChar n_ilines;
   UChar n_refs;
   UChar n_fetches;
   UChar n_shares;

   UChar  branch_kind;
   Bool   branch_inverted; /* the outcome handed over is the opposite */
   Addr   branch_addr;
   ULong* branch_counts; /* Bc, and behind it Bcm; or Bi and Bim */

   struct Segment_* next; /* in its superblock */
} Segment;

static inline ILine* cg_ilines(Segment* seg)
{
   return (ILine*)(seg + 1);
}

static inline DataRef* cg_refs(Segment* seg)
{
   return (DataRef*)(cg_ilines(seg) + seg->n_ilines);
}

static inline Fetch* cg_fetches(Segment* seg)
{
   return (Fetch*)(cg_refs(seg) + seg->n_refs);
}

static inline Share* cg_shares(Segment* seg)
{
   return (Share*)(cg_fetches(seg) + seg->n_fetches);
}

/* The bytes that `seg' takes, by the numbers in its header. */
SizeT cg_segment_size(const Segment* seg);

/* Add what the runs so far imply to the cost centres, and start again at no
   runs. */
void cg_segment_fold(Segment* seg);

/* Where a segment with more than MAX_EA_ARGS addresses leaves them. */
extern Addr cg_spilled_eas[MAX_EVENTS];

/* A function that instrumented code calls at the end of a segment, and its
   name for VEX's listings. */
typedef struct {
   const HChar* name;
   void*        fn;
} SegmentRunner;

/* The runner that takes

      (seg, [branch,] ea...)

   with an address for each of n_refs data references, in program order.
   `branch' is there unless `kind' is BRANCH_NONE: the outcome (0 or 1) of the
   conditional branch that ends the segment, or the target of the indirect one.
   On x86 the first argument, or the first two if one is the branch, go in
   registers.  NULL if a call cannot take as many arguments. */
const SegmentRunner* cg_segment_runner(BranchKind kind, UInt n_refs);

/* The runner that takes (seg[, branch]) and finds the addresses, in the same
   order, in cg_spilled_eas. */
const SegmentRunner* cg_spilled_runner(BranchKind kind);

#endif /* CG_SEGMENT_H */
