/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_pipeline.c: tests for when the core of a machine has its results and
   what it waits for, with cases worked out by hand, and compares the waits with
   a brute-force model on random machines and blocks.

   The model is written from the rules in sim/machine/cg_pipeline.h.  It
   remembers all blocks and loads, and looks at all of them for each rule. */

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sim/machine/cg_pipeline.h"
#include "model.h"

/* L1D of 4 sets of 2 ways; a window of 32 instructions, or 8 cycles. */
static Machine machine(void)
{
   return (Machine){
      .line_size = 64,
      .caches[LEVEL_L1D] =
         {.size = 512, .ways = 2, .latency = 4, .fill = 5, .fill_write = 9},
      .caches[LEVEL_L2] = {.size = 8192, .latency = 14, .transfer = 1},
      .caches[LEVEL_L3] = {.size = 65536, .latency = 40, .transfer = 2},
      .memory_latency   = 300,
      .memory_transfer  = 3,
      .core             = {.width = 4, .window = 32, .mispredict = 10}};
}

/* The same, but nothing waits for sets, or for lines that are passed up. */
static Machine without_sets(void)
{
   Machine m = machine();

   m.caches[LEVEL_L1D].fill = 0;
   return m;
}

/* What a load from memory, or L3, takes more than a hit. */
enum { MEMORY = 4 * (300 - 4 - 3), L3 = 4 * (40 - 4 - 2) };

/* The accounts of the loads for which the core has waited. */
enum { MAX_WAITED = 2000 };
static size_t   waited[MAX_WAITED];
static unsigned n_waited;

static void note_waited(const PipelineLoad* load)
{
   assert_true(n_waited < MAX_WAITED);
   waited[n_waited++] = (size_t)load->account;
}

/* A core, and the instructions that it has run. */
typedef struct {
   Pipeline p;

   uint64_t at;

} Core;

static Core start(const Machine* m)
{
   Core c = {.at = 0};
   release_all();
   n_waited = 0;
   cg_pipeline_init(&c.p, m, allocate, note_waited);
   return c;
}

/* --- Blocks ------------------------------------------------------------------
 */

/* A result, or an address: computed from values, each with slots and the
   slowest operation; the last one has `from' -1. */
enum { MAX_TERMS = 4, MAX_RESULTS = 3, MAX_REFS = 3 };
typedef struct {
   int      value;
   int      from[MAX_TERMS];
   unsigned slots[MAX_TERMS];
   LostKind kinds[MAX_TERMS];
   unsigned costs[MAX_TERMS];
} Result;

enum { BUSY_COST = 31 };
typedef struct {
   unsigned n_slots, busy;
   LostKind busy_kind;
   int      n_results, n_refs;
   Result   results[MAX_RESULTS], addresses[MAX_REFS];
} Block;

static UInt add_items(TimesItem items[], UInt n, const Result* r)
{
   TimesItem* header      = &items[n++];
   header->result.value   = r->value;
   header->result.n_terms = 0;
   header->result.slots   = 0;
   for (int i = 0; i < MAX_TERMS && r->from[i] >= 0; i++) {
      if (r->from[i] == CG_PIPELINE_START) {
         header->result.slots = r->slots[i];
         continue;
      }
      items[n].term.value   = r->from[i];
      items[n].term.kind    = r->kinds[i];
      items[n].term.cost    = r->costs[i];
      items[n++].term.slots = r->slots[i];
      header->result.n_terms++;
   }
   return n;
}

/* Sets the kind of the slowest operation after the start, and its cost. */
static void set_more(TimesItem* more, const Result* r)
{
   *more = (TimesItem){.more = {LOST_SIMPLE, 0}};
   for (int i = 0; i < MAX_TERMS && r->from[i] >= 0; i++)
      if (r->from[i] == CG_PIPELINE_START)
         *more = (TimesItem){.more = {r->kinds[i], r->costs[i]}};
}

/* Lives as long as the machine: what is lost later may be because of it. */
static const BlockTimes* times_of(const Block* b)
{
   BlockTimes* times = allocate(1024);
   UInt        n     = 0;
   *times            = (BlockTimes){.n_slots   = b->n_slots,
                                    .busy      = b->busy,
                                    .busy_cost = BUSY_COST,
                                    .busy_kind = b->busy_kind,
                                    .n_results = b->n_results};
   for (int i = 0; i < b->n_results; i++)
      n = add_items(times->items, n, &b->results[i]);
   for (int i = 0; i < b->n_refs; i++)
      n = add_items(times->items, n, &b->addresses[i]);
   times->more_at = n;
   for (int i = 0; i < b->n_results; i++)
      set_more(&times->items[n++], &b->results[i]);
   return times;
}

/* What a block loses, and whom that is charged to. */
typedef struct {
   uint64_t  slots;
   unsigned  n;
   LostSlots parts[CG_PIPELINE_MAX_LOST];
   LostKind  kind; /* of the last part, which is the block's own */
   unsigned  cost;
} Lost;

/* The block runs, whose references have been told. */
static Lost finish(Core* c, const BlockTimes* times)
{
   c->at += times->n_slots;
   CausedTime last = cg_pipeline_run_told(&c->p, times, c->at);
   Lost       lost = {.slots = 0};
   if (last)
      lost.n = cg_pipeline_wait(&c->p, times, last, lost.parts);
   for (unsigned i = 0; i < lost.n; i++) {
      lost.slots += lost.parts[i].slots;
      lost.kind = lost.parts[i].kind;
      lost.cost = lost.parts[i].cost;
   }
   return lost;
}

/* Runs `n' instructions.  Register `to' is there `slots' after `from'. */
static uint64_t run(Core* c, unsigned n, int to, int from, unsigned slots)
{
   Block b = {.n_slots   = n,
              .n_results = 1,
              .results   = {{to, {CG_PIPELINE_START, from, -1}, {1, slots}}}};
   return finish(c, times_of(&b)).slots;
}

/* What became of the last load. */
static PipelineRef told;

/* The same, but it loads a line of its own, found at `source', from an address
   in register `from', and the result is there L1D's latency later. */
static uint64_t load(Core* c, unsigned n, int to, int from, size_t number,
                     RefSource source)
{
   Block             b     = {.n_slots   = n,
                              .n_results = 1,
                              .n_refs    = 1,
                              .results   = {{to,
                                             {CG_PIPELINE_START, from, CG_PIPELINE_LOADS, -1},
                                             {16, 16, 16}}},
                              .addresses = {{0, {CG_PIPELINE_START, from, -1}, {0, 0}}}};
   PipelineLoad      l     = {.account = (ULong*)number, .source = source};
   const BlockTimes* times = times_of(&b);

   told = cg_pipeline_ref(&c->p, times, 0, REF_READ, 4096 * number, &l);
   return finish(c, times).slots;
}

static void expect_waits(const size_t expected[])
{
   for (size_t i = 0; i < n_waited; i++)
      assert_int_equal(waited[i], expected[i]);
   assert_int_equal(expected[n_waited], 0);
}

/* After the loads, 0. */
#define EXPECT(...) expect_waits((size_t[]){__VA_ARGS__})

enum { A = 1, B = 2, C = 3 };

/* --- By hand -----------------------------------------------------------------
 */

/* A chain of 12 slots in each block of 4 instructions: 8 are lost.  The first
   instructions leave when the first result is there. */
static void a_chain_loses_what_the_width_does_not_need(void** state)
{
   Machine m = without_sets();
   Core    c = start(&m);
   (void)state;
   for (int i = 0; i < 10; i++)
      assert_int_equal(run(&c, 4, A, A, 12), 8);
   assert_int_equal(c.p.left, 120);
   /* From the eighth on, one starts when the first group has left. */
   assert_int_equal(c.p.start, 36 + 3 * 4);
}

/* B is computed while A is: it loses nothing. */
static void chains_that_do_not_need_each_other_overlap(void** state)
{
   Machine m = without_sets();
   Core    c = start(&m);
   (void)state;
   assert_int_equal(run(&c, 4, A, A, 24), 20);
   assert_int_equal(run(&c, 4, B, B, 24), 0);

   assert_int_equal(run(&c, 4, C, A, 24), 48 - 32);
}

/* 32 instructions after a block that leaves at 1,000, the next one starts no
   earlier. */
static void the_window_bounds_what_overlaps(void** state)
{
   Machine m = without_sets();
   Core    c = start(&m);
   (void)state;
   assert_int_equal(run(&c, 16, A, A, 1000), 984);
   run(&c, 16, B, CG_PIPELINE_START, 1);
   assert_int_equal(c.p.start, 32);
   run(&c, 16, B, CG_PIPELINE_START, 1);
   assert_int_equal(c.p.start, 1016);
   assert_int_equal(run(&c, 16, B, CG_PIPELINE_START, 100), 1116 - 1048);
}

/* With fewer instructions that may wait, a chain holds up what comes after it;
   a late load does not. */
static void the_scheduler_is_smaller(void** state)
{
   Machine m        = without_sets();
   m.core.window    = 320;
   m.core.scheduler = 16;
   Core c           = start(&m);
   (void)state;
   run(&c, 16, A, A, 100);
   run(&c, 16, B, CG_PIPELINE_START, 1);
   assert_int_equal(c.p.start, 116);
   c = start(&m);
   load(&c, 16, A, B, 1, FROM_MEMORY);
   run(&c, 16, B, CG_PIPELINE_START, 1);
   assert_int_equal(c.p.start, 32);
}

/* All are there when the first one is, but what comes later. */
static void loads_overlap(void** state)
{
   Machine m = without_sets();
   Core    c = start(&m);
   (void)state;
   assert_int_equal(load(&c, 4, A, B, 1, FROM_MEMORY), 16);
   assert_int_equal(load(&c, 4, A, B, 2, FROM_MEMORY), 0);
   assert_int_equal(c.p.left, MEMORY + 4 + 16);
   EXPECT(1, 0);
   for (int i = 0; i < 9; i++)
      run(&c, 4, C, CG_PIPELINE_START, 1);
   load(&c, 4, A, B, 3, FROM_MEMORY);
   EXPECT(1, 3, 0);
}

/* The second load begins when the first is there.  What is computed from it
   later is lost. */
static void what_is_computed_from_a_late_load_is_late(void** state)
{
   Machine m = without_sets();
   Core    c = start(&m);
   (void)state;
   load(&c, 4, A, B, 1, FROM_MEMORY);
   assert_true(told.is_late && !told.is_dependent);
   assert_int_equal(load(&c, 4, B, A, 2, FROM_L3), 16 - 4);
   assert_true(told.is_late && told.is_dependent);
   EXPECT(1, 2, 0);
   assert_int_equal(c.p.left, MEMORY + L3 + 2 * 16);
   assert_int_equal(run(&c, 4, C, B, 30), 26);
   EXPECT(1, 2, 0);
}

/* What the core waits for is the slowest operation after what came last: in the
   first block A, then B; then, nothing was late. */
static void what_is_waited_for_has_a_kind(void** state)
{
   Machine m = without_sets();
   Core    c = start(&m);
   Block   b = {
        .n_slots   = 4,
        .n_results = 2,
        .results   = {
             {A,
              {CG_PIPELINE_START, A, B, -1},
              {1, 20, 12},
              {LOST_DIVISION, LOST_FP, LOST_LOAD},
              {5, 6, 7}},
             {C, {CG_PIPELINE_START, C, -1}, {1, 2}, {LOST_ATOMIC, LOST_ATOMIC}}}};
   Lost lost;
   (void)state;
   run(&c, 4, A, A, 40);
   lost = finish(&c, times_of(&b));
   assert_int_equal(lost.kind, LOST_FP);
   assert_int_equal(lost.cost, 6);
   run(&c, 4, B, B, 100);
   lost = finish(&c, times_of(&b));
   assert_int_equal(lost.kind, LOST_LOAD);
   assert_int_equal(lost.cost, 7);
   cg_pipeline_forget(&c.p);
   b.results[0].slots[0] = 90;
   lost                  = finish(&c, times_of(&b));
   assert_int_equal(lost.kind, LOST_DIVISION);
   assert_int_equal(lost.cost, 5);
}

/* A chain through A in one block, and in the other what comes of it and goes
   nowhere: it is late for good, and A's operation is what each round waits for,
   but for the first. */
static void what_nobody_waits_for_pays_once(void** state)
{
   Machine m     = without_sets();
   Core    c     = start(&m);
   Block   chain = {.n_slots   = 4,
                    .n_results = 1,
                    .results   = {{A, {A, -1}, {24}, {LOST_LOAD}, {5}}}};
   Block   end   = {
          .n_slots   = 4,
          .n_results = 1,
          .results = {{CG_PIPELINE_BRANCH, {A, -1}, {40}, {LOST_POINTER}, {6}}}};
   const BlockTimes *chain_times = times_of(&chain),
                    *end_times   = times_of(&end);
   (void)state;
   assert_int_equal(finish(&c, chain_times).slots, 20);
   Lost lost = finish(&c, end_times);
   assert_int_equal(lost.parts[0].slots, 4);
   assert_int_equal(lost.cost, 6);
   assert_int_equal(lost.parts[1].slots, 32);
   for (int i = 0; i < 9; i++) {
      assert_int_equal(finish(&c, chain_times).slots, 0);
      lost = finish(&c, end_times);
      assert_int_equal(lost.slots, 16);
      assert_int_equal(lost.parts[0].slots, 16);
      assert_int_equal(lost.parts[0].cost, 5);
      assert_int_equal(lost.parts[0].kind, LOST_LOAD);
      assert_ptr_equal(lost.parts[0].times, chain_times);
   }
   /* Blocks that are freed pay nothing. */
   finish(&c, chain_times);
   cg_pipeline_forget_blocks(&c.p);
   assert_int_equal(finish(&c, end_times).n, 1);
}

/* 36 slots from L2, of which the core waits 17 each time: half of them are
   waited for with the second one. */
static void waits_add_up_to_loads(void** state)
{
   Machine m = without_sets();
   Core    c = start(&m);
   (void)state;
   for (size_t i = 1; i < 4; i++) {
      c.p.start = c.p.left;
      c.p.left += 36 - 17 - 4;
      load(&c, 4, A, B, i, FROM_L2);
   }
   EXPECT(2, 0);
}

/* What is on a line that is on its way is not earlier. */
static void lines_are_late(void** state)
{
   Machine      m   = without_sets();
   Core         c   = start(&m);
   PipelineLoad hit = {.source = FROM_L1};
   Block        b   = {
               .n_slots   = 1,
               .n_results = 1,
               .n_refs    = 1,
               .results = {{B, {CG_PIPELINE_LOADS, CG_PIPELINE_START, -1}, {16, 16}}},
               .addresses = {{0, {CG_PIPELINE_START, -1}, {0}}}};
   const Addr same = 4096 + 60, other = 8192;
   (void)state;
   load(&c, 1, A, C, 1, FROM_MEMORY);
   assert_true(cg_pipeline_has_late_line(&c.p, &same, 1));
   assert_false(cg_pipeline_has_late_line(&c.p, &other, 1));
   cg_pipeline_ref(&c.p, times_of(&b), 0, REF_READ, same, &hit);
   finish(&c, times_of(&b));
   assert_int_equal(c.p.ready[B], c.p.ready[A]);
   cg_pipeline_forget(&c.p);
   assert_int_equal(c.p.in_flight, 0);
   assert_int_equal(c.p.start, c.p.left);
}

/* The branch is decided when A is there, and 5 slots; the next instruction
   starts 40 later. */
static void branches_wait_for_what_decides_them(void** state)
{
   Machine m = without_sets();
   Core    c = start(&m);
   (void)state;
   assert_int_equal(run(&c, 4, A, A, 30), 26);
   assert_int_equal(run(&c, 4, CG_PIPELINE_BRANCH, A, 5), 35 - 34);
   assert_int_equal(cg_pipeline_mispredicted(&c.p), 0);
   assert_int_equal(c.p.start, 35 + 40);
   assert_int_equal(c.p.left, 35 + 40);
}

/* As in the search of a tree: the branch and the next node's address wait for
   the same load. */
static void what_a_mispredicted_branch_waited_for_is_late(void** state)
{
   Machine m = without_sets();
   Core    c = start(&m);
   (void)state;
   load(&c, 4, A, B, 1, FROM_MEMORY);
   run(&c, 4, CG_PIPELINE_BRANCH, A, 1);
   cg_pipeline_mispredicted(&c.p);
   load(&c, 4, B, A, 2, FROM_MEMORY);
   assert_true(told.is_late && told.is_dependent);
}

static void units_do_one_thing_after_the_other(void** state)
{
   Machine m = without_sets();
   Core    c = start(&m);
   Block   b = {.n_slots = 2, .busy = 20, .busy_kind = LOST_ATOMIC};
   Lost    lost;
   (void)state;
   lost = finish(&c, times_of(&b));
   assert_int_equal(lost.slots, 18);
   assert_int_equal(lost.cost, BUSY_COST);
   assert_int_equal(lost.kind, LOST_ATOMIC);
   assert_int_equal(finish(&c, times_of(&b)).slots, 18);
}

static void writes_do_not_wait(void** state)
{
   Machine      m = without_sets();
   Core         c = start(&m);
   PipelineLoad l = {.source = FROM_MEMORY};
   Block        b = {.n_slots   = 1,
                     .n_refs    = 1,
                     .addresses = {{0, {CG_PIPELINE_START, -1}, {0}}}};
   (void)state;
   cg_pipeline_ref(&c.p, times_of(&b), 0, REF_WRITE, 0, &l);
   assert_int_equal(finish(&c, times_of(&b)).slots, 0);
   assert_int_equal(c.p.in_flight, 0);
   EXPECT(0);
}

/* Lines that are found at once in L2, in slots.  A line keeps the set for 20,
   and 32 are hidden. */
static void lines_of_a_set_queue(void** state)
{
   static const unsigned waits[] = {0, 0, 0, 60 - 12 - 32};
   Machine               m       = machine();
   Core                  c       = start(&m);
   PipelineLoad          l       = {.source = FROM_L2};
   Block b = {.n_refs = 1, .addresses = {{0, {CG_PIPELINE_START, -1}, {0}}}};
   (void)state;
   for (Addr i = 0; i < 4; i++)
      assert_int_equal(
         cg_pipeline_ref(&c.p, times_of(&b), 0, REF_READ, 256 * i, &l).wait,
         waits[i]);
   /* L2 has passed up each in 4 slots. */
   assert_int_equal(c.p.left, 4 * 4 + waits[3]);
   /* The next set is free.  A line keeps it for 36 if it takes the place of a
      dirty one. */
   l.replaces_dirty = True;
   assert_int_equal(
      cg_pipeline_ref(&c.p, times_of(&b), 0, REF_WRITE, 64, &l).wait, 0);
   assert_int_equal(
      cg_pipeline_ref(&c.p, times_of(&b), 0, REF_WRITE, 64, &l).wait, 0);
   assert_int_equal(
      cg_pipeline_ref(&c.p, times_of(&b), 0, REF_WRITE, 64, &l).wait,
      32 + 2 * 36 - 40 - 32);
}

/* --- A brute-force model --------------------------------------------------
 */

enum { MAX_SETS = 8, N_BLOCKS = 300, N_REGS = 4 };

/* With the term that it is from, if it is a result: `slots' after the value
   `from', which may be CG_PIPELINE_START; `value' gets it. */
typedef struct {
   uint64_t time;
   int      cause; /* a load; -1: none */
   LostKind kind;
   unsigned cost, slots;
   int      from, value, block; /* block: by number; -1: none */
} Time;

typedef struct {
   uint64_t at, left, computed;
} ModelBlock;

/* parent: the load that the address is from, or -1.  payer, at: what computed
   the value that it is from, and when that was there. */
typedef struct {
   uint64_t ready, slots, line, paid;
   int      source, parent;
   size_t   number;
   bool     told;
   Time     payer, at;
} ModelLoad;

typedef struct {
   const Machine* m;
   uint64_t       at, start, left, computed, unit;
   uint64_t       free_at[MAX_SETS];
   Time           values[CG_PIPELINE_VALUES];
   Time           origins[CG_PIPELINE_VALUES]; /* when they were computed */
   Time           payers[CG_PIPELINE_VALUES];  /* that have paid `slots' */
   ModelBlock     blocks[N_BLOCKS];
   int            n_blocks;
   ModelLoad      loads[N_BLOCKS * MAX_REFS];
   Time           line_times[N_BLOCKS * MAX_REFS]; /* by load */
   int            n_loads;
   int64_t        credit[N_SOURCES];
   size_t         waited[MAX_WAITED];
   unsigned       n_waited;
} PipelineModel;

static Time time_at(uint64_t time, int cause)
{
   return (Time){.time = time, .cause = cause, .block = -1};
}

static bool are_same(Time a, Time b)
{
   return a.time == b.time && a.cause == b.cause;
}

static Time later(Time a, Time b)
{
   /* Of two at the same time, the one with the later place in the table of
      causes. */
   int x = a.cause < 0 ? 0 : a.cause % (CG_PIPELINE_CAUSES - 1) + 1;
   int y = b.cause < 0 ? 0 : b.cause % (CG_PIPELINE_CAUSES - 1) + 1;
   return a.time > b.time || (a.time == b.time && x >= y) ? a : b;
}

static Time model_result(const PipelineModel* c, const Result* r)
{
   Time t = time_at(0, -1);
   for (int i = 0; i < MAX_TERMS && r->from[i] >= 0; i++) {
      Time v = c->values[r->from[i]];
      v.time += r->slots[i];
      v.kind  = r->kinds[i];
      v.cost  = r->costs[i];
      v.slots = r->slots[i];
      v.from  = r->from[i];
      v.value = r->value;
      v.block = c->n_blocks;
      t       = i == 0 ? v : later(t, v);
   }
   return t;
}

/* The table of loads has one place for several: the last one is there. */
static ModelLoad* load_at(PipelineModel* c, int cause)
{
   int last = c->n_loads - 1;
   return &c->loads[last - (last - cause) % (CG_PIPELINE_CAUSES - 1)];
}

/* Sets *waits to the slots for the load that this is from, and returns what is
   lost besides. */
static uint64_t model_leave(PipelineModel* c, Time t, uint64_t* waits)
{
   uint64_t lost = 0;
   for (*waits = 0; c->left < t.time; c->left++) {
      if (t.cause < 0 || c->left >= load_at(c, t.cause)->ready)
         lost++;
      else
         ++*waits;
   }
   return lost;
}

static void model_waits(PipelineModel* c, ModelLoad* l, uint64_t slots)
{
   l->paid += slots;
   c->credit[l->source] += slots;
   if (slots > 0 && !l->told && 2 * c->credit[l->source] >= (int64_t)l->slots) {
      l->told = true;
      c->credit[l->source] -= l->slots;
      c->waited[c->n_waited++] = l->number;
   }
}

/* A late load is followed for as long as it took. */
static bool follows_load(PipelineModel* c, Time t)
{
   return t.cause >= 0
          && t.time < load_at(c, t.cause)->ready + load_at(c, t.cause)->slots;
}

static uint64_t latency_at(const Machine* m, RefSource source)
{
   return source == FROM_MEMORY ? m->memory_latency
                                : m->caches[LEVEL_L1D + source].latency;
}

static uint64_t transfer_at(const Machine* m, RefSource source)
{
   return source == FROM_MEMORY ? m->memory_transfer
                                : m->caches[LEVEL_L1D + source].transfer;
}

static PipelineRef model_ref(PipelineModel* c, const Block* b, int i,
                             RefKind kind, uint64_t addr,
                             const PipelineLoad* load)
{
   const Machine*    m     = c->m;
   const CacheModel* L1D   = &m->caches[LEVEL_L1D];
   unsigned          width = m->core.width;
   uint64_t          waits = 0, slots = 0, transfer = 0;
   uint64_t          line  = addr / m->line_size;
   Time              begin = time_at(c->start, -1);
   for (int k = 0; k < MAX_TERMS && b->addresses[i].from[k] >= 0; k++) {
      Time v = c->values[b->addresses[i].from[k]];
      v.time += b->addresses[i].slots[k];
      v.from = 1 + b->addresses[i].from[k];
      if (b->addresses[i].from[k] != CG_PIPELINE_START)
         begin = later(begin, v);
   }
   if (load->source != FROM_L1) {
      unsigned  n_sets  = L1D->size / L1D->ways / m->line_size;
      uint64_t* free_at = &c->free_at[line % n_sets];
      int64_t   more    = (int64_t)latency_at(m, load->source)
                     - (int64_t)L1D->latency
                     - (int64_t)transfer_at(m, load->source);
      transfer = transfer_at(m, load->source) * width;
      slots    = more > 0 ? more * width : 0;
      if (begin.cause < 0) {
         uint64_t from = *free_at > c->left ? *free_at : c->left;
         if (from > c->left + m->core.window)
            waits = from - c->left - m->core.window;
         *free_at =
            from + width * (load->replaces_dirty ? L1D->fill_write : L1D->fill);
      }
   }
   c->left += waits + transfer;
   slots += (load->tlb_miss ? m->tlb2_latency * width : 0)
            + (load->page_walk ? m->walk_latency * width : 0);
   if (kind == REF_WRITE)
      return (PipelineRef){.wait = waits};
   if (slots > 0) {
      Time t = time_at(begin.time + waits + transfer + slots, c->n_loads);
      c->loads[c->n_loads] = (ModelLoad){
         .ready  = t.time,
         .slots  = slots,
         .line   = line,
         .source = load->source,
         .parent = begin.cause,
         .number = (size_t)load->account,
         .payer  = begin.from ? c->origins[begin.from - 1] : time_at(0, -1),
         .at     = begin.from ? c->values[begin.from - 1] : begin};
      c->line_times[c->n_loads++]      = t;
      c->values[CG_PIPELINE_LOADS + i] = t;
      return (PipelineRef){waits, True, begin.cause >= 0};
   }
   /* A hit.  Of the lines that have one place, the last one is known. */
   for (int k = c->n_loads - 1; k >= 0; k--)
      if (c->loads[k].line % CG_PIPELINE_CAUSES == line % CG_PIPELINE_CAUSES) {
         if (c->loads[k].line == line)
            c->values[CG_PIPELINE_LOADS + i] = c->line_times[k];
         break;
      }
   return (PipelineRef){.wait = waits};
}

/* The last block that ended in the group of the instruction `before' it. */
static const ModelBlock* block_before(const PipelineModel* c, uint64_t before)
{
   static const ModelBlock none;
   int                     size = CG_PIPELINE_MAX_INSTRUCTIONS;
   while (c->m->core.window / size >= CG_PIPELINE_GROUPS - 1)
      size *= 2;
   if (c->at < before)
      return &none;
   for (int i = c->n_blocks - 1; i >= 0; i--)
      if (c->blocks[i].at / size == (c->at - before) / size)
         return &c->blocks[i];
   return &none;
}

/* What computed a value pays what it has not, up to `slots'. */
static uint64_t model_pays(PipelineModel* c, Time payer, Time at,
                           uint64_t slots)
{
   Time* paid = &c->payers[payer.value];
   if (!are_same(*paid, at)) {
      *paid       = at;
      paid->slots = 0;
   }
   uint64_t left = payer.slots > paid->slots ? payer.slots - paid->slots : 0;
   slots         = slots < left ? slots : left;
   paid->slots += slots;
   return slots;
}

/* A part of what is lost: of which block, by number. */
typedef struct {
   uint64_t slots;
   int      block;
   LostKind kind;
   unsigned cost;
} ModelPart;

typedef struct {
   unsigned  n;
   ModelPart parts[CG_PIPELINE_MAX_LOST];
} ModelLost;

enum { MAX_CHAIN = (CG_PIPELINE_MAX_LOST - 1) / 2 };

/* The operations of the chain that ends with `payer', and the values that they
   computed.  It begins with a value that has been computed anew. */
static int model_chain(const PipelineModel* c, Time payer, Time at,
                       Time payers[], Time ats[])
{
   for (int n = 0; payer.block >= 0 && payer.from < CG_PIPELINE_START;
        payer = c->origins[payer.from]) {
      payers[n] = payer;
      ats[n++]  = at;
      at.time -= payer.slots;
      if (n == MAX_CHAIN || !are_same(c->values[payer.from], at))
         return n;
   }
   return 0;
}

/* The operations of a chain pay first.  Returns what is left. */
static uint64_t model_chain_pays(PipelineModel* c, Time payer, Time at,
                                 uint64_t slots, ModelLost* lost)
{
   Time payers[MAX_CHAIN], ats[MAX_CHAIN];
   int  n = model_chain(c, payer, at, payers, ats);
   for (int i = 0; i < n && slots > 0; i++) {
      uint64_t pays = model_pays(c, payers[i], ats[i], slots);
      slots -= pays;
      if (pays > 0)
         lost->parts[lost->n++] =
            (ModelPart){pays, payers[i].block, payers[i].kind, payers[i].cost};
   }
   return slots;
}

/* So do loads whose addresses are from late loads. */
static uint64_t model_loads_pay(PipelineModel* c, int cause, uint64_t slots)
{
   for (int n = 0; n < MAX_CHAIN && slots > 0; n++) {
      ModelLoad* l = load_at(c, cause);
      if (l->parent < 0)
         break;
      uint64_t pays = l->slots > l->paid ? l->slots - l->paid : 0;
      pays          = pays < slots ? pays : slots;
      model_waits(c, l, pays);
      slots -= pays;
      cause = l->parent;
   }
   return slots;
}

/* The core waits for the load that `last' is from, or what its address is. */
static void model_late(PipelineModel* c, Time last, uint64_t slots,
                       ModelLost* lost)
{
   if (slots == 0)
      return;
   ModelLoad* l = load_at(c, last.cause);
   if (l->parent >= 0)
      slots = model_loads_pay(c, l->parent, slots);
   else
      slots = model_chain_pays(c, l->payer, l->at, slots, lost);
   model_waits(c, l, slots);
}

static ModelLost model_runs(PipelineModel* c, const Block* b)
{
   const Machine* m    = c->m;
   Time           last = time_at(0, -1), news[MAX_RESULTS];
   ModelLost      lost = {0};
   unsigned scheduler  = m->core.scheduler && m->core.scheduler < m->core.window
                            ? m->core.scheduler
                            : m->core.window;
   c->at += b->n_slots;
   uint64_t left                = block_before(c, m->core.window)->left;
   uint64_t computed            = block_before(c, scheduler)->computed;
   c->start                     = c->start < left ? left : c->start;
   c->start                     = c->start < computed ? computed : c->start;
   c->values[CG_PIPELINE_START] = time_at(c->start, -1);
   for (int i = 0; i < b->n_results; i++) {
      news[i] = model_result(c, &b->results[i]);
      last    = later(last, news[i]);
   }
   Time payer =
      last.from == CG_PIPELINE_START ? time_at(0, -1) : c->origins[last.from];
   for (int i = 0; i < b->n_results; i++)
      c->values[b->results[i].value] = c->origins[b->results[i].value] =
         news[i];
   if (b->busy) {
      c->unit   = (c->unit < c->start ? c->start : c->unit) + b->busy;
      Time busy = {c->unit,   -1,          b->busy_kind,
                   BUSY_COST, .value = -1, .block = c->n_blocks};
      if (later(last, busy).time != last.time)
         payer = time_at(0, -1);
      last = later(last, busy);
   }
   c->start += b->n_slots;
   c->left += b->n_slots;

   if (last.cause < 0 && c->computed < last.time)
      c->computed = last.time;
   uint64_t before = c->left, waits, slots = model_leave(c, last, &waits);
   model_late(c, last, waits, &lost);
   if (follows_load(c, last)) {
      last.kind = LOST_SIMPLE;
      slots     = model_loads_pay(c, last.cause, slots);
   } else {
      Time     at  = last;
      uint64_t all = slots;
      at.time -= last.slots;
      slots = model_chain_pays(c, payer, at, slots, &lost);
      if (slots == all && last.value >= 0
          && (last.kind == LOST_FP || last.kind == LOST_LOAD
              || last.kind == LOST_MULTIPLICATION))
         last.kind = LOST_SIMPLE;
   }
   if (last.time > before) {
      lost.parts[lost.n++] =
         (ModelPart){slots, last.block, last.kind, last.cost};
      if (last.value >= 0)
         model_pays(c, last, last, slots);
   }
   c->blocks[c->n_blocks++] = (ModelBlock){c->at, c->left, c->computed};
   for (int i = 0; i < MAX_REFS; i++)
      c->values[CG_PIPELINE_LOADS + i] = time_at(0, -1);
   return lost;
}

static uint64_t model_mispredicts(PipelineModel* c)
{
   Time     branch  = c->values[CG_PIPELINE_BRANCH];
   uint64_t penalty = c->m->core.mispredict * c->m->core.width;
   uint64_t waits, lost = model_leave(c, branch, &waits);
   if (waits > 0)
      model_waits(c, load_at(c, branch.cause), waits);
   c->start = (c->start < branch.time ? branch.time : c->start) + penalty;
   c->left += penalty;
   for (int i = 0; branch.cause >= 0 && i < CG_PIPELINE_VALUES; i++)
      if (c->values[i].cause == branch.cause && c->values[i].time < c->start)
         c->values[i].time = c->start;
   if (c->left < c->start) {
      lost += c->start - c->left;
      c->left = c->start;
   }
   return lost;
}

/* --- Random machines and blocks ----------------------------------------------
 */

static Machine random_machine(void)
{
   Machine     m               = machine();
   CacheModel* L1D             = &m.caches[LEVEL_L1D];
   m.line_size                 = 16 << random_below(4);
   L1D->ways                   = 1 + random_below(4);
   L1D->size                   = m.line_size * L1D->ways << random_below(4);
   L1D->latency                = 1 + random_below(8);
   L1D->fill                   = 1 + random_below(20);
   L1D->fill_write             = 1 + random_below(40);
   m.caches[LEVEL_L2].latency  = L1D->latency + random_below(20);
   m.caches[LEVEL_L3].latency  = m.caches[LEVEL_L2].latency + random_below(40);
   m.memory_latency            = m.caches[LEVEL_L3].latency + random_below(90);
   m.caches[LEVEL_L2].transfer = random_below(3);
   m.caches[LEVEL_L3].transfer = random_below(4);
   m.memory_transfer           = random_below(20);
   m.tlb2_latency              = random_below(9);
   m.walk_latency              = random_below(30);
   m.core.width                = 1 + random_below(8);
   m.core.window               = 1 + random_below(one_in(4) ? 3000 : 200);
   m.core.scheduler            = one_in(3) ? 0 : 1 + random_below(200);
   m.core.mispredict           = random_below(20);
   return m;
}

/* From the start, and perhaps a register and one of the loads so far. */
static Result random_result(int value, int n_loads)
{
   Result r = {.value = value, .from = {CG_PIPELINE_START, -1, -1, -1}};
   int    n = 1;
   if (one_in(2))
      r.from[n++] = random_below(N_REGS);
   if (n_loads > 0 && one_in(2))
      r.from[n++] = CG_PIPELINE_LOADS + random_below(n_loads);
   for (int i = 0; i < n; i++) {
      r.slots[i] = random_below(one_in(4) ? 100 : 8);
      r.kinds[i] = random_below(N_LOST_KINDS);
      r.costs[i] = random_below(CG_PIPELINE_MAX_COSTS);
   }
   return r;
}

static Block random_block(void)
{
   Block b = {.n_slots   = 1 + random_below(CG_PIPELINE_MAX_INSTRUCTIONS),
              .busy      = one_in(8) ? random_below(60) : 0,
              .busy_kind = random_below(N_LOST_KINDS),
              .n_refs    = random_below(MAX_REFS + 1)};
   for (int i = 0; i < b.n_refs; i++)
      b.addresses[i] = random_result(0, 0);
   b.results[b.n_results++] = random_result(CG_PIPELINE_BRANCH, b.n_refs);
   for (int r = random_below(2); r < N_REGS && b.n_results < MAX_RESULTS;
        r += 1 + random_below(3))
      b.results[b.n_results++] = random_result(r, b.n_refs);
   return b;
}

static void differ(uint64_t seed, int n, const char* what, uint64_t got,
                   uint64_t expected)
{
   if (got != expected)
      fail_msg("machine %llu, block %d: %s is %llu, should be %llu",
               (unsigned long long)seed, n, what, (unsigned long long)got,
               (unsigned long long)expected);
}

static void compare_refs(uint64_t seed, int n, Core* core, PipelineModel* model,
                         const Block* b)
{
   static const int kinds[] = {REF_READ, REF_READ, REF_WRITE, REF_MODIFY};

   for (int i = 0; i < b->n_refs; i++) {
      RefKind      kind = RANDOM_OF(kinds);
      Addr         addr = random_below(64) * model->m->line_size / 3;
      PipelineLoad l    = {.account        = (ULong*)(size_t)(n * MAX_REFS + i),
                           .source         = random_below(N_SOURCES),
                           .tlb_miss       = one_in(8),
                           .page_walk      = one_in(20),
                           .replaces_dirty = one_in(3)};
      PipelineRef  got =
         cg_pipeline_ref(&core->p, times_of(b), i, kind, addr, &l);
      PipelineRef expected = model_ref(model, b, i, kind, addr, &l);
      differ(seed, n, "a wait for a set", got.wait, expected.wait);
      differ(seed, n, "whether a load is late", got.is_late, expected.is_late);
      differ(seed, n, "whether a load depends on a late one", got.is_dependent,
             expected.is_dependent);
   }
}

static void compare_lost(uint64_t seed, int n, const Lost* got,
                         const ModelLost*        expected,
                         const BlockTimes* const times[])
{
   differ(seed, n, "the number of those that pay", got->n, expected->n);
   for (unsigned i = 0; i < expected->n; i++) {
      const LostSlots* lost = &got->parts[i];
      const ModelPart* part = &expected->parts[i];
      differ(seed, n, "what is lost", lost->slots, part->slots);
      if (part->slots == 0)
         continue;
      differ(seed, n, "what it waits for", lost->kind, part->kind);
      differ(seed, n, "whom that delays", lost->cost, part->cost);
      differ(seed, n, "the block that pays", (size_t)lost->times,
             (size_t)times[part->block]);
   }
}

static void compare_waits(uint64_t seed)
{
   static PipelineModel model; /* it points to the machine */
   static Machine       m;
   const BlockTimes*    times[N_BLOCKS];
   random_seed(seed);
   m         = random_machine();
   Core core = start(&m);
   model     = (PipelineModel){.m = &m};
   for (int i = 0; i < CG_PIPELINE_VALUES; i++)
      model.values[i] = model.origins[i] = time_at(0, -1);
   for (int n = 0; n < N_BLOCKS; n++) {
      Block b = random_block();
      compare_refs(seed, n, &core, &model, &b);
      times[n]           = times_of(&b);
      Lost      lost     = finish(&core, times[n]);
      ModelLost expected = model_runs(&model, &b);
      compare_lost(seed, n, &lost, &expected, times);
      if (one_in(6))
         differ(seed, n, "what a misprediction loses",
                cg_pipeline_mispredicted(&core.p), model_mispredicts(&model));
      differ(seed, n, "the start", core.p.start, model.start);
      differ(seed, n, "the end", core.p.left, model.left);

      differ(seed, n, "the number of loads waited for", n_waited,
             model.n_waited);
   }
   for (unsigned i = 0; i < n_waited; i++)
      assert_int_equal(waited[i], model.waited[i]);
}

static void waits_agree_with_model(void** state)
{
   int n_machines = getenv("CACHEGRIND_FULL") ? 5000 : 300;
   (void)state;
   for (int seed = 1; seed <= n_machines; seed++)
      compare_waits(seed);
}

int main(void)
{
   static const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_chain_loses_what_the_width_does_not_need),
      cmocka_unit_test(chains_that_do_not_need_each_other_overlap),
      cmocka_unit_test(the_window_bounds_what_overlaps),
      cmocka_unit_test(the_scheduler_is_smaller),
      cmocka_unit_test(loads_overlap),
      cmocka_unit_test(what_is_computed_from_a_late_load_is_late),
      cmocka_unit_test(what_is_waited_for_has_a_kind),
      cmocka_unit_test(what_nobody_waits_for_pays_once),
      cmocka_unit_test(waits_add_up_to_loads),
      cmocka_unit_test(lines_are_late),
      cmocka_unit_test(branches_wait_for_what_decides_them),
      cmocka_unit_test(what_a_mispredicted_branch_waited_for_is_late),
      cmocka_unit_test(units_do_one_thing_after_the_other),
      cmocka_unit_test(writes_do_not_wait),
      cmocka_unit_test(lines_of_a_set_queue),
      cmocka_unit_test(waits_agree_with_model)};

   cmocka_set_message_output(CM_OUTPUT_TAP);
   return cmocka_run_group_tests(tests, NULL, NULL);
}
