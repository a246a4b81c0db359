/* SPDX-License-Identifier: GPL-2.0-or-later */
/* replay.h: simulates the memory references of a traced program again, with the
   caches that the user chooses.

   A reader of a trace defines segments: blocks of code with their instructions
   and data references, see cg_trace.h.  It then says in which order the
   segments ran, and with which addresses.  Each run is simulated for each
   combination of caches; a combination is called an analysis.  The result is
   the same as that of a run of the tool with these caches: replay.c does what
   cg_analysed.c does there.

   If the user chose machines instead, each run is simulated for each of them:
   hierarchies.c, which also classifies their misses if the user wants that.  If
   the user chose the miss curve, each run is simulated for all sizes of cache
   at once: curves.c.  If the user chose predictors, no reference is simulated,
   but each branch is predicted: branch_replay.c.

   An analysis has its own simulated caches.  So runs are collected in a batch,
   and the analyses simulate the whole batch, one after the other:

      batch:  segment, address, address | segment | segment, address | ...

   All of it is global: a program has one replay. */

#ifndef REPLAY_H
#define REPLAY_H

#include "sim/types.h"

#include <glib.h>

#include "conflicts/cg_trace_format.h"
#include "conflicts/report.h"
#include "sim/branch/cg_branch.h"
#include "sim/machine/cg_hierarchy.h"
#include "sim/machine/cg_machine.h"
#include "sim/cache/cg_sim.h"
#include "trace/machine_table.h"

typedef enum { REPLAY_THREE_CS, REPLAY_SET_LOCAL } ReplayModel;

typedef enum { EVIDENCE_NONE, EVIDENCE_TOO, EVIDENCE_ONLY } EvidenceWanted;

/* A machine, and by which name the user chose it. */
typedef struct {
   const char* name;
   Machine     machine;
} ReplayMachine;

/* What the user chose. */
typedef struct {
   ReplayModel   model;
   GArray* caches[N_CACHES]; /* of CacheGeometry; empty: as in the trace.  Each
                                combination is an analysis */
   GPtrArray* machines;      /* of ReplayMachine; if there is one, these are
                                simulated, and no analyses */
   gboolean conflict_report; /* of machines: classify their misses.  The machine
                                REPLAY_CLASSIC is then an analysis */
   gboolean         miss_curve; /* simulate all sizes, and no analyses */
   const GPtrArray* moves; /* of Move: the only machine is simulated with each
                              of them, too, and there is no report; or NULL */
   gboolean evidence;      /* collect what replay_evidence() returns */
   struct BranchReplay*
      branches; /* predict these, and simulate nothing; or NULL */
} ReplayConfig;

/* The machine that is what the tool simulates without one, with the caches of
   the trace, or with its own if the trace names none; see classic.h. */
#define REPLAY_CLASSIC "classic"

/* Limits: more makes no sense, and would let a few bytes of a hostile trace use
   much time and memory. */
#define REPLAY_MAX_ANALYSES       256
#define REPLAY_MAX_SEGMENT_EVENTS 4096

/* The parts of a segment: an instruction, and a data reference.  Sizes are in
   bytes; `location' is the number of a location. */
typedef struct {
   Addr  addr;
   UInt  size;
   guint location;
} ReplayInstr;

typedef struct {
   guint   instrs_before; /* never less than for the reference before */
   UInt    size;
   guint   location;
   RefKind kind;
} ReplayRef;

/* Where replay_begin_run() puts the next run; everything else about it is
   private. */
typedef struct {
   Addr* next;
   Addr* full;
} Batch;

extern Batch replay_batch;

/* Call this first.  `config' is not copied.  Called again, it forgets all that
   was replayed, but not the memory of simulated caches. */
void replay_init(const ReplayConfig* config);

/* Whether a cache is simulated as the trace recorded it, if it did. */
gboolean replay_uses_recorded(CacheId id);

/* Sets the caches of the run that wrote the trace. */
void replay_set_recorded(const CacheGeometry geometry[N_CACHES]);

/* Returns the name of a cache that the user did not choose and the trace did
   not record, or NULL if there is none.  Machines, the miss curve and
   predictors do not need them.  It must be NULL before a segment is defined, a
   thread runs or a report is made. */
const char* replay_missing_cache(void);

/* Sets the command that was traced, "???" until then.  It is copied. */
void        replay_set_command(const char* command);
const char* replay_command(void);

/* Define a location, and a variable.  Each kind is numbered from 0.  Names are
   copied. */
void replay_location(const char* file, const char* function, guint line);
void replay_variable(const char* name);

/* Defines a segment of at most REPLAY_MAX_SEGMENT_EVENTS instructions and as
   many references.  Segments are numbered from 0, and their parts are
   copied. */
void replay_segment(const ReplayInstr instrs[], guint n_instrs,
                    const ReplayRef refs[], guint n_refs);

/* Defines the branch that ends a segment which has not run yet.  The target is
   that of a direct branch, or of a conditional one if it is taken. */
void replay_branch(guint segment, const Branch* branch, guint location);

/* Return how many of them are defined. */
guint replay_n_locations(void);
guint replay_n_variables(void);
guint replay_n_segments(void);

/* What is true from now on: the `size' bytes from `start' on belong to a
   variable; this thread runs (1 at the start); runs are counted or not (they
   are at the start). */
void replay_region(Addr start, guint64 size, guint variable);
void replay_thread(UInt number);
void replay_collect(gboolean collect);

/* Simulates the runs in the batch, and empties it. */
void replay_batch_run(void);

/* Puts a run of a segment into the batch.  Returns where the caller writes the
   addresses of its references, in their order.  The caller then sets
   replay_batch.next to the end of these addresses. */
static inline Addr* replay_begin_run(guint segment)
{
   if (G_UNLIKELY(replay_batch.next >= replay_batch.full))
      replay_batch_run();
   *replay_batch.next = segment;
   return replay_batch.next + 1;
}

/* Whether replay_branch_run() is to be called after each run. */
gboolean replay_wants_branches(void);

/* A segment ran: with or without a branch.  `taken': whether a conditional
   branch was; `distance' is how far an indirect branch or a return went, from
   its address. */
void replay_branch_run(guint segment, gboolean taken, Addr distance);

/* After the last run: what was seen of variables, as the configuration says;
   and the report on the first analysis, for a ranking.  They are valid until
   the next replay_init(). */
const struct Evidence* replay_evidence(void);
Report                 replay_first_report(void);

/* After the last run: returns what the machine counted with a move, number
   `trial' - 1, or without one if `trial' is 0; see hierarchies_row(). */
MachineRow replay_trial(guint trial, ULong* shared_writes);

/* Call this after the last run.  Appends the report of each analysis, as text
   or JSON; several analyses make a JSON array, or a table that compares them
   and then the texts.  Machines make one table, or one JSON object.  So do
   predictors, and so does the miss curve, whose text also has a plot. */
void replay_report(gboolean json, GString* to);

#endif
