/* SPDX-License-Identifier: GPL-2.0-or-later */
/* machine_analysis.h: what the conflict report on a machine is made from: the
   classes of its misses, counted by source line, set, thread and variable.

   This is for a machine what an analysis of replay.c is for two levels of LRU.
   Only hierarchies.c and replay.c use it. */

#ifndef MACHINE_ANALYSIS_H
#define MACHINE_ANALYSIS_H

#include "sim/types.h"

#include <glib.h>

#include "conflicts/report.h"
#include "sim/machine/cg_hierarchy.h"
#include "trace/regions.h"

typedef struct MachineAnalysis MachineAnalysis;

/* What a trace has defined so far. */
typedef struct {
   const GPtrArray* locations; /* of SourceLine */
   const Regions*   regions;
} TraceNames;

/* A data reference or a fetch. */
typedef struct {
   RefKind kind;
   Addr    addr;
   UInt    size;
   UInt    location;
} MachineRef;

/* Returns the analysis of a machine whose hierarchy is new.  Thread 1 runs.
   `names', which is not copied, and `alloc' live as long as the result. */
MachineAnalysis* machine_analysis_new(const Machine*    machine,
                                      Hierarchy*        hierarchy,
                                      const TraceNames* names,
                                      void* (*alloc)(SizeT n_bytes));

/* Simulates a reference, of at most a line, and counts it if `collecting'. */
void machine_analysis_access(MachineAnalysis* a, const MachineRef* ref,
                             gboolean collecting);

/* Whether writes are to be noted: a second thread has run. */
gboolean machine_analysis_shares(const MachineAnalysis* a);

/* Notes a write, for false sharing, before the references of its segment are
   simulated. */
void machine_analysis_write(MachineAnalysis* a, Addr addr, UInt size);

/* Thread `number' runs from now on. */
void machine_analysis_thread(MachineAnalysis* a, UInt number);

/* The `size' bytes from `start' on have a new owner. */
void machine_analysis_region(MachineAnalysis* a, Addr start, ULong size);

/* Sets the members of a report that depend on the machine, whose name is
   `name'. */
void machine_analysis_report(const MachineAnalysis* a, const char* name,
                             Report* report);

#endif
