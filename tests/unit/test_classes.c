/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_classes.c: tests cold, capacity and conflict misses with cases worked
   out by hand, and compares them with the brute-force model on random
   geometries and streams. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "sim/cache/cg_classes.h"
#include "model.h"
#include "model_classes.h"

static CacheSim    sim;
static MissClasses classes;

static const CacheGeometry usual[N_CACHES] = {
   [CACHE_I1] = {32768, 8, 64},
   [CACHE_D1] = {32768, 8, 64},
   [CACHE_LL] = {1 << 20, 16, 64},
};

static void set_up(const CacheGeometry geometry[N_CACHES])
{
   release_all();
   cg_sim_init(&sim, geometry, allocate);
   cg_classes_init(&classes, &sim, geometry, allocate);
}

/* Make a reference, with `who' as the evictor of the lines that it evicts.
   Returns what it did. */
static Outcome refer(bool fetch, Addr addr, UInt size, UInt who)
{
   Outcome  o;
   SimInstr instr = cg_sim_instr(&sim, addr, size);

   if (fetch)
      cg_classes_fetch(&classes, &instr, &o);
   else
      cg_classes_data(&classes, addr, size, &o);
   for (Level level = fetch ? LEVEL_LL : LEVEL_D1; level < N_LEVELS; level++)
      for (UInt i = 0; i < o.level[level].n_evictions; i++)
         o.level[level].eviction[i].touched->evictor = who;
   return o;
}

/* --- Cases worked out by hand ----------------------------------------------
 */

enum { BASE = 1 << 20 };

/* D1 has four sets of one way: lines 256 bytes apart evict each other. */
static void set_up_small(void)
{
   const CacheGeometry geometry[N_CACHES] = {
      [CACHE_I1] = {256, 1, 64},
      [CACHE_D1] = {256, 1, 64},
      [CACHE_LL] = {512, 8, 64},
   };
   set_up(geometry);
}

#define assert_hits_D1(addr)                                                   \
   assert_int_equal(refer(false, addr, 4, 0).result, 0)

static void assert_misses(Level level, bool fetch, Addr addr, UInt size,
                          MissClass miss_class, Addr line)
{
   Outcome o = refer(fetch, addr, size, 1);

   assert_true(o.level[level].misses);
   assert_int_equal(o.level[level].miss_class, miss_class);
   assert_int_equal(o.level[level].line, line);
}

#define assert_D1_misses(line, miss_class)                                     \
   assert_misses(LEVEL_D1, false, line, 4, miss_class, line)

static void two_lines_of_one_set_conflict(void** state)
{
   (void)state;
   set_up_small();
   assert_D1_misses(BASE, CLASS_COLD);
   assert_D1_misses(BASE + 256, CLASS_COLD);
   assert_D1_misses(BASE, CLASS_CONFLICT);
   assert_D1_misses(BASE + 256, CLASS_CONFLICT);
}

/* Four lines fit into the fully associative cache: BASE is still there after
   three other lines, but not after four. */
static void capacity_begins_where_the_lines_end(void** state)
{
   (void)state;
   for (Addr others = 3; others <= 4; others++) {
      set_up_small();
      assert_D1_misses(BASE, CLASS_COLD);
      for (Addr i = 0; i < others; i++)
         assert_D1_misses(BASE + 256 + 64 * i, CLASS_COLD);
      assert_D1_misses(BASE, others == 3 ? CLASS_CONFLICT : CLASS_CAPACITY);
   }
}

/* BASE stays in its set while five other lines are read into the rest of D1.
   The hit puts it back into the fully associative cache. */
static void hit_that_full_associativity_would_miss(void** state)
{
   (void)state;
   set_up_small();
   assert_D1_misses(BASE, CLASS_COLD);
   for (Addr i = 1; i <= 3; i++)
      assert_D1_misses(BASE + 64 * i, CLASS_COLD);
   assert_int_equal(cg_classes_D1_since(&classes), 1);
   assert_D1_misses(BASE + 256 + 64, CLASS_COLD);
   assert_D1_misses(BASE + 256 + 128, CLASS_COLD);
   assert_true(cg_sim_prediction(&sim.D1, BASE)->way->last_use
               < cg_classes_D1_since(&classes));
   assert_hits_D1(BASE);
   assert_true(cg_sim_prediction(&sim.D1, BASE)->way->last_use
               >= cg_classes_D1_since(&classes));
   assert_D1_misses(BASE + 256, CLASS_COLD);
   assert_D1_misses(BASE, CLASS_CONFLICT);
}

static void straddle_counts_for_first_line_that_misses(void** state)
{
   (void)state;
   set_up_small();
   assert_misses(LEVEL_D1, false, BASE + 62, 4, CLASS_COLD, BASE);
   assert_D1_misses(BASE + 256 + 64, CLASS_COLD);
   assert_misses(LEVEL_D1, false, BASE + 126, 4, CLASS_CONFLICT, BASE + 64);
   assert_hits_D1(BASE + 128);
   set_up_small();
   assert_D1_misses(BASE + 64, CLASS_COLD);
   assert_D1_misses(BASE + 256, CLASS_COLD);
   assert_misses(LEVEL_D1, false, BASE + 62, 4, CLASS_COLD, BASE);
   assert_D1_misses(BASE + 256, CLASS_CONFLICT);
   assert_misses(LEVEL_D1, false, BASE + 62, 4, CLASS_CONFLICT, BASE);
   assert_misses(LEVEL_D1, false, BASE + 126, 4, CLASS_COLD, BASE + 128);
}

static void assert_evicts(const LevelOutcome* o, UInt n, Addr a, Addr b)
{
   assert_int_equal(o->n_evictions, n);
   if (n > 0)
      assert_int_equal(o->eviction[0].line, a);
   if (n > 1)
      assert_int_equal(o->eviction[1].line, b);
}

static void evictor_is_the_last(void** state)
{
   (void)state;
   Outcome o;

   set_up_small();
   o = refer(false, BASE, 4, 11);
   assert_evicts(&o.level[LEVEL_D1], 0, 0, 0);
   assert_int_equal(o.level[LEVEL_D1].evictor, 0);
   o = refer(false, BASE + 256, 4, 12);
   assert_evicts(&o.level[LEVEL_D1], 1, BASE, 0);
   o = refer(false, BASE, 4, 13);
   assert_evicts(&o.level[LEVEL_D1], 1, BASE + 256, 0);
   assert_int_equal(o.level[LEVEL_D1].evictor, 12);
   refer(false, BASE + 512, 4, 14);
   o = refer(false, BASE, 4, 15);
   assert_int_equal(o.level[LEVEL_D1].evictor, 14);
   refer(false, BASE + 64, 4, 16);
   o = refer(false, BASE + 256 + 62, 4, 17);
   assert_evicts(&o.level[LEVEL_D1], 2, BASE, BASE + 64);
   assert_int_equal(o.level[LEVEL_D1].evictor, 13);
   assert_int_equal(refer(false, BASE + 64, 4, 18).level[LEVEL_D1].evictor, 17);
}

/* Here, LL is one set of eight lines, and fetches fill it. */
static void fetches_share_LL(void** state)
{
   (void)state;
   set_up_small();
   assert_misses(LEVEL_LL, false, BASE, 4, CLASS_COLD, BASE);
   for (Addr i = 1; i <= 7; i++)
      assert_misses(LEVEL_LL, true, BASE + 256 * i, 4, CLASS_COLD,
                    BASE + 256 * i);
   Outcome o = refer(true, BASE + 4096, 4, 7);
   assert_evicts(&o.level[LEVEL_LL], 1, BASE, 0);
   assert_hits_D1(BASE);
   assert_D1_misses(BASE + 256 * 7, CLASS_COLD);
   o = refer(false, BASE, 4, 8);
   assert_int_equal(o.level[LEVEL_D1].miss_class, CLASS_CONFLICT);
   assert_int_equal(o.level[LEVEL_LL].miss_class, CLASS_CAPACITY);
   assert_int_equal(o.level[LEVEL_LL].evictor, 7);
}

/* A first-level hit is not a use in LL.  After eight fetches, neither cache of
   LL holds BASE, although it was read all the time. */
static void LL_classes_do_not_see_hits(void** state)
{
   (void)state;
   set_up_small();
   refer(false, BASE, 4, 1);
   for (Addr i = 1; i <= 8; i++) {
      refer(true, BASE + 256 * i, 4, 1);
      assert_hits_D1(BASE);
   }
   assert_misses(LEVEL_LL, true, BASE, 4, CLASS_CAPACITY, BASE);
}

static void set_of_a_line(void** state)
{
   (void)state;
   set_up(usual);
   assert_int_equal(cg_classes_set_of(&sim, LEVEL_D1, 0), 0);
   assert_int_equal(cg_classes_set_of(&sim, LEVEL_D1, 0x10FC0), 63);
   assert_int_equal(cg_classes_set_of(&sim, LEVEL_D1, 0x11000), 0);
   assert_int_equal(cg_classes_set_of(&sim, LEVEL_LL, 0x11000), 64);
   assert_int_equal(cg_classes_set_of(&sim, LEVEL_LL, 0x1FFC0), 1023);
}

static void init_forgets_all(void** state)
{
   (void)state;
   set_up_small();
   for (Addr i = 0; i < 20; i++)
      refer(false, BASE + 64 * i, 4, 1);
   set_up_small();
   assert_int_equal(cg_classes_D1_since(&classes), 1);
   assert_misses(LEVEL_D1, false, BASE, 4, CLASS_COLD, BASE);
   set_up_small();
   assert_misses(LEVEL_LL, false, BASE, 4, CLASS_COLD, BASE);
}

/* --- Small programs ------------------------------------------------------- */

typedef struct {
   unsigned references;
   unsigned misses[N_CLASSES];
} Count;

/* Read `n' ints that are `stride' bytes apart, and count the results in D1. */
static void sweep(Count* count, Addr base, Addr n, Addr stride)
{
   for (Addr i = 0; i < n; i++) {
      Outcome o = refer(false, base + stride * i, 4, 1);
      count->references++;
      if (o.level[LEVEL_D1].misses)
         count->misses[o.level[LEVEL_D1].miss_class]++;
   }
}

static void assert_count(const Count* count, unsigned references, unsigned cold,
                         unsigned capacity, unsigned conflict)
{
   assert_int_equal(count->references, references);
   assert_int_equal(count->misses[CLASS_COLD], cold);
   assert_int_equal(count->misses[CLASS_CAPACITY], capacity);
   assert_int_equal(count->misses[CLASS_CONFLICT], conflict);
}

/* Read the first 32 KiB of each of two arrays of 48 KiB, in turn, twice.  Each
   of the two parts fills D1. */
static void two_arrays_in_turn(void** state)
{
   (void)state;
   const Addr one = 0x10FFEFFD000, two = one + 4096 * 3 * 4;
   Count      count = {0};

   set_up(usual);
   for (int round = 0; round < 2; round++) {
      sweep(&count, one, 8192, 4);
      sweep(&count, two, 8192, 4);
   }
   assert_count(&count, 32768, 1024, 1024, 0);
}

/* Read a column of a matrix of 64 rows, twice.  With rows of 8 KiB, the whole
   column is in one set.  If each row is padded with one line, each element has
   its own set. */
static void padding_rows(void** state)
{
   (void)state;
   Count plain = {0}, padded = {0};

   set_up(usual);
   sweep(&plain, BASE, 64, 8192);
   sweep(&plain, BASE, 64, 8192);
   assert_count(&plain, 128, 64, 0, 64);
   set_up(usual);
   sweep(&padded, BASE, 64, 8192 + 64);
   sweep(&padded, BASE, 64, 8192 + 64);
   assert_count(&padded, 128, 64, 0, 0);
}

/* Lines that are so far apart that each is on a page of its own. */
static void many_lines_far_apart(void** state)
{
   (void)state;
   Count count = {0};

   set_up(usual);
   sweep(&count, BASE, 20000, 1 << 16);
   sweep(&count, BASE, 20000, 1 << 16);
   assert_count(&count, 40000, 20000, 20000, 0);
}

/* --- Random streams ------------------------------------------------------- */

typedef enum {
   UNIFORM,
   STRIDED,
   LOOPING,     /* a little more or less than a cache holds */
   CONFLICTING, /* lines of the same few sets */
   HOT_AND_SCANS,
   SPARSE, /* single lines on thousands of pages */
   PHASES, /* of all other streams */
   N_STREAMS
} Stream;
static const char* const stream_name[] = {
   "uniform",       "strided", "looping", "conflicting",
   "hot and scans", "sparse",  "phases"};

typedef struct {
   Addr addr;
   UInt size;
   bool fetch;
} Reference;

typedef struct {
   Stream   stream;
   uint64_t base;
   uint64_t span;   /* bytes */
   uint64_t stride; /* bytes */
   uint64_t period; /* references */
} Pattern;

enum { REFS_PER_CASE = 10000 };

typedef struct {
   CacheGeometry geometry[N_CACHES];
   Reference     refs[REFS_PER_CASE];
   bool          straddles;
   bool          time_leaps;
   uint64_t      bypassing; /* one hit in this many bypasses; 0: none */
   Stream        stream;
   uint64_t      seed;
} Case;

/* Returns any geometry, a fully associative or direct-mapped one, or one with
   hundreds of ways. */
static CacheGeometry any_geometry(void)
{
   CacheGeometry g = random_geometry();

   switch (random_below(6)) {
   case 0:
      g.assoc = (int)(1 + random_below(200));
      g.size  = g.assoc * g.line_size;
      break;
   case 1:
      g.assoc = 1;
      g.size  = g.line_size << random_below(9);
      break;
   case 2:
      g.assoc = (int)(100 + random_below(400));
      g.size  = g.assoc * g.line_size << random_below(3);
      break;
   }
   return g;
}

static void draw_geometry(CacheGeometry geometry[N_CACHES])
{
   bool same_lines = one_in(3);

   for (int i = 0; i < N_CACHES; i++) {
      CacheGeometry g = any_geometry();
      if (same_lines && i > 0) {
         g.size      = g.size / g.line_size * geometry[0].line_size;
         g.line_size = geometry[0].line_size;
      }
      geometry[i] = g;
   }
}

static uint64_t smallest_line(const CacheGeometry geometry[N_CACHES])
{
   int smallest = geometry[0].line_size;

   for (int i = 1; i < N_CACHES; i++)
      if (geometry[i].line_size < smallest)
         smallest = geometry[i].line_size;
   return (uint64_t)smallest;
}

static Pattern draw_pattern(const CacheGeometry geometry[N_CACHES],
                            Stream stream, uint64_t base)
{
   const CacheGeometry* g    = &geometry[one_in(2) ? CACHE_D1 : CACHE_LL];
   uint64_t             size = (uint64_t)g->size;
   uint64_t             line = (uint64_t)g->line_size;
   Pattern              p    = {stream, base, size, line, 1};

   switch (stream) {
   case UNIFORM:
      p.span = size * (1 + random_below(6)) / 2 + 64;
      break;
   case STRIDED:
      p.stride = 1 + random_below(3 * line);
      p.span   = size * (1 + random_below(6)) / 2 + 64;
      break;
   case LOOPING:
      p.stride = line >> random_below(4);
      p.span   = size + 3 * line - line * random_below(6);
      p.span   = (int64_t)p.span > (int64_t)line ? p.span : line;
      break;
   case CONFLICTING:
      p.stride = size / (uint64_t)g->assoc;
      p.span   = p.stride * (2 + random_below(2 * (uint64_t)g->assoc));
      break;
   case HOT_AND_SCANS:
      p.span   = 1 + random_below(size);
      p.period = size / line / 2 + random_below(2 * size / line) + 1;
      break;
   default:
      p.span   = 1 + random_below(12000);
      p.stride = one_in(4) ? 1ULL << 32 : 64 * 1024 + line * random_below(2);
      break;
   }
   return p;
}

/* The address of reference number `i'. */
static Addr next_address(const Pattern* p, uint64_t i)
{
   switch (p->stream) {
   case UNIFORM:
      return p->base + random_below(p->span);
   case STRIDED:
   case LOOPING:
      return p->base + i * p->stride % p->span;
   case CONFLICTING:
      return p->base + random_below(3)
             + (one_in(2) ? i * p->stride : random_below(i + 1) * p->stride)
                  % p->span;
   case HOT_AND_SCANS:
      return i / p->period % 3 == 0
                ? p->base + i * p->stride % (3 * p->period * p->stride)
                : p->base + random_below(p->span);
   default:
      return p->base + random_below(p->span) * p->stride;
   }
}

static void draw_case(Case* c, Stream stream, uint64_t seed)
{
   static const uint64_t bypassing[] = {0, 1, 1, 2, 5};
   Pattern               p           = {.stream = stream};

   random_seed(seed * N_STREAMS + stream);
   c->stream = stream;
   c->seed   = seed;
   draw_geometry(c->geometry);
   c->straddles  = one_in(2);
   c->time_leaps = one_in(2);
   c->bypassing  = bypassing[random_below(5)];

   uint64_t smallest = smallest_line(c->geometry);
   uint64_t fetches  = one_in(3) ? 0 : 1 + random_below(10);
   uint64_t base     = one_in(4)   ? 0x7FFFFF000000u + random_below(4096)
                       : one_in(3) ? random_below(64)
                                   : 4096 + random_below(1 << 30);
   for (uint64_t i = 0; i < REFS_PER_CASE; i++) {
      Reference* r = &c->refs[i];

      if (stream == PHASES && i % 500 == 0)
         p = draw_pattern(c->geometry, (Stream)random_below(PHASES), base);
      else if (i == 0)
         p = draw_pattern(c->geometry, stream, base);
      r->addr  = next_address(&p, i);
      r->size  = (UInt)(1 + random_below(smallest));
      r->fetch = fetches && one_in(fetches + 1);
      if (!c->straddles) {
         r->size = (UInt)(1 << random_below(4));
         r->addr -= r->addr % r->size;
      }
   }
}

/* Print where it failed, after the caller has printed what is wrong. */
static void fail_case(const Case* c, int i)
{
   const Reference* r = &c->refs[i];

   print_error("   %s stream, seed %lu, I1, D1, LL:", stream_name[c->stream],
               (unsigned long)c->seed);
   for (int k = 0; k < N_CACHES; k++)
      print_error(" %d,%d,%d", c->geometry[k].size, c->geometry[k].assoc,
                  c->geometry[k].line_size);
   print_error("; reference %d, %s of %u at 0x%lx\n", i,
               r->fetch ? "fetch" : "data", r->size, (unsigned long)r->addr);
   fail();
}

static bool same_outcome(const char* level, const LevelOutcome* o,
                         const ModelLevelOutcome* expected)
{
   if (o->misses != expected->misses) {
      print_error("misses %s: %d, should be %d\n", level, o->misses,
                  expected->misses);
      return false;
   }
   if (o->misses
       && (o->miss_class != expected->miss_class || o->line != expected->line
           || o->evictor != expected->evictor)) {
      print_error("misses %s, class, line, evictor: %d, 0x%lx, %u, should be "
                  "%d, 0x%lx, %u\n",
                  level, (int)o->miss_class, (unsigned long)o->line, o->evictor,
                  (int)expected->miss_class, (unsigned long)expected->line,
                  expected->evictor);
      return false;
   }
   if (o->n_evictions != expected->n_evictions) {
      print_error("%s evictions: %u, should be %u\n", level, o->n_evictions,
                  expected->n_evictions);
      return false;
   }
   for (UInt i = 0; i < o->n_evictions; i++)
      if (o->eviction[i].line != expected->evicted[i]) {
         print_error("%s eviction %u: 0x%lx, should be 0x%lx\n", level, i,
                     (unsigned long)o->eviction[i].line,
                     (unsigned long)expected->evicted[i]);
         return false;
      }
   return true;
}

/* Whether this is a data reference that lies within the line that its
   prediction names. */
static bool surely_hits(const Reference* r)
{
   const Prediction* p = cg_sim_prediction(&sim.D1, r->addr);

   return !r->fetch && cg_sim_line_of(&sim.D1.sets, r->addr) == p->line
          && cg_sim_line_of(&sim.D1.sets, r->addr + r->size - 1) == p->line;
}

/* A reference that surely hits may bypass cg_classes_data if the fully
   associative D1 also holds its line.  The last use of the line's way must
   say so correctly.  Returns true if the reference has bypassed. */
static bool bypasses(const Case* c, const ModelClasses* model, int i)
{
   const Reference* r = &c->refs[i];

   if (!surely_hits(r))
      return false;

   Way* way     = cg_sim_prediction(&sim.D1, r->addr)->way;
   bool allowed = way->last_use >= cg_classes_D1_since(&classes);
   if (allowed != model_shadow_holds(model, LEVEL_D1, r->addr)) {
      print_error("bypass allowed: %d, should not be\n", allowed);
      fail_case(c, i);
   }
   if (!allowed || !c->bypassing || !one_in(c->bypassing))
      return false;
   way->last_use = sim.now++;
   return true;
}

static bool outcome_agrees(const Reference* r, const Outcome* o,
                           const ModelOutcome* expected)
{
   if (o->result != expected->result) {
      print_error("result: %d, should be %d\n", (int)o->result,
                  (int)expected->result);
      return false;
   }
   return (r->fetch
           || same_outcome("D1", &o->level[LEVEL_D1],
                           &expected->level[LEVEL_D1]))
          && (o->result == SIM_HIT
              || same_outcome("LL", &o->level[LEVEL_LL],
                              &expected->level[LEVEL_LL]));
}

/* Compare all references with the model.  test_sim compares the simulator alone
   with it, too. */
static void check_against_model(const Case* c)
{
   ModelClasses model;

   set_up(c->geometry);
   model_classes_init(&model, c->geometry);
   for (int i = 0; i < REFS_PER_CASE; i++) {
      const Reference* r        = &c->refs[i];
      UInt             who      = (UInt)i + 1;
      Outcome          o        = {.result = SIM_HIT};
      bool             bypassed = bypasses(c, &model, i);
      ModelOutcome     expected =
         model_classes_reference(&model, r->fetch, r->addr, r->size, who);

      if (!bypassed)
         o = refer(r->fetch, r->addr, r->size, who);
      if (!outcome_agrees(r, &o, &expected))
         fail_case(c, i);
      if (c->time_leaps)
         sim.now += random_below(one_in(100) ? 1ULL << random_below(48) : 64);
   }
   model_classes_free(&model);
}

static Case the_case;

/* CACHEGRIND_FULL: four times as many cases. */
static void agrees_with_model(void** state)
{
   uint64_t n_cases = getenv("CACHEGRIND_FULL") ? 80 : 20;

   for (uint64_t seed = 1; seed <= n_cases; seed++) {
      draw_case(&the_case, *(const Stream*)*state, seed);
      check_against_model(&the_case);
   }
}

/* --- At full size
 * ------------------------------------------------------------------ */

/* A miss is a conflict if a cache with a single set hits.  The classes of D1
   and LL, both as large as real ones, are compared with a simulation in which
   one of the two is a single set. */
static void one_set_tells_conflicts(void** state)
{
   (void)state;
   enum { N_REFS = 60000 };
   static Addr addr[N_REFS];
   static bool conflicts[N_LEVELS][N_REFS];
   unsigned    n_conflicts[N_LEVELS] = {0};

   random_seed(1);
   for (int i = 0; i < N_REFS; i++)
      addr[i] = BASE
                + (i % 3 == 0   ? (Addr)i * 64 % (1000 << 10)
                   : i % 3 == 1 ? random_below(40 << 10)
                                : random_below(200) * 8192)
                     / 8 * 8;
   set_up(usual);
   for (int i = 0; i < N_REFS; i++) {
      Outcome o = refer(false, addr[i], 8, 1);
      for (Level level = 0; level < N_LEVELS; level++) {
         conflicts[level][i] = o.level[level].misses
                               && o.level[level].miss_class == CLASS_CONFLICT;
         n_conflicts[level] += conflicts[level][i];
      }
   }
   /* Otherwise the test proves nothing. */
   assert_true(n_conflicts[LEVEL_D1] > 1000 && n_conflicts[LEVEL_LL] > 100);

   for (Level level = 0; level < N_LEVELS; level++) {
      SimResult        missed = level == LEVEL_D1 ? SIM_L1_MISS : SIM_LL_MISS;
      CacheId          id     = level == LEVEL_D1 ? CACHE_D1 : CACHE_LL;
      static SimResult with_sets[N_REFS];
      CacheGeometry    geometry[N_CACHES];

      memcpy(geometry, usual, sizeof geometry);
      release_all();
      cg_sim_init(&sim, geometry, allocate);
      for (int i = 0; i < N_REFS; i++)
         with_sets[i] = cg_sim_data(&sim, addr[i], 8);
      geometry[id].assoc = geometry[id].size / geometry[id].line_size;
      release_all();
      cg_sim_init(&sim, geometry, allocate);
      for (int i = 0; i < N_REFS; i++) {
         bool hits = cg_sim_data(&sim, addr[i], 8) < missed;
         assert_int_equal(conflicts[level][i], hits && with_sets[i] >= missed);
      }
   }
}

int main(void)
{
   static Stream stream[] = {UNIFORM,       STRIDED, LOOPING, CONFLICTING,
                             HOT_AND_SCANS, SPARSE,  PHASES};
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(two_lines_of_one_set_conflict),
      cmocka_unit_test(capacity_begins_where_the_lines_end),
      cmocka_unit_test(hit_that_full_associativity_would_miss),
      cmocka_unit_test(straddle_counts_for_first_line_that_misses),
      cmocka_unit_test(evictor_is_the_last),
      cmocka_unit_test(fetches_share_LL),
      cmocka_unit_test(LL_classes_do_not_see_hits),
      cmocka_unit_test(set_of_a_line),
      cmocka_unit_test(init_forgets_all),
      cmocka_unit_test(two_arrays_in_turn),
      cmocka_unit_test(padding_rows),
      cmocka_unit_test(many_lines_far_apart),
      {"agrees_with_model, uniform", agrees_with_model, NULL, NULL, &stream[0]},
      {"agrees_with_model, strided", agrees_with_model, NULL, NULL, &stream[1]},
      {"agrees_with_model, looping", agrees_with_model, NULL, NULL, &stream[2]},
      {"agrees_with_model, conflicting", agrees_with_model, NULL, NULL,
       &stream[3]},
      {"agrees_with_model, hot and scans", agrees_with_model, NULL, NULL,
       &stream[4]},
      {"agrees_with_model, sparse", agrees_with_model, NULL, NULL, &stream[5]},
      {"agrees_with_model, phases", agrees_with_model, NULL, NULL, &stream[6]},
      cmocka_unit_test(one_set_tells_conflicts),
   };
   cmocka_set_message_output(CM_OUTPUT_TAP);
   int failed = cmocka_run_group_tests(tests, NULL, NULL);
   release_all();
   return failed;
}
