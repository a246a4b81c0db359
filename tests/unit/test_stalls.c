/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_stalls.c: tests for what the core of a machine waits, with cases worked
   out by hand, and compares the waits with a brute-force model on random
   machines.

   The model is written from the rules in sim/machine/cg_stalls.h.  It remembers
   all loads, and it works slot by slot: in each, every set of L1D does one slot
   of the work that it has. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "sim/machine/cg_stalls.h"
#include "model.h"

/* L1D of 4 sets of 2 ways; a window of 24 instructions, or 6 cycles. */
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
      .core             = {.width = 4, .window = 24}};
}

/* The same, but nothing waits for sets, or for lines that are passed up. */
static Machine without_sets(void)
{
   Machine m = machine();

   m.caches[LEVEL_L1D].fill = 0;
   return m;
}

/* The accounts of the loads for which the core has stalled. */
enum { MAX_STALLED = 1000 };
static size_t   stalled[MAX_STALLED];
static unsigned n_stalled;

static void note_stalled(const StallLoad* load)
{
   assert_true(n_stalled < MAX_STALLED);
   stalled[n_stalled++] = (size_t)load->account;
}

static Stalls start(const Machine* m)
{
   Stalls s;
   release_all();
   n_stalled = 0;
   cg_stalls_init(&s, m, allocate, note_stalled);
   return s;
}

/* A load with this number, of a line of its own; its address comes from
   `from'. */
static void load(Stalls* s, size_t number, RefSource source, Origins from,
                 ULong at)
{
   StallLoad l = {.account = (ULong*)number, .source = source};

   cg_stalls_ref(s, 0, REF_READ, 4096 * number, from, &l, at);
}

/* A block ends, in which register `reg' got what is computed from `from', and
   the next one begins. */
static void end_block(Stalls* s, UInt reg, Origins from, ULong at)
{
   Flow flow = {from, reg};

   cg_stalls_end_segment(s, &flow, 1, 0, at);
   cg_stalls_begin_block(s, at);
}

static void expect_stalls(const size_t expected[])
{
   for (size_t i = 0; i < n_stalled; i++)
      assert_int_equal(stalled[i], expected[i]);
   assert_int_equal(expected[n_stalled], 0);
}

/* After the loads, 0. */
#define EXPECT(...) expect_stalls((size_t[]){__VA_ARGS__})

/* --- By hand -----------------------------------------------------------------
 */

/* Of the 1,172 slots from memory, the window hides 24.  The others are there at
   the same time, but for the last, which is late. */
static void loads_of_a_window_are_one_stall(void** state)
{
   Machine m = without_sets();
   Stalls  s = start(&m);
   (void)state;
   load(&s, 1, FROM_MEMORY, 0, 1);
   load(&s, 2, FROM_MEMORY, 0, 2);
   load(&s, 3, FROM_MEMORY, 0, 24);
   assert_int_equal(n_stalled, 0);
   load(&s, 4, FROM_MEMORY, 0, 200);
   EXPECT(1, 0);
   assert_int_equal(s.ahead, 4 * (300 - 4 - 3) - 24);
}

/* 36 slots from L2: 12 more than the window, which is less than half.  The next
   one has them to its credit. */
static void stalls_add_up_to_loads(void** state)
{
   Machine m = without_sets();
   Stalls  s = start(&m);
   (void)state;
   for (size_t i = 0; i < 6; i++)
      load(&s, i, FROM_L2, 0, 100 * i);
   load(&s, 6, FROM_L2, 0, 1000);
   EXPECT(1, 4, 0);
}

static void what_is_computed_from_a_late_load_is_late(void** state)
{
   enum { A = 3, B = 7, MEMORY = 4 * (300 - 4 - 3), L3 = 4 * (40 - 4 - 2) };
   Machine m = without_sets();
   Stalls  s = start(&m);
   (void)state;
   /* The second one begins when the first is there, and ends both. */
   load(&s, 1, FROM_MEMORY, 0, 1);
   end_block(&s, A, cg_stalls_origin(0), 1);
   load(&s, 2, FROM_L3, 1 << A, 2);
   end_block(&s, B, 1 << A | cg_stalls_origin(0), 2);
   assert_int_equal(s.values[B].ready, 1 + MEMORY + L3);

   /* B is from something else now, and A from B's old value. */
   end_block(&s, B, 1 << 1, 3);
   assert_true(s.late == 1 << A);
   /* When it has stalled for it, A is not late. */
   load(&s, 3, FROM_L1, 0, 30);
   end_block(&s, B, 1 << A, 30);
   assert_int_equal(s.late, 0);
   cg_stalls_end_segment(&s, NULL, 0, 0, 30);
   assert_int_equal(s.until, 0);
   EXPECT(1, 2, 0);
}

/* A hit from a late address is late because of the load before it. */
static void hits_are_late(void** state)
{
   Machine m = without_sets();
   Stalls  s = start(&m);
   (void)state;
   load(&s, 1, FROM_MEMORY, 0, 1);
   end_block(&s, 0, cg_stalls_origin(0), 1);
   load(&s, 2, FROM_L1, 1 << 0, 2);
   cg_stalls_end_segment(&s, NULL, 0, cg_stalls_origin(0), 2);
   assert_int_equal(s.branch.ready, 1 + 4 * (300 - 4 - 3));
   cg_stalls_mispredicted(&s, 2);
   EXPECT(1, 0);
   assert_int_equal(s.branch.ready, 0);
   assert_int_equal(s.ahead, 4 * (300 - 4 - 3) - 1);
}

/* What is on a line that is on its way is not earlier. */
static void lines_are_late(void** state)
{
   Machine   m = without_sets();
   Stalls    s = start(&m);
   StallLoad l = {.account = (ULong*)1, .source = FROM_MEMORY};
   (void)state;
   cg_stalls_ref(&s, 0, REF_READ, 64, 0, &l, 1);
   l = (StallLoad){.account = (ULong*)2, .source = FROM_L1};
   cg_stalls_ref(&s, 1, REF_READ, 127, 0, &l, 2);
   cg_stalls_ref(&s, 2, REF_READ, 128, 0, &l, 3);
   assert_true(s.late == (cg_stalls_origin(0) | cg_stalls_origin(1)));
   assert_int_equal(s.values[CG_STALLS_REFS + 1].ready, 1 + 4 * (300 - 4 - 3));
   cg_stalls_end_segment(&s, NULL, 0, cg_stalls_origin(1), 4);
   cg_stalls_mispredicted(&s, 4);
   EXPECT(1, 0);
}

/* Registers change when the next block begins: until then, what they were at
   the start of this one counts. */
static void blocks_have_segments(void** state)
{
   enum { A = 3 };
   static const Flow early[] = {{1, A}}, late[] = {{0, A}};
   Machine           m = without_sets();
   Stalls            s = start(&m);
   (void)state;
   load(&s, 1, FROM_MEMORY, 0, 1);
   end_block(&s, 0, cg_stalls_origin(0), 1);
   cg_stalls_end_segment(&s, early, 1, 1 << A, 2);
   assert_int_equal(s.branch.ready, 0);
   assert_int_equal(s.late, 1 << 0);
   cg_stalls_begin_block(&s, 2);
   assert_int_equal(s.late, 1 << 0 | 1 << A);
   cg_stalls_end_segment(&s, early, 1, 1 << A, 3);
   assert_true(s.branch.ready > 0);
   cg_stalls_end_segment(&s, late, 1, 0, 4);
   cg_stalls_begin_block(&s, 4);
   assert_int_equal(s.late, 1 << 0);
}

static void nothing_is_late_for_another_thread(void** state)
{
   Machine m = without_sets();
   Stalls  s = start(&m);
   (void)state;
   load(&s, 1, FROM_MEMORY, 0, 1);
   end_block(&s, 0, cg_stalls_origin(0), 1);
   cg_stalls_end_segment(&s, NULL, 0, 1 << 0, 2);
   cg_stalls_forget(&s);
   cg_stalls_mispredicted(&s, 3);
   load(&s, 1, FROM_L1, 1 << 0, 100);
   assert_int_equal(s.late, 0);
   assert_int_equal(s.ahead, 0);
   EXPECT(0);
}

static void writes_do_not_stall(void** state)
{
   Machine   m = without_sets();
   Stalls    s = start(&m);
   StallLoad l = {.source = FROM_MEMORY};
   (void)state;
   cg_stalls_ref(&s, 0, REF_WRITE, 0, 0, &l, 1);
   assert_int_equal(s.late, 0);
   load(&s, 1, FROM_L1, 0, 900);
   EXPECT(0);
}

static ULong wait_for_set(Stalls* s, RefKind kind, RefSource source, Addr addr,
                          ULong at)
{
   StallLoad l = {.source = source};

   return cg_stalls_ref(s, 0, kind, addr, 0, &l, at);
}

/* Lines from L2 at instructions 1, 2, 3, in slots: 4 pass between two lines
   because L2 passes them up, and one because of the instruction.  A line that
   is read keeps the set for 20.

      line  comes at  begins at  wait (24 are hidden)
         1         1          1     0
         2         6         21     0
         3        11         41     41 - 35 = 6
         4   16 + 6         61     61 - 46 = 15 */
static void lines_of_a_set_queue(void** state)
{
   Machine m = machine();
   Stalls  s = start(&m);
   (void)state;
   assert_int_equal(wait_for_set(&s, REF_READ, FROM_L2, 0x1000, 1), 0);
   assert_int_equal(wait_for_set(&s, REF_READ, FROM_L2, 0x2000, 2), 0);
   assert_int_equal(wait_for_set(&s, REF_READ, FROM_L2, 0x3000, 3), 6);
   assert_int_equal(wait_for_set(&s, REF_READ, FROM_L2, 0x4000, 4), 15);
}

/* 9 cycles, 36 slots, for each line that is written: the second one begins at
   37 and comes at 10 (memory passes a line up in 12 slots: 2 + 12). */
static void writes_keep_their_set_for_longer(void** state)
{
   static const RefKind writes[] = {REF_WRITE, REF_MODIFY};
   Machine              m        = machine();
   m.core.window                 = 8;
   (void)state;
   for (size_t i = 0; i < 2; i++) {
      Stalls s = start(&m);
      assert_int_equal(wait_for_set(&s, writes[i], FROM_MEMORY, 0, 1), 0);
      assert_int_equal(wait_for_set(&s, REF_READ, FROM_MEMORY, 0, 2),
                       37 - 14 - 8);
   }
}

static void sets_have_queues_of_their_own(void** state)
{
   Machine m     = machine();
   m.core.window = 1;
   Stalls s      = start(&m);
   (void)state;
   for (Addr set = 0; set < 4; set++)
      assert_int_equal(wait_for_set(&s, REF_WRITE, FROM_L2, 64 * set + 63, 1),
                       0);
   assert_true(wait_for_set(&s, REF_WRITE, FROM_L2, 256, 1) > 0);
}

/* Nothing waits for the set where the core waits for the load before it. */
static void late_loads_do_not_queue(void** state)
{
   enum { A = 2 };
   Machine m     = machine();
   m.core.window = 1;
   Stalls s      = start(&m);
   (void)state;
   for (ULong at = 1; at < 10; at++) {
      StallLoad l = {.source = FROM_MEMORY};
      assert_int_equal(
         cg_stalls_ref(&s, 0, REF_MODIFY, 256 * at, 1 << A, &l, at), 0);
      end_block(&s, A, cg_stalls_origin(0), at);
   }
}

static void machines_without_fill_have_no_queues(void** state)
{
   Machine m = without_sets();
   Stalls  s = start(&m);
   (void)state;
   assert_null(s.free_at);
}

/* --- A brute-force model --------------------------------------------------
 */

enum { MAX_SETS = 8, N_SEGMENTS = 200, MAX_REFS = 3, N_REGS = 4 };

typedef struct {
   uint64_t ready;
   int      cause; /* a load; -1: not late */
} Value;

typedef struct {
   uint64_t limit, ready, slots, line;
   int      source;
   bool     is_over; /* the core waits for it no more */
} ModelLoad;

typedef struct {
   const Machine* m;
   uint64_t       at, ahead;      /* the last instruction, and the waits */
   uint64_t       work[MAX_SETS]; /* slots that each set has to do */
   ModelLoad      loads[N_SEGMENTS * MAX_REFS];
   int            n_loads;
   Value          registers[N_REGS], refs[MAX_REFS], branch;
   const Flow*    flows;
   int            n_flows;
   int64_t        credit[N_SOURCES];
   size_t         stalled[MAX_STALLED];
   unsigned       n_stalled;
} StallModel;

static void pass(StallModel* s, uint64_t slots)
{
   for (; slots > 0; slots--)
      for (int i = 0; i < MAX_SETS; i++)
         s->work[i] -= s->work[i] > 0;
}

static void wait(StallModel* s, uint64_t slots)
{
   pass(s, slots);
   s->ahead += slots;
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

static void model_stalls_until(StallModel* s, int load, uint64_t ready,
                               uint64_t at)
{
   if (ready <= at + s->ahead)
      return;
   int64_t* credit = &s->credit[s->loads[load].source];
   *credit += ready - (at + s->ahead);
   wait(s, ready - (at + s->ahead));
   if (2 * *credit >= (int64_t)s->loads[load].slots) {
      *credit -= s->loads[load].slots;
      s->stalled[s->n_stalled++] = load;
   }
}

static void model_end(StallModel* s, int load, uint64_t at)
{
   s->loads[load].is_over = true;
   model_stalls_until(s, load, s->loads[load].ready, at);
}

static int first_load(const StallModel* s)
{
   int i = 0;
   while (i < s->n_loads && s->loads[i].is_over)
      i++;
   return i;
}

/* The core comes to an instruction. */
static void model_comes_to(StallModel* s, uint64_t at)
{
   pass(s, at - s->at);
   s->at = at;
   for (int i; (i = first_load(s)) < s->n_loads && s->loads[i].limit <= at;)
      model_end(s, i, s->loads[i].limit);
}

static void take(const StallModel* s, Value* latest, Value v)
{
   bool is_late = v.cause >= 0 && v.ready > s->at + s->ahead;
   if (is_late && (latest->cause < 0 || v.ready > latest->ready))
      *latest = v;
}

static Value model_latest(const StallModel* s, Origins from)
{
   Value latest = {0, -1};
   for (int r = 0; r < N_REGS; r++)
      if (from >> r & 1)
         take(s, &latest, s->registers[r]);
   for (int i = 0; i < MAX_REFS; i++)
      if (from & cg_stalls_origin(i))
         take(s, &latest, s->refs[i]);
   return latest;
}

static uint64_t model_waits_for_set(StallModel* s, RefKind kind, uint64_t addr)
{
   const CacheModel* L1D    = &s->m->caches[LEVEL_L1D];
   unsigned          n_sets = L1D->size / L1D->ways / s->m->line_size;
   uint64_t*         work   = &s->work[addr / s->m->line_size % n_sets];
   uint64_t          ahead = *work, window = s->m->core.window;
   *work += s->m->core.width * (kind == REF_READ ? L1D->fill : L1D->fill_write);
   return ahead > window ? ahead - window : 0;
}

/* A load that hits is not earlier than its line.  Of the lines that have one
   place, the last one is known. */
static Value model_hit(const StallModel* s, Value v, uint64_t line)
{
   for (int i = s->n_loads - 1; i >= 0; i--) {
      const ModelLoad* l = &s->loads[i];
      if (l->line % CG_STALLS_MAX_LOADS != line % CG_STALLS_MAX_LOADS)
         continue;
      return l->line == line && l->ready > v.ready ? (Value){l->ready, i} : v;
   }
   return v;
}

static uint64_t model_ref(StallModel* s, int i, RefKind kind, uint64_t addr,
                          Origins from, const StallLoad* load, uint64_t at)
{
   const Machine* m     = s->m;
   unsigned       width = m->core.width;
   uint64_t       waits = 0, slots = 0;
   int64_t more = (int64_t)latency_at(m, load->source) - latency_at(m, FROM_L1)
                  - transfer_at(m, load->source);
   model_comes_to(s, at);
   Value    latest = model_latest(s, from);
   uint64_t begin  = latest.cause >= 0 ? latest.ready : at + s->ahead;
   if (load->source != FROM_L1) {
      if (latest.cause < 0)
         waits = model_waits_for_set(s, kind, addr);
      wait(s, waits + transfer_at(m, load->source) * width);
      slots = more > 0 ? more * width : 0;
   }
   slots += (load->tlb_miss ? m->tlb2_latency * width : 0)
            + (load->page_walk ? m->walk_latency * width : 0);
   s->refs[i] = (Value){0, -1};
   if (kind == REF_WRITE)
      return waits;
   s->refs[i] = (Value){begin + waits + slots, latest.cause};
   if (slots == 0)
      s->refs[i] = model_hit(s, s->refs[i], addr / m->line_size);
   else if (load->source != FROM_L1)
      s->refs[i].ready += transfer_at(m, load->source) * width;
   if (slots > 0) {
      int n_waiting = 0;
      for (int k = 0; k < s->n_loads; k++)
         n_waiting += !s->loads[k].is_over;
      if (n_waiting == CG_STALLS_MAX_LOADS)
         model_end(s, first_load(s), at);
      s->refs[i].cause = s->n_loads;
      s->loads[s->n_loads++] =
         (ModelLoad){at + m->core.window, s->refs[i].ready, slots,
                     addr / m->line_size, load->source,     false};
   }
   return waits;
}

static void model_ends_segment(StallModel* s, const Flow flows[], int n_flows,
                               Origins branch, uint64_t at)
{
   model_comes_to(s, at);
   s->branch  = model_latest(s, branch);
   s->flows   = flows;
   s->n_flows = n_flows;
}

static void model_begins_block(StallModel* s, uint64_t at)
{
   Value news[N_REGS];
   model_comes_to(s, at);
   for (int i = 0; i < s->n_flows; i++)
      news[i] = model_latest(s, s->flows[i].from);
   for (int i = 0; i < s->n_flows; i++)
      s->registers[s->flows[i].reg] = news[i];
   for (int i = 0; i < MAX_REFS; i++)
      s->refs[i].cause = -1;
}

static void model_mispredicts(StallModel* s, uint64_t at)
{
   int i;
   if (s->branch.cause < 0)
      return;
   while ((i = first_load(s)) < s->n_loads
          && s->loads[i].ready <= s->branch.ready)
      model_end(s, i, at);
   model_stalls_until(s, s->branch.cause, s->branch.ready, at);
}

/* --- Random machines ---------------------------------------------------------
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
   m.core.window               = 1 + random_below(200);
   return m;
}

/* One or two registers, one or no load of the segment. */
static Origins random_origins(int n_refs)
{
   Origins from = 1ULL << random_below(N_REGS) | 1ULL << random_below(N_REGS);

   if (one_in(3))
      from = 0;
   return n_refs > 0 && one_in(2)
             ? from | cg_stalls_origin(random_below(n_refs))
             : from;
}

static void compare_refs(uint64_t seed, Stalls* stalls, StallModel* model,
                         int n_refs, uint64_t at)
{
   static const int kinds[] = {REF_READ, REF_READ, REF_WRITE, REF_MODIFY};

   for (int i = 0; i < n_refs; i++) {
      RefKind   kind     = RANDOM_OF(kinds);
      Addr      addr     = random_below(64) * model->m->line_size / 3;
      Origins   from     = random_origins(i);
      StallLoad l        = {.account   = (ULong*)(size_t)model->n_loads,
                            .source    = random_below(N_SOURCES),
                            .tlb_miss  = one_in(8),
                            .page_walk = one_in(20)};
      uint64_t  got      = cg_stalls_ref(stalls, i, kind, addr, from, &l, at);
      uint64_t  expected = model_ref(model, i, kind, addr, from, &l, at);
      if (got != expected)
         fail_msg("machine %llu, instruction %llu: waits %llu, should be %llu",
                  (unsigned long long)seed, (unsigned long long)at,
                  (unsigned long long)got, (unsigned long long)expected);
   }
}

static void compare_waits(uint64_t seed)
{
   static StallModel model; /* it points to the machine */
   static Machine    m;
   random_seed(seed);
   m                 = random_machine();
   Stalls   stalls   = start(&m);
   uint64_t max_step = 1 + random_below(40), at = 0;

   model = (StallModel){.m = &m};
   for (int r = 0; r < N_REGS; r++)
      model.registers[r].cause = -1;
   for (int n = 0; n < N_SEGMENTS; n++) {
      int  n_refs = random_below(MAX_REFS + 1), n_flows = random_below(3);
      Flow flows[2];
      for (int i = 0; i < n_flows; i++)
         flows[i] =
            (Flow){random_origins(n_refs), (UInt)(i + 2 * random_below(2))};
      Origins branch = random_origins(n_refs);
      at += random_below(max_step);
      compare_refs(seed, &stalls, &model, n_refs, at);
      cg_stalls_end_segment(&stalls, flows, n_flows, branch, at);
      model_ends_segment(&model, flows, n_flows, branch, at);
      assert_int_equal(stalls.branch.ready > 0, model.branch.cause >= 0);
      if (one_in(4)) {
         cg_stalls_mispredicted(&stalls, at);
         model_mispredicts(&model, at);
      }
      cg_stalls_begin_block(&stalls, at);
      model_begins_block(&model, at);
      if (stalls.ahead != model.ahead || n_stalled != model.n_stalled)
         fail_msg("machine %llu, segment %d: %llu slots ahead and %u stalls, "
                  "should be %llu and %u",
                  (unsigned long long)seed, n, (unsigned long long)stalls.ahead,
                  n_stalled, (unsigned long long)model.ahead, model.n_stalled);
   }
   for (unsigned i = 0; i < n_stalled; i++)
      assert_int_equal(stalled[i], model.stalled[i]);
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
      cmocka_unit_test(loads_of_a_window_are_one_stall),
      cmocka_unit_test(stalls_add_up_to_loads),
      cmocka_unit_test(what_is_computed_from_a_late_load_is_late),
      cmocka_unit_test(hits_are_late),
      cmocka_unit_test(lines_are_late),
      cmocka_unit_test(blocks_have_segments),
      cmocka_unit_test(nothing_is_late_for_another_thread),
      cmocka_unit_test(writes_do_not_stall),
      cmocka_unit_test(lines_of_a_set_queue),
      cmocka_unit_test(writes_keep_their_set_for_longer),
      cmocka_unit_test(sets_have_queues_of_their_own),
      cmocka_unit_test(late_loads_do_not_queue),
      cmocka_unit_test(machines_without_fill_have_no_queues),
      cmocka_unit_test(waits_agree_with_model)};

   cmocka_set_message_output(CM_OUTPUT_TAP);
   return cmocka_run_group_tests(tests, NULL, NULL);
}
