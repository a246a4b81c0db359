/* SPDX-License-Identifier: GPL-2.0-or-later */
/* hierarchies.c: see hierarchies.h. */

#include "trace/hierarchies.h"

#include "sim/cg_hierarchy.h"
#include "trace/machine_table.h"

/* A fetch, or a data reference, in the order in which they happen. */
typedef struct {
   RefKind kind;
   UInt    size;
   UInt    location;
   Addr    addr; /* of a fetch; that of a data reference is in the batch */
} Step;

typedef struct {
   guint n_steps;
   Step  steps[];
} Steps;

typedef struct {
   const ReplayMachine* machine;
   Hierarchy*           hierarchy;
   MachineCounts        counted; /* up to the last change of `collecting' */
   MachineCounts        start;   /* the hierarchy's own, at that change */
} Simulated;

struct Hierarchies {
   guint      n_machines;
   Simulated* machines;
   GPtrArray* segments; /* of Steps */
   gboolean   collecting;
};

Hierarchies* hierarchies_new(const GPtrArray* machines,
                             void* (*alloc)(SizeT n_bytes))
{
   Hierarchies* h = g_new0(Hierarchies, 1);

   h->n_machines = machines->len;
   h->machines   = g_new0(Simulated, h->n_machines);
   h->segments   = g_ptr_array_new_with_free_func(g_free);
   h->collecting = TRUE;
   for (guint i = 0; i < h->n_machines; i++) {
      h->machines[i].machine = machines->pdata[i];
      h->machines[i].hierarchy =
         cg_hierarchy_new(&h->machines[i].machine->machine, alloc);
   }
   return h;
}

void hierarchies_free(Hierarchies* h)
{
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
   static const RefKind kind_of[] = {[TRACE_READ]   = REF_READ,
                                     [TRACE_WRITE]  = REF_WRITE,
                                     [TRACE_MODIFY] = REF_MODIFY};
   guint                n         = n_instrs + n_refs;
   Steps* steps = g_malloc(sizeof *steps + n * sizeof steps->steps[0]);
   guint  i = 0, r = 0;

   steps->n_steps = n;
   while (i < n_instrs || r < n_refs)
      if (r < n_refs && refs[r].instrs_before <= i) {
         steps->steps[i + r] =
            (Step){kind_of[refs[r].kind], refs[r].size, refs[r].location, 0};
         r++;
      } else {
         steps->steps[i + r] = (Step){REF_FETCH, instrs[i].size,
                                      instrs[i].location, instrs[i].addr};
         i++;
      }
   g_ptr_array_add(h->segments, steps);
}

static void run_on(const Hierarchies* h, const Simulated* s, const Addr* item,
                   const Addr* end)
{
   UInt      line_size = s->machine->machine.line_size;
   RefResult result;

   while (item < end) {
      const Steps* steps = g_ptr_array_index(h->segments, *item++);

      for (guint i = 0; i < steps->n_steps; i++) {
         const Step* step = &steps->steps[i];
         Addr        addr = step->kind == REF_FETCH ? step->addr : *item++;

         cg_hierarchy_access(s->hierarchy, step->kind, addr,
                             MIN(step->size, line_size), step->location,
                             &result);
      }
   }
}

void hierarchies_run(Hierarchies* h, const Addr* batch, const Addr* end)
{
   for (guint i = 0; i < h->n_machines; i++)
      run_on(h, &h->machines[i], batch, end);
}

/*------------------------------------------------------------*/
/*--- Counts                                               ---*/
/*------------------------------------------------------------*/

static MachineCounts counts_of(const Hierarchy* hierarchy)
{
   MachineCounts counts;

   for (LevelId id = LEVEL_L1I; id < N_MACHINE_LEVELS; id++)
      counts.levels[id] = *cg_hierarchy_level(hierarchy, id);
   for (TlbId id = TLB_I; id < N_TLBS; id++)
      counts.tlbs[id] = *cg_hierarchy_tlb(hierarchy, id);
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
}

/* Ends a time in which all is counted, or nothing. */
static void end_time(Hierarchies* h)
{
   for (guint i = 0; i < h->n_machines; i++) {
      Simulated*    s   = &h->machines[i];
      MachineCounts now = counts_of(s->hierarchy);

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

void hierarchies_report(Hierarchies* h, const char* command, gboolean json,
                        void (*put)(const HChar* text, SizeT length, void* to),
                        void* to)
{
   MachineRow* rows = g_new(MachineRow, h->n_machines);

   end_time(h);
   for (guint i = 0; i < h->n_machines; i++)
      rows[i] = (MachineRow){h->machines[i].machine->name,
                             &h->machines[i].machine->machine,
                             &h->machines[i].counted};
   if (json)
      machine_table_json(rows, h->n_machines, command, put, to);
   else
      machine_table_text(rows, h->n_machines, command, put, to);
   g_free(rows);
}
