/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_machine_classes.c: cold, capacity and conflict misses of machines; see
   cg_machine_classes.h. */

#include "sim/machine/cg_machine_classes.h"

/*------------------------------------------------------------*/
/*--- References                                           ---*/
/*------------------------------------------------------------*/

/* A line goes to a level, which holds it or not.  Returns its record. */
static TouchedLine* classes_touch(MachineClasses* c, Level level,
                                  LevelOutcome* o, Addr line, Bool misses)
{
   Shadow*      s       = &c->shadows[level];
   TouchedLine* touched = cg_shadow_line(s, line);
   ULong        now     = c->now[level]++;

   if (misses)
      cg_classes_note_miss(o, s, line, touched);
   else
      cg_classes_note_hit(o, s, line, touched);
   if (touched->last_use <= s->horizon)
      cg_shadow_enter(s, touched, now);
   touched->last_use = now;
   return touched;
}

static Bool missed_L1(const RefLines* lines, Addr line)
{
   for (UInt i = 0; i < lines->n_misses; i++)
      if (lines->miss[i].line == line)
         return True;
   return False;
}

static void touch_line_of_L1D(MachineClasses* c, LevelOutcome* o, Addr line)
{
   RecentLine* r =
      &c->recent[(line >> c->line_bits) % CG_MACHINE_CLASSES_RECENT];

   r->touched = classes_touch(c, LEVEL_D1, o, line, missed_L1(&c->lines, line));
   r->line    = line;
}

static void touch_L1D(MachineClasses* c, LevelOutcome* o, Addr addr, UInt size)
{
   Addr first = addr & c->line_mask;
   Addr last  = (addr + size - 1) & c->line_mask;

   touch_line_of_L1D(c, o, first);
   if (last != first)
      touch_line_of_L1D(c, o, last);
}

static void touch_last(MachineClasses* c, LevelOutcome* o)
{
   for (UInt i = 0; i < c->lines.n_misses; i++) {
      RefSource source = c->lines.miss[i].source;

      if (source < c->last_source)
         continue;
      classes_touch(c, LEVEL_LL, o, c->lines.miss[i].line,
                    source > c->last_source);
      if (source == c->last_source && c->last_is_exclusive)
         cg_shadow_line(&c->shadows[LEVEL_LL], c->lines.miss[i].line)->evictor =
            0;
   }
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
   lines->n_misses = lines->of_L1D.n = lines->of_last.n = 0;
   cg_hierarchy_access(c->hierarchy, kind, addr, size, owner, result);
   if (kind != REF_FETCH)
      touch_L1D(c, &outcome->level[LEVEL_D1], addr, size);
   if (LIKELY(result->source == FROM_L1))
      return;
   if (c->last != LEVEL_L1D)
      touch_last(c, &outcome->level[LEVEL_LL]);
   note_lost(c, LEVEL_D1, &outcome->level[LEVEL_D1], &lines->of_L1D);
   note_lost(c, LEVEL_LL, &outcome->level[LEVEL_LL], &lines->of_last);
   outcome->result = result->source == FROM_MEMORY ? SIM_LL_MISS : SIM_L1_MISS;
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
