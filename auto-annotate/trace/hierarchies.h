/* SPDX-License-Identifier: GPL-2.0-or-later */
/* hierarchies.h: simulates the runs of a trace on machines: their caches and
   TLBs, as cg_hierarchy.h does.

   This is beside the analyses of replay.c, and gets the same segments and the
   same batches.  Only replay.c calls it. */

#ifndef HIERARCHIES_H
#define HIERARCHIES_H

#include "sim/types.h"

#include <glib.h>

#include "sim/cg_machine.h"
#include "trace/replay.h"

typedef struct Hierarchies Hierarchies;

/* Returns the machines (ReplayMachine), with empty caches.  They are not copied
   and live as long as the result.  `alloc' returns zeroed bytes, and does not
   return if it cannot. */
Hierarchies* hierarchies_new(const GPtrArray* machines,
                             void* (*alloc)(SizeT n_bytes));

/* Defines the next segment; see replay_segment().  The parts are copied. */
void hierarchies_segment(Hierarchies* h, const ReplayInstr instrs[],
                         guint n_instrs, const ReplayRef refs[], guint n_refs);

/* Simulates the runs between `batch' and `end', machine by machine. */
void hierarchies_run(Hierarchies* h, const Addr* batch, const Addr* end);

/* Counts what is simulated from now on, or does not.  Caches and TLBs are
   simulated in either case, as the tool does with --toggle-collect. */
void hierarchies_collect(Hierarchies* h, gboolean collect);

/* Passes the table, or JSON, to `put'; see replay_report(). */
void hierarchies_report(Hierarchies* h, const char* command, gboolean json,
                        void (*put)(const HChar* text, SizeT length, void* to),
                        void* to);

/* Frees it.  What `alloc' returned is the caller's. */
void hierarchies_free(Hierarchies* h);

#endif
