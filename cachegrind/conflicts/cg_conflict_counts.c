/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_conflict_counts.c: keeps the counts for the conflict report; see
   cg_conflict_counts.h. */

#include "conflicts/cg_conflict_counts.h"

#include "sim/cg_hash.h"
#include "sim/machine/cg_machine_classes.h"

#define MIN_RECORDS     1024
#define RECORDS_AT_ONCE 512

#define SETS_OF_BLOCK ((UWord)1 << CG_CONFLICT_COUNTS_BLOCK_BITS)
#define CHILDREN      ((UWord)1 << CG_CONFLICT_COUNTS_NODE_BITS)

/* Where the bits of a set's number begin that select the child of a root. */
static UInt shift_of_root(UWord n_sets)
{
   UInt shift = CG_CONFLICT_COUNTS_BLOCK_BITS;

   while ((n_sets - 1) >> shift >= CHILDREN)
      shift += CG_CONFLICT_COUNTS_NODE_BITS;
   return shift;
}

void cg_conflict_counts_init_sets(ConflictCounts* all, UWord D1_sets,
                                  UWord LL_sets, UInt line_size,
                                  void* (*alloc)(SizeT n_bytes))
{
   *all = (ConflictCounts){
      .alloc       = alloc,
      .record_mask = MIN_RECORDS - 1,
      .n_sets      = {D1_sets, LL_sets},
      .root_shift  = {shift_of_root(D1_sets), shift_of_root(LL_sets)},
      .line_size   = line_size,
   };
   all->records = alloc(MIN_RECORDS * sizeof *all->records);
}

void cg_conflict_counts_init(ConflictCounts* all, const CacheSim* sim,
                             void* (*alloc)(SizeT n_bytes))
{
   cg_conflict_counts_init_sets(all, sim->D1.sets.set_mask + 1,
                                sim->LL.sets.set_mask + 1,
                                ~(UInt)sim->D1.sets.line_mask + 1, alloc);
   all->sim = sim;
}

void cg_conflict_counts_init_machine(ConflictCounts*       all,
                                     const MachineClasses* classes,
                                     void* (*alloc)(SizeT n_bytes))
{
   cg_conflict_counts_init_sets(all, classes->n_sets[LEVEL_D1],
                                classes->n_sets[LEVEL_LL],
                                ~(UInt)classes->line_mask + 1, alloc);
   all->machine = classes;
}

/*------------------------------------------------------------*/
/*--- Threads                                              ---*/
/*------------------------------------------------------------*/

static void make_room_for_thread(ConflictCounts* all, UInt number)
{
   UInt n = all->threads_allocated > 0 ? all->threads_allocated : 16;

   if (number < all->threads_allocated)
      return;
   while (number >= n)
      n *= 2;

   ThreadCounts* threads = all->alloc(n * sizeof *threads);

   for (UInt i = 0; i < all->threads_allocated; i++)
      threads[i] = all->threads[i];
   all->threads           = threads;
   all->threads_allocated = n;
}

/* Where the block of `set' of the running thread is or will be.  Makes the
   nodes above it if needed. */
static void** place_of_block(ConflictCounts* all, Level level, UWord set)
{
   void** place = &all->threads[all->thread].tree[level];
   UInt   shift = all->root_shift[level] + CG_CONFLICT_COUNTS_NODE_BITS;

   while (shift > CG_CONFLICT_COUNTS_BLOCK_BITS) {
      if (!*place)
         *place = all->alloc(CHILDREN * sizeof(void*));
      shift -= CG_CONFLICT_COUNTS_NODE_BITS;
      place = (void**)*place + (set >> shift) % CHILDREN;
   }
   return place;
}

/* Make one array of the blocks of D1, for the running thread. */
static void flatten_D1(ConflictCounts* all)
{
   UWord      n    = all->n_sets[LEVEL_D1];
   SetCounts* sets = all->alloc(n * sizeof *sets);

   for (UWord set = 0; set < n; set += SETS_OF_BLOCK) {
      void**           block   = place_of_block(all, LEVEL_D1, set);
      const SetCounts* counted = *block;
      UWord            left    = n - set;

      for (UWord i = 0; counted && i < left && i < SETS_OF_BLOCK; i++)
         sets[set + i] = counted[i];
      *block = &sets[set];
   }
   all->D1_sets = all->threads[all->thread].D1_sets = sets;
}

void cg_conflict_counts_thread(ConflictCounts* all, UInt number)
{
   if (number == all->thread)
      return;
   make_room_for_thread(all, number);
   if (number > all->n_threads)
      all->n_threads = number;
   if (all->thread != 0 && !all->sharing)
      all->sharing = cg_sharing_new(all->line_size, all->alloc);
   all->threads[number].ran = True;
   all->D1_sets             = all->threads[number].D1_sets;
   all->thread              = number;
}

SetCounts* cg_conflict_counts_set(ConflictCounts* all, Level level, UWord set)
{
   void** block = place_of_block(all, level, set);

   if (!*block)
      *block = all->alloc(SETS_OF_BLOCK * sizeof(SetCounts));
   return (SetCounts*)*block + set % SETS_OF_BLOCK;
}

const SetCounts* cg_conflict_counts_sets(const ConflictCounts* all, Level level,
                                         UInt thread, UWord* set)
{
   while (*set < all->n_sets[level]) {
      const void* node  = all->threads[thread].tree[level];
      UInt        shift = all->root_shift[level] + CG_CONFLICT_COUNTS_NODE_BITS;

      while (node && shift > CG_CONFLICT_COUNTS_BLOCK_BITS) {
         shift -= CG_CONFLICT_COUNTS_NODE_BITS;
         node = ((void* const*)node)[(*set >> shift) % CHILDREN];
      }
      if (node)
         return (const SetCounts*)node + *set % SETS_OF_BLOCK;
      *set = ((*set >> shift) + 1) << shift;
   }
   return NULL;
}

/*------------------------------------------------------------*/
/*--- Records of misses                                    ---*/
/*------------------------------------------------------------*/

static UWord miss_hash(const MissRecord* r)
{
   return cg_hash_numbers((UWord)r->loc >> 4,
                          (ULong)r->variable << 32 | r->evictor,
                          (ULong)r->set << 32 | (ULong)r->thread << 2
                             | r->level << 1 | r->conflict);
}

static Bool same(const MissRecord* a, const MissRecord* b)
{
   return a->loc == b->loc && a->variable == b->variable
          && a->evictor == b->evictor && a->set == b->set
          && a->thread == b->thread && a->level == b->level
          && a->conflict == b->conflict;
}

static void add_to_table(ConflictCounts* all, MissRecord* r)
{
   MissRecord** chain = &all->records[miss_hash(r) & all->record_mask];

   r->next = *chain;
   *chain  = r;
}

static void enlarge_miss_table(ConflictCounts* all)
{
   MissRecord** old   = all->records;
   UWord        n_old = all->record_mask + 1;

   all->record_mask = 2 * n_old - 1;
   all->records     = all->alloc(2 * n_old * sizeof *all->records);
   for (UWord i = 0; i < n_old; i++) {
      for (MissRecord *next, *r = old[i]; r; r = next) {
         next = r->next;
         add_to_table(all, r);
      }
   }
}

static MissRecord* new_record(ConflictCounts* all, const MissRecord* key)
{
   if (all->n_records++ > all->record_mask)
      enlarge_miss_table(all);
   if (all->n_unused == 0) {
      all->unused   = all->alloc(RECORDS_AT_ONCE * sizeof(MissRecord));
      all->n_unused = RECORDS_AT_ONCE;
   }
   MissRecord* r = &all->unused[--all->n_unused];

   *r = *key;
   add_to_table(all, r);
   return r;
}

MissRecord* cg_conflict_counts_record(ConflictCounts*   all,
                                      const MissRecord* key)
{
   MissRecord* r = all->records[miss_hash(key) & all->record_mask];

   while (r && !same(r, key))
      r = r->next;
   return r ? r : new_record(all, key);
}

void cg_conflict_counts_records(const ConflictCounts* all,
                                void (*visit)(const MissRecord* r, void* data),
                                void* data)
{
   for (UWord i = 0; i <= all->record_mask; i++)
      for (const MissRecord* r = all->records[i]; r; r = r->next)
         visit(r, data);
}

/*------------------------------------------------------------*/
/*--- References                                           ---*/
/*------------------------------------------------------------*/

static UWord counted_set(const ConflictCounts* all, Level level, Addr line)
{
   return all->machine ? cg_machine_classes_set_of(all->machine, level, line)
                       : cg_classes_set_of(all->sim, level, line);
}

static void count_miss(ConflictCounts* all, Level level, const LevelOutcome* o,
                       UInt set, const SourceLine* loc, UInt variable)
{
   Bool       conflict = o->miss_class == CLASS_CONFLICT;
   MissRecord key      = {
           .loc      = loc,
           .variable = variable,
           .evictor  = conflict ? o->evictor : 0,
           .set      = conflict ? set : 0,
           .thread   = all->thread,
           .level    = level,
           .conflict = conflict,
   };

   cg_conflict_counts_set(all, level, set)->misses[o->miss_class]++;
   cg_conflict_counts_record(all, &key)->misses[o->miss_class]++;
}

static void count_evictions(ConflictCounts* all, Level level,
                            const LevelOutcome* o)
{
   for (UInt i = 0; i < o->n_evictions; i++)
      cg_conflict_counts_set(all, level,
                             counted_set(all, level, o->eviction[i].line))
         ->evictions++;
}

/* The line that an access counts for.  If it hits, a machine's last level may
   have got only the second line of a reference. */
static Addr counted_line(const ConflictCounts* all, const LevelOutcome* o,
                         Addr addr)
{
   return o->misses || all->machine ? o->line : addr;
}

static void count_access(ConflictCounts* all, Level level, Addr addr,
                         const LevelOutcome* o, const SourceLine* loc,
                         UInt variable)
{
   UInt set = counted_set(all, level, counted_line(all, o, addr));

   cg_conflict_counts_set(all, level, set)->accesses++;
   if (o->misses)
      count_miss(all, level, o, set, loc, variable);
   else
      all->avoided[level] += o->avoids_miss;
}

void cg_conflict_counts_data(ConflictCounts* all, Addr addr,
                             const Outcome* outcome, const SourceLine* loc,
                             UInt variable)
{
   for (Level level = 0; level < N_LEVELS; level++) {
      const LevelOutcome* o = &outcome->level[level];

      if (o->accesses)
         count_access(all, level, addr, o, loc, variable);
      count_evictions(all, level, o);
   }
}

void cg_conflict_counts_hit_slow(ConflictCounts* all, UWord set)
{
   cg_conflict_counts_set(all, LEVEL_D1, set)->accesses++;
   if (all->n_sets[LEVEL_D1] <= CG_CONFLICT_COUNTS_MAX_FLAT
       && ++all->threads[all->thread].D1_hits == all->n_sets[LEVEL_D1])
      flatten_D1(all);
}

void cg_conflict_counts_fetch(ConflictCounts* all, const Outcome* outcome)
{
   for (Level level = 0; level < N_LEVELS; level++)
      count_evictions(all, level, &outcome->level[level]);
}

void cg_conflict_counts_note_evictor(const Outcome* outcome, UInt variable)
{
   for (Level level = 0; level < N_LEVELS; level++) {
      const LevelOutcome* o = &outcome->level[level];

      for (UInt i = 0; i < o->n_evictions; i++)
         o->eviction[i].touched->evictor = variable;
   }
}
