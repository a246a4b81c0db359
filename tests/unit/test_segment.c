/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_segment.c: segments, run as instrumented code runs them, against the
   brute-force model run event by event.

   Random straight-line code is described twice: as the list of its events,
   for the model, and as a Segment.  Then segments run in random order with
   random addresses and branch outcomes, with a fold now and then, and at the
   end every count of every cost centre must be the model's.  The same for
   watched segments, of which now and then some are not collected. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "sim/cg_branchpred.h"
#include "cg_segment.h"
#include "sim/cg_sim.h"
#include "output/cg_trace.h"
#include "cg_full.h"
#include "model.h"

/* The tool finds an event's column by what is recorded; here all are. */
ULong* cg_costs_count(CostCentre* cc, Event ev)
{
   return &cc->counts[ev];
}

/* --- Code ----------------------------------------------------------------- */

enum { N_CENTRES = 7, N_CODES = 40, CODE_SPAN = 1 << 13, MAX_INSTRUCTION = 15 };

typedef struct {
   int  centre;
   bool is_fetch, is_write; /* a fetch, else a read or a write */
   Addr addr;               /* of a fetch */
   UInt size;
} CodeEvent;

typedef struct {
   int        n_events, n_refs;
   CodeEvent  event[MAX_EVENTS];
   BranchKind branch_kind;
   bool       inverted;
   Segment*   segment;
} Code;

static CostCentre*    centre[N_CENTRES];
static ULong          expected[N_CENTRES][N_EVENTS];
static Model          model;
static ModelPredictor predictor;

/* Segments are watched, with these wishes; NULL: they are not. */
static const WatchedWishes* watching;
static Tally                tally;

/* Up to MAX_EVENTS events: instructions one behind the other, with data
   references among them, the last one perhaps a branch. */
static void make_code(Code* code, UInt largest_fetch, UInt largest_ref)
{
   static const int kinds[] = {BRANCH_NONE, BRANCH_COND, BRANCH_COND,
                               BRANCH_INDIRECT};
   memset(code, 0, sizeof *code);
   code->branch_kind = (BranchKind)RANDOM_OF(kinds);
   code->inverted    = one_in(2);
   int n =
      1 + (int)random_below(MAX_EVENTS - (code->branch_kind != BRANCH_NONE));
   uint64_t fetches_among = 1 + random_below(4);
   Addr     pc            = 0x400000 + random_below(CODE_SPAN);
   for (int i = 0; i < n; i++) {
      CodeEvent* e = &code->event[i];
      e->is_fetch  = i == 0 || random_below(fetches_among) == 0
                    || (UInt)code->n_refs == cg_max_refs(code->branch_kind);
      e->centre = (int)random_below(N_CENTRES);
      if (e->is_fetch) {
         e->size = 1 + (UInt)random_below(largest_fetch);
         e->addr = pc;
         pc += e->size;
      } else {
         e->size     = 1 + (UInt)random_below(largest_ref);
         e->is_write = one_in(2);
         e->centre   = code->event[i - 1].centre;
         code->n_refs++;
      }
   }
   code->n_events = n;
}

/* --- The same as a Segment ------------------------------------------------ */

static bool has_iline(Segment* seg, Addr line)
{
   for (int i = 0; i < seg->n_ilines; i++)
      if (cg_ilines(seg)[i].line == line)
         return true;
   return false;
}

static Share* share_of(Segment* seg, CostCentre* cc)
{
   for (int i = 0; i < seg->n_shares; i++)
      if (cg_shares(seg)[i].cc == cc)
         return &cg_shares(seg)[i];
   Share* share = &cg_shares(seg)[seg->n_shares++];
   *share       = (Share){.cc = cc};
   return share;
}

static Region everything = {.size = ~(SizeT)0, .serial = 1};

static Region* region_at(Addr ea)
{
   (void)ea;
   return &everything;
}

/* What a watched segment has besides. */
static void watch_segment(Code* code)
{
   code->segment->watched_at = (UShort)cg_segment_size(code->segment, False);
   WatchedSegment* watched   = cg_watched(code->segment);
   TraceInstr      instrs[MAX_EVENTS];
   TraceRef        refs[MAX_EVENTS];
   UInt            n_instrs = 0, n_refs = 0;
   for (int i = 0; i < code->n_events; i++) {
      const CodeEvent* e  = &code->event[i];
      CostCentre*      cc = centre[e->centre];
      if (e->is_fetch) {
         instrs[n_instrs++] = (TraceInstr){e->addr, e->size, cc};
      } else {
         watched->refs[n_refs] = (WatchedRef){.cc = cc, .region = &everything};
         refs[n_refs++]        = (TraceRef){
                   n_instrs, e->is_write ? TRACE_WRITE : TRACE_READ, e->size, cc};
      }
   }
   cg_trace_segment(watched, instrs, n_instrs, refs, n_refs);
}

/* The arrays follow one another, so each is filled only when those before it
   are complete. */
static void make_segment(Code* code)
{
   /* Room for the most that fits: every event in every array. */
   Segment* seg =
      allocate(sizeof *seg
               + MAX_EVENTS
                    * (2 * sizeof(ILine) + sizeof(DataRef) + sizeof(Fetch)
                       + sizeof(Share) + sizeof(WatchedRef))
               + sizeof(WatchedSegment));
   bool may_miss[MAX_EVENTS] = {false};
   for (int i = 0; i < code->n_events; i++) {
      const CodeEvent* e = &code->event[i];
      if (e->is_fetch)
         continue;
      Event column                = e->is_write ? EV_D1mw : EV_D1mr;
      cg_refs(seg)[seg->n_refs++] = (DataRef){
         .misses = cg_costs_count(centre[e->centre], column),
         .size   = e->size,
         .slack  = (UInt)(1 << cg_D1.line_bits) - e->size,
      };
   }
   for (int i = 0; i < code->n_events; i++) {
      const CodeEvent* e = &code->event[i];
      if (!e->is_fetch)
         continue;
      Addr line[2] = {cg_line_of(&cg_I1, e->addr),
                      cg_line_of(&cg_I1, e->addr + e->size - 1)};
      for (int k = 0; k < 2; k++) {
         if (has_iline(seg, line[k]))
            continue;
         cg_ilines(seg)[seg->n_ilines++] =
            (ILine){cg_bucket(&cg_I1, line[k]), line[k]};
         may_miss[i] = true;
      }
   }
   for (int i = 0, refs = 0; i < code->n_events; i++) {
      const CodeEvent* e = &code->event[i];
      refs += !e->is_fetch;
      if (!may_miss[i])
         continue;
      cg_fetches(seg)[seg->n_fetches++] = (Fetch){
         .addr        = e->addr,
         .misses      = cg_costs_count(centre[e->centre], EV_I1mr),
         .size        = (UChar)e->size,
         .refs_before = (UChar)refs,
      };
   }
   for (int i = 0; i < code->n_events; i++) {
      const CodeEvent* e     = &code->event[i];
      Share*           share = share_of(seg, centre[e->centre]);
      share->n_Ir += e->is_fetch;
      share->n_Dr += !e->is_fetch && !e->is_write;
      share->n_Dw += !e->is_fetch && e->is_write;
   }
   const CodeEvent* last = &code->event[code->n_events - 1];
   seg->branch_kind      = (UChar)code->branch_kind;
   seg->branch_inverted  = code->inverted;
   seg->branch_addr      = 0x400000 + (Addr)(seg->n_refs * 77 + seg->n_shares);
   if (code->branch_kind == BRANCH_COND)
      seg->branch_counts = cg_costs_count(centre[last->centre], EV_Bc);
   if (code->branch_kind == BRANCH_INDIRECT)
      seg->branch_counts = cg_costs_count(centre[last->centre], EV_Bi);
   code->segment = seg;
   if (watching)
      watch_segment(code);
}

/* --- Running it both ways ---------------------------------------------------
 */

static void run_in_model(const Code* code, const Addr* ea, UWord branch)
{
   for (int i = 0; i < code->n_events; i++) {
      const CodeEvent* e = &code->event[i];
      SimResult        result =
         model_reference(&model, e->is_fetch ? CACHE_I1 : CACHE_D1,
                         e->is_fetch ? e->addr : *ea++, e->size);
      ULong* counts = &expected[e->centre][e->is_fetch   ? EV_Ir
                                           : e->is_write ? EV_Dw
                                                         : EV_Dr];
      if (!cg_collecting)
         continue;
      counts[0]++;
      counts[1] += result >= SIM_L1_MISS;
      counts[2] += result == SIM_LL_MISS;
   }
   ULong* counts = expected[code->event[code->n_events - 1].centre];
   Addr   at     = code->segment->branch_addr;
   if (code->branch_kind == BRANCH_COND) {
      counts[EV_Bc] += cg_collecting;
      counts[EV_Bcm] +=
         cg_collecting
         * model_cond_mispredicted(&predictor, at, branch ^ code->inverted);
   } else if (code->branch_kind == BRANCH_INDIRECT) {
      counts[EV_Bi] += cg_collecting;
      counts[EV_Bim] +=
         cg_collecting * model_indirect_mispredicted(&predictor, at, branch);
   }
}

/* Call a runner as instrumented code does: the segment, the branch if there is
   one, the addresses.  What stands behind those it takes, a callee of the
   host's calling convention never looks at. */
static void run_segment(const Code* code, const Addr* ea, UWord branch)
{
   typedef void (*Plain)(Segment*, Addr, Addr, Addr, Addr, Addr);
   typedef void (*Branching)(Segment*, UWord, Addr, Addr, Addr, Addr);
   UInt                 n               = (UInt)code->n_refs;
   const SegmentRunner* runner          = watching
                                             ? cg_watched_runner(code->branch_kind, n)
                                             : cg_segment_runner(code->branch_kind, n);
   Addr                 a[MAX_RUN_ARGS] = {0};
   memcpy(a, ea, n * sizeof *ea);
   if (code->branch_kind == BRANCH_NONE)
      ((Plain)runner->fn)(code->segment, a[0], a[1], a[2], a[3], a[4]);
   else
      ((Branching)runner->fn)(code->segment, branch, a[0], a[1], a[2], a[3]);
}

static void compare_counts(uint64_t seed, const CacheGeometry* g)
{
   static const char* const name[EV_D1cold] = {
      "Ir",   "I1mr", "ILmr", "Dr",  "D1mr", "DLmr", "Dw",
      "D1mw", "DLmw", "Bc",   "Bcm", "Bi",   "Bim"};
   for (int i = 0; i < N_CENTRES; i++)
      for (int ev = 0; ev < EV_D1cold; ev++)
         if (centre[i]->counts[ev] != expected[i][ev])
            fail_msg(
               "seed %lu, I1 %d,%d,%d D1 %d,%d,%d LL %d,%d,%d, cost centre %d: "
               "%s is %llu, should be %llu",
               (unsigned long)seed, g[0].size, g[0].assoc, g[0].line_size,
               g[1].size, g[1].assoc, g[1].line_size, g[2].size, g[2].assoc,
               g[2].line_size, i, name[ev], centre[i]->counts[ev],
               expected[i][ev]);
}

static void start(const CacheGeometry geometry[N_CACHES])
{
   release_all();
   for (int i = 0; i < N_CENTRES; i++) {
      centre[i]      = allocate(sizeof *centre[i] + N_EVENTS * sizeof(ULong));
      centre[i]->loc = (SourceLine){"a.c", "f", (UInt)i, 0};
   }
   memset(expected, 0, sizeof expected);
   memset(&predictor, 0, sizeof predictor);
   cg_sim_init(geometry, allocate);
   cg_branchpred_init();
   model_init(&model, geometry);
}

static void discard(const void* bytes, SizeT n_bytes)
{
   (void)bytes;
   (void)n_bytes;
}

static const HChar* no_name(UInt variable)
{
   (void)variable;
   return "";
}

static void start_watching(const CacheGeometry geometry[N_CACHES])
{
   const TraceTo to = {discard, region_at, no_name};
   cg_classes_init(geometry, allocate);
   cg_tally_init(&tally, allocate);
   cg_tally_thread(&tally, 1);
   cg_watched_init(watching);
   everything.traced = 0;
   if (watching->trace)
      cg_trace_begin(&to, "test", geometry);
}

/* Classes add up to the misses of each cost centre, or are 0, and the tally's
   sets to the references and misses of all. */
static void compare_sums(void)
{
   ULong refs = 0, misses = 0, tallied = 0, tallied_misses = 0;
   for (int i = 0; i < N_CENTRES; i++) {
      const ULong* n    = centre[i]->counts;
      ULong        many = watching->classes;
      assert_true(n[EV_D1cold] + n[EV_D1cap] + n[EV_D1conf]
                  == many * (n[EV_D1mr] + n[EV_D1mw]));
      assert_true(n[EV_DLcold] + n[EV_DLcap] + n[EV_DLconf]
                  == many * (n[EV_DLmr] + n[EV_DLmw]));
      refs += n[EV_Dr] + n[EV_Dw];
      misses += n[EV_D1mr] + n[EV_D1mw];
   }
   const SetCounts* n;
   for (UWord set = 0; (n = cg_tally_sets(&tally, LEVEL_D1, 1, &set)); set++) {
      tallied += n->accesses;
      for (MissClass class = 0; class < N_CLASSES; class ++)
         tallied_misses += n->misses[class];
   }
   if (watching->tally) {
      assert_true(tallied == refs);
      assert_true(tallied_misses == misses);
   }
}

/* --- Tests ------------------------------------------------------------------
 */

static void agree_with_model(uint64_t n_seeds)
{
   for (uint64_t seed = 1; seed <= n_seeds; seed++) {
      static Code   code[N_CODES];
      CacheGeometry geometry[N_CACHES];
      UInt          smallest = 1024;
      random_seed(seed);
      for (int i = 0; i < N_CACHES; i++) {
         geometry[i] = random_geometry();
         if ((UInt)geometry[i].line_size < smallest)
            smallest = (UInt)geometry[i].line_size;
      }
      start(geometry);
      if (watching)
         start_watching(geometry);
      for (int i = 0; i < N_CODES; i++) {
         make_code(&code[i], MAX_INSTRUCTION, one_in(2) ? 8 : smallest);
         make_segment(&code[i]);
      }
      uint64_t data_span = 64 + random_below(1 << 15);
      for (int i = 0; i < 5000; i++) {
         /* Mostly the same few, as loops do. */
         Code* c = &code[random_below(one_in(8) ? N_CODES : 4)];
         Addr  ea[MAX_EVENTS];
         UWord branch = c->branch_kind == BRANCH_COND
                           ? random_below(2)
                           : 0x400000 + 64 * random_below(3);
         for (int k = 0; k < c->n_refs; k++)
            ea[k] = 0x10000 + random_below(one_in(4) ? data_span : 100);
         if (watching && one_in(100))
            cg_collecting ^= 1;
         run_in_model(c, ea, branch);
         run_segment(c, ea, branch);
         if (one_in(500))
            cg_segment_fold(c->segment);
      }
      for (int i = 0; i < N_CODES; i++)
         cg_segment_fold(code[i].segment);
      compare_counts(seed, geometry);
      if (watching)
         compare_sums();
      cg_collecting = 1;
      model_free(&model);
   }
}

static void agrees_with_model(void** state)
{
   (void)state;
   agree_with_model(200);
}

/* One for each kind of runner, and for what each looks at. */
static void watched_agrees_with_model(void** state)
{
   static const WatchedWishes wishes[] = {
      {.classes = False},
      {.classes = True},
      {.tally = &tally, .region_at = region_at},
      {.trace = True, .region_at = region_at},
      {.classes = True, .tally = &tally, .trace = True, .region_at = region_at},
   };
   (void)state;
   for (size_t i = 0; i < sizeof wishes / sizeof *wishes; i++) {
      watching = &wishes[i];
      agree_with_model(60);
      cg_trace_abandon();
   }
   watching = NULL;
}

static const CacheGeometry small[N_CACHES] = {
   {1024, 1, 64}, {1024, 2, 64}, {8192, 4, 64}};

/* One instruction, one read: counted only when folded, and only once. */
static void fold_counts_each_run_once(void** state)
{
   (void)state;
   Code code     = {.n_events = 2, .n_refs = 1};
   code.event[0] = (CodeEvent){.is_fetch = true, .addr = 0x400000, .size = 4};
   code.event[1] = (CodeEvent){.size = 8};
   Addr ea       = 0x10000;
   start(small);
   make_segment(&code);
   for (int i = 0; i < 3; i++)
      run_segment(&code, &ea, 0);
   assert_int_equal(code.segment->execs, 3);
   assert_int_equal(centre[0]->counts[EV_Ir], 0);
   assert_int_equal(centre[0]->counts[EV_D1mr], 1);
   for (int i = 0; i < 2; i++) {
      cg_segment_fold(code.segment);
      assert_int_equal(code.segment->execs, 0);
      assert_int_equal(centre[0]->counts[EV_Ir], 3);
      assert_int_equal(centre[0]->counts[EV_I1mr], 1);
      assert_int_equal(centre[0]->counts[EV_Dr], 3);
      assert_int_equal(centre[0]->counts[EV_Dw], 0);
   }
   model_free(&model);
}

static void counts_go_beyond_32_bits(void** state)
{
   (void)state;
   Code code     = {.n_events = 2, .branch_kind = BRANCH_COND};
   code.event[0] = (CodeEvent){.is_fetch = true, .addr = 0x400000, .size = 4};
   code.event[1] = (CodeEvent){.is_fetch = true, .addr = 0x400004, .size = 2};
   start(small);
   make_segment(&code);
   code.segment->execs = 5000000000ULL;
   cg_segment_fold(code.segment);
   assert_true(centre[0]->counts[EV_Ir] == 10000000000ULL);
   assert_true(centre[0]->counts[EV_Bc] == 5000000000ULL);
   model_free(&model);
}

/* Every kind of segment can be run, with as many references as it may have. */
static void there_is_always_a_runner(void** state)
{
   (void)state;
   for (int kind = 0; kind < N_BRANCH_KINDS; kind++)
      for (UInt n = 0; n <= cg_max_refs((BranchKind)kind); n++)
         assert_non_null(cg_segment_runner((BranchKind)kind, n)->fn);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(fold_counts_each_run_once),
      cmocka_unit_test(counts_go_beyond_32_bits),
      cmocka_unit_test(there_is_always_a_runner),
      cmocka_unit_test(agrees_with_model),
      cmocka_unit_test(watched_agrees_with_model),
   };
   int failed = cmocka_run_group_tests(tests, NULL, NULL);
   release_all();
   return failed;
}
