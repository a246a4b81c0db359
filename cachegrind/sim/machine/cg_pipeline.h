/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_pipeline.h: when the core of a machine starts instructions, when their
   results are there, and what it waits for.  These are our rules; the manual
   says how far they are from the clock ("What a line costs, and how far to
   trust it").

   Times are in slots: a cycle has as many as the core's width.  Each
   instruction starts a slot after the one before.  Its result is there when all
   that it is computed from is there, and it has been computed.  Instructions
   leave in order: each when its result is there, and no earlier than a slot
   after the one before.

      start    a b c d e f                  b needs a, which takes long;
      result        . . . a . . . b         c to f need neither
      leave               a       b c d e f
               ^^^^^^^^^^^  ^^^^^^          the core waits

   So what an instruction waits for costs nothing as far as older ones are still
   waiting, too: two chains that do not need each other take as long as one.

   The core holds a window of instructions: one starts only when the one that is
   a window before it has left.  And it starts only when the results of those
   that are `scheduler' before it are there, unless they wait for a late load.

   Runs of code come as blocks, for which it is known how long after a register,
   or a load, each result is there (BlockTimes).  A load that misses in L1D or
   its TLB is there later by what that takes; all that hits is in the block's
   own times.  A branch that was mispredicted is found out when its condition is
   there; the next instruction starts `mispredict' cycles later, and what else
   comes from the same late load, too.  Divisions keep
   their unit, and calls and returns what fetches code.  Writes wait in a
   buffer.

   What the core waits is counted for loads and for results:

   - Until a late load is there, it waits for that load, also in what is
     computed from it.  This is told in whole loads, so that they can be
     counted: as soon as it has waited for half of what a load takes more than a
     hit, it has waited for that load, and has the other half to its credit, for
     loads found at the same level.  No load is told twice.
   - The rest is lost slots.  They are of a kind: that of the slowest operation
     between the result and what it waited for last.

        sum += a[i] * b[i]     waits for `sum', then adds: LOST_FP
        x = x / n + 1          LOST_DIVISION
        c = table[c]           LOST_LOAD, unless the load is late
        p = p->next            LOST_POINTER, likewise

     The operations of a chain that goes on pay first, each up to what it takes,
     as far as it has not paid: what has come of the chain just now may be late
     for good, and hold up nothing.

        p = prev[p];               4 cycles after p: the next round needs it
        if (text[p] == c) break;   5 after that, and nobody waits for it

        prev[p]   |-1-|-2-|-3-|    each round takes as long as prev[p] does,
        text[p]       |-1--|       so that is what the core waits for
                          |-2--|

     A chain is one if its first operation is from a value that has been
     computed anew since, as in a loop.  Late loads whose addresses are from
     late loads are one, too; and a late load's address may be from either.
     What is lost without a chain is never LOST_FP, LOST_MULTIPLICATION or
     LOST_LOAD: several of these side by side would not help.

     The first operation after the core starts anew waits for none, unless it is
     a division or atomic.  What is computed from a late load, for as long as
     that took more than a hit, is of no kind (LOST_SIMPLE): it is the load's
     end, and no chain.

   Waits for a set.  A set of L1D takes one line after the other, at whatever
   level they are found.  Each takes `fill' cycles, or `fill_write' if a dirty
   line makes way for it.  If the lines that are ahead of one take longer than a
   window of instructions, the core has nothing else to do, and waits for the
   rest:

      set   |- line -|- line -|- line -|- line -|
            ^ four misses at once      |
                  |- window -|- wait --|            of the fourth

   L2, L3 and memory pass a line up in `transfer' cycles, which nothing hides.
   A load takes its latency, less L1D's and less the transfer.

   This module calls neither Valgrind nor the C library. */

#ifndef CG_PIPELINE_H
#define CG_PIPELINE_H

#include "sim/machine/cg_hierarchy.h"

/* What a result is computed from: registers, the start of a block, which has no
   place in `ready', and its first loads, if they are late.  They fit into a set
   of 64.  And what else it may be: what a block stores, and what decides its
   branch. */
enum {
   CG_PIPELINE_START   = 58, /* before it: registers */
   CG_PIPELINE_LOADS   = 59,
   CG_PIPELINE_SOURCES = 64,
   CG_PIPELINE_STORED  = CG_PIPELINE_SOURCES,
   CG_PIPELINE_BRANCH,
   CG_PIPELINE_VALUES
};
#define CG_PIPELINE_MAX_LOADS (CG_PIPELINE_SOURCES - CG_PIPELINE_LOADS)

/* What kind of operation the core waits for.  Multiplications are those of
   integers; LOST_FP are operations of floating point that are neither divisions
   nor roots.  Loads are those that hit L1D: LOST_POINTER if they wait for the
   pointer that they follow, LOST_LOAD if they wait for an index.  Calls are
   returns, too. */
typedef enum {
   LOST_SIMPLE,
   LOST_DIVISION,
   LOST_FP,
   LOST_MULTIPLICATION,
   LOST_LOAD,
   LOST_POINTER,
   LOST_ATOMIC,
   LOST_CALL,
   N_LOST_KINDS
} LostKind;

/* Part of BlockTimes: the header of a result, which is there no earlier than
   `slots' after the block starts, and which `n_terms' terms follow; a term: the
   result is there no earlier than `slots' after `value', and the slowest
   operation between is of this LostKind; or what else is known of a result: the
   LostKind after the start.  Both have, for the caller, whom that delays:
   `cost'. */
#define CG_PIPELINE_COST_BITS 5
#define CG_PIPELINE_MAX_COSTS (1 << CG_PIPELINE_COST_BITS)
typedef union {
   struct {
      UChar  value; /* which gets the result */
      UChar  n_terms;
      UShort slots;
   } result;
   struct {
      UChar  value;
      UChar  kind : 8 - CG_PIPELINE_COST_BITS;
      UChar  cost : CG_PIPELINE_COST_BITS;
      UShort slots;
   } term;
   struct {
      UChar kind, cost;
   } more;
} TimesItem;

/* The times of a block:

      results x n_results, each with its terms |
      for each of its data references, as a result: the address |
      more x n_results, from more_at on

   busy: slots for which it keeps units that do one thing after the other;
   busy_cost: whom that delays; busy_kind: the LostKind of that. */
#define CG_PIPELINE_PARTS 1024 /* of a slot */
typedef struct {
   UShort    n_slots, busy; /* n_slots: of its instructions */
   UShort    parts;         /* that pass besides, in parts of slots */
   UShort    more_at;
   UShort    owner_at; /* for the caller: how many bytes its owner is before */
   UChar     busy_cost, busy_kind, n_results;
   TimesItem items[];
} BlockTimes;

/* A load, and where it was found.  The first members are for the caller: where
   it counts the misses of the load, and how often each counts. */
typedef struct {
   ULong *account, *context, weight;
   UChar  kind;
   UChar  source; /* RefSource */
   Bool   tlb_miss, page_walk, replaces_dirty;
   UInt   slots; /* more than a hit; set by this module */
} PipelineLoad;

/* A time, and in its lowest bits the late load that it is from; 0: none. */
typedef ULong CausedTime;
#define CG_PIPELINE_CAUSE_BITS 6
#define CG_PIPELINE_CAUSES     (1 << CG_PIPELINE_CAUSE_BITS)

/* The times at which instructions left are kept for groups of them.  No group
   is smaller than a block. */
#define CG_PIPELINE_GROUPS           64
#define CG_PIPELINE_MAX_INSTRUCTIONS 16 /* in a block */

_Static_assert(CG_PIPELINE_MAX_INSTRUCTIONS <= CG_PIPELINE_MAX_COSTS
                  && N_LOST_KINDS <= 1 << (8 - CG_PIPELINE_COST_BITS),
               "a term has room for kind and cost");

/* What computed a value: the address of a block, and above it the number of one
   of its items; 0: not known.  One word, as each result of each block that runs
   stores one. */
typedef ULong ValueOrigin;
#define CG_PIPELINE_ITEM_AT 48

static inline ValueOrigin cg_pipeline_origin(const BlockTimes* times,
                                             const TimesItem*  item)
{
   return (UWord)times + ((ULong)(item - times->items) << CG_PIPELINE_ITEM_AT);
}

/* A value that was there at `ready'. */
typedef struct {
   ValueOrigin origin;
   CausedTime  ready;
} ComputedAt;

typedef struct {
   ULong start; /* when the next instruction starts */
   ULong left;  /* when the last one left */

   CausedTime ready[CG_PIPELINE_VALUES];
   UInt       window, scheduler, group_bits;
   UInt       group; /* of the last instruction */

   /* By group of instructions: when the last one left, and when all results
      that wait for no late load were there.  computed: of all so far. */
   struct {
      ULong left, computed;
   } groups[CG_PIPELINE_GROUPS];
   ULong computed;
   ULong busy_until;
   UInt  parts; /* that have passed, and are no slot yet */

   /* Of the block that ran last: the item because of which its last result is
      there no earlier; NULL: units were busy.  before: what computed the value
      that this is from, which the block may have replaced. */
   const TimesItem* why;
   ValueOrigin      before;

   /* By value: what computed it; and the slots that this has paid for the value
      that was there at `ready'. */
   ValueOrigin origins[CG_PIPELINE_VALUES];
   struct {
      CausedTime ready;
      ULong      slots;
   } paid[CG_PIPELINE_VALUES];

   UInt mispredict; /* slots */

   /* Late loads, by cause, and the one that came last.  paid: slots that the
      core has waited for it; told: that it has; parent: the late load that its
      address is from, or 0; then, `address' is the value that it is from. */
   struct {
      ULong        ready;
      PipelineLoad load;
      ULong        paid;
      Bool         told;
      UInt         parent;
      ComputedAt   address;
   } loads[CG_PIPELINE_CAUSES];
   UInt last_load;

   /* The last lines that were late, by number.  Another load hits there, but
      is not earlier.  in_flight: until then, one of them is late. */
   struct {
      Addr       line; /* address >> line_bits */
      CausedTime ready;
   } lines[CG_PIPELINE_CAUSES];
   UInt  line_bits;
   ULong in_flight;

   /* Slots that a load takes more than a hit: for a line that is found there,
      and for translations. */
   UInt wait[N_SOURCES], tlb_wait, walk_wait;

   /* Slots that it has waited for loads found there, less those that were
      told. */
   Long credit[N_SOURCES];
   void (*waited)(const PipelineLoad* load);

   /* The sets of L1D.  free_at: when each can take its next line; NULL: the
      file of the machine has no `fill'. */
   ULong* free_at;
   UInt   n_sets;
   UInt   fill, fill_dirty;    /* slots */
   UInt   transfer[N_SOURCES]; /* slots */
} Pipeline;

/* Initialise *p for a machine with a core; the machine is not needed later.
   `alloc' is as for cg_sim_init.  `waited' is called each time the core has
   waited for a load.  Cannot fail. */
void cg_pipeline_init(Pipeline* p, const Machine* m,
                      void* (*alloc)(SizeT n_bytes),
                      void (*waited)(const PipelineLoad* load));

/* All results are there: another thread runs, and what is late for this one is
   there before it runs again. */
void cg_pipeline_forget(Pipeline* p);

/* Blocks are about to be freed: none is looked at again before it runs. */
void cg_pipeline_forget_blocks(Pipeline* p);

/* Whether one of the lines at these addresses is late. */
static inline Bool cg_pipeline_has_late_line(const Pipeline* p, const Addr ea[],
                                             UInt n)
{
   Bool any = False;

   for (UInt i = 0; i < n; i++) {
      Addr line = ea[i] >> p->line_bits;

      any |= p->lines[line % CG_PIPELINE_CAUSES].line == line;
   }
   return any;
}

/* What becomes of a reference: how long the core waits for the set, in slots;
   whether it is a load that misses in L1D or its TLB; and whether the address
   of that load comes from another one that was late. */
typedef struct {
   ULong wait;
   Bool  is_late, is_dependent;
} PipelineRef;

/* Data reference `i' of the block that runs next, at `addr'.  `load' says where
   its line was found.  References that hit L1D and its TLB need not be told if
   their line is not late.  Cannot fail. */
PipelineRef cg_pipeline_ref(Pipeline* p, const BlockTimes* times, UInt i,
                            RefKind kind, Addr addr, const PipelineLoad* load);

/* What the core waits in a block, besides for loads: for an operation of which
   block, of which kind, and whom that delays: what was given for it. */
#define CG_PIPELINE_MAX_LOST 17
typedef struct {
   ULong             slots;
   const BlockTimes* times;
   UChar             kind; /* LostKind */
   UChar             cost;
} LostSlots;

/* The block has been run, and cg_pipeline_run has returned `last'.  Sets what
   is lost, and returns how many operations that is for, up to
   CG_PIPELINE_MAX_LOST.  Cannot fail. */
UInt cg_pipeline_wait(Pipeline* p, const BlockTimes* times, CausedTime last,
                      LostSlots lost[]);

/* A block that is busy, or has parts, runs.  Returns `last', or when the unit
   is free, if that is later; then, `why' is NULL. */
CausedTime cg_pipeline_pass(Pipeline* p, const BlockTimes* times,
                            CausedTime last);

/* The group of the instruction before which there were `at'. */
static inline UInt cg_pipeline_group(const Pipeline* p, ULong at)
{
   return (at >> p->group_bits) % CG_PIPELINE_GROUPS;
}

/* A block runs, after which there have been `at' instructions.  Returns 0, or
   the argument for cg_pipeline_wait, which must be called then. */
static inline CausedTime cg_pipeline_run(Pipeline* p, const BlockTimes* times,
                                         ULong at)
{
   const TimesItem *item = times->items, *why = NULL;
   CausedTime       results[CG_PIPELINE_VALUES], start, last = 0;
   UChar            values[CG_PIPELINE_VALUES];
   const TimesItem* origins[CG_PIPELINE_VALUES];
   ULong            left = p->groups[cg_pipeline_group(p, at - p->window)].left;
   ULong computed = p->groups[cg_pipeline_group(p, at - p->scheduler)].computed;
   UInt  n        = times->n_results;

   p->start = p->start < left ? left : p->start;
   p->start = p->start < computed ? computed : p->start;
   start    = p->start << CG_PIPELINE_CAUSE_BITS;
   for (UInt i = 0; i < n; i++) {
      UInt             n_terms = item->result.n_terms;
      const TimesItem* latest  = item;
      CausedTime       time =
         start + ((ULong)item->result.slots << CG_PIPELINE_CAUSE_BITS);

      values[i] = item++->result.value;
      for (; n_terms > 0; n_terms--, item++) {
         CausedTime t = p->ready[item->term.value]
                        + ((ULong)item->term.slots << CG_PIPELINE_CAUSE_BITS);

         latest = time < t ? item : latest;
         time   = time < t ? t : time;
      }
      results[i] = time;
      origins[i] = latest;
      why        = last < time ? latest : why;
      last       = last < time ? time : last;
   }
   p->why = why;
   if (why)
      p->before = p->origins[why->term.value];
   for (UInt i = 0; i < n; i++) {
      p->ready[values[i]]   = results[i];
      p->origins[values[i]] = cg_pipeline_origin(times, origins[i]);
   }
   if (__builtin_expect(times->busy | times->parts, 0))
      last = cg_pipeline_pass(p, times, last);
   p->start += times->n_slots;
   p->left += times->n_slots;
   if (last % CG_PIPELINE_CAUSES == 0
       && p->computed < last >> CG_PIPELINE_CAUSE_BITS)
      p->computed = last >> CG_PIPELINE_CAUSE_BITS;
   p->group                     = cg_pipeline_group(p, at);
   p->groups[p->group].left     = p->left;
   p->groups[p->group].computed = p->computed;
   return last >> CG_PIPELINE_CAUSE_BITS > p->left ? last : 0;
}

/* The same for a block of which references have been told. */
static inline CausedTime cg_pipeline_run_told(Pipeline*         p,
                                              const BlockTimes* times, ULong at)
{
   CausedTime last = cg_pipeline_run(p, times, at);

   for (UInt i = 0; i < CG_PIPELINE_MAX_LOADS; i++)
      p->ready[CG_PIPELINE_LOADS + i] = 0;
   return last;
}

/* The branch at the end of the block that ran last was mispredicted.  Returns
   the slots that are lost besides `mispredict' cycles. */
ULong cg_pipeline_mispredicted(Pipeline* p);

#endif /* CG_PIPELINE_H */
