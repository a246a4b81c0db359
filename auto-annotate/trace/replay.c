/* SPDX-License-Identifier: GPL-2.0-or-later */
/* replay.c: simulates the runs of a trace, batch by batch and analysis by
   analysis; replay.h says what that is. */

#include "sim/types.h"

#include <stdlib.h>

#include "conflicts/cg_report.h"
#include "conflicts/cg_tally.h"
#include "lib/message.h"
#include "sim/cg_classes.h"
#include "sim/cg_distances.h"
#include "sim/cg_geometry.h"
#include "trace/regions.h"
#include "trace/replay.h"
#include "variables/cg_region.h"

/* So many words of runs go into a batch: what it takes and what the simulated
   caches take stay in the host's. */
#define BATCH_WORDS 4096

/* A variable of a trace has this number in the simulation plus its own. */
#define FIRST_VARIABLE N_FIXED_VARIABLES

/*------------------------------------------------------------*/
/*--- What there is                                        ---*/
/*------------------------------------------------------------*/

/* An instruction fetch that may miss, and the I-lines that a run finds in I1
   if none does; see cg_segment.h. */
typedef struct {
   Addr addr;
   UInt size;
   UInt refs_before;
} Fetch;

typedef struct {
   Bucket* bucket;
   Addr    line;
} ILine;

typedef struct {
   const SourceLine* loc;
   UInt              size; /* cut down to the smallest line */
   UInt              slack;
} DataRef;

/* A segment as an analysis needs it: I-lines depend on the cache. */
typedef struct {
   UInt     n_refs, n_ilines, n_fetches;
   DataRef* refs;
   ILine*   ilines;
   Fetch*   fetches;
} Segment;

/* One combination of caches. */
typedef struct {
   CacheGeometry geometry[N_CACHES];
   UInt          largest_ref; /* bytes: the smallest line */
   Tally         tally;
   SetCounts*    uncounted; /* of D1, for what is not collected */
   GPtrArray*    segments;  /* of Segment */

   /* Of the simulators, while another analysis has them. */
   CacheSim      sim;
   ClassesState* classes;

   /* For the set-local model. */
   Distances* distances;
   guint64    n_ways, n_lines;
} Analysis;

static struct {
   const ReplayWishes* wishes;
   CacheGeometry       recorded[N_CACHES]; /* size 0: none */
   char*               command;

   GPtrArray* locations; /* of SourceLine */
   GPtrArray* variables; /* names, those of cg_region.h first */
   Regions*   regions;
   gboolean   collecting;

   GPtrArray* analyses; /* empty until one is needed */
   guint      n_segments;

   GStringChunk* names; /* each only once */
   Addr          batch[BATCH_WORDS + 1 + MAX_SEGMENT_EVENTS];
} replay;

Batch replay_batch;

static void* allocate(SizeT n_bytes)
{
   void* memory = calloc(1, MAX(n_bytes, 1));

   if (!memory)
      fail("out of memory: no %" G_GSIZE_FORMAT " bytes", (gsize)n_bytes);
   return memory;
}

static char* copy_of(const char* name)
{
   return g_string_chunk_insert_const(replay.names, name);
}

static void add_variable(const char* name)
{
   g_ptr_array_add(replay.variables, copy_of(name));
}

void replay_init(const ReplayWishes* wishes)
{
   replay.wishes     = wishes;
   replay.names      = g_string_chunk_new(4096);
   replay.command    = copy_of("???");
   replay.locations  = g_ptr_array_new();
   replay.variables  = g_ptr_array_new();
   replay.analyses   = g_ptr_array_new();
   replay.regions    = regions_new(VARIABLE_UNKNOWN);
   replay.collecting = TRUE;
   replay_batch.next = replay.batch;
   replay_batch.full = replay.batch + BATCH_WORDS;

   /* In the order of cg_region.h, as the tool calls them. */
   add_variable("???");
   add_variable("code");
}

/*------------------------------------------------------------*/
/*--- Analyses                                             ---*/
/*------------------------------------------------------------*/

void replay_set_recorded(const CacheGeometry geometry[N_CACHES])
{
   for (CacheId id = CACHE_I1; id < N_CACHES; id++)
      replay.recorded[id] = geometry[id];
}

const char* replay_missing_cache(void)
{
   for (CacheId id = CACHE_I1; id < N_CACHES; id++)
      if (replay.wishes->caches[id]->len == 0 && replay.recorded[id].size == 0)
         return cache_name(id);
   return NULL;
}

/* Gives the simulators to an analysis, or takes them from it. */
static void exchange(Analysis* a)
{
   if (replay.analyses->len == 1)
      return;
   cg_sim_exchange(&a->sim);
   cg_classes_exchange(a->classes);
}

static Analysis* new_analysis(const CacheGeometry geometry[N_CACHES])
{
   const CacheGeometry* D1 = &geometry[CACHE_D1];
   Analysis*            a  = g_new0(Analysis, 1);

   a->largest_ref = G_MAXUINT;
   for (CacheId id = CACHE_I1; id < N_CACHES; id++) {
      a->geometry[id] = geometry[id];
      a->largest_ref  = MIN(a->largest_ref, (UInt)geometry[id].line_size);
   }
   a->segments = g_ptr_array_new();
   a->classes  = cg_classes_new_state(allocate);
   a->n_ways   = D1->assoc;
   a->n_lines  = D1->size / D1->line_size;
   cg_sim_init(geometry, allocate);
   cg_classes_init(geometry, allocate);
   cg_tally_init(&a->tally, allocate);
   cg_tally_thread(&a->tally, 1);
   a->uncounted = allocate(a->tally.n_sets[LEVEL_D1] * sizeof *a->uncounted);
   if (replay.wishes->model == MODEL_SET_LOCAL)
      a->distances = distances_new(a->tally.n_sets[LEVEL_D1]);
   return a;
}

static const CacheGeometry* choice(CacheId id, guint number)
{
   const GArray* wished = replay.wishes->caches[id];

   return wished->len == 0 ? &replay.recorded[id]
                           : &g_array_index(wished, CacheGeometry, number);
}

static guint n_choices(CacheId id)
{
   return MAX(replay.wishes->caches[id]->len, 1);
}

static void make_analyses(void)
{
   if (replay.analyses->len > 0)
      return;
   for (guint d1 = 0; d1 < n_choices(CACHE_D1); d1++)
      for (guint ll = 0; ll < n_choices(CACHE_LL); ll++)
         for (guint i1 = 0; i1 < n_choices(CACHE_I1); i1++) {
            CacheGeometry geometry[N_CACHES];

            geometry[CACHE_I1] = *choice(CACHE_I1, i1);
            geometry[CACHE_D1] = *choice(CACHE_D1, d1);
            geometry[CACHE_LL] = *choice(CACHE_LL, ll);
            g_ptr_array_add(replay.analyses, new_analysis(geometry));
            /* What was set up is the state of this one. */
            Analysis* a =
               g_ptr_array_index(replay.analyses, replay.analyses->len - 1);
            cg_sim_exchange(&a->sim);
            cg_classes_exchange(a->classes);
         }
   /* The only one keeps the simulators. */
   if (replay.analyses->len == 1) {
      Analysis* a = g_ptr_array_index(replay.analyses, 0);
      cg_sim_exchange(&a->sim);
      cg_classes_exchange(a->classes);
   }
}

/*------------------------------------------------------------*/
/*--- Definitions                                          ---*/
/*------------------------------------------------------------*/

void replay_set_command(const char* command)
{
   replay.command = copy_of(command);
}

void replay_location(const char* file, const char* function, guint line)
{
   SourceLine* loc = g_new0(SourceLine, 1);

   loc->file   = copy_of(file);
   loc->fn     = copy_of(function);
   loc->lineno = line;
   g_ptr_array_add(replay.locations, loc);
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

static void add_iline(Segment* seg, Addr line)
{
   seg->ilines[seg->n_ilines++] = (ILine){cg_bucket(&cg_I1, line), line};
}

/* The fetches of `instrs', but those from the line that the one before is
   on.  Nothing comes between two fetches that could push a line out of I1. */
static void add_fetches(Segment* seg, const ReplayInstr instrs[],
                        guint n_instrs, const ReplayRef refs[])
{
   Addr  line        = 1; /* no line begins at an odd address */
   guint refs_before = 0;

   for (guint i = 0; i < n_instrs; i++) {
      Addr first = cg_line_of(&cg_I1, instrs[i].addr);
      Addr last  = cg_line_of(&cg_I1, instrs[i].addr + instrs[i].size - 1);

      while (refs_before < seg->n_refs && refs[refs_before].instrs_before <= i)
         refs_before++;
      if (first == line && last == line)
         continue;
      if (first != line)
         add_iline(seg, first);
      if (last != first)
         add_iline(seg, last);
      line = last;
      seg->fetches[seg->n_fetches++] =
         (Fetch){instrs[i].addr, instrs[i].size, refs_before};
   }
}

static Segment* new_segment(const Analysis* a, const ReplayInstr instrs[],
                            guint n_instrs, const ReplayRef refs[],
                            guint n_refs)
{
   Segment* seg =
      allocate(sizeof *seg + n_refs * sizeof(DataRef)
               + 2 * n_instrs * sizeof(ILine) + n_instrs * sizeof(Fetch));

   seg->n_refs  = n_refs;
   seg->refs    = (DataRef*)(seg + 1);
   seg->ilines  = (ILine*)(seg->refs + n_refs);
   seg->fetches = (Fetch*)(seg->ilines + 2 * n_instrs);
   for (guint i = 0; i < n_refs; i++) {
      UInt size    = MIN(refs[i].size, a->largest_ref);
      seg->refs[i] = (DataRef){
         .loc   = g_ptr_array_index(replay.locations, refs[i].location),
         .size  = size,
         .slack = a->geometry[CACHE_D1].line_size - size,
      };
   }
   add_fetches(seg, instrs, n_instrs, refs);
   return seg;
}

void replay_segment(const ReplayInstr instrs[], guint n_instrs,
                    const ReplayRef refs[], guint n_refs)
{
   make_analyses();
   for (guint i = 0; i < replay.analyses->len; i++) {
      Analysis* a = g_ptr_array_index(replay.analyses, i);

      exchange(a);
      g_ptr_array_add(a->segments,
                      new_segment(a, instrs, n_instrs, refs, n_refs));
      exchange(a);
   }
   replay.n_segments++;
}

/*------------------------------------------------------------*/
/*--- References                                           ---*/
/*------------------------------------------------------------*/

static void fetch(Analysis* a, const Fetch* f)
{
   Outcome outcome;

   cg_classes_fetch(f->addr, f->size, &outcome);
   cg_note_evictor(&outcome, VARIABLE_CODE);
   if (replay.collecting)
      cg_tally_fetch(&a->tally, &outcome);
}

static void count(Analysis* a, const DataRef* ref, Addr ea,
                  const Outcome* outcome)
{
   UInt variable = VARIABLE_UNKNOWN;

   if (outcome->result != SIM_HIT) {
      variable = regions_variable(replay.regions, ea);
      cg_note_evictor(outcome, variable);
   }
   if (replay.collecting)
      cg_tally_data(&a->tally, ea, outcome, ref->loc, variable);
}

static G_GNUC_NO_INLINE void classified_ref(Analysis* a, const DataRef* ref,
                                            Addr ea)
{
   Outcome outcome;

   cg_classes_data(ea, ref->size, &outcome);
   count(a, ref, ea, &outcome);
}

/* In the line that its bucket names, and in the fully associative cache, too;
   see cg_full.c. */
static inline gboolean hits(const DataRef* ref, const Bucket* b, Addr ea,
                            ULong horizon)
{
   return G_LIKELY(ea - b->line <= ref->slack && b->way->last_use > horizon);
}

/* When some I-line is not the first in its bucket: all events in their
   order. */
static G_GNUC_NO_INLINE void run_in_order(Analysis* a, const Segment* seg,
                                          const Addr* ea)
{
   UInt done = 0; /* data references */

   for (UInt i = 0; i < seg->n_fetches; i++) {
      for (; done < seg->fetches[i].refs_before; done++)
         classified_ref(a, &seg->refs[done], ea[done]);
      fetch(a, &seg->fetches[i]);
   }
   for (; done < seg->n_refs; done++)
      classified_ref(a, &seg->refs[done], ea[done]);
}

/* As in cg_full.c, but for the time: here it is that of one touch. */
static void run_three_cs(Analysis* a, const Addr* item, const Addr* end)
{
   const Level1 d1   = cg_D1; /* which never changes, for the compiler */
   SetCounts*   sets = replay.collecting ? a->tally.D1_sets : a->uncounted;
   ULong        now = cg_now, horizon = cg_D1_horizon;

   while (item < end) {
      const Segment* seg = g_ptr_array_index(a->segments, *item++);
      UInt           i;

      for (i = 0; i < seg->n_ilines; i++) {
         const ILine* iline = &seg->ilines[i];

         if (G_UNLIKELY(iline->bucket->line != iline->line))
            break;
         iline->bucket->way->last_use = now++;
      }
      if (G_UNLIKELY(i < seg->n_ilines)) {
         cg_now = now;
         run_in_order(a, seg, item);
         now     = cg_now;
         horizon = cg_D1_horizon;
         item += seg->n_refs;
         continue;
      }
      for (i = 0; i < seg->n_refs; i++) {
         const DataRef* ref = &seg->refs[i];
         Addr           ea  = *item++;
         const Bucket*  b   = cg_bucket(&d1, ea);

         if (hits(ref, b, ea, horizon)) {
            b->way->last_use = now++;
            sets[(ea >> d1.line_bits) & d1.set_mask].accesses++;
         } else {
            cg_now = now;
            classified_ref(a, ref, ea);
            now     = cg_now;
            horizon = cg_D1_horizon;
         }
      }
   }
   cg_now = now;
}

/*------------------------------------------------------------*/
/*--- The set-local model                                  ---*/
/*------------------------------------------------------------*/

static guint64 touch(Analysis* a, Addr line)
{
   return distances_touch(a->distances, cg_set_of(LEVEL_D1, line), line);
}

/* What the distance of `line' says about the reference, if no line of it has
   missed so far. */
static void judge(const Analysis* a, LevelOutcome* o, Addr line,
                  guint64 distance)
{
   if (o->misses || distance < a->n_ways)
      return;
   o->misses     = True;
   o->line       = line;
   o->miss_class = distance == DISTANCE_NONE ? CLASS_COLD
                   : distance < a->n_lines   ? CLASS_CONFLICT
                                             : CLASS_CAPACITY;
}

/* Hits and misses are those of the distances; what pushed a line out only the
   simulated cache knows. */
static void set_local_ref(Analysis* a, const DataRef* ref, Addr ea)
{
   Outcome       outcome;
   LevelOutcome* o     = &outcome.level[LEVEL_D1];
   Addr          first = cg_line_of(&cg_D1, ea);
   Addr          last  = cg_line_of(&cg_D1, ea + ref->size - 1);

   cg_classes_data(ea, ref->size, &outcome);
   o->misses = False;
   judge(a, o, first, touch(a, first));
   if (last != first)
      judge(a, o, last, touch(a, last));
   count(a, ref, ea, &outcome);
}

static void run_set_local(Analysis* a, const Addr* item, const Addr* end)
{
   while (item < end) {
      const Segment* seg = g_ptr_array_index(a->segments, *item++);

      for (UInt i = 0; i < seg->n_refs; i++)
         set_local_ref(a, &seg->refs[i], *item++);
   }
}

/*------------------------------------------------------------*/
/*--- Runs                                                 ---*/
/*------------------------------------------------------------*/

void replay_batch_run(void)
{
   if (replay_batch.next == replay.batch)
      return;
   for (guint i = 0; i < replay.analyses->len; i++) {
      Analysis* a = g_ptr_array_index(replay.analyses, i);

      exchange(a);
      if (replay.wishes->model == MODEL_SET_LOCAL)
         run_set_local(a, replay.batch, replay_batch.next);
      else
         run_three_cs(a, replay.batch, replay_batch.next);
      exchange(a);
   }
   replay_batch.next = replay.batch;
}

void replay_region(Addr start, guint64 size, guint variable)
{
   replay_batch_run();
   regions_set(replay.regions, start, size, FIRST_VARIABLE + variable);
}

void replay_thread(UInt number)
{
   make_analyses();
   replay_batch_run();
   for (guint i = 0; i < replay.analyses->len; i++) {
      Analysis* a = g_ptr_array_index(replay.analyses, i);

      cg_tally_thread(&a->tally, number);
   }
}

void replay_collect(gboolean collect)
{
   replay_batch_run();
   replay.collecting = collect;
}

/*------------------------------------------------------------*/
/*--- Reports                                              ---*/
/*------------------------------------------------------------*/

static const HChar* variable_name(UInt variable)
{
   return g_ptr_array_index(replay.variables, variable);
}

void replay_report(gboolean json,
                   void (*put)(const HChar* text, SizeT length, void* to),
                   void* to)
{
   gboolean several;

   replay_batch_run();
   make_analyses();
   several = replay.analyses->len > 1;
   for (guint i = 0; i < replay.analyses->len; i++) {
      const Analysis* a      = g_ptr_array_index(replay.analyses, i);
      Report          report = {
                  .command       = replay.command,
                  .geometry      = a->geometry,
                  .tally         = &a->tally,
                  .variable_name = variable_name,
                  .set_local     = replay.wishes->model == MODEL_SET_LOCAL,
                  .put           = put,
                  .to            = to,
                  .alloc         = allocate,
      };

      if (json) {
         if (several)
            put(i == 0 ? "[" : ",", 1, to);
         cg_report_json(&report);
      } else {
         if (i > 0)
            put("\n\n", 2, to);
         cg_report_text(&report);
      }
   }
   if (json && several)
      put("]\n", 2, to);
}
