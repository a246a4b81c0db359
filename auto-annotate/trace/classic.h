/* SPDX-License-Identifier: GPL-2.0-or-later */
/* classic.h: the machine REPLAY_CLASSIC, which has the caches that the tool
   simulates without --machine: I1, D1 and LL of cg_sim.h, and no TLBs.

   It counts what a run of the tool counts with these caches.  cg_hierarchy.h
   would count other misses of LL: of a reference that straddles two lines, only
   the line that misses L1 goes to the next level there, and changed lines come
   back to it.  Only hierarchies.c and replay.c use this. */

#ifndef CLASSIC_H
#define CLASSIC_H

#include "sim/types.h"

#include <glib.h>

#include "sim/cache/cg_geometry.h"
#include "sim/machine/cg_hierarchy.h"
#include "sim/machine/cg_machine.h"
#include "sim/cache/cg_sim.h"
#include "trace/layout.h"
#include "trace/machine_table.h"
#include "trace/replay.h"

typedef struct Classic Classic;

/* Returns whether the user chose this machine by the name REPLAY_CLASSIC. */
gboolean classic_is(const ReplayMachine* machine);

/* Stores in `geometry' the caches of the trace, which are `recorded'; of those
   that it does not name (size 0), the machine's. */
void classic_geometry(const Machine*      machine,
                      const CacheGeometry recorded[N_CACHES],
                      CacheGeometry       geometry[N_CACHES]);

/* Returns the machine with the caches of classic_geometry, empty.  `machine'
   lives as long as the result.  `alloc' is as for cg_sim_init. */
Classic* classic_new(const ReplayMachine* machine,
                     const CacheGeometry  recorded[N_CACHES],
                     void* (*alloc)(SizeT n_bytes));

/* Defines the next segment; see replay_segment(). */
void classic_segment(Classic* c, const ReplayInstr instrs[], guint n_instrs,
                     const ReplayRef refs[], guint n_refs);

/* Simulates and counts the runs between `batch' and `end'. */
void classic_run(Classic* c, const Addr* batch, const Addr* end);

/* The same for the batch that `first', whose I1 is the same, has just run.  Its
   data references are `refs', and some of their addresses differ.  Fetches are
   not simulated again: those of `first' go to LL. */
void classic_follow(Classic* c, const Classic* first, const LayoutRef refs[],
                    guint n_refs, const Addr* batch);

/* Returns all that was counted. */
MachineCounts classic_counts(const Classic* c);

/* Returns the row of the table, with `counts'.  It is valid as long as they and
   `c' are. */
MachineRow classic_row(const Classic* c, const MachineCounts* counts);

/* Frees it.  What `alloc' returned is the caller's. */
void classic_free(Classic* c);

#endif
