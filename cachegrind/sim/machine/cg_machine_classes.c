/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_machine_classes.c: cold, capacity and conflict misses of machines; see
   cg_machine_classes.h. */

#include "sim/machine/cg_machine_classes.h"

_Static_assert(CG_CLASSES_MAX_EVICTIONS >= CG_HIERARCHY_MAX_LOST,
               "an outcome has room for all lines that are lost");

/*------------------------------------------------------------*/
/*--- References                                           ---*/
/*------------------------------------------------------------*/

/* A line goes to a level, which holds it or not.  Returns its record. */
static TouchedLine* classes_touch(MachineClasses* c, Level level,
                                  LevelOutcome* o, const LineTouch* t,
                                  Bool misses)
{
   Shadow*      s       = &c->shadows[level];
   TouchedLine* touched = cg_shadow_line(s, t->line);
   ULong        now     = c->now[level]++;

   if (!t->prefetches && misses)
      cg_classes_note_miss(o, s, t->line, touched, !touched->used);
   else if (!t->prefetches)
      cg_classes_note_hit(o, s, t->line, touched);
   if (touched->last_use <= s->horizon)
      cg_shadow_enter(s, touched, now);
   touched->last_use = now;
   touched->used |= !t->prefetches;
   return touched;
}

static void touch_L1D(MachineClasses* c, LevelOutcome* o, const LineTouch* t)
{
   RecentLine* r =
      &c->recent[(t->line >> c->line_bits) % CG_MACHINE_CLASSES_RECENT];

   r->touched = classes_touch(c, LEVEL_D1, o, t, t->source != FROM_L1);
   r->line    = t->line;
}

static void touch_last(MachineClasses* c, LevelOutcome* o, const LineTouch* t)
{
   TouchedLine* touched =
      classes_touch(c, LEVEL_LL, o, t, t->source > c->last_source);

   if (t->source == c->last_source && c->last_is_exclusive)
      touched->evictor = 0;
}

/* A cache above has a line, which a prefetcher may have brought, so the last
   level is not asked.  It learns that the program uses the line. */
static void note_use_above(MachineClasses* c, const LineTouch* t)
{
   if (!t->prefetches)
      cg_shadow_line(&c->shadows[LEVEL_LL], t->line)->used = True;
}

static void classes_note(MachineClasses* c, Outcome* outcome,
                         const LineTouch* t)
{
   if (t->cache == LEVEL_L1D)
      touch_L1D(c, &outcome->level[LEVEL_D1], t);
   if (c->last == LEVEL_L1D)
      return;
   if (t->source >= c->last_source)
      touch_last(c, &outcome->level[LEVEL_LL], t);
   else
      note_use_above(c, t);
}

static void note_lost(const MachineClasses* c, Level level, LevelOutcome* o,
                      const LostLines* lost)
{
   for (UInt i = 0; i < lost->n; i++)
      cg_classes_note_eviction(
         o, lost->line[i], cg_shadow_line(&c->shadows[level], lost->line[i]));
}

void cg_machine_classes_access(MachineClasses* c, RefKind kind, Addr addr,
                               UInt size, UInt owner, RefResult* result,
                               Outcome* outcome)
{
   RefLines* lines = &c->lines;

   cg_classes_begin(outcome);
   lines->n_touched = lines->of_L1D.n = lines->of_last.n = 0;
   cg_hierarchy_access(c->hierarchy, kind, addr, size, owner, result);
   for (UInt i = 0; i < lines->n_touched; i++)
      classes_note(c, outcome, &lines->touched[i]);
   note_lost(c, LEVEL_D1, &outcome->level[LEVEL_D1], &lines->of_L1D);
   note_lost(c, LEVEL_LL, &outcome->level[LEVEL_LL], &lines->of_last);
   if (result->source != FROM_L1)
      outcome->result =
         result->source == FROM_MEMORY ? SIM_LL_MISS : SIM_L1_MISS;
}

void cg_machine_classes_geometry(const Machine* machine,
                                 CacheGeometry  geometry[N_CACHES])
{
   const LevelId ids[N_CACHES] = {
      [CACHE_I1] = LEVEL_L1I,
      [CACHE_D1] = LEVEL_L1D,
      [CACHE_LL] = cg_machine_last_level(machine),
   };

   for (CacheId id = CACHE_I1; id < N_CACHES; id++)
      geometry[id] = (CacheGeometry){
         .size      = (Int)machine->caches[ids[id]].size,
         .assoc     = (Int)machine->caches[ids[id]].ways,
         .line_size = (Int)machine->line_size,
      };
}

UWord cg_machine_classes_set_of(const MachineClasses* c, Level level, Addr line)
{
   return cg_hierarchy_set_of(c->hierarchy,
                              level == LEVEL_D1 ? LEVEL_L1D : c->last, line);
}

/*------------------------------------------------------------*/
/*--- Start                                                ---*/
/*------------------------------------------------------------*/

static UInt classes_log2(UInt power_of_two)
{
   UInt bits = 0;

   while (power_of_two >>= 1)
      bits++;
   return bits;
}

static void init_level(MachineClasses* c, Level level, const CacheModel* cache,
                       LineTable* table, void* (*alloc)(SizeT n_bytes))
{
   UWord n_lines = (UWord)cache->size / (~c->line_mask + 1);

   c->n_sets[level] = n_lines / cache->ways;
   c->now[level]    = 1;
   cg_shadow_init(&c->shadows[level], level, n_lines, table, NULL, alloc);
}

void cg_machine_classes_init(MachineClasses* c, Hierarchy* hierarchy,
                             const Machine* machine,
                             void* (*alloc)(SizeT n_bytes))
{
   LevelId    last  = cg_machine_last_level(machine);
   UInt       bits  = classes_log2(machine->line_size);
   LineTable* table = cg_shadow_new_table(bits, alloc);

   *c = (MachineClasses){
      .hierarchy         = hierarchy,
      .last              = last,
      .last_source       = last == LEVEL_L3 ? FROM_L3 : FROM_L2,
      .last_is_exclusive = machine->caches[last].inclusion == CACHE_EXCLUSIVE,
      .line_mask         = ~((Addr)machine->line_size - 1),
      .line_bits         = bits,
      .recent            = alloc(CG_MACHINE_CLASSES_RECENT * sizeof *c->recent),
   };
   for (UInt i = 0; i < CG_MACHINE_CLASSES_RECENT; i++)
      c->recent[i].line = 1; /* no line begins there */
   init_level(c, LEVEL_D1, &machine->caches[LEVEL_L1D], table, alloc);
   init_level(c, LEVEL_LL, &machine->caches[last], table, alloc);
   cg_hierarchy_observe(hierarchy, &c->lines);
}
