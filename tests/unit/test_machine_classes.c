/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_machine_classes.c: tests the classes of misses of machines, and how the
   conflict counts count them, with cases worked out by hand and with laws, and
   compares the classes with a brute-force model on random machines. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "conflicts/cg_conflict_counts.h"
#include "sim/machine/cg_machine_classes.h"
#include "model.h"
#include "model_classes.h"
#include "model_hierarchy.h"
#include "random_machine.h"

static Front          front;
static MachineClasses classes;

static void set_up(const Machine* machine)
{
   release_all();
   cg_machine_classes_init(
      &classes, cg_hierarchy_new(machine, &front, allocate), machine, allocate);
}

static void ignore_end(UInt owner, Bool useful)
{
   (void)owner, (void)useful;
}

/* The same, and the machine's prefetchers run. */
static void set_up_prefetching(const Machine* machine)
{
   release_all();
   Hierarchy* h = cg_hierarchy_new(machine, &front, allocate);
   cg_hierarchy_prefetch(h, machine, ignore_end, allocate);
   cg_machine_classes_init(&classes, h, machine, allocate);
}

/* Make a reference, with `who' as the evictor of the lines that it evicts. */
static Outcome refer(RefKind kind, Addr addr, UInt size, UInt who)
{
   Outcome   o;
   RefResult result;
   cg_machine_classes_access(&classes, kind, addr, size, who, &result, &o);
   for (Level level = 0; level < N_LEVELS; level++)
      for (UInt i = 0; i < o.level[level].n_evictions; i++)
         o.level[level].eviction[i].touched->evictor = who;
   return o;
}

/* --- Cases worked out by hand ----------------------------------------------
 */

/* Lines of 64 bytes, by number. */
enum { A = 16, B, C, D, X, Y };

static CacheModel one_set(UInt ways, const char* policy, Inclusion inclusion)
{
   CacheModel c = {
      .size = 64 * ways, .ways = ways, .slices = 1, .inclusion = inclusion};
   assert_null(cg_policy_parse(policy, &c.policy));
   return c;
}

static Machine with_L1(UInt ways, const char* policy)
{
   Machine m           = {.line_size = 64};
   m.caches[LEVEL_L1I] = one_set(1, "lru", CACHE_NINE);
   m.caches[LEVEL_L1D] = one_set(ways, policy, CACHE_NINE);
   return m;
}

/* Reads a line, and returns what that did in a level. */
static LevelOutcome read_line(int line, Level level)
{
   return refer(REF_READ, 64 * (Addr)line, 1, (UInt)line).level[level];
}

static void assert_hits(LevelOutcome o, bool avoids_miss)
{
   assert_true(o.accesses);
   assert_false(o.misses);
   assert_int_equal(o.avoids_miss, avoids_miss);
}

static void assert_misses(LevelOutcome o, MissClass miss_class)
{
   assert_true(o.accesses);
   assert_true(o.misses);
   assert_false(o.avoids_miss);
   assert_int_equal(o.miss_class, miss_class);
}

/* First in, first out: C takes the place of A, which was used later than B. */
static void conflicts_of_a_policy(void** state)
{
   Machine      m = with_L1(2, "fifo");
   LevelOutcome o;
   (void)state;
   set_up(&m);
   assert_misses(read_line(A, LEVEL_D1), CLASS_COLD);
   assert_misses(read_line(B, LEVEL_D1), CLASS_COLD);
   assert_hits(read_line(A, LEVEL_D1), false);
   assert_misses(read_line(C, LEVEL_D1), CLASS_COLD);
   assert_hits(read_line(B, LEVEL_D1), true);
   assert_misses(o = read_line(A, LEVEL_D1), CLASS_CAPACITY);
   assert_int_equal(o.evictor, C);
   set_up(&m);
   read_line(A, LEVEL_D1);
   read_line(B, LEVEL_D1);
   read_line(A, LEVEL_D1);
   read_line(C, LEVEL_D1);
   assert_misses(o = read_line(A, LEVEL_D1), CLASS_CONFLICT);
   assert_int_equal(o.evictor, C);
   assert_int_equal(o.line, 64 * A);
}

/* If there is no second level, nothing accesses one. */
static void one_level(void** state)
{
   Machine m = with_L1(1, "lru");
   (void)state;
   set_up(&m);
   for (int line = A; line <= C; line++) {
      Outcome o = refer(REF_READ, 64 * (Addr)line, 1, 1);
      assert_int_equal(o.result, SIM_LL_MISS);
      assert_true(o.level[LEVEL_D1].misses);
      assert_false(o.level[LEVEL_LL].accesses);
      assert_int_equal(o.level[LEVEL_D1].n_evictions, line > A);
      assert_int_equal(o.level[LEVEL_LL].n_evictions, 0);
   }
}

/* The code takes A out of L2, and so out of L1D, where it would have stayed. */
static void inclusive_cache_takes_lines(void** state)
{
   Machine      m = with_L1(2, "lru");
   LevelOutcome o;
   (void)state;
   m.caches[LEVEL_L2] = one_set(2, "lru", CACHE_INCLUSIVE);
   set_up(&m);
   read_line(A, LEVEL_D1);
   refer(REF_FETCH, 64 * X, 4, X);
   Outcome fetch = refer(REF_FETCH, 64 * Y, 4, Y);
   assert_false(fetch.level[LEVEL_D1].accesses);
   assert_int_equal(fetch.level[LEVEL_D1].n_evictions, 1);
   assert_int_equal(fetch.level[LEVEL_D1].eviction[0].line, 64 * A);
   assert_int_equal(fetch.level[LEVEL_LL].n_evictions, 1);
   Outcome again = refer(REF_READ, 64 * A, 1, A);
   assert_misses(o = again.level[LEVEL_D1], CLASS_CONFLICT);
   assert_int_equal(o.evictor, Y);
   assert_misses(o = again.level[LEVEL_LL], CLASS_CAPACITY);
   assert_int_equal(o.evictor, Y);
}

/* L2 and an exclusive L3 hold four lines together, but L3 has room for two. */
static void exclusive_cache_has_more_room(void** state)
{
   Machine m = with_L1(1, "lru");
   (void)state;
   m.caches[LEVEL_L2] = one_set(2, "lru", CACHE_NINE);
   m.caches[LEVEL_L3] = one_set(2, "lru", CACHE_EXCLUSIVE);
   set_up(&m);
   for (int line = A; line <= D; line++)
      assert_misses(read_line(line, LEVEL_LL), CLASS_COLD);
   for (int line = A; line <= D; line++)
      assert_hits(read_line(line, LEVEL_LL), true);
   assert_misses(read_line(X, LEVEL_LL), CLASS_COLD);
}

/* Of two lines, the last level gets only the second; a hit counts for it. */
static void last_level_gets_one_line_of_two(void** state)
{
   Machine m = with_L1(2, "lru");
   (void)state;
   m.caches[LEVEL_L2] = one_set(4, "lru", CACHE_NINE);
   set_up(&m);
   read_line(B, LEVEL_D1);
   read_line(D, LEVEL_D1);
   read_line(A, LEVEL_D1);
   Outcome o = refer(REF_READ, 64 * B - 2, 4, 1);
   assert_int_equal(o.result, SIM_L1_MISS);
   assert_misses(o.level[LEVEL_D1], CLASS_CAPACITY);
   assert_int_equal(o.level[LEVEL_D1].line, 64 * B);
   assert_hits(o.level[LEVEL_LL], false);
   assert_int_equal(o.level[LEVEL_LL].line, 64 * B);
}

/* A hit in L2 is no access of L3, but a miss of L1D. */
static void levels_between(void** state)
{
   Machine m = with_L1(1, "lru");
   (void)state;
   m.caches[LEVEL_L2] = one_set(4, "lru", CACHE_NINE);
   m.caches[LEVEL_L3] = one_set(4, "lru", CACHE_NINE);
   set_up(&m);
   read_line(A, LEVEL_D1);
   read_line(B, LEVEL_D1);
   Outcome o = refer(REF_READ, 64 * A, 1, 1);
   assert_int_equal(o.result, SIM_L1_MISS);
   assert_misses(o.level[LEVEL_D1], CLASS_CAPACITY);
   assert_false(o.level[LEVEL_LL].accesses);
   assert_int_equal(refer(REF_READ, 64 * A, 1, 1).result, SIM_HIT);
}

/* --- Prefetchers ------------------------------------------------------------
 */

/* A line that misses L1D brings the next one.  L2 has one set. */
static Machine with_next_line(UInt sets, UInt ways, UInt ways_of_L2)
{
   Machine m = with_L1(ways, "lru");
   m.caches[LEVEL_L1D].size *= sets;
   m.caches[LEVEL_L1D].prefetch = 1 << PREFETCH_NEXT_LINE;
   m.caches[LEVEL_L2]           = one_set(ways_of_L2, "lru", CACHE_NINE);
   return m;
}

/* B was brought and lost, but the program reads it for the first time.  What
   prefetchers bring takes the room that A would have. */
static void brought_in_vain(void** state)
{
   Machine      m = with_next_line(1, 2, 16);
   LevelOutcome o;
   (void)state;
   set_up_prefetching(&m);
   assert_misses(read_line(A, LEVEL_D1), CLASS_COLD);
   assert_misses(read_line(X, LEVEL_D1), CLASS_COLD);
   assert_misses(o = read_line(B, LEVEL_D1), CLASS_COLD);
   assert_int_equal(o.evictor, 0);
   assert_misses(o = read_line(A, LEVEL_D1), CLASS_CAPACITY);
   assert_int_equal(o.evictor, X);
}

/* Four sets of one way.  B would stay if these were one set. */
static void set_loses_what_was_brought(void** state)
{
   Machine      m = with_next_line(4, 1, 16);
   LevelOutcome o;
   (void)state;
   set_up_prefetching(&m);
   assert_misses(read_line(A, LEVEL_D1), CLASS_COLD);
   assert_hits(read_line(B, LEVEL_D1), false);
   assert_misses(o = read_line(X, LEVEL_D1), CLASS_COLD);
   assert_int_equal(o.n_evictions, 2);
   assert_misses(o = read_line(B, LEVEL_D1), CLASS_CONFLICT);
   assert_int_equal(o.evictor, X);
}

/* L2 was asked for B by a prefetcher only, and the program read it in L1D. */
static void used_above_the_last_level(void** state)
{
   Machine      m = with_next_line(1, 2, 2);
   LevelOutcome o;
   (void)state;
   set_up_prefetching(&m);
   assert_misses(read_line(A, LEVEL_LL), CLASS_COLD);
   assert_hits(read_line(B, LEVEL_D1), false);
   assert_misses(read_line(X, LEVEL_LL), CLASS_COLD);
   assert_misses(o = read_line(B, LEVEL_LL), CLASS_CAPACITY);
   assert_int_equal(o.evictor, X);
}

/* The first use of a prefetched line hits, and brings another one. */
static void hit_evicts(void** state)
{
   Machine m                    = with_L1(3, "lru");
   m.caches[LEVEL_L1D].prefetch = 1 << PREFETCH_IP_STRIDE;
   (void)state;
   set_up_prefetching(&m);
   cg_hierarchy_set_origin(classes.hierarchy, 0x400000, 1);
   for (int line = A; line <= C; line++)
      assert_misses(read_line(line, LEVEL_D1), CLASS_COLD);
   Outcome o = refer(REF_READ, 64 * D, 1, D);
   assert_int_equal(o.result, SIM_HIT);
   assert_true(cg_classes_changed(&o));
   assert_int_equal(o.level[LEVEL_D1].n_evictions, 1);
   assert_int_equal(o.level[LEVEL_D1].eviction[0].line, 64 * B);
}

/* --- Conflict counts
 * -----------------------------------------------------------
 */

static ConflictCounts counts;
static SourceLine     source_line = {.file = "file.c", .fn = "f", .lineno = 1};

static void set_up_counts(const Machine* machine)
{
   set_up(machine);
   cg_conflict_counts_init_machine(&counts, &classes, allocate);
   cg_conflict_counts_thread(&counts, 1);
}

/* Makes a reference to variable `who', and counts it. */
static void count(RefKind kind, Addr addr, UInt size, UInt who)
{
   Outcome o = refer(kind, addr, size, who);
   if (kind == REF_FETCH)
      cg_conflict_counts_fetch(&counts, &o);
   else
      cg_conflict_counts_data(&counts, addr, &o, &source_line, who);
}

static SetCounts counts_of(Level level, UWord set)
{
   return *cg_conflict_counts_sets(&counts, level, 1, &set);
}

/* L2 has two sets.  Only B, in set 1, goes there. */
static void hit_counts_in_its_own_set(void** state)
{
   Machine m = with_L1(2, "lru");
   (void)state;
   m.caches[LEVEL_L2] = one_set(4, "lru", CACHE_NINE);
   m.caches[LEVEL_L2].size *= 2;
   set_up_counts(&m);
   count(REF_READ, 64 * B, 1, 1);
   count(REF_READ, 64 * D, 1, 1);
   count(REF_READ, 64 * A, 1, 1);
   assert_int_equal(counts_of(LEVEL_LL, 0).accesses, 1);
   assert_int_equal(counts_of(LEVEL_LL, 1).accesses, 2);
   count(REF_READ, 64 * B - 2, 4, 1);
   assert_int_equal(counts_of(LEVEL_LL, 0).accesses, 1);
   assert_int_equal(counts_of(LEVEL_LL, 1).accesses, 3);
   assert_int_equal(counts_of(LEVEL_LL, 1).misses[CLASS_COLD], 2);
   assert_int_equal(counts_of(LEVEL_D1, 0).accesses, 4);
   assert_int_equal(counts.avoided[LEVEL_D1] + counts.avoided[LEVEL_LL], 0);
}

/* Three slices of two sets.  Line 7 is in set 1 of slice 3 % 3, and lines 8 and
   9 are in sets 0 and 1 of slice 4 % 3. */
static void sets_of_slices(void** state)
{
   Machine m = with_L1(1, "lru");
   (void)state;
   m.caches[LEVEL_L2]        = one_set(1, "lru", CACHE_NINE);
   m.caches[LEVEL_L2].slices = 3;
   m.caches[LEVEL_L2].size *= 6;
   set_up_counts(&m);
   assert_int_equal(counts.n_sets[LEVEL_LL], 6);
   for (Addr line = 7; line <= 9; line++)
      count(REF_READ, 64 * line, 1, 1);
   assert_int_equal(counts_of(LEVEL_LL, 1).accesses, 1);
   assert_int_equal(counts_of(LEVEL_LL, 2).accesses, 1);
   assert_int_equal(counts_of(LEVEL_LL, 3).accesses, 1);
}

/* The fetch of Y takes A out of L2, and so out of L1D. */
static void fetches_evict_from_L1D(void** state)
{
   Machine m = with_L1(2, "lru");
   (void)state;
   m.caches[LEVEL_L2] = one_set(2, "lru", CACHE_INCLUSIVE);
   set_up_counts(&m);
   count(REF_READ, 64 * A, 1, 2);
   count(REF_FETCH, 64 * X, 4, VARIABLE_CODE);
   count(REF_FETCH, 64 * Y, 4, VARIABLE_CODE);
   assert_int_equal(counts_of(LEVEL_D1, 0).evictions, 1);
   assert_int_equal(counts_of(LEVEL_LL, 0).evictions, 1);
   assert_int_equal(counts_of(LEVEL_D1, 0).accesses, 1);
   assert_int_equal(counts_of(LEVEL_LL, 0).accesses, 1);
}

/* First in, first out keeps B, which LRU would have replaced. */
static void negative_interference_is_counted(void** state)
{
   Machine          m       = with_L1(2, "fifo");
   static const int lines[] = {A, B, A, C, B, B};
   (void)state;
   set_up_counts(&m);
   for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
      count(REF_READ, 64 * (Addr)lines[i], 1, 2);
   assert_int_equal(counts.avoided[LEVEL_D1], 1);
   assert_int_equal(counts_of(LEVEL_D1, 0).misses[CLASS_COLD], 3);
   assert_int_equal(counts_of(LEVEL_D1, 0).misses[CLASS_CAPACITY], 0);
}

/* The quick way to the set of L1D. */
static void sets_of_L1D(void** state)
{
   Machine m = with_L1(2, "lru");
   (void)state;
   m.caches[LEVEL_L1D].size *= 4;
   set_up(&m);
   for (Addr addr = 0; addr < 64 * 20; addr += 31)
      assert_int_equal(cg_machine_classes_L1D_set_of(&classes, addr),
                       cg_machine_classes_set_of(&classes, LEVEL_D1, addr));
}

/* --- The model --------------------------------------------------------------
 */

/* The fully associative caches, beside the model of the machine. */
typedef struct {
   MachineModel machine;
   int          last; /* the last level */
   ModelLevel   level[N_LEVELS];
} ClassesModel;

static void model_set_up(ClassesModel* m, const Machine* machine)
{
   mm_init(&m->machine, machine, is_huge);
   m->last = machine->caches[LEVEL_L3].size   ? LEVEL_L3
             : machine->caches[LEVEL_L2].size ? LEVEL_L2
                                              : LEVEL_L1D;
   for (int i = 0; i < N_LEVELS; i++) {
      int        id = i == LEVEL_D1 ? LEVEL_L1D : m->last;
      ModelLevel l  = {.capacity =
                          machine->caches[id].size / machine->line_size};
      l.recent      = calloc(l.capacity, sizeof *l.recent);
      m->level[i]   = l;
   }
}

static void model_tear_down(ClassesModel* m)
{
   mm_free(&m->machine);
   for (int i = 0; i < N_LEVELS; i++)
      model_level_free(&m->level[i]);
}

/* What is expected of a level. */
typedef struct {
   ModelLevelOutcome miss;
   bool              accesses, avoids_miss;
   uint64_t          hit_line; /* a number */
} Expected;

static void model_touch_line(ModelLevel* l, uint64_t number, bool hits,
                             bool prefetches, Expected* e)
{
   ModelTouched* touched     = model_find_touched(l, number);
   bool          shadow_hits = model_shadow_touch(l, number);
   bool          is_first    = !touched || !touched->used;
   if (!touched)
      model_add_touched(l, number);
   if (prefetches)
      return;
   if (!e->accesses)
      e->hit_line = number;
   e->accesses = true;
   if (hits && !shadow_hits)
      e->avoids_miss = true;
   if (!hits && !e->miss.misses) {
      e->miss.misses     = true;
      e->miss.line       = number;
      e->miss.evictor    = is_first ? 0 : touched->evictor;
      e->miss.miss_class = is_first      ? CLASS_COLD
                           : shadow_hits ? CLASS_CONFLICT
                                         : CLASS_CAPACITY;
   }
}

/* A line is looked up in the last level.  What moves up has no evictor. */
static void model_last_level(ClassesModel* m, uint64_t number, bool hits,
                             bool prefetches, Expected* e)
{
   ModelLevel* l = &m->level[LEVEL_LL];
   model_touch_line(l, number, hits, prefetches, e);
   if (hits && m->machine.level[m->last].shape.inclusion == CACHE_EXCLUSIVE)
      model_find_touched(l, number)->evictor = 0;
}

static void model_evict(ModelLevel* l, const LostModel* lost, UInt who)
{
   for (UInt i = 0; i < lost->n; i++)
      model_find_touched(l, lost->number[i])->evictor = who;
}

/* Touch number `i' of a reference.  The program uses the line in L1D, if it is
   data, and in the last level, even if that does not notice. */
static void model_touch_number(ClassesModel* m, UInt i,
                               Expected expected[N_LEVELS])
{
   MachineModel* mm         = &m->machine;
   uint64_t      number     = mm->touched[i].number;
   int           level      = mm->touched[i].level;
   int           from       = mm->touched[i].from;
   bool          prefetches = mm->touched[i].prefetches;
   if (level == LEVEL_L1D)
      model_touch_line(&m->level[LEVEL_D1], number, from == LEVEL_L1D,
                       prefetches, &expected[LEVEL_D1]);
   if (m->last != LEVEL_L1D && from >= m->last)
      model_last_level(m, number, from == m->last, prefetches,
                       &expected[LEVEL_LL]);
   if (!prefetches && level == LEVEL_L1D)
      model_find_touched(&m->level[LEVEL_D1], number)->used = true;
   if (!prefetches && m->last != LEVEL_L1D)
      model_find_touched(&m->level[LEVEL_LL], number)->used = true;
}

static void model_refer(ClassesModel* m, RefKind kind, Addr addr, UInt size,
                        UInt who, Expected expected[N_LEVELS])
{
   MachineModel* mm = &m->machine;
   RefResult     unused;
   memset(expected, 0, N_LEVELS * sizeof *expected);
   mm_access(mm, kind, addr, size, who, &unused);
   for (UInt i = 0; i < mm->n_touched; i++)
      model_touch_number(m, i, expected);
   for (int i = 0; i < N_LEVELS; i++)
      if (expected[i].miss.misses)
         expected[i].avoids_miss = false;
   model_evict(&m->level[LEVEL_D1], &mm->level[LEVEL_L1D].lost, who);
   if (m->last != LEVEL_L1D)
      model_evict(&m->level[LEVEL_LL], &mm->level[m->last].lost, who);
}

/* --- The comparison ---------------------------------------------------------
 */

static bool same_level(const LevelOutcome* o, const Expected* e, UInt line_size)
{
   const ModelLevelOutcome* miss = &e->miss;
   if (o->accesses != e->accesses || o->misses != miss->misses
       || o->avoids_miss != e->avoids_miss)
      return false;
   if (o->misses
       && (o->miss_class != miss->miss_class || o->evictor != miss->evictor
           || o->line != miss->line * line_size))
      return false;
   return !o->accesses || o->misses || o->line == e->hit_line * line_size;
}

static ULong
   n_quick; /* data references that the machine itself does not count */

/* Make a reference as helpers of segments do: those that have predictions skip
   what follows from that. */
static Outcome refer_quickly(const Reference* at, UInt size, UInt who)
{
   bool             is_data = at->kind != REF_FETCH;
   const FrontSide* side    = &front.sides[is_data ? FRONT_DATA : FRONT_CODE];
   TouchedLine*     line    = NULL;
   LinePrediction*  found;
   Outcome          o;
   if (!cg_front_find(side, at->addr, ~(UInt)classes.line_mask + 1 - size,
                      &found)
       || (is_data && !(line = cg_machine_classes_find(&classes, at->addr))))
      return refer(at->kind, at->addr, size, who);
   if (is_data)
      cg_front_touch(found, front.now++, 0, at->kind >= REF_WRITE ? who : 0);
   else
      cg_front_fetch(found, front.now++);
   n_quick += is_data;
   cg_classes_begin(&o);
   if (is_data) {
      cg_machine_classes_touch(&classes, line);
      o.level[LEVEL_D1].accesses = True;
      o.level[LEVEL_D1].line     = at->addr & classes.line_mask;
   }
   return o;
}

/* The misses of classes and what else is counted, for the laws. */
typedef struct {
   ULong accesses, misses[N_CLASSES], evictions;
} Sums;

static void add(Sums* sums, const Outcome* o, bool is_data)
{
   for (int i = 0; i < N_LEVELS; i++) {
      const LevelOutcome* l = &o->level[i];
      sums[i].accesses += is_data && l->accesses;
      sums[i].evictions += l->n_evictions;
      if (is_data && l->misses)
         sums[i].misses[l->miss_class]++;
   }
}

/* What the machine counted itself. */
static void check_laws(uint64_t seed, const Sums* sums)
{
   for (int i = 0; i < N_LEVELS; i++) {
      LevelId     id = i == LEVEL_D1 ? LEVEL_L1D : classes.last;
      LevelCounts c  = cg_hierarchy_level(classes.hierarchy, id);
      ULong misses = sums[i].misses[CLASS_COLD] + sums[i].misses[CLASS_CAPACITY]
                     + sums[i].misses[CLASS_CONFLICT];
      if (i == LEVEL_LL && id == LEVEL_L1D)
         assert_int_equal(sums[i].accesses + misses + sums[i].evictions, 0);
      else if (misses != c.misses[REF_READ] + c.misses[REF_WRITE]
               || sums[i].accesses
                     != misses + c.hits[REF_READ] + c.hits[REF_WRITE]
                           + (i == LEVEL_D1 ? n_quick : 0)
               || sums[i].evictions != c.evicted + c.invalidated)
         fail_msg("machine %llu: the classes of level %d do not add up",
                  (unsigned long long)seed, i);
   }
}

static void check_machine(uint64_t seed, int n_refs, bool prefetches)
{
   static ClassesModel model;
   Reference           at             = {REF_READ, 0};
   Sums                sums[N_LEVELS] = {{0}};
   random_seed(seed);
   Random r   = prefetches ? random_prefetching_case() : random_case();
   huge_pages = false;
   n_quick    = 0;
   if (prefetches)
      set_up_prefetching(&r.machine);
   else
      set_up(&r.machine);
   model_set_up(&model, &r.machine);
   mp_init(&model.machine.prefetchers, &r.machine);
   model.machine.prefetches = prefetches;
   model.machine.origin     = 1;
   for (int i = 1; i <= n_refs; i++) {
      UInt size = 1 + random_below(one_in(8) ? r.machine.line_size : 8);
      UInt ip   = random_below(16);
      at =
         prefetches ? walking_reference(&r, at, ip) : random_reference(&r, at);
      model.machine.ip = ip;
      cg_hierarchy_set_origin(classes.hierarchy, ip, 1);
      Expected expected[N_LEVELS];
      Outcome  o = one_in(2) ? refer(at.kind, at.addr, size, i)
                             : refer_quickly(&at, size, i);
      model_refer(&model, at.kind, at.addr, size, i, expected);
      add(sums, &o, at.kind != REF_FETCH);
      for (int l = 0; l < N_LEVELS; l++)
         if (!same_level(&o.level[l], &expected[l], r.machine.line_size))
            fail_msg("machine %llu, reference %d: level %d differs",
                     (unsigned long long)seed, i, l);
   }
   check_laws(seed, sums);
   model_tear_down(&model);
}

/* CACHEGRIND_FULL: more references to each machine. */
static void agrees_with_model(void** state)
{
   int n_refs = getenv("CACHEGRIND_FULL") ? 10000 : 1000;
   (void)state;
   for (uint64_t seed = 1; seed <= 1000; seed++)
      check_machine(seed, n_refs, false);
}

static void prefetches_agree_with_model(void** state)
{
   int n_refs = getenv("CACHEGRIND_FULL") ? 10000 : 1000;
   (void)state;
   for (uint64_t seed = 1; seed <= 1000; seed++)
      check_machine(seed, n_refs, true);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(conflicts_of_a_policy),
      cmocka_unit_test(one_level),
      cmocka_unit_test(inclusive_cache_takes_lines),
      cmocka_unit_test(exclusive_cache_has_more_room),
      cmocka_unit_test(last_level_gets_one_line_of_two),
      cmocka_unit_test(levels_between),
      cmocka_unit_test(hit_counts_in_its_own_set),
      cmocka_unit_test(sets_of_slices),
      cmocka_unit_test(sets_of_L1D),
      cmocka_unit_test(fetches_evict_from_L1D),
      cmocka_unit_test(negative_interference_is_counted),
      cmocka_unit_test(brought_in_vain),
      cmocka_unit_test(set_loses_what_was_brought),
      cmocka_unit_test(used_above_the_last_level),
      cmocka_unit_test(hit_evicts),
      cmocka_unit_test(agrees_with_model),
      cmocka_unit_test(prefetches_agree_with_model),
   };
   cmocka_set_message_output(CM_OUTPUT_TAP);
   return cmocka_run_group_tests(tests, NULL, NULL);
}
