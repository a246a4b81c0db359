/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_stalls.h: how long the core of a machine stalls because data references
   miss in L1D.  These are our rules; the manual says how far they are from the
   clock ("What a line costs, and how far to trust it").

   Waits for a line.  While a line is on its way, the core goes on with the
   instructions of its window.

      instructions   0 ------- window ------- 2 windows
      long misses    M  M    M           M
      waits          *                   *

   A long miss takes longer than a window of instructions.  The core waits for
   it, but once for all in a window: they take place at the same time.  It also
   waits for each reference that needs the line of the one before.  Writes wait
   in a buffer.

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

typedef struct {
   UInt      window;      /* instructions */
   RefSource long_source; /* what is found there, or farther, is a long miss */
   ULong     last_long;   /* when the core waited for one */

   /* The sets of L1D.  free_at: when each can take its next line; NULL: the
      file of the machine has no `fill'. */
   ULong* free_at;
   UInt   n_sets, line_size;
   UInt   fill[REF_MODIFY + 1]; /* slots, by RefKind */
   UInt   transfer[N_SOURCES];  /* slots */
   UInt   wait[N_SOURCES];      /* slots: for a line that is found there */
   ULong  ahead; /* slots: of the clock before the instructions */
} Stalls;

/* Initialise *s for a machine with a core; the machine is not needed later.
   `alloc' is as for cg_sim_init.  Cannot fail. */
void cg_stalls_init(Stalls* s, const Machine* m, void* (*alloc)(SizeT n_bytes));

/* Returns whether the core waits for the line of a data reference that was
   found at `source'.  `is_chained': its address comes from the load before it.
   `at': how many instructions there were up to its own; never less than before.
   Cannot fail. */
Bool cg_stalls_for_line(Stalls* s, RefKind kind, RefSource source,
                        Bool is_chained, ULong at);

/* Returns how long the core waits for the set of `addr', in slots.  The line of
   a data reference to it was found at `source', which is not FROM_L1.  `at' is
   as above; s->free_at is not NULL.  Call it before cg_stalls_for_line for the
   same reference: the line is in the queue while the core waits for it.  Cannot
   fail. */
ULong cg_stalls_for_set(Stalls* s, RefKind kind, RefSource source, Addr addr,
                        ULong at);

#endif /* CG_STALLS_H */
