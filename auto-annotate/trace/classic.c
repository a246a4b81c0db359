/* SPDX-License-Identifier: GPL-2.0-or-later */
/* classic.c: see classic.h. */

#include "trace/classic.h"

#include <string.h>

#include "sim/machine/cg_machine_classes.h"

struct Classic {
   const char* name;
   Machine     machine;                      /* with the caches of `sim' */
   UInt        line_sizes[N_MACHINE_LEVELS]; /* bytes */
   LevelId     last;                         /* the level that LL is */
   UInt        largest_ref; /* bytes: as in the tool, the smallest line */
   CacheSim    sim;
   GPtrArray*  segments; /* of SimInstr[] */

   MachineCounts counts;
};

gboolean classic_is(const ReplayMachine* machine)
{
   return strcmp(machine->name, REPLAY_CLASSIC) == 0;
}

void classic_geometry(const Machine*      machine,
                      const CacheGeometry recorded[N_CACHES],
                      CacheGeometry       geometry[N_CACHES])
{
   cg_machine_classes_geometry(machine, geometry);
   for (CacheId id = CACHE_I1; id < N_CACHES; id++)
      if (recorded[id].size > 0)
         geometry[id] = recorded[id];
}

/* The caches of the table's row. */
static void set_caches(Classic* c, const CacheGeometry geometry[N_CACHES])
{
   const LevelId ids[N_CACHES] = {LEVEL_L1I, LEVEL_L1D, c->last};

   for (CacheId id = CACHE_I1; id < N_CACHES; id++) {
      CacheModel* cache = &c->machine.caches[ids[id]];

      cache->size            = geometry[id].size;
      cache->ways            = geometry[id].assoc;
      c->line_sizes[ids[id]] = geometry[id].line_size;
   }
   c->machine.line_size = geometry[CACHE_D1].line_size;
}

Classic* classic_new(const ReplayMachine* machine,
                     const CacheGeometry  recorded[N_CACHES],
                     void* (*alloc)(SizeT n_bytes))
{
   Classic*      c = g_new0(Classic, 1);
   CacheGeometry geometry[N_CACHES];

   classic_geometry(&machine->machine, recorded, geometry);
   c->name        = machine->name;
   c->machine     = machine->machine;
   c->last        = cg_machine_last_level(&machine->machine);
   c->largest_ref = cg_geometry_smallest_line(geometry);
   c->segments    = g_ptr_array_new_with_free_func(g_free);
   set_caches(c, geometry);
   cg_sim_init(&c->sim, geometry, alloc);
   return c;
}

void classic_free(Classic* c)
{
   g_ptr_array_free(c->segments, TRUE);
   g_free(c);
}

void classic_segment(Classic* c, const ReplayInstr instrs[], guint n)
{
   SimInstr* segment = g_new(SimInstr, n);

   for (guint i = 0; i < n; i++)
      segment[i] = cg_sim_instr(&c->sim, instrs[i].addr, instrs[i].size);
   g_ptr_array_add(c->segments, segment);
}

const SimInstr* classic_instrs(const Classic* c, guint segment)
{
   return g_ptr_array_index(c->segments, segment);
}

static void count_classic(Classic* c, LevelId first, RefKind kind,
                          SimResult result)
{
   LevelCounts* L1   = &c->counts.levels[first];
   LevelCounts* last = &c->counts.levels[c->last];

   L1->hits[kind] += result == SIM_HIT;
   L1->misses[kind] += result != SIM_HIT;
   last->hits[kind] += result == SIM_L1_MISS;
   last->misses[kind] += result == SIM_LL_MISS;
}

void classic_fetch(Classic* c, const SimInstr* instr)
{
   count_classic(c, LEVEL_L1I, REF_FETCH, cg_sim_fetch(&c->sim, instr));
}

void classic_data(Classic* c, RefKind kind, Addr addr, UInt size)
{
   count_classic(c, LEVEL_L1D, kind == REF_MODIFY ? REF_READ : kind,
                 cg_sim_data(&c->sim, addr, MIN(size, c->largest_ref)));
}

MachineCounts classic_counts(const Classic* c)
{
   return c->counts;
}

MachineRow classic_row(const Classic* c, const MachineCounts* counts)
{
   return (MachineRow){c->name, &c->machine, c->line_sizes, counts};
}
