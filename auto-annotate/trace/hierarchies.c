/* SPDX-License-Identifier: GPL-2.0-or-later */
/* hierarchies.c: see hierarchies.h. */

#include "trace/hierarchies.h"

#include "conflicts/cg_sharing.h"
#include "sim/machine/cg_hierarchy.h"
#include "trace/classic.h"
#include "trace/machine_table.h"

/* A fetch, or a data reference, in the order in which they happen. */
typedef struct {
   RefKind kind;
   UInt    size;
   UInt    location;
   Addr    addr; /* of a fetch; the batch has a data reference's */
} Step;

typedef struct {
   guint n_steps;
   Step  steps[];
} Steps;

typedef struct {
   const ReplayMachine* machine;
   Classic*             classic; /* NULL: the next two are used instead */
   Hierarchy*           hierarchy;
   Front                front;
   MachineCounts        counted;  /* up to the last change of `collecting' */
   MachineCounts        start;    /* all that was simulated, at that change */
   MachineAnalysis*     analysis; /* NULL: there are no conflict reports */
   Sharing*             sharing;  /* NULL: no trials, or one thread */
} Simulated;

struct Hierarchies {
   guint      n_machines;
   Simulated* machines;
   GPtrArray* segments; /* of Steps */
   Layout*    layout;   /* NULL: there are no trials */
   UInt       thread;   /* which runs */
   gboolean   collecting;
   void* (*alloc)(SizeT n_bytes);
};

#define HUGE_PAGE ((Addr)2 << 20)
#define MOST_HUGE ((guint64)16 << 30) /* bytes of a region */

static void ignore_end(UInt owner, Bool useful)
{
}

static void init_machine(Simulated* s, const ReplayMachine* machine,
                         const CacheGeometry recorded[N_CACHES],
                         const TraceNames* names, void* (*alloc)(SizeT n_bytes))
{
   s->machine = machine;
   if (classic_is(machine)) {
      s->classic = classic_new(machine, recorded, alloc);
      return;
   }
   s->hierarchy = cg_hierarchy_new(&machine->machine, &s->front, alloc);
   if (cg_prefetch_has_any(&machine->machine))
      cg_hierarchy_prefetch(s->hierarchy, &machine->machine, ignore_end, alloc);
   if (names)
      s->analysis =
         machine_analysis_new(&machine->machine, s->hierarchy, names, alloc);
}

Hierarchies* hierarchies_new(const GPtrArray*    machines,
                             const CacheGeometry recorded[N_CACHES],
                             const TraceNames* names, Layout* layout,
                             gboolean collect, void* (*alloc)(SizeT n_bytes))
{
   Hierarchies* h = g_new0(Hierarchies, 1);

   h->n_machines = machines->len;
   h->machines   = g_new0(Simulated, h->n_machines);
   h->segments   = g_ptr_array_new_with_free_func(g_free);
   h->layout     = layout;
   h->thread     = 1;
   h->collecting = collect;
   h->alloc      = alloc;
   for (guint i = 0; i < h->n_machines; i++)
      init_machine(&h->machines[i], machines->pdata[i], recorded, names, alloc);
   return h;
}

void hierarchies_free(Hierarchies* h)
{
   for (guint i = 0; i < h->n_machines; i++)
      if (h->machines[i].classic)
         classic_free(h->machines[i].classic);
   if (h->layout)
      layout_free(h->layout);
   g_ptr_array_free(h->segments, TRUE);
   g_free(h->machines);
   g_free(h);
}

/*------------------------------------------------------------*/
/*--- Runs                                                 ---*/
/*------------------------------------------------------------*/

void hierarchies_segment(Hierarchies* h, const ReplayInstr instrs[],
                         guint n_instrs, const ReplayRef refs[], guint n_refs)
{
   guint  n     = n_instrs + n_refs;
   Steps* steps = g_malloc(sizeof *steps + n * sizeof steps->steps[0]);
   guint  i = 0, r = 0;

   steps->n_steps = n;
   while (i < n_instrs || r < n_refs)
      if (r < n_refs && refs[r].instrs_before <= i) {
         steps->steps[i + r] =
            (Step){refs[r].kind, refs[r].size, refs[r].location, 0};
         r++;
      } else {
         steps->steps[i + r] = (Step){REF_FETCH, instrs[i].size,
                                      instrs[i].location, instrs[i].addr};
         i++;
      }
   g_ptr_array_add(h->segments, steps);
   if (h->layout)
      layout_segment(h->layout, refs, n_refs);
   for (guint m = 0; m < h->n_machines; m++)
      if (h->machines[m].classic && (m == 0 || !h->layout))
         classic_segment(h->machines[m].classic, instrs, n_instrs, refs,
                         n_refs);
}

/* A data reference touches at most a line's bytes, as in the tool.  A fetch
   touches the lines of its first and its last byte, which may not be
   neighbours. */
static inline UInt size_on(const Step* step, UInt line_size)
{
   return step->kind == REF_FETCH ? step->size : MIN(step->size, line_size);
}

/* The next reference is a part of the instruction at *ip, which it is itself if
   it is a fetch.  0: the segment begins within an instruction. */
static inline void set_step_origin(const Simulated* s, const Step* step,
                                   Addr* ip)
{
   if (step->kind == REF_FETCH)
      *ip = step->addr;
   cg_hierarchy_set_origin(s->hierarchy, *ip, 1);
}

static void run_on(const Hierarchies* h, const Simulated* s, const Addr* item,
                   const Addr* end)
{
   UInt      line_size = s->machine->machine.line_size;
   RefResult result;

   while (item < end) {
      const Steps* steps = g_ptr_array_index(h->segments, *item++);
      Addr         ip    = 0;

      for (guint i = 0; i < steps->n_steps; i++) {
         const Step* step = &steps->steps[i];
         Addr        addr = step->kind == REF_FETCH ? step->addr : *item++;

         set_step_origin(s, step, &ip);
         cg_hierarchy_access(s->hierarchy, step->kind, addr,
                             size_on(step, line_size), 1 + step->location,
                             &result);
      }
   }
}

/* The data references of a run of `steps', whose addresses are at `item'. */
static G_GNUC_NO_INLINE void
note_machine_writes(const Simulated* s, const Steps* steps, const Addr* item)
{
   UInt line_size = s->machine->machine.line_size;

   for (guint i = 0; i < steps->n_steps; i++) {
      const Step* step = &steps->steps[i];

      if (step->kind == REF_FETCH)
         continue;
      if (step->kind != REF_READ)
         machine_analysis_write(s->analysis, *item, MIN(step->size, line_size));
      item++;
   }
}

static void analyse_on(const Hierarchies* h, const Simulated* s,
                       const Addr* item, const Addr* end)
{
   UInt line_size = s->machine->machine.line_size;

   while (item < end) {
      const Steps* steps = g_ptr_array_index(h->segments, *item++);
      Addr         ip    = 0;

      if (h->collecting && machine_analysis_shares(s->analysis))
         note_machine_writes(s, steps, item);
      for (guint i = 0; i < steps->n_steps; i++) {
         const Step* step = &steps->steps[i];
         MachineRef  ref  = {
              .kind     = step->kind,
              .addr     = step->kind == REF_FETCH ? step->addr : *item++,
              .size     = size_on(step, line_size),
              .location = step->location,
         };

         set_step_origin(s, step, &ip);
         machine_analysis_access(s->analysis, &ref, h->collecting);
      }
   }
}

static void simulate_on(const Hierarchies* h, const Simulated* s,
                        const Addr* batch, const Addr* end)
{
   if (s->classic)
      classic_run(s->classic, batch, end);
   else if (s->analysis)
      analyse_on(h, s, batch, end);
   else
      run_on(h, s, batch, end);
}

/*------------------------------------------------------------*/
/*--- Trials                                               ---*/
/*------------------------------------------------------------*/

/* The data references of a batch. */
typedef struct {
   const LayoutRef* refs;
   guint            n;
} BatchRefs;

static void note_shared_writes(const Hierarchies* h, const Simulated* s,
                               const BatchRefs* all, const Addr* batch)
{
   for (guint i = 0; i < all->n; i++) {
      const LayoutRef* ref  = &all->refs[i];
      Addr             addr = batch[ref->item];
      UInt             size = MIN(ref->size, s->sharing->line_size);

      if (ref->kind != REF_READ
          && !cg_sharing_write_again(s->sharing, h->thread, addr, size))
         cg_sharing_write(s->sharing, h->thread, addr, size, 0);
   }
}

static void run_trials(Hierarchies* h, const Addr* batch, const Addr* end)
{
   BatchRefs all;

   all.refs = layout_find(h->layout, batch, end, &all.n);
   for (guint i = 0; i < h->n_machines; i++) {
      const Simulated* s = &h->machines[i];
      const Addr*      moved =
         i == 0 ? batch : layout_moved(h->layout, i - 1, batch, end);

      if (i > 0 && s->classic)
         classic_follow(s->classic, h->machines[0].classic, all.refs, all.n,
                        moved);
      else
         simulate_on(h, s, moved, moved + (end - batch));
      if (s->sharing && h->collecting)
         note_shared_writes(h, s, &all, moved);
   }
}

void hierarchies_run(Hierarchies* h, const Addr* batch, const Addr* end)
{
   if (h->layout)
      run_trials(h, batch, end);
   else
      for (guint i = 0; i < h->n_machines; i++)
         simulate_on(h, &h->machines[i], batch, end);
}

static MachineRow machine_row(const Simulated* s)
{
   if (s->classic)
      return classic_row(s->classic, &s->counted);
   return (MachineRow){s->machine->name, &s->machine->machine, NULL,
                       &s->counted};
}

/* From the second thread on, trials watch what is written.  The line is that of
   the first data cache. */
static void watch_trial_writes(const Hierarchies* h, Simulated* s)
{
   if (!s->sharing)
      s->sharing = cg_sharing_new(machine_row(s).machine->line_size, h->alloc);
}

void hierarchies_thread(Hierarchies* h, UInt number)
{
   h->thread = number;
   for (guint i = 0; i < h->n_machines; i++) {
      if (h->layout && number > 1)
         watch_trial_writes(h, &h->machines[i]);
      if (h->machines[i].analysis)
         machine_analysis_thread(h->machines[i].analysis, number);
   }
}

/* Tells a machine where a region is that has a new owner.  A trace could claim
   that it has all of memory, page by page. */
static void region_on(const Simulated* s, gboolean is_huge, Addr start,
                      guint64 size)
{
   Addr first = start & -HUGE_PAGE;
   Addr last  = (start + MIN(size, MOST_HUGE) - 1) | (HUGE_PAGE - 1);

   if (s->analysis)
      machine_analysis_region(s->analysis, start, size);
   if (s->sharing)
      cg_sharing_new_owner(s->sharing, start, size);
   if (is_huge && s->hierarchy)
      cg_hierarchy_set_pages(s->hierarchy, first, last - first + 1, PAGE_2M);
}

void hierarchies_region(Hierarchies* h, Addr start, guint64 size,
                        const char* variable)
{
   if (h->layout)
      layout_region(h->layout, start, size, variable);
   for (guint i = 0; i < h->n_machines; i++) {
      gboolean is_huge = FALSE;
      Addr     at      = start;
      guint64  length  = size;

      if (h->layout && i > 0)
         at = layout_last_region(h->layout, i - 1, &length, &is_huge);
      region_on(&h->machines[i], is_huge, at, length);
   }
}

/*------------------------------------------------------------*/
/*--- Counts                                               ---*/
/*------------------------------------------------------------*/

static MachineCounts machine_counts(const Simulated* s)
{
   MachineCounts counts;

   if (s->classic)
      return classic_counts(s->classic);
   for (LevelId id = LEVEL_L1I; id < N_MACHINE_LEVELS; id++)
      counts.levels[id] = cg_hierarchy_level(s->hierarchy, id);
   for (TlbId id = TLB_I; id < N_TLBS; id++)
      counts.tlbs[id] = cg_hierarchy_tlb(s->hierarchy, id);
   return counts;
}

/* Adds what was counted from `start' to `end'. */
static void add_level(LevelCounts* sum, const LevelCounts* start,
                      const LevelCounts* end)
{
   for (RefKind kind = REF_FETCH; kind < N_REF_KINDS; kind++) {
      sum->hits[kind] += end->hits[kind] - start->hits[kind];
      sum->misses[kind] += end->misses[kind] - start->misses[kind];
   }
   sum->written += end->written - start->written;
   sum->invalidated += end->invalidated - start->invalidated;
   sum->prefetched += end->prefetched - start->prefetched;
}

/* Ends a time in which all is counted, or nothing. */
static void end_time(Hierarchies* h)
{
   for (guint i = 0; i < h->n_machines; i++) {
      Simulated*    s   = &h->machines[i];
      MachineCounts now = machine_counts(s);

      if (h->collecting) {
         for (LevelId id = LEVEL_L1I; id < N_MACHINE_LEVELS; id++)
            add_level(&s->counted.levels[id], &s->start.levels[id],
                      &now.levels[id]);
         for (TlbId id = TLB_I; id < N_TLBS; id++)
            add_level(&s->counted.tlbs[id], &s->start.tlbs[id], &now.tlbs[id]);
      }
      s->start = now;
   }
}

void hierarchies_collect(Hierarchies* h, gboolean collect)
{
   end_time(h);
   h->collecting = collect;
}

void hierarchies_conflict_report(const Hierarchies* h, guint i, Report* report)
{
   const Simulated* s = &h->machines[i];

   machine_analysis_report(s->analysis, s->machine->name, report);
}

static ULong shared_writes_of(const Sharing* sharing)
{
   SharedGroup* groups = g_new(SharedGroup, CG_SHARING_GROUPS);
   guint        n      = cg_sharing_candidates(sharing, groups);
   ULong        writes = 0;

   for (guint i = 0; i < n; i++)
      writes += groups[i].writes;
   g_free(groups);
   return writes;
}

MachineRow hierarchies_row(Hierarchies* h, guint i, ULong* shared_writes)
{
   const Simulated* s = &h->machines[i];

   end_time(h);
   *shared_writes = s->sharing ? shared_writes_of(s->sharing) : 0;
   return machine_row(s);
}

void hierarchies_report(Hierarchies* h, const char* command, gboolean json,
                        GString* to)
{
   MachineRow* rows = g_new(MachineRow, h->n_machines);

   end_time(h);
   for (guint i = 0; i < h->n_machines; i++)
      rows[i] = machine_row(&h->machines[i]);
   if (json)
      machine_table_json(rows, h->n_machines, command, to);
   else
      machine_table_text(rows, h->n_machines, command, to);
   g_free(rows);
}
