/* SPDX-License-Identifier: GPL-2.0-or-later */
/* classic.c: see classic.h. */

#include "trace/classic.h"

#include <string.h>

#include "sim/cache/fastpath.h"
#include "sim/machine/cg_machine_classes.h"
#include "trace/footprints.h"

/* How many instructions and data references each run of a segment has, by
   kind. */
typedef struct {
   Footprint* footprint;
   guint      n[N_REF_KINDS];
} ClassicSegment;

/* A fetch that missed I1. */
typedef struct {
   guint           refs_before; /* data references of the batch */
   const SimInstr* instr;
} MissedFetch;

struct Classic {
   const char* name;
   Machine     machine;                      /* with the caches of `sim' */
   UInt        line_sizes[N_MACHINE_LEVELS]; /* bytes */
   LevelId     last;                         /* the level that LL is */
   UInt        largest_ref; /* bytes: as in the tool, the smallest line */
   CacheSim    sim;
   GArray*     segments; /* of ClassicSegment */
   void* (*alloc)(SizeT n_bytes);

   const Classic* first;  /* that it follows, or NULL */
   GArray*        missed; /* of MissedFetch, of the last batch */
   guint          n_refs; /* of the last batch, so far */

   ULong all[N_REF_KINDS], L1_misses[N_REF_KINDS], last_misses[N_REF_KINDS];
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
   c->segments    = g_array_new(FALSE, FALSE, sizeof(ClassicSegment));
   c->missed      = g_array_new(FALSE, FALSE, sizeof(MissedFetch));
   c->alloc       = alloc;
   set_caches(c, geometry);
   cg_sim_init(&c->sim, geometry, alloc);
   return c;
}

void classic_free(Classic* c)
{
   g_array_free(c->segments, TRUE);
   g_array_free(c->missed, TRUE);
   g_free(c);
}

/* A modification counts as a read. */
static RefKind counted_kind(RefKind kind)
{
   return kind == REF_MODIFY ? REF_READ : kind;
}

void classic_segment(Classic* c, const ReplayInstr instrs[], guint n_instrs,
                     const ReplayRef refs[], guint n_refs)
{
   ClassicSegment s = {footprints_new(&c->sim, c->largest_ref, NULL, instrs,
                                      n_instrs, refs, n_refs, c->alloc),
                       {[REF_FETCH] = n_instrs}};

   for (guint i = 0; i < n_refs; i++)
      s.n[counted_kind(refs[i].kind)]++;
   g_array_append_val(c->segments, s);
}

static void count_classic(Classic* c, RefKind kind, SimResult result)
{
   c->L1_misses[kind] += result != SIM_HIT;
   c->last_misses[kind] += result == SIM_LL_MISS;
}

/* A run of a segment. */
typedef struct {
   Classic*          c;
   const SegmentRef* refs;
} ClassicRun;

static void run_classic_fetch(void* run, const Fetch* fetch)
{
   Classic*    c      = ((const ClassicRun*)run)->c;
   SimResult   result = cg_sim_fetch(&c->sim, &fetch->instr);
   MissedFetch missed = {c->n_refs + fetch->refs_before, &fetch->instr};

   count_classic(c, REF_FETCH, result);
   if (result != SIM_HIT)
      g_array_append_val(c->missed, missed);
}

static void run_classic_ref(void* run, UInt i, Addr addr)
{
   const ClassicRun* r   = run;
   CacheSim*         sim = &r->c->sim;

   if (!cg_fastpath_hits(&sim->D1, &r->refs[i], addr, sim->now++, 0))
      count_classic(r->c, counted_kind(r->refs[i].kind),
                    cg_sim_data(sim, addr, r->refs[i].size));
}

void classic_run(Classic* c, const Addr* item, const Addr* end)
{
   g_array_set_size(c->missed, 0);
   c->n_refs = 0;
   while (item < end) {
      const ClassicSegment* s =
         &g_array_index(c->segments, ClassicSegment, *item++);
      Footprint* f   = s->footprint;
      ClassicRun run = {c, cg_fastpath_refs(f)};
      UInt n_found   = cg_fastpath_run(&c->sim, f, f->n_ilines, f->n_refs, item,
                                       f->n_ilines + f->n_refs, 0, NULL, NULL);

      for (RefKind kind = REF_FETCH; kind < N_REF_KINDS; kind++)
         c->all[kind] += s->n[kind];
      if (G_UNLIKELY(n_found == CG_FASTPATH_NO_FETCH))
         cg_fastpath_in_order(f, item, &run, run_classic_fetch,
                              run_classic_ref);
      else
         for (UInt i = n_found; i < f->n_refs; i++)
            run_classic_ref(&run, i, item[i]);
      item += f->n_refs;
      c->n_refs += f->n_refs;
   }
}

/* Touches the lines of a fetch in LL. */
static void fetch_from_last(Classic* c, const SimInstr* instr)
{
   const SetShape* LL    = &c->sim.LL.sets;
   Addr            first = cg_sim_line_of(LL, instr->addr);
   Addr            last  = cg_sim_line_of(LL, instr->addr + instr->size - 1);
   Bool            evicts;
   Addr            evicted;
   Bool misses = cg_sim_touch_LL_misses(&c->sim, first, &evicts, &evicted);

   if (last != first)
      misses |= cg_sim_touch_LL_misses(&c->sim, last, &evicts, &evicted);
   c->last_misses[REF_FETCH] += misses;
}

/* Simulates data references up to `end', as cg_fastpath_run does. */
static void follow_refs(Classic* c, const LayoutRef* ref, const LayoutRef* end,
                        const Addr* batch)
{
   const DataCache D1        = c->sim.D1;
   UInt            line_size = ~(UInt)D1.sets.line_mask + 1;

   for (; ref < end; ref++) {
      Addr        addr = batch[ref->item];
      UInt        size = MIN(ref->size, c->largest_ref);
      Prediction* p    = cg_sim_prediction(&D1, addr);

      if (G_LIKELY(addr - p->line <= line_size - size))
         p->way->last_use = c->sim.now++;
      else
         count_classic(c, counted_kind(ref->kind),
                       cg_sim_data(&c->sim, addr, size));
   }
}

void classic_follow(Classic* c, const Classic* first, const LayoutRef refs[],
                    guint n_refs, const Addr* batch)
{
   guint done = 0;

   c->first = first;
   for (guint i = 0; i < first->missed->len; i++) {
      const MissedFetch* m = &g_array_index(first->missed, MissedFetch, i);

      follow_refs(c, refs + done, refs + m->refs_before, batch);
      done = m->refs_before;
      fetch_from_last(c, m->instr);
   }
   follow_refs(c, refs + done, refs + n_refs, batch);
}

MachineCounts classic_counts(const Classic* c)
{
   MachineCounts counts = {0};
   const ULong*  all    = c->first ? c->first->all : c->all;

   for (RefKind kind = REF_FETCH; kind < N_REF_KINDS; kind++) {
      LevelCounts* L1 =
         &counts.levels[kind == REF_FETCH ? LEVEL_L1I : LEVEL_L1D];
      LevelCounts* last = &counts.levels[c->last];

      ULong missed = c->first && kind == REF_FETCH ? c->first->L1_misses[kind]
                                                   : c->L1_misses[kind];

      L1->hits[kind]     = all[kind] - missed;
      L1->misses[kind]   = missed;
      last->hits[kind]   = missed - c->last_misses[kind];
      last->misses[kind] = c->last_misses[kind];
   }
   return counts;
}

MachineRow classic_row(const Classic* c, const MachineCounts* counts)
{
   return (MachineRow){c->name, &c->machine, c->line_sizes, counts};
}
