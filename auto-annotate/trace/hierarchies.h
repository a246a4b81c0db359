/* SPDX-License-Identifier: GPL-2.0-or-later */
/* hierarchies.h: simulates the runs of a trace on machines: their caches and
   TLBs, as cg_hierarchy.h does.  For the table, the machine REPLAY_CLASSIC is
   simulated as classic.h does.

   With a layout (layout.h), the first machine is as it is, and each other one
   is a trial: number i simulates the addresses of trial i - 1.

   This is beside the analyses of replay.c, and gets the same segments and the
   same batches.  Only replay.c calls it. */

#ifndef HIERARCHIES_H
#define HIERARCHIES_H

#include "sim/types.h"

#include <glib.h>

#include "conflicts/report.h"
#include "sim/cache/cg_geometry.h"
#include "sim/machine/cg_machine.h"
#include "trace/layout.h"
#include "trace/machine_analysis.h"
#include "trace/machine_table.h"
#include "trace/replay.h"

typedef struct Hierarchies Hierarchies;

/* Returns the machines (ReplayMachine), with empty caches.  They are not copied
   and live as long as the result.  `recorded': the caches of the trace; size 0:
   it names none.  `names': classify misses, for conflict reports; NULL: do not.
   `layout': NULL, or what the trials change; it must have a trial for each
   machine but the first, and becomes a part of the result.  Nothing is counted
   if `collect' is FALSE; see hierarchies_collect.  `alloc' returns zeroed
   bytes, and does not return if it cannot. */
Hierarchies* hierarchies_new(const GPtrArray*    machines,
                             const CacheGeometry recorded[N_CACHES],
                             const TraceNames* names, Layout* layout,
                             gboolean collect, void* (*alloc)(SizeT n_bytes));

/* Defines the next segment; see replay_segment().  The parts are copied. */
void hierarchies_segment(Hierarchies* h, const ReplayInstr instrs[],
                         guint n_instrs, const ReplayRef refs[], guint n_refs);

/* Simulates the runs between `batch' and `end', machine by machine. */
void hierarchies_run(Hierarchies* h, const Addr* batch, const Addr* end);

/* Counts what is simulated from now on, or does not.  Caches and TLBs are
   simulated in either case, as the tool does with --toggle-collect. */
void hierarchies_collect(Hierarchies* h, gboolean collect);

/* What replay_thread() and replay_region() say; `variable' is its name. */
void hierarchies_thread(Hierarchies* h, UInt number);
void hierarchies_region(Hierarchies* h, Addr start, guint64 size,
                        const char* variable);

/* Sets the members of a conflict report that depend on the machine, which is
   number `i' from 0 on. */
void hierarchies_conflict_report(const Hierarchies* h, guint i, Report* report);

/* Returns what machine `i' counted, and in *shared_writes the writes to lines
   that several threads wrote, each in bytes of its own (cg_sharing.h); 0
   without a layout. */
MachineRow hierarchies_row(Hierarchies* h, guint i, ULong* shared_writes);

/* Appends the table, or JSON; see replay_report(). */
void hierarchies_report(Hierarchies* h, const char* command, gboolean json,
                        GString* to);

/* Frees it.  What `alloc' returned is the caller's. */
void hierarchies_free(Hierarchies* h);

#endif
