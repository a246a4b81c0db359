/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_stalls.h: how long the core of a machine stalls because data references
   miss in L1D.  These are our rules; the manual says how far they are from the
   clock ("What a line costs, and how far to trust it").

   Waits for a line.  A load that misses in L1D, or its TLB, is late: it takes
   longer than a hit.  What is computed from its result is late, too, and a load
   from an address that is late begins later, also one that hits.

      p = a[i].next      misses: p is late
      n = p->count       begins when p is there, so n is late
      m = b[i].count     misses at the same time as the first one
      if (n == 0)        resolved when n is there

   While a load is late, the core goes on with the instructions of its window.
   When it has a window of instructions after a load that is not there yet, it
   stalls until it is.  It also stalls for the condition or the target of a
   branch that was mispredicted, if that is late.  Writes wait in a buffer.

   The core stalls for whole loads, so that they can be counted: as soon as it
   has stalled for half of what a load takes more than a hit, it has stalled for
   that load, and has the other half to its credit, for loads found at the same
   level.

   Waits for a set.  A set of L1D takes one line after the other, at whatever
   level they are found.  Each takes `fill' cycles, or `fill_write'.  If the
   lines that are ahead of one take longer than a window of instructions, the
   core has nothing else to do, and waits for the rest:

      set   |- line -|- line -|- line -|- line -|
            ^ four misses at once      |
                  |- window -|- wait --|            of the fourth

   Times are in slots: a cycle has as many as the core's width, so an
   instruction takes one.  The clock goes on with the instructions, with the
   lines that L2, L3 and memory pass up (`transfer'), and with all waits.  One
   for a line takes its latency, less L1D's and less the transfer.

   This module calls neither Valgrind nor the C library. */

#ifndef CG_STALLS_H
#define CG_STALLS_H

#include "sim/machine/cg_hierarchy.h"

/* What a value in a block of code is computed from: a bit for each register, as
   it was at the start of the block, and for each of its first data references.
 */
typedef ULong Origins;

#define CG_STALLS_FLAGS     31 /* before it: the integer registers */
#define CG_STALLS_REFS      32
#define CG_STALLS_ORIGINS   64
#define CG_STALLS_MAX_FLOWS (CG_STALLS_FLAGS + 1)

/* Of data reference `i' of a block. */
static inline Origins cg_stalls_origin(UInt i)
{
   return i < CG_STALLS_ORIGINS - CG_STALLS_REFS ? 1ULL << (CG_STALLS_REFS + i)
                                                 : 0;
}

/* A register that a block has changed so far, and what its value is computed
   from. */
typedef struct {
   Origins from;
   UInt    reg;
} Flow;

/* A load, and where it was found.  The first members are for the caller: where
   it counts the misses of the load, and whether it does. */
typedef struct {
   ULong *account, *context;
   UChar  kind;
   Bool   is_counted;
   UChar  source; /* RefSource */
   Bool   tlb_miss, page_walk;
   UInt   slots; /* more than a hit; set by this module */
} StallLoad;

/* When something late is there, and the load that it waits for. */
typedef struct {
   ULong     ready; /* slots */
   StallLoad load;
} LateValue;

/* The most loads that can be late at once; then the core stalls for the first
   one. */
#define CG_STALLS_MAX_LOADS 64

typedef struct {
   UInt  window;    /* instructions */
   UInt  line_bits; /* of addresses, within a line */
   ULong ahead;     /* slots: of the clock before the instructions */

   /* Slots that a load takes more than a hit: for a line that is found there,
      and for translations. */
   UInt wait[N_SOURCES], tlb_wait, walk_wait;

   /* What is late of what was at the start of the block that runs, and of its
      data references.  until: nothing is late from this instruction on. */
   Origins   late;
   LateValue values[CG_STALLS_ORIGINS];
   ULong     until;

   /* The last lines that were late, by number.  Another load hits there, but
      is not earlier. */
   struct {
      Addr      line; /* address >> line_bits */
      LateValue value;
   } lines[CG_STALLS_MAX_LOADS];

   /* The registers that it has changed up to the last segment that ran; none
      if that does not matter. */
   const Flow* flows;
   UInt        n_flows;

   /* Of the branch at the end of the last segment; ready is 0: it is not
      late. */
   LateValue branch;

   /* Late loads, in the order of the program.  limit: the instruction that is
      the first outside the window. */
   struct {
      ULong     limit;
      LateValue value;
   } loads[CG_STALLS_MAX_LOADS];
   UInt first_load, n_loads;

   /* Slots that it has stalled for loads found there, less those that were
      told. */
   Long credit[N_SOURCES];
   void (*stalled)(const StallLoad* load);

   /* The sets of L1D.  free_at: when each can take its next line; NULL: the
      file of the machine has no `fill'. */
   ULong* free_at;
   UInt   n_sets;
   UInt   fill[REF_MODIFY + 1]; /* slots, by RefKind */
   UInt   transfer[N_SOURCES];  /* slots */
} Stalls;

/* Initialise *s for a machine with a core; the machine is not needed later.
   `alloc' is as for cg_sim_init.  `stalled' is called each time the core has
   stalled for a load.  Cannot fail. */
void cg_stalls_init(Stalls* s, const Machine* m, void* (*alloc)(SizeT n_bytes),
                    void (*stalled)(const StallLoad* load));

/* A block begins after `at' instructions.  Need not be called while s->late is
   0. */
void cg_stalls_begin_block(Stalls* s, ULong at);

/* Returns whether code matters to what is late: it uses or sets one of `used',
   or registers are late since the last block.  If not, it need not be told,
   except loads that miss.  `begins': a block begins with it. */
static inline Bool cg_stalls_concern(Stalls* s, Origins used, Bool begins)
{
   if (s->n_flows > 0 || s->late & used)
      return True;
   if (begins)
      s->late &= (1ULL << CG_STALLS_REFS) - 1;
   return False;
}

/* Returns whether a load that hits L1D and its TLB matters to what is late: its
   address does, or its line is on its way. */
static inline Bool cg_stalls_concern_hit(const Stalls* s, Addr addr,
                                         Origins from)
{
   Addr line = addr >> s->line_bits;

   return (s->late & from) || s->lines[line % CG_STALLS_MAX_LOADS].line == line;
}

/* The block that ran is forgotten, with the registers that it has changed. */
static inline void cg_stalls_forget_block(Stalls* s)
{
   s->n_flows = 0;
}

/* All that is late is forgotten: another thread runs. */
void cg_stalls_forget(Stalls* s);

/* Data reference `i' of a block, at `addr'; its address is computed from
   `from'. `load' says where its line was found.  `at': how many instructions
   there were up to its own; never less than before.  Returns how long the core
   waits for the set, in slots.  References that hit L1D and its TLB need not be
   told while s->late is 0.  Cannot fail. */
ULong cg_stalls_ref(Stalls* s, UInt i, RefKind kind, Addr addr, Origins from,
                    const StallLoad* load, ULong at);

/* A part of a block ends after `at' instructions, perhaps with a branch, which
   depends on `branch'.  The block has changed registers so far; `flows' must
   stay as they are until the next block begins, or this one is forgotten.  Need
   not be called while s->late is 0.
 */
void cg_stalls_end_segment(Stalls* s, const Flow flows[], UInt n_flows,
                           Origins branch, ULong at);

/* The branch at the end of that segment was mispredicted. */
void cg_stalls_mispredicted(Stalls* s, ULong at);

#endif /* CG_STALLS_H */
