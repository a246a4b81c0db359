/* SPDX-License-Identifier: GPL-2.0-or-later */
/* replay.h: a program's memory references once more, through the caches that
   the user wants to know about.

   A reader of a trace defines segments - blocks of code with their
   instructions and data references, see cg_trace.h - and says in which order
   they ran, with which addresses.  Each run is simulated for each combination
   of caches, called an analysis, as the tool would have done in a run with
   these: cg_full.c is what this does again.

   The simulators know one set of caches at a time, so runs are gathered in a
   batch, and each analysis in its turn simulates all of it:

      batch:  segment, address, address | segment | segment, address | ...

   There is one Replay in a program. */

#ifndef REPLAY_H
#define REPLAY_H

#include "sim/types.h"

#include <glib.h>

#include "sim/cg_sim.h"

typedef enum { REPLAY_THREE_CS, REPLAY_SET_LOCAL } Model;

/* What the user asks for. */
typedef struct {
   Model   model;
   GArray* caches[N_CACHES]; /* of CacheGeometry; empty: as in the trace.  There
                                is an analysis for each combination */
} ReplayConfig;

/* More than these make no sense, and would let a few bytes of a hostile trace
   ask for much. */
#define REPLAY_MAX_ANALYSES       256
#define REPLAY_MAX_SEGMENT_EVENTS 4096

/* Parts of a segment: an instruction, and a data reference. */
typedef struct {
   Addr  addr;
   UInt  size;
   guint location;
} ReplayInstr;

typedef struct {
   guint instrs_before; /* not less than that of the reference before */
   UInt  size;
   guint location;
} ReplayRef;

/* Where the next run is put, see replay_begin_run(); private otherwise. */
typedef struct {
   Addr* next;
   Addr* full;
} Batch;

extern Batch replay_batch;

/* To be called first.  `config' is not copied. */
void replay_init(const ReplayConfig* config);

/* The caches of the run that wrote the trace. */
void replay_set_recorded(const CacheGeometry geometry[N_CACHES]);

/* The name of a cache that is neither chosen nor recorded; NULL if there
   is none: then segments can be defined, threads run and reports be made. */
const char* replay_missing_cache(void);

/* The command that was traced; "???" if it is never told.  Copied. */
void replay_set_command(const char* command);

/* Define things, which are numbered from 0.  Names are copied. */
void replay_location(const char* file, const char* function, guint line);
void replay_variable(const char* name);

/* A segment of at most REPLAY_MAX_SEGMENT_EVENTS instructions and as many
   references. */
void replay_segment(const ReplayInstr instrs[], guint n_instrs,
                    const ReplayRef refs[], guint n_refs);

guint replay_n_locations(void);
guint replay_n_variables(void);
guint replay_n_segments(void);

/* From now on: what lies there, which thread runs (1 at the start), and whether
   what runs is counted (it is, at the start). */
void replay_region(Addr start, guint64 size, guint variable);
void replay_thread(UInt number);
void replay_collect(gboolean collect);

/* Simulates what is in the batch. */
void replay_batch_run(void);

/* A segment runs: returns where the addresses of its references go.  The
   caller sets replay_batch.next behind them. */
static inline Addr* replay_begin_run(guint segment)
{
   if (G_UNLIKELY(replay_batch.next >= replay_batch.full))
      replay_batch_run();
   *replay_batch.next = segment;
   return replay_batch.next + 1;
}

/* All has run: writes the report of each analysis to `put', as text or as
   JSON, which is an array if there are several analyses. */
void replay_report(gboolean json,
                   void (*put)(const HChar* text, SizeT length, void* to),
                   void* to);

#endif
