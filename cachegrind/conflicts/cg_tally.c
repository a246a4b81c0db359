/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_tally.c: counts for the conflict report; cg_tally.h says which. */

#include "conflicts/cg_tally.h"

#define MIN_RECORDS     1024
#define RECORDS_AT_ONCE 512

void cg_tally_init(Tally* t, const CacheSim* sim, void* (*alloc)(SizeT n_bytes))
{
   *t = (Tally){
      .sim         = sim,
      .alloc       = alloc,
      .record_mask = MIN_RECORDS - 1,
      .n_sets      = {sim->D1.set_mask + 1, sim->LL.set_mask + 1},
   };
   t->records = alloc(MIN_RECORDS * sizeof *t->records);
}

/*------------------------------------------------------------*/
/*--- Threads                                              ---*/
/*------------------------------------------------------------*/

static void make_room_for_thread(Tally* t, UInt number)
{
   UInt n = t->threads_allocated > 0 ? t->threads_allocated : 16;

   if (number < t->threads_allocated)
      return;
   while (number >= n)
      n *= 2;
   for (Level level = 0; level < N_LEVELS; level++) {
      SetCounts*** blocks = t->alloc(n * sizeof *blocks);

      for (UInt i = 0; i < t->threads_allocated; i++)
         blocks[i] = t->blocks[level][i];
      t->blocks[level] = blocks;
   }
   t->threads_allocated = n;
}

static void new_thread(Tally* t, UInt number)
{
   SetCounts* D1_sets = t->alloc(t->n_sets[LEVEL_D1] * sizeof *D1_sets);

   for (Level level = 0; level < N_LEVELS; level++) {
      UWord n = (t->n_sets[level] + SETS_OF_BLOCK - 1) / SETS_OF_BLOCK;

      t->blocks[level][number] = t->alloc(n * sizeof(SetCounts*));
   }
   for (UWord set = 0; set < t->n_sets[LEVEL_D1]; set += SETS_OF_BLOCK)
      t->blocks[LEVEL_D1][number][set / SETS_OF_BLOCK] = &D1_sets[set];
}

void cg_tally_thread(Tally* t, UInt number)
{
   if (number == t->thread)
      return;
   make_room_for_thread(t, number);
   if (number > t->n_threads)
      t->n_threads = number;
   if (!cg_tally_ran(t, number))
      new_thread(t, number);
   t->D1_sets = t->blocks[LEVEL_D1][number][0];
   t->thread  = number;
}

/* To count in, of the running thread. */
static SetCounts* set_counts(Tally* t, Level level, UWord set)
{
   SetCounts** block = &t->blocks[level][t->thread][set / SETS_OF_BLOCK];

   if (!*block)
      *block = t->alloc(SETS_OF_BLOCK * sizeof **block);
   return &(*block)[set % SETS_OF_BLOCK];
}

const SetCounts* cg_tally_sets(const Tally* t, Level level, UInt thread,
                               UWord* set)
{
   SetCounts* const* blocks = t->blocks[level][thread];

   while (*set < t->n_sets[level]) {
      const SetCounts* block = blocks[*set / SETS_OF_BLOCK];

      if (block)
         return &block[*set % SETS_OF_BLOCK];
      *set = (*set / SETS_OF_BLOCK + 1) * SETS_OF_BLOCK;
   }
   return NULL;
}

/*------------------------------------------------------------*/
/*--- Records of misses                                    ---*/
/*------------------------------------------------------------*/

/* A sum of products with odd constants, which do not wait for each other; its
   high half is where all bits have come to bear. */
static UWord hash_of(const MissRecord* r)
{
   ULong hash = ((ULong)(UWord)r->loc >> 4) * 0x9E3779B97F4A7C15ULL;

   hash += ((ULong)r->variable << 32 | r->evictor) * 0xC2B2AE3D27D4EB4FULL;
   hash += ((ULong)r->set << 32 | r->thread << 2 | r->level << 1 | r->conflict)
           * 0x165667B19E3779F9ULL;
   return hash >> 32;
}

static Bool same(const MissRecord* a, const MissRecord* b)
{
   return a->loc == b->loc && a->variable == b->variable
          && a->evictor == b->evictor && a->set == b->set
          && a->thread == b->thread && a->level == b->level
          && a->conflict == b->conflict;
}

static void add_to_table(Tally* t, MissRecord* r)
{
   MissRecord** chain = &t->records[hash_of(r) & t->record_mask];

   r->next = *chain;
   *chain  = r;
}

static void enlarge_table(Tally* t)
{
   MissRecord** old   = t->records;
   UWord        n_old = t->record_mask + 1;

   t->record_mask = 2 * n_old - 1;
   t->records     = t->alloc(2 * n_old * sizeof *t->records);
   for (UWord i = 0; i < n_old; i++) {
      for (MissRecord *next, *r = old[i]; r; r = next) {
         next = r->next;
         add_to_table(t, r);
      }
   }
}

static MissRecord* new_record(Tally* t, const MissRecord* key)
{
   if (t->n_records++ > t->record_mask)
      enlarge_table(t);
   if (t->n_unused == 0) {
      t->unused   = t->alloc(RECORDS_AT_ONCE * sizeof(MissRecord));
      t->n_unused = RECORDS_AT_ONCE;
   }
   MissRecord* r = &t->unused[--t->n_unused];

   *r = *key;
   add_to_table(t, r);
   return r;
}

/* Where the misses of `key' are counted. */
static MissRecord* record_for(Tally* t, const MissRecord* key)
{
   MissRecord* r = t->records[hash_of(key) & t->record_mask];

   while (r && !same(r, key))
      r = r->next;
   return r ? r : new_record(t, key);
}

void cg_tally_records(const Tally* t,
                      void (*visit)(const MissRecord* r, void* data),
                      void* data)
{
   for (UWord i = 0; i <= t->record_mask; i++)
      for (const MissRecord* r = t->records[i]; r; r = r->next)
         visit(r, data);
}

/*------------------------------------------------------------*/
/*--- References                                           ---*/
/*------------------------------------------------------------*/

static void count_miss(Tally* t, Level level, const LevelOutcome* o,
                       const SourceLine* loc, UInt variable)
{
   Bool       conflict = o->miss_class == CLASS_CONFLICT;
   UInt       set      = cg_classes_set_of(t->sim, level, o->line);
   MissRecord key      = {
           .loc      = loc,
           .variable = variable,
           .evictor  = conflict ? o->evictor : 0,
           .set      = conflict ? set : 0,
           .thread   = t->thread,
           .level    = level,
           .conflict = conflict,
   };

   set_counts(t, level, set)->misses[o->miss_class]++;
   record_for(t, &key)->misses[o->miss_class]++;
}

static void count_evictions(Tally* t, Level level, const LevelOutcome* o)
{
   for (UInt i = 0; i < o->n_evictions; i++)
      set_counts(t, level,
                 cg_classes_set_of(t->sim, level, o->eviction[i].line))
         ->evictions++;
}

static void count_access(Tally* t, Level level, Addr addr,
                         const LevelOutcome* o, const SourceLine* loc,
                         UInt variable)
{
   Addr addr_or_line = o->misses ? o->line : addr;

   set_counts(t, level, cg_classes_set_of(t->sim, level, addr_or_line))
      ->accesses++;
   if (o->misses)
      count_miss(t, level, o, loc, variable);
   count_evictions(t, level, o);
}

void cg_tally_data(Tally* t, Addr addr, const Outcome* outcome,
                   const SourceLine* loc, UInt variable)
{
   count_access(t, LEVEL_D1, addr, &outcome->level[LEVEL_D1], loc, variable);
   if (outcome->result != SIM_HIT)
      count_access(t, LEVEL_LL, addr, &outcome->level[LEVEL_LL], loc, variable);
}

void cg_tally_fetch(Tally* t, const Outcome* outcome)
{
   count_evictions(t, LEVEL_LL, &outcome->level[LEVEL_LL]);
}

void cg_tally_note_evictor(const Outcome* outcome, UInt variable)
{
   for (Level level = 0; level < N_LEVELS; level++) {
      const LevelOutcome* o = &outcome->level[level];

      for (UInt i = 0; i < o->n_evictions; i++)
         o->eviction[i].touched->evictor = variable;
   }
}
