/* SPDX-License-Identifier: GPL-2.0-or-later */
/* replay.c: simulates the runs of a trace, batch by batch and analysis by
   analysis; see replay.h. */

#include "lib/hash.h"
#include "sim/types.h"

#include <stdlib.h>

#include "conflicts/cg_conflict_counts.h"
#include "conflicts/report.h"
#include "lib/message.h"
#include "sim/cache/cg_classes.h"
#include "trace/distances.h"
#include "sim/cache/cg_geometry.h"
#include "sim/cache/fastpath.h"
#include "trace/branch_replay.h"
#include "trace/classic.h"
#include "trace/comparison.h"
#include "trace/curves.h"
#include "trace/evidence.h"
#include "trace/footprints.h"
#include "trace/hierarchies.h"
#include "trace/regions.h"
#include "trace/replay.h"

/* Words in a batch: few enough that the batch and the simulated caches stay in
   the host's caches. */
#define BATCH_WORDS 4096

/* The line size of the miss curve, in bytes, if the trace names no caches. */
#define USUAL_LINE_SIZE 64

/* Variable N of the trace has the number FIRST_VARIABLE + N here. */
#define FIRST_VARIABLE N_FIXED_VARIABLES

/*------------------------------------------------------------*/
/*--- State                                                ---*/
/*------------------------------------------------------------*/

/* One combination of caches. */
typedef struct {
   CacheGeometry  geometry[N_CACHES];
   UInt           largest_ref; /* in bytes: the smallest line size */
   CacheSim       sim;
   MissClasses    classes;
   ConflictCounts conflict_counts;

   /* Of Footprint.  Each analysis has its own, because the I-lines depend on
      the cache.  The account of a data reference is a SourceLine*. */
   GPtrArray* segments;

   /* For the set-local model. */
   Distances* distances;
   guint64    n_ways, n_lines;
} Analysis;

static struct {
   const ReplayConfig* config;
   CacheGeometry       recorded[N_CACHES]; /* size 0: none */
   char*               command;

   GPtrArray* locations; /* of SourceLine */
   GPtrArray* variables; /* names; first those of cg_conflict_counts.h */
   Regions*   regions;
   gboolean   collecting;

   Hierarchies*         hierarchies; /* NULL: no machines, or none needed yet */
   TraceNames           defined;     /* for the hierarchies */
   const ReplayMachine* classic; /* the machine that is an analysis, or NULL */
   Curves*              curves; /* NULL: no miss curve, or none is needed yet */
   Evidence*            evidence; /* NULL: nobody wants it */
   GPtrArray*           analyses; /* empty until one is needed */
   guint                n_segments;

   HashTexts* names;
   Addr       batch[BATCH_WORDS + 1 + REPLAY_MAX_SEGMENT_EVENTS];
} replay;

Batch replay_batch;

static void* allocate(SizeT n_bytes)
{
   void* memory = calloc(1, MAX(n_bytes, 1));

   if (!memory)
      message_fail("out of memory: no %" G_GSIZE_FORMAT " bytes",
                   (gsize)n_bytes);
   return memory;
}

static char* copy_of(const char* name)
{
   return hash_texts_take(replay.names, name);
}

static void add_variable(const char* name)
{
   g_ptr_array_add(replay.variables, copy_of(name));
}

void replay_init(const ReplayConfig* config)
{
   if (replay.evidence)
      evidence_free(replay.evidence);
   replay.config     = config;
   replay.names      = hash_texts_new();
   replay.command    = copy_of("???");
   replay.locations  = g_ptr_array_new();
   replay.variables  = g_ptr_array_new();
   replay.analyses   = g_ptr_array_new();
   replay.regions    = regions_new(VARIABLE_UNKNOWN);
   replay.collecting = TRUE;
   replay.n_segments = 0;
   replay_batch.next = replay.batch;
   replay_batch.full = replay.batch + BATCH_WORDS;

   /* The order is that of cg_conflict_counts.h, and the names are the
      tool's. */
   add_variable("???");
   add_variable("code");

   replay.hierarchies = NULL;
   replay.classic     = NULL;
   replay.curves      = NULL;
   replay.evidence =
      config->evidence ? evidence_new(replay.regions, replay.variables) : NULL;
   for (CacheId id = CACHE_I1; id < N_CACHES; id++)
      replay.recorded[id] = (CacheGeometry){0};
}

/*------------------------------------------------------------*/
/*--- Analyses                                             ---*/
/*------------------------------------------------------------*/

void replay_set_recorded(const CacheGeometry geometry[N_CACHES])
{
   for (CacheId id = CACHE_I1; id < N_CACHES; id++)
      replay.recorded[id] = geometry[id];
}

/* Whether the user wants analyses of chosen caches, and nothing instead of
   them. */
static gboolean wants_analyses(void)
{
   return replay.config->machines->len == 0 && !replay.config->miss_curve
          && !replay.config->branches
          && replay.config->evidence != EVIDENCE_ONLY;
}

gboolean replay_uses_recorded(CacheId id)
{
   const GPtrArray* machines = replay.config->machines;

   for (guint i = 0; i < machines->len; i++)
      if (classic_is(machines->pdata[i]))
         return TRUE;
   return wants_analyses() && replay.config->caches[id]->len == 0;
}

const char* replay_missing_cache(void)
{
   for (CacheId id = CACHE_I1; id < N_CACHES && wants_analyses(); id++)
      if (replay.config->caches[id]->len == 0 && replay.recorded[id].size == 0)
         return cg_geometry_name(id);
   return NULL;
}

static Analysis* new_analysis(const CacheGeometry geometry[N_CACHES])
{
   const CacheGeometry* D1 = &geometry[CACHE_D1];
   Analysis*            a  = g_new0(Analysis, 1);

   a->largest_ref = cg_geometry_smallest_line(geometry);
   for (CacheId id = CACHE_I1; id < N_CACHES; id++)
      a->geometry[id] = geometry[id];
   a->segments = g_ptr_array_new();
   a->n_ways   = D1->assoc;
   a->n_lines  = D1->size / D1->line_size;
   cg_sim_init(&a->sim, geometry, allocate);
   cg_classes_init(&a->classes, &a->sim, geometry, allocate);
   cg_conflict_counts_init(&a->conflict_counts, &a->sim, allocate);
   cg_conflict_counts_thread(&a->conflict_counts, 1);
   if (replay.config->model == REPLAY_SET_LOCAL)
      a->distances =
         distances_new(a->conflict_counts.n_sets[LEVEL_D1], allocate);
   return a;
}

static const CacheGeometry* choice(CacheId id, guint number)
{
   const GArray* chosen = replay.config->caches[id];

   return chosen->len == 0 ? &replay.recorded[id]
                           : &g_array_index(chosen, CacheGeometry, number);
}

static guint n_choices(CacheId id)
{
   return MAX(replay.config->caches[id]->len, 1);
}

/* Whether a machine is an analysis, not one of the hierarchies. */
static gboolean is_analysis(const ReplayMachine* machine)
{
   return replay.config->conflict_report && classic_is(machine);
}

/* The machines but the one that is an analysis; with moves, one more for each
   of them. */
static GPtrArray* machines_to_simulate(void)
{
   const ReplayConfig* config   = replay.config;
   GPtrArray*          machines = g_ptr_array_new();

   for (guint i = 0; i < config->machines->len; i++)
      if (is_analysis(config->machines->pdata[i]))
         replay.classic = config->machines->pdata[i];
      else
         g_ptr_array_add(machines, config->machines->pdata[i]);
   for (guint i = 0; config->moves && i < config->moves->len; i++)
      g_ptr_array_add(machines, machines->pdata[0]);
   return machines;
}

/* The caches of the machine REPLAY_CLASSIC are the trace's, or those that the
   user chose to try moves with. */
static Hierarchies* new_hierarchies(const GPtrArray* machines)
{
   const ReplayConfig* config = replay.config;
   CacheGeometry       chosen[N_CACHES];

   for (CacheId id = CACHE_I1; id < N_CACHES; id++)
      chosen[id] = *choice(id, 0);
   replay.defined = (TraceNames){replay.locations, replay.regions};
   return hierarchies_new(machines, chosen,
                          config->conflict_report ? &replay.defined : NULL,
                          config->moves ? layout_new(config->moves) : NULL,
                          replay.collecting, allocate);
}

static void make_hierarchies(void)
{
   if (replay.hierarchies || replay.classic
       || replay.config->machines->len == 0)
      return;

   GPtrArray* machines = machines_to_simulate();
   if (machines->len > 0)
      replay.hierarchies = new_hierarchies(machines);
   g_ptr_array_free(machines, TRUE);
}

/* The analysis of the machine REPLAY_CLASSIC. */
static void make_classic(void)
{
   CacheGeometry geometry[N_CACHES];

   classic_geometry(&replay.classic->machine, replay.recorded, geometry);
   g_ptr_array_add(replay.analyses, new_analysis(geometry));
}

static void make_analyses(void)
{
   if (replay.analyses->len > 0)
      return;
   if (replay.classic)
      make_classic();
   if (!wants_analyses())
      return;
   for (guint d1 = 0; d1 < n_choices(CACHE_D1); d1++)
      for (guint ll = 0; ll < n_choices(CACHE_LL); ll++)
         for (guint i1 = 0; i1 < n_choices(CACHE_I1); i1++) {
            CacheGeometry geometry[N_CACHES];

            geometry[CACHE_I1] = *choice(CACHE_I1, i1);
            geometry[CACHE_D1] = *choice(CACHE_D1, d1);
            geometry[CACHE_LL] = *choice(CACHE_LL, ll);
            g_ptr_array_add(replay.analyses, new_analysis(geometry));
         }
}

/* Makes what is simulated besides the curves, unless it was made already.  The
   caches of the trace are known now. */
static void make_simulated(void)
{
   make_hierarchies();
   make_analyses();
}

/* As an analysis of these caches would do, a reference counts for at most the
   smallest line. */
static void make_curves(void)
{
   gboolean has_caches = replay.recorded[CACHE_D1].size > 0;

   if (!replay.config->miss_curve || replay.curves)
      return;
   replay.curves = curves_new(&(CurvesConfig){
      .line_size   = has_caches ? (UInt)replay.recorded[CACHE_D1].line_size
                                : USUAL_LINE_SIZE,
      .largest_ref = has_caches ? cg_geometry_smallest_line(replay.recorded)
                                : USUAL_LINE_SIZE,
      .locations   = replay.locations,
      .variables   = replay.variables,
      .regions     = replay.regions,
      .alloc       = allocate,
   });
}

/*------------------------------------------------------------*/
/*--- Definitions                                          ---*/
/*------------------------------------------------------------*/

void replay_set_command(const char* command)
{
   replay.command = copy_of(command);
}

const char* replay_command(void)
{
   return replay.command;
}

void replay_location(const char* file, const char* function, guint line)
{
   SourceLine* loc = g_new0(SourceLine, 1);

   loc->file   = copy_of(file);
   loc->fn     = copy_of(function);
   loc->lineno = line;
   loc->number = replay.locations->len;
   g_ptr_array_add(replay.locations, loc);
}

void replay_branch(guint segment, const Branch* branch, guint location)
{
   if (replay.config->branches)
      branch_replay_branch(replay.config->branches, segment, branch,
                           g_ptr_array_index(replay.locations, location));
}

void replay_variable(const char* name)
{
   add_variable(name);
}

guint replay_n_locations(void)
{
   return replay.locations->len;
}

guint replay_n_variables(void)
{
   return replay.variables->len - FIRST_VARIABLE;
}

guint replay_n_segments(void)
{
   return replay.n_segments;
}

void replay_segment(const ReplayInstr instrs[], guint n_instrs,
                    const ReplayRef refs[], guint n_refs)
{
   make_simulated();
   make_curves();
   replay.n_segments++;
   if (replay.hierarchies)
      hierarchies_segment(replay.hierarchies, instrs, n_instrs, refs, n_refs);
   if (replay.curves)
      curves_segment(replay.curves, refs, n_refs);
   if (replay.evidence)
      evidence_segment(replay.evidence, refs, n_refs);
   if (replay.config->branches)
      branch_replay_segment(replay.config->branches, instrs, n_instrs);
   for (guint i = 0; i < replay.analyses->len; i++) {
      Analysis* a = g_ptr_array_index(replay.analyses, i);

      g_ptr_array_add(a->segments,
                      footprints_new(&a->sim, a->largest_ref, replay.locations,
                                     instrs, n_instrs, refs, n_refs, allocate));
   }
}

/*------------------------------------------------------------*/
/*--- References                                           ---*/
/*------------------------------------------------------------*/

static void count(Analysis* a, const SegmentRef* ref, Addr ea,
                  const Outcome* outcome)
{
   UInt variable = VARIABLE_UNKNOWN;

   if (outcome->result != SIM_HIT) {
      variable = regions_variable(replay.regions, ea);
      cg_conflict_counts_note_evictor(outcome, variable);
   }
   if (replay.collecting)
      cg_conflict_counts_data(&a->conflict_counts, ea, outcome, ref->account,
                              variable);
}

/* What cg_analysed.c does in its note_writes, for the segment whose number is
   `item[0]' and whose addresses follow. */
static G_GNUC_NO_INLINE void note_writes(Analysis* a, const Addr* item)
{
   Footprint* segment = g_ptr_array_index(a->segments, item[0]);
   Sharing*   sharing = a->conflict_counts.sharing;
   UInt       thread  = a->conflict_counts.thread;

   for (guint i = 0; i < segment->n_refs; i++) {
      const SegmentRef* ref = &cg_fastpath_refs(segment)[i];
      Addr              ea  = item[1 + i];

      if (ref->kind != REF_READ
          && !cg_sharing_write_again(sharing, thread, ea, ref->size))
         cg_sharing_write(sharing, thread, ea, ref->size,
                          regions_variable(replay.regions, ea));
   }
}

static inline void note_run(Analysis* a, const Addr* item)
{
   if (G_UNLIKELY(a->conflict_counts.sharing && replay.collecting))
      note_writes(a, item);
}

/* A run of a segment in an analysis. */
typedef struct {
   Analysis*  a;
   Footprint* segment;
} Run;

static inline void note_hit(void* data, Addr ea)
{
   const Run* run = data;

   if (replay.collecting)
      cg_conflict_counts_hit(&run->a->conflict_counts,
                             cg_sim_D1_set_of(&run->a->sim, ea));
}

static void note_fetch(void* data, const Fetch* fetch, const Outcome* outcome)
{
   cg_conflict_counts_note_evictor(outcome, VARIABLE_CODE);
   if (replay.collecting)
      cg_conflict_counts_fetch(&((const Run*)data)->a->conflict_counts,
                               outcome);
}

static void note_ref(void* data, UInt i, Addr ea, const Outcome* outcome)
{
   const Run* run = data;

   count(run->a, &cg_fastpath_refs(run->segment)[i], ea, outcome);
}

static void run_three_cs(Analysis* a, const Addr* item, const Addr* end)
{
   Run           run        = {.a = a};
   ClassifiedRun classified = {.classes = &a->classes,
                               .data    = &run,
                               .fetch   = note_fetch,
                               .ref     = note_ref,
                               .hit     = note_hit};

   while (item < end) {
      note_run(a, item);
      classified.footprint = run.segment =
         g_ptr_array_index(a->segments, *item++);
      cg_classes_run(&classified, run.segment->n_refs, item);
      item += run.segment->n_refs;
   }
}

/*------------------------------------------------------------*/
/*--- The set-local model                                  ---*/
/*------------------------------------------------------------*/

static guint64 touch(Analysis* a, Addr line)
{
   return distances_touch(a->distances, cg_sim_D1_set_of(&a->sim, line), line);
}

/* Sets a reference's outcome from the distance of `line', unless another line
   of it has missed already. */
static void judge(const Analysis* a, LevelOutcome* o, Addr line,
                  guint64 distance)
{
   if (o->misses || distance < a->n_ways)
      return;
   o->misses     = True;
   o->line       = line;
   o->miss_class = distance == DISTANCES_NONE ? CLASS_COLD
                   : distance < a->n_lines    ? CLASS_CONFLICT
                                              : CLASS_CAPACITY;
}

/* The distances decide which references miss.  The cache is simulated too,
   because only it knows which variable evicted a line. */
static void set_local_ref(Analysis* a, const SegmentRef* ref, Addr ea)
{
   Outcome       outcome;
   LevelOutcome* o     = &outcome.level[LEVEL_D1];
   Addr          first = cg_sim_line_of(&a->sim.D1.sets, ea);
   Addr          last  = cg_sim_line_of(&a->sim.D1.sets, ea + ref->size - 1);

   cg_classes_data(&a->classes, ea, ref->size, &outcome);
   o->misses = False;
   judge(a, o, first, touch(a, first));
   if (last != first)
      judge(a, o, last, touch(a, last));
   count(a, ref, ea, &outcome);
}

static void run_set_local(Analysis* a, const Addr* item, const Addr* end)
{
   while (item < end) {
      note_run(a, item);
      Footprint* f = g_ptr_array_index(a->segments, *item++);

      for (UInt i = 0; i < f->n_refs; i++)
         set_local_ref(a, &cg_fastpath_refs(f)[i], *item++);
   }
}

/*------------------------------------------------------------*/
/*--- Runs                                                 ---*/
/*------------------------------------------------------------*/

void replay_batch_run(void)
{
   if (replay_batch.next == replay.batch)
      return;
   if (replay.hierarchies)
      hierarchies_run(replay.hierarchies, replay.batch, replay_batch.next);
   if (replay.curves)
      curves_run(replay.curves, replay.batch, replay_batch.next,
                 replay.collecting);
   if (replay.evidence)
      evidence_run(replay.evidence, replay.batch, replay_batch.next);
   for (guint i = 0; i < replay.analyses->len; i++) {
      Analysis* a = g_ptr_array_index(replay.analyses, i);

      if (replay.config->model == REPLAY_SET_LOCAL)
         run_set_local(a, replay.batch, replay_batch.next);
      else
         run_three_cs(a, replay.batch, replay_batch.next);
   }
   replay_batch.next = replay.batch;
}

void replay_region(Addr start, guint64 size, guint variable)
{
   replay_batch_run();
   regions_set(replay.regions, start, size, FIRST_VARIABLE + variable);
   if (replay.hierarchies)
      hierarchies_region(replay.hierarchies, start, size,
                         replay.variables->pdata[FIRST_VARIABLE + variable]);
   for (guint i = 0; i < replay.analyses->len; i++) {
      const Analysis* a = g_ptr_array_index(replay.analyses, i);

      if (a->conflict_counts.sharing)
         cg_sharing_new_owner(a->conflict_counts.sharing, start, size);
   }
}

void replay_thread(UInt number)
{
   make_simulated();
   replay_batch_run();
   if (replay.hierarchies)
      hierarchies_thread(replay.hierarchies, number);
   if (replay.evidence)
      evidence_thread(replay.evidence, number);
   for (guint i = 0; i < replay.analyses->len; i++) {
      Analysis* a = g_ptr_array_index(replay.analyses, i);

      cg_conflict_counts_thread(&a->conflict_counts, number);
   }
}

void replay_collect(gboolean collect)
{
   replay_batch_run();
   replay.collecting = collect;
   if (replay.hierarchies)
      hierarchies_collect(replay.hierarchies, collect);
   if (replay.config->branches)
      branch_replay_collect(replay.config->branches, collect);
}

gboolean replay_wants_branches(void)
{
   return replay.config->branches != NULL;
}

void replay_branch_run(guint segment, gboolean taken, Addr distance)
{
   branch_replay_run(replay.config->branches, segment, taken, distance);
}

/*------------------------------------------------------------*/
/*--- Reports                                              ---*/
/*------------------------------------------------------------*/

static void set_analysis(Report* report, guint number)
{
   const Analysis* a = g_ptr_array_index(replay.analyses, number);

   report->geometry        = a->geometry;
   report->conflict_counts = &a->conflict_counts;
}

/* Fills the reports of the machines, in the order in which they were chosen. */
static void set_machines(Report reports[])
{
   const GPtrArray* machines = replay.config->machines;
   guint            n        = 0; /* of those that are no analyses */

   for (guint i = 0; i < machines->len; i++)
      if (is_analysis(machines->pdata[i]))
         set_analysis(&reports[i], 0);
      else
         hierarchies_conflict_report(replay.hierarchies, n++, &reports[i]);
}

static void write_json(const Report reports[], guint n, GString* to)
{
   for (guint i = 0; i < n; i++) {
      if (n > 1)
         g_string_append(to, i == 0 ? "[" : ",");
      report_json(&reports[i], to);
   }
   if (n > 1)
      g_string_append(to, "]\n");
}

static void write_comparison(const Report reports[], guint n, GString* to)
{
   const GPtrArray* machines = replay.config->machines;
   const char**     names    = g_new(const char*, n);
   gboolean         varies[N_CACHES];

   for (guint i = 0; i < machines->len; i++)
      names[i] = ((const ReplayMachine*)machines->pdata[i])->name;
   for (CacheId id = CACHE_I1; id < N_CACHES; id++)
      varies[id] = n_choices(id) > 1;
   comparison_write(reports, n, varies, machines->len > 0 ? names : NULL, to);
   g_string_append(to, "\n\n");
   g_free(names);
}

static void write_text(const Report reports[], guint n, GString* to)
{
   if (n > 1)
      write_comparison(reports, n, to);
   for (guint i = 0; i < n; i++) {
      g_string_append(to, i > 0 ? "\n\n" : "");
      report_text(&reports[i], to);
   }
}

/* A report on nothing yet. */
static Report empty_report(void)
{
   return (Report){
      .command   = replay.command,
      .variables = replay.variables,
      .set_local = replay.config->model == REPLAY_SET_LOCAL,
   };
}

Report replay_first_report(void)
{
   Report report = empty_report();

   make_simulated();
   replay_batch_run();
   set_analysis(&report, 0);
   return report;
}

const Evidence* replay_evidence(void)
{
   replay_batch_run();
   return replay.evidence;
}

MachineRow replay_trial(guint trial, ULong* shared_writes)
{
   make_simulated();
   replay_batch_run();
   return hierarchies_row(replay.hierarchies, trial, shared_writes);
}

static void write_reports(gboolean json, GString* to)
{
   guint   n_machines = replay.config->machines->len;
   guint   n          = n_machines > 0 ? n_machines : replay.analyses->len;
   Report* reports    = g_new(Report, n);

   for (guint i = 0; i < n; i++) {
      reports[i] = empty_report();
      if (n_machines == 0)
         set_analysis(&reports[i], i);
   }
   if (n_machines > 0)
      set_machines(reports);
   if (json)
      write_json(reports, n, to);
   else
      write_text(reports, n, to);
   g_free(reports);
}

void replay_report(gboolean json, GString* to)
{
   if (replay.config->branches) {
      branch_replay_report(replay.config->branches, replay.command, json, to);
      return;
   }
   make_simulated();
   replay_batch_run();
   if (replay.hierarchies && !replay.config->conflict_report) {
      hierarchies_report(replay.hierarchies, replay.command, json, to);
      return;
   }
   if (replay.config->miss_curve) {
      make_curves();
      curves_report(replay.curves, replay.command, json, to);
      return;
   }
   write_reports(json, to);
}
