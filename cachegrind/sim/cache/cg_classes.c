/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_classes.c: cold, capacity and conflict misses; cg_classes.h defines them.

   cg_shadow.c has the fully associative caches.  A hit in D1 changes only the
   line's time of last use, which D1 stores anyway.  So a hit in both caches
   takes one comparison. */

#include "sim/cache/cg_classes.h"

/*------------------------------------------------------------*/
/*--- References                                           ---*/
/*------------------------------------------------------------*/

/* The first line counts, until another one misses. */
static void note_access(LevelOutcome* o, Addr line)
{
   if (!o->accesses)
      o->line = line;
   o->accesses = True;
}

void cg_classes_note_miss(LevelOutcome* o, const Shadow* s, Addr line,
                          const TouchedLine* touched, Bool cold)
{
   if (o->misses)
      return;
   o->accesses = o->misses = True;
   o->avoids_miss          = False;
   o->line                 = line;
   o->evictor              = cold ? 0 : touched->evictor;
   o->miss_class           = cold                              ? CLASS_COLD
                             : touched->last_use <= s->horizon ? CLASS_CAPACITY
                                                               : CLASS_CONFLICT;
}

void cg_classes_note_hit(LevelOutcome* o, const Shadow* s, Addr line,
                         const TouchedLine* touched)
{
   note_access(o, line);
   if (touched->last_use <= s->horizon && !o->misses)
      o->avoids_miss = True;
}

void cg_classes_note_eviction(LevelOutcome* o, Addr line, TouchedLine* touched)
{
   o->eviction[o->n_evictions].line    = line;
   o->eviction[o->n_evictions].touched = touched;
   o->n_evictions++;
}

void cg_classes_begin(Outcome* outcome)
{
   outcome->result = SIM_HIT;
   for (Level level = 0; level < N_LEVELS; level++) {
      LevelOutcome* o = &outcome->level[level];

      o->accesses = o->misses = o->avoids_miss = False;
      o->n_evictions                           = 0;
   }
}

/* Note that `line' takes the place of what `way' holds. */
static void fill_D1(MissClasses* c, LevelOutcome* o, const Way* way, Addr line,
                    ULong now)
{
   TouchedLine* touched = cg_shadow_line(&c->D1, line);
   UWord        i       = way - c->sim->D1.ways;

   cg_classes_note_miss(o, &c->D1, line, touched, touched->last_use == 0);
   if (way->last_use) {
      TouchedLine* victim = c->in_way[i];

      victim->last_use = way->last_use;
      victim->way      = 0;
      cg_classes_note_eviction(o, way->name - 1, victim);
   }
   if (touched->last_use <= c->D1.horizon)
      cg_shadow_enter(&c->D1, touched, now);
   c->in_way[i] = touched;
   touched->way = i + 1;
}

static void touch_D1(MissClasses* c, LevelOutcome* o, Addr line)
{
   DataCache* D1  = &c->sim->D1;
   ULong      now = c->sim->now++;
   Way*       way = cg_sim_way_for(D1, line);

   if (!cg_sim_holds(way, line))
      fill_D1(c, o, way, line, now);
   else if (way->last_use <= c->D1.horizon)
      cg_shadow_enter(&c->D1, c->in_way[way - D1->ways], now);
   note_access(o, line);
   cg_sim_place(D1, way, line);
   way->last_use = now;
}

static void touch_LL(MissClasses* c, LevelOutcome* o, Addr line)
{
   Bool evicts;
   Addr evicted;
   Bool misses = cg_sim_touch_LL_misses(c->sim, line, &evicts, &evicted);
   TouchedLine* touched = cg_shadow_line(&c->LL, line);
   ULong        now     = c->LL_now++;

   if (misses)
      cg_classes_note_miss(o, &c->LL, line, touched, touched->last_use == 0);
   note_access(o, line);
   if (touched->last_use <= c->LL.horizon)
      cg_shadow_enter(&c->LL, touched, now);
   touched->last_use = now;
   if (evicts)
      cg_classes_note_eviction(o, evicted, cg_shadow_line(&c->LL, evicted));
}

static SimResult reference_LL(MissClasses* c, LevelOutcome* o, Addr addr,
                              UInt size)
{
   Addr first = addr & c->sim->LL.sets.line_mask;
   Addr last  = (addr + size - 1) & c->sim->LL.sets.line_mask;

   touch_LL(c, o, first);
   if (last != first)
      touch_LL(c, o, last);
   return o->misses ? SIM_LL_MISS : SIM_L1_MISS;
}

void cg_classes_data(MissClasses* c, Addr addr, UInt size, Outcome* outcome)
{
   LevelOutcome* o     = &outcome->level[LEVEL_D1];
   Addr          first = cg_sim_line_of(&c->sim->D1.sets, addr);
   Addr          last  = cg_sim_line_of(&c->sim->D1.sets, addr + size - 1);

   cg_classes_begin(outcome);
   touch_D1(c, o, first);
   if (last != first)
      touch_D1(c, o, last);
   if (o->misses)
      outcome->result = reference_LL(c, &outcome->level[LEVEL_LL], addr, size);
}

void cg_classes_fetch(MissClasses* c, const SimInstr* instr, Outcome* outcome)
{
   cg_classes_begin(outcome);
   if (cg_sim_touch_I1_misses(c->sim, instr))
      outcome->result =
         reference_LL(c, &outcome->level[LEVEL_LL], instr->addr, instr->size);
}

void cg_classes_run_fetch(void* run, const Fetch* fetch)
{
   const ClassifiedRun* r = run;
   Outcome              outcome;

   cg_classes_fetch(r->classes, &fetch->instr, &outcome);
   r->fetch(r->data, fetch, &outcome);
}

void cg_classes_run_ref(void* run, UInt i, Addr ea)
{
   const ClassifiedRun* r   = run;
   CacheSim*            sim = r->classes->sim;
   const SegmentRef*    ref = &cg_fastpath_refs(r->footprint)[i];
   Outcome              outcome;

   if (cg_fastpath_hits(&sim->D1, ref, ea, sim->now++,
                        cg_classes_D1_since(r->classes))) {
      r->hit(r->data, ea);
      return;
   }
   cg_classes_data(r->classes, ea, ref->size, &outcome);
   r->ref(r->data, i, ea, &outcome);
}

/*------------------------------------------------------------*/
/*--- Start                                                ---*/
/*------------------------------------------------------------*/

static UWord n_lines_of(const CacheGeometry* g)
{
   return g->size / g->line_size;
}

void cg_classes_init(MissClasses* c, CacheSim* sim,
                     const CacheGeometry geometry[N_CACHES],
                     void* (*alloc)(SizeT n_bytes))
{
   UInt       D1_bits  = sim->D1.sets.line_bits;
   UInt       LL_bits  = sim->LL.sets.line_bits;
   UWord      D1_lines = n_lines_of(&geometry[CACHE_D1]);
   LineTable* of_D1    = cg_shadow_new_table(D1_bits, alloc);
   LineTable* of_LL =
      LL_bits == D1_bits ? of_D1 : cg_shadow_new_table(LL_bits, alloc);

   *c = (MissClasses){.sim = sim, .LL_now = 1};
   cg_shadow_init(&c->D1, LEVEL_D1, D1_lines, of_D1, sim->D1.ways, alloc);
   cg_shadow_init(&c->LL, LEVEL_LL, n_lines_of(&geometry[CACHE_LL]), of_LL,
                  NULL, alloc);
   c->in_way = alloc(D1_lines * sizeof *c->in_way);
}
