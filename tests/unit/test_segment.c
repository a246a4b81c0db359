/* SPDX-License-Identifier: GPL-2.0-or-later */
/* test_segment.c: runs segments as instrumented code does, and compares their
   counts with those of the brute-force model, which runs them event by event.

   Random straight-line code is described twice: as a list of events for the
   model, and as a Segment.  Then segments run in random order, with random
   addresses and branch outcomes, and are sometimes folded.  At the end, every
   count of every cost centre must be the same as in the model.  Some runs
   are not collected.  Analyses are tested in the same way. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "guest/cg_contexts.h"
#include "guest/cg_thread_costs.h"
#include "model.h"
#include "output/cg_trace.h"
#include "run/cg_analysed.h"
#include "run/cg_count.h"
#include "run/cg_prediction.h"
#include "run/cg_segment.h"

/* The columns of a run without a machine that records all else. */
static const int column_of[N_EVENTS] = {
   [EV_I1mr] = 1,    [EV_ILmr] = 2,    [EV_Dr] = 3,      [EV_D1mr] = 4,
   [EV_DLmr] = 5,    [EV_Dw] = 6,      [EV_D1mw] = 7,    [EV_DLmw] = 8,
   [EV_Bc] = 9,      [EV_Bcm] = 10,    [EV_Bi] = 11,     [EV_Bim] = 12,
   [EV_D1cold] = 13, [EV_D1cap] = 14,  [EV_D1conf] = 15, [EV_DLcold] = 16,
   [EV_DLcap] = 17,  [EV_DLconf] = 18, [EV_Bct] = 19,
};

ULong* cg_costs_count(CostCentre* cc, Event ev)
{
   return &cc->counts[column_of[ev]];
}

void cg_costs_add(CostCentre* cc, Event ev, ULong n)
{
   *cg_costs_count(cc, ev) += n;
}

CostCentre* cg_costs_centre_of(ULong* count, Event ev)
{
   return (CostCentre*)((char*)(count - column_of[ev])
                        - offsetof(CostCentre, counts));
}

/* Nothing is sampled here. */
void cg_costs_rewind(void)
{
   abort();
}

CostCentre* cg_costs_next(void)
{
   abort();
}

void cg_contexts_each(void (*use)(ULong counts[]))
{
   (void)use;
   abort();
}

/* Only machines need numbers, and threads. */
UInt cg_costs_number(CostCentre* cc)
{
   return cc->number;
}

CostCentre* cg_costs_by_number(UInt number)
{
   (void)number;
   return NULL;
}

void cg_thread_costs_touch(UInt number)
{
   (void)number;
}

UInt cg_thread_costs_running(void)
{
   return 1;
}

void cg_thread_costs_give(UInt thread, const CostCentre* cc, UInt column,
                          ULong n)
{
   (void)thread, (void)cc, (void)column, (void)n;
   abort();
}

UInt cg_costs_column(Event ev)
{
   return (UInt)column_of[ev];
}

/* All segments run in one context. */
static ULong context[N_EVENTS];
ULong*       cg_costs_context = context;

Int cg_costs_distance(Event from, Event to)
{
   return column_of[to] - column_of[from];
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
   CodeEvent  event[CG_SEGMENT_MAX_EVENTS];
   BranchKind branch_kind;
   Addr       branch_addr;
   bool       inverted;
   Segment*   segment;
} Code;

static CostCentre*    centre[N_CENTRES];
static ULong          expected[N_CENTRES][N_EVENTS];
static Model          model;
static ModelPredictor predictor;

/* The instructions without known source, of two objects. */
enum { N_OBJECTS = 2 };
static ULong unknown_Ir[N_OBJECTS];

/* Every third cost centre has known source; the others belong to the objects in
   turn. */
static ULong* unknown_Ir_of(int centre_number)
{
   int object = centre_number % (N_OBJECTS + 1);
   return object < N_OBJECTS ? &unknown_Ir[object] : NULL;
}

static CacheSim* const caches = &cg_segment_machine.caches;

/* The analyses that are wanted; NULL: none. */
static const RunConfig* analyses;
static ConflictCounts   conflict_counts;

/* Make up to CG_SEGMENT_MAX_EVENTS events: instructions one after the other,
   with data references in between, and perhaps a branch at the end. */
static void make_code(Code* code, UInt largest_fetch, UInt largest_ref)
{
   static const int kinds[] = {BRANCH_NONE, BRANCH_OUTCOME, BRANCH_OUTCOME,
                               BRANCH_TARGET};
   memset(code, 0, sizeof *code);
   code->branch_kind = (BranchKind)RANDOM_OF(kinds);
   code->inverted    = one_in(2);
   int n             = 1
           + (int)random_below(CG_SEGMENT_MAX_EVENTS
                               - (code->branch_kind != BRANCH_NONE));
   uint64_t fetches_among = 1 + random_below(4);
   Addr     pc            = 0x400000 + random_below(CODE_SPAN);
   for (int i = 0; i < n; i++) {
      CodeEvent* e = &code->event[i];
      e->is_fetch =
         i == 0 || random_below(fetches_among) == 0
         || (UInt)code->n_refs == cg_segment_max_refs(code->branch_kind);
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

/* The parts of a segment before its size is known. */
typedef struct {
   Segment    header;
   SegmentRef refs[CG_SEGMENT_MAX_EVENTS];
   CodeLine*  ilines[2 * CG_SEGMENT_MAX_EVENTS];
   Fetch      fetches[CG_SEGMENT_MAX_EVENTS];
   StaticCost costs[CG_SEGMENT_MAX_EVENTS];
} Parts;

static StaticCost* cost_of(Parts* p, CostCentre* cc)
{
   for (int i = 0; i < p->header.n_costs; i++)
      if (p->costs[i].cc == cc)
         return &p->costs[i];
   StaticCost* cost = &p->costs[p->header.n_costs++];
   *cost =
      (StaticCost){.cc = cc, .unknown_Ir = unknown_Ir_of((int)cc->loc->lineno)};
   return cost;
}

static SegmentRef data_ref(CostCentre* cc, RefKind kind, UInt size)
{
   return (SegmentRef){
      .account = cg_costs_count(cc, kind == REF_WRITE ? EV_D1mw : EV_D1mr),
      .slack   = cg_fastpath_slack(caches, size),
      .size    = size,
      .kind    = (UChar)kind,
   };
}

static Region everything = {.size = ~(SizeT)0};

static Region* region_at(Addr ea)
{
   (void)ea;
   return &everything;
}

/* Fill in what only analyses need. */
static void fill_analysed(const Code* code)
{
   TraceInstr instrs[CG_SEGMENT_MAX_EVENTS];
   TraceRef   refs[CG_SEGMENT_MAX_EVENTS];
   UInt       n_instrs = 0, n_refs = 0;
   for (int i = 0; i < code->n_events; i++) {
      const CodeEvent*  e   = &code->event[i];
      const SourceLine* loc = centre[e->centre]->loc;
      if (e->is_fetch)
         instrs[n_instrs++] = (TraceInstr){e->addr, e->size, loc};
      else
         refs[n_refs++] = (TraceRef){
            n_instrs, e->is_write ? REF_WRITE : REF_READ, e->size, loc};
   }
   cg_analysed_fill(code->segment, instrs, n_instrs, refs, NULL);
}

static void put_together(Code* code, const Parts* p)
{
   Segment header  = p->header;
   header.costs_at = sizeof header - sizeof header.footprint
                     + cg_fastpath_size(&header.footprint);
   SizeT    size = cg_segment_size(&header);
   Segment* seg  = allocate(
       size + (analyses ? cg_analysed_size(header.footprint.n_refs) : 0));
   Footprint* f            = &seg->footprint;
   *seg                    = header;
   const FetchList fetched = {.ilines  = (CodeLine**)p->ilines,
                              .fetches = (Fetch*)p->fetches};
   memcpy(cg_fastpath_refs(f), p->refs, f->n_refs * sizeof *p->refs);
   cg_fastpath_fill(f, &fetched);
   memcpy(cg_segment_costs(seg), p->costs, seg->n_costs * sizeof(StaticCost));
   seg->analysed_at = (UShort)size;
   code->segment    = seg;
   if (analyses)
      fill_analysed(code);
}

static void make_segment(Code* code)
{
   Parts     p       = {.header.branch_kind = (UChar)code->branch_kind};
   FetchList fetched = {NULL, 0, 0, p.ilines, p.fetches};
   UInt      n_refs  = 0;
   for (int i = 0; i < code->n_events; i++) {
      const CodeEvent* e    = &code->event[i];
      CostCentre*      cc   = centre[e->centre];
      StaticCost*      cost = cost_of(&p, cc);
      cost->n_Ir += e->is_fetch;
      cost->n_Dr += !e->is_fetch && !e->is_write;
      cost->n_Dw += !e->is_fetch && e->is_write;
      if (!e->is_fetch) {
         p.refs[n_refs++] =
            data_ref(cc, e->is_write ? REF_WRITE : REF_READ, e->size);
      } else if (cg_fastpath_add_fetch(&fetched, caches, e->addr, e->size)) {
         Fetch* fetch       = &p.fetches[fetched.n_fetches - 1];
         fetch->account     = cg_costs_count(cc, EV_I1mr);
         fetch->refs_before = n_refs;
      }
   }
   CostCentre* last         = centre[code->event[code->n_events - 1].centre];
   p.header.branch_inverted = code->inverted;
   code->branch_addr        = 0x400000 + (Addr)(n_refs * 77 + p.header.n_costs);
   p.header.branch          = code->branch_kind == BRANCH_OUTCOME && !analyses
                                 ? cg_branchpred_row(code->branch_addr)
                                 : code->branch_addr;
   p.header.branch_type     = code->branch_kind == BRANCH_OUTCOME
                                 ? TYPE_CONDITIONAL
                                 : TYPE_INDIRECT_JUMP;
   if (code->branch_kind == BRANCH_OUTCOME)
      p.header.branch_counts = cg_costs_count(last, EV_Bc);
   if (code->branch_kind == BRANCH_TARGET)
      p.header.branch_counts = cg_costs_count(last, EV_Bi);
   p.header.footprint = (Footprint){.n_refs    = (UShort)n_refs,
                                    .n_ilines  = (UShort)fetched.n_ilines,
                                    .n_fetches = (UShort)fetched.n_fetches};
   put_together(code, &p);
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
      ULong* counts = &expected[e->centre][column_of[e->is_fetch   ? EV_Ir
                                                     : e->is_write ? EV_Dw
                                                                   : EV_Dr]];
      if (!cg_segment_collecting)
         continue;
      counts[0]++;
      counts[1] += result >= SIM_L1_MISS;
      counts[2] += result == SIM_LL_MISS;
   }
   ULong* counts = expected[code->event[code->n_events - 1].centre];
   Addr   at     = code->branch_addr;
   if (code->branch_kind == BRANCH_OUTCOME) {
      counts[column_of[EV_Bc]] += cg_segment_collecting;
      counts[column_of[EV_Bcm]] +=
         cg_segment_collecting
         * model_cond_mispredicted(&predictor, at, branch ^ code->inverted);
   } else if (code->branch_kind == BRANCH_TARGET) {
      counts[column_of[EV_Bi]] += cg_segment_collecting;
      counts[column_of[EV_Bim]] +=
         cg_segment_collecting
         * model_indirect_mispredicted(&predictor, at, branch);
   }
}

/* Call a helper as instrumented code does, with the segment, the branch if
   there is one, and the addresses.  In the host's calling convention, a
   function ignores additional arguments. */
static void run_segment(const Code* code, const Addr* ea, UWord branch)
{
   typedef void (*Plain)(Segment*, Addr, Addr, Addr, Addr, Addr);
   typedef void (*Branching)(Segment*, UWord, Addr, Addr, Addr, Addr);
   typedef void (*Apart)(Segment*, UWord);
   BranchKind           kind   = analyses ? BRANCH_NONE : code->branch_kind;
   const SegmentHelper* helper = cg_segment_helper(
      analyses ? &cg_analysed_helpers : &cg_count_helpers, code->segment, kind);
   Addr a[CG_SEGMENT_MAX_RUN_ARGS] = {0};
   memcpy(a, ea, (size_t)code->n_refs * sizeof *ea);
   if (analyses && code->branch_kind != BRANCH_NONE)
      ((Apart)cg_analysed_branch_helper.fn)(code->segment, branch);
   if (kind == BRANCH_NONE)
      ((Plain)helper->fn)(code->segment, a[0], a[1], a[2], a[3], a[4]);
   else
      ((Branching)helper->fn)(code->segment, branch, a[0], a[1], a[2], a[3]);
}

static void compare_counts(uint64_t seed, const CacheGeometry* g)
{
   static const char* const name[] = {"Ir",   "I1mr", "ILmr", "Dr",   "D1mr",
                                      "DLmr", "Dw",   "D1mw", "DLmw", "Bc",
                                      "Bcm",  "Bi",   "Bim"};
   for (int i = 0; i < N_CENTRES; i++)
      for (int c = 0; c < column_of[EV_D1cold]; c++)
         if (centre[i]->counts[c] != expected[i][c])
            fail_msg(
               "seed %lu, I1 %d,%d,%d D1 %d,%d,%d LL %d,%d,%d, cost centre %d: "
               "%s is %llu, should be %llu",
               (unsigned long)seed, g[0].size, g[0].assoc, g[0].line_size,
               g[1].size, g[1].assoc, g[1].line_size, g[2].size, g[2].assoc,
               g[2].line_size, i, name[c], centre[i]->counts[c],
               expected[i][c]);
}

/* What is counted while segments run counts for the context, too. */
static void compare_context(void)
{
   for (int c = 1; c < column_of[EV_Bct]; c++) {
      ULong sum = 0;
      if (c == column_of[EV_Dr] || c == column_of[EV_Dw]
          || (c >= column_of[EV_Bc] && c <= column_of[EV_Bim]))
         continue;
      for (int i = 0; i < N_CENTRES; i++)
         sum += centre[i]->counts[c];
      assert_true(context[c] == sum);
   }
}

static void compare_objects(void)
{
   for (int object = 0; object < N_OBJECTS; object++) {
      ULong sum = 0;
      for (int i = 0; i < N_CENTRES; i++)
         if (unknown_Ir_of(i) == &unknown_Ir[object])
            sum += expected[i][column_of[EV_Ir]];
      assert_true(unknown_Ir[object] == sum);
   }
}

static void start(const CacheGeometry geometry[N_CACHES])
{
   static SourceLine line[N_CENTRES];

   release_all();
   for (int i = 0; i < N_CENTRES; i++) {
      line[i]        = (SourceLine){"a.c", "f", (UInt)i, (UInt)i};
      centre[i]      = allocate(sizeof *centre[i] + N_EVENTS * sizeof(ULong));
      centre[i]->loc = &line[i];
   }
   memset(expected, 0, sizeof expected);
   memset(context, 0, sizeof context);
   cg_segment_init(&(RunConfig){.cache_sim = True});
   memset(unknown_Ir, 0, sizeof unknown_Ir);
   memset(&predictor, 0, sizeof predictor);
   memset(&cg_segment_machine, 0, sizeof cg_segment_machine);
   cg_sim_init(caches, geometry, allocate);
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

static void start_analyses(const CacheGeometry geometry[N_CACHES])
{
   const TraceConfig trace  = {discard, no_name, allocate};
   RunConfig         config = *analyses;
   memcpy(config.geometry, geometry, sizeof config.geometry);
   cg_analysed_init(&config, &conflict_counts, region_at, allocate);
   cg_prediction_init(&config, 0, allocate);
   if (config.report_name)
      cg_conflict_counts_thread(&conflict_counts, 1);
   if (config.trace_name)
      cg_trace_begin(&trace, "test", geometry);
}

/* The classes add up to the misses of each cost centre, or are all 0.  The
   conflict counts of all sets add up to all references and misses. */
static void compare_sums(void)
{
   ULong refs = 0, misses = 0, counted = 0, counted_misses = 0;
   for (int i = 0; i < N_CENTRES; i++) {
      const ULong* n    = centre[i]->counts;
      ULong        many = analyses->miss_classes;
      assert_true(n[column_of[EV_D1cold]] + n[column_of[EV_D1cap]]
                     + n[column_of[EV_D1conf]]
                  == many * (n[column_of[EV_D1mr]] + n[column_of[EV_D1mw]]));
      assert_true(n[column_of[EV_DLcold]] + n[column_of[EV_DLcap]]
                     + n[column_of[EV_DLconf]]
                  == many * (n[column_of[EV_DLmr]] + n[column_of[EV_DLmw]]));
      refs += n[column_of[EV_Dr]] + n[column_of[EV_Dw]];
      misses += n[column_of[EV_D1mr]] + n[column_of[EV_D1mw]];
   }
   if (!analyses->report_name)
      return;
   const SetCounts* n;
   for (UWord set = 0;
        (n = cg_conflict_counts_sets(&conflict_counts, LEVEL_D1, 1, &set));
        set++) {
      counted += n->accesses;
      for (MissClass class = 0; class < N_CLASSES; class ++)
         counted_misses += n->misses[class];
   }
   assert_true(counted == refs);
   assert_true(counted_misses == misses);
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
      if (analyses)
         start_analyses(geometry);
      for (int i = 0; i < N_CODES; i++) {
         make_code(&code[i], MAX_INSTRUCTION, one_in(2) ? 8 : smallest);
         make_segment(&code[i]);
      }
      uint64_t data_span = 64 + random_below(1 << 15);
      for (int i = 0; i < 5000; i++) {
         /* Mostly the same few segments, as in a loop. */
         Code* c = &code[random_below(one_in(8) ? N_CODES : 4)];
         Addr  ea[CG_SEGMENT_MAX_EVENTS];
         UWord branch = c->branch_kind == BRANCH_OUTCOME
                           ? random_below(2)
                           : 0x400000 + 64 * random_below(3);
         for (int k = 0; k < c->n_refs; k++)
            ea[k] = 0x10000 + random_below(one_in(4) ? data_span : 100);
         if (one_in(100))
            cg_segment_collecting ^= 1;
         run_in_model(c, ea, branch);
         run_segment(c, ea, branch);
         if (one_in(500))
            cg_segment_fold(c->segment);
      }
      for (int i = 0; i < N_CODES; i++)
         cg_segment_fold(code[i].segment);
      compare_counts(seed, geometry);
      compare_objects();
      compare_context();
      if (analyses)
         compare_sums();
      cg_segment_collecting = 1;
      model_free(&model);
   }
}

static void agrees_with_model(void** state)
{
   (void)state;
   agree_with_model(200);
}

static void analyses_agree_with_model(void** state)
{
   static const RunConfig configs[] = {
      {.miss_classes = True},
      {.report_name = "report"},
      {.trace_name = "trace"},
      {.miss_classes = True, .report_name = "report", .trace_name = "trace"},
   };
   (void)state;
   for (size_t i = 0; i < sizeof configs / sizeof *configs; i++) {
      analyses = &configs[i];
      agree_with_model(60);
      cg_trace_abandon();
   }
   analyses = NULL;
}

static const CacheGeometry small[N_CACHES] = {
   {1024, 1, 64}, {1024, 2, 64}, {8192, 4, 64}};

/* A segment of one instruction and one read is counted only when it is folded,
   and only once. */
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
   assert_int_equal(centre[0]->counts[column_of[EV_Ir]], 0);
   assert_int_equal(centre[0]->counts[column_of[EV_D1mr]], 1);
   for (int i = 0; i < 2; i++) {
      cg_segment_fold(code.segment);
      assert_int_equal(code.segment->execs, 0);
      assert_int_equal(centre[0]->counts[column_of[EV_Ir]], 3);
      assert_int_equal(centre[0]->counts[column_of[EV_I1mr]], 1);
      assert_int_equal(centre[0]->counts[column_of[EV_Dr]], 3);
      assert_int_equal(centre[0]->counts[column_of[EV_Dw]], 0);
   }
   model_free(&model);
}

static void counts_go_beyond_32_bits(void** state)
{
   (void)state;
   Code code     = {.n_events = 2, .branch_kind = BRANCH_OUTCOME};
   code.event[0] = (CodeEvent){.is_fetch = true, .addr = 0x400000, .size = 4};
   code.event[1] = (CodeEvent){.is_fetch = true, .addr = 0x400004, .size = 2};
   start(small);
   make_segment(&code);
   code.segment->execs = 5000000000ULL;
   cg_segment_fold(code.segment);
   assert_true(centre[0]->counts[column_of[EV_Ir]] == 10000000000ULL);
   assert_true(centre[0]->counts[column_of[EV_Bc]] == 5000000000ULL);
   model_free(&model);
}

/* There is a helper for every kind of segment, and every number of I-lines and
   references that it may have. */
static void there_is_always_a_helper(void** state)
{
   (void)state;
   for (int lines = 0; lines <= CG_SEGMENT_ANY_ILINES; lines++)
      for (int kind = 0; kind < N_BRANCH_KINDS; kind++)
         for (UInt n = 0; n <= cg_segment_max_refs((BranchKind)kind); n++)
            assert_non_null(cg_count_helpers[lines][kind][n].fn);
}

/* A segment whose first instructions lie on the I-line of the segment before it
   has a fetch only after some references.  They miss in that order: of two
   lines for which LL has one way, the line that is fetched stays. */
static void fetch_comes_after_reference(void** state)
{
   static const CacheGeometry geometry[N_CACHES] = {
      {1024, 2, 64}, {1024, 2, 64}, {64, 1, 64}};
   Addr      code_line = 0x400000, data_line = 0x10000;
   Code      both = {.n_refs = 1}, one = {.n_refs = 1};
   Parts     p       = {.header = {.footprint = {1, 1, 1, 0}}};
   Parts     q       = {.header = {.footprint = {1, 0, 0, 0}}};
   FetchList fetched = {NULL, 0, 0, p.ilines, p.fetches};
   (void)state;
   start(geometry);
   cg_fastpath_add_fetch(&fetched, caches, code_line, 4);
   p.fetches[0].account     = cg_costs_count(centre[0], EV_I1mr);
   p.fetches[0].refs_before = 1;
   p.refs[0]                = data_ref(centre[0], REF_READ, 8);
   put_together(&both, &p);
   q.refs[0] = data_ref(centre[1], REF_READ, 8);
   put_together(&one, &q);

   run_segment(&both, &data_line, 0);
   run_segment(&one, &code_line, 0);
   assert_int_equal(centre[0]->counts[column_of[EV_ILmr]], 1);
   assert_int_equal(centre[0]->counts[column_of[EV_DLmr]], 1);
   assert_int_equal(centre[1]->counts[column_of[EV_D1mr]], 1);
   assert_int_equal(centre[1]->counts[column_of[EV_DLmr]], 0);
}

/* The longest run touches the most lines that a run can: CG_SEGMENT_MAX_EVENTS
   instructions, each on two lines of its own, and CG_SEGMENT_MAX_RUN_ARGS data
   references.  (These are more than CG_SEGMENT_MAX_EVENTS events in total, but
   the limit on the ticks must not depend on that.)  A run of one reference
   follows.  If the longest run used ticks of the next run, the line that it
   touched last would seem more recently used than the line of the next run, and
   the next miss would evict the wrong line. */
static void longest_run_keeps_to_its_time(void** state)
{
   enum { SETS = 8, LINE = 64, WAY = SETS * LINE };
   static const CacheGeometry geometry[N_CACHES] = {
      {64 * 64, 64, 64}, {2 * WAY, 2, LINE}, {1 << 16, 4, 64}};
   (void)state;
   start(geometry);
   Code      longest = {.n_refs = CG_SEGMENT_MAX_RUN_ARGS};
   Code      next    = {.n_refs = 1};
   Parts     p       = {.header.footprint.n_refs = CG_SEGMENT_MAX_RUN_ARGS};
   FetchList fetched = {NULL, 0, 0, p.ilines, p.fetches};
   for (Addr i = 0; i < CG_SEGMENT_MAX_EVENTS; i++) {
      cg_fastpath_add_fetch(&fetched, caches, 0x400000 + i * 2 * LINE + 60, 8);
      p.fetches[i].account = cg_costs_count(centre[0], EV_I1mr);
   }
   for (int i = 0; i < CG_SEGMENT_MAX_RUN_ARGS; i++)
      p.refs[i] = data_ref(centre[1], REF_READ, 8);
   p.header.footprint.n_ilines  = (UShort)fetched.n_ilines;
   p.header.footprint.n_fetches = (UShort)fetched.n_fetches;
   assert_int_equal(fetched.n_ilines + CG_SEGMENT_MAX_RUN_ARGS,
                    CG_SEGMENT_MAX_TOUCHES);
   put_together(&longest, &p);
   Parts one   = {.header.footprint.n_refs = 1};
   one.refs[0] = data_ref(centre[2], REF_READ, 8);
   put_together(&next, &one);

   /* Lines of one set of D1: the longest run touches `old' last, and the next
      run touches `young'. */
   Addr old = 0x10000, young = old + WAY, third = old + 2 * WAY;
   Addr eas[CG_SEGMENT_MAX_RUN_ARGS] = {old, old, old, old, old};
   run_segment(&next, &young, 0);
   run_segment(&longest, eas, 0);
   for (int i = 0; i < 3; i++) {
      run_segment(&longest, eas, 0); /* all references hit: the fast path */
      run_segment(&next, &young, 0);
   }
   assert_int_equal(centre[1]->counts[column_of[EV_D1mr]], 1);
   assert_int_equal(centre[2]->counts[column_of[EV_D1mr]], 1);
   run_segment(&next, &third, 0);
   assert_int_equal(centre[2]->counts[column_of[EV_D1mr]], 2);
   run_segment(&next, &young, 0); /* still cached */
   assert_int_equal(centre[2]->counts[column_of[EV_D1mr]], 2);
   run_segment(&next, &old, 0); /* evicted */
   assert_int_equal(centre[2]->counts[column_of[EV_D1mr]], 3);
   model_free(&model);
}

/* Predictors that predict at once, later, and with the path of all branches. */
static void taken_branches_count_where_all_count(void** state)
{
   static const PredictorKind kinds[] = {
      PREDICTOR_BIMODAL, PREDICTOR_PERCEPTRON, PREDICTOR_TAGE_8K};
   (void)state;
   for (UInt i = 0; i < sizeof kinds / sizeof *kinds; i++) {
      RunConfig config = {
         .branch_sim = True, .predictor = kinds[i], .return_stack = 16};
      Code code = {.n_events = 1, .branch_kind = BRANCH_OUTCOME};
      code.event[0] =
         (CodeEvent){.is_fetch = true, .addr = 0x400000, .size = 4};
      start(small);
      make_segment(&code);
      cg_prediction_init(&config, 0, allocate);
      cg_segment_collecting = 0;
      cg_prediction_branch(code.segment, 1);
      cg_segment_collecting = 1;
      cg_prediction_branch(code.segment, 1);
      cg_prediction_branch(code.segment, 0);
      cg_prediction_catch_up();
      for (int fold = 0; fold < 2; fold++) {
         code.segment->execs = 2;
         cg_segment_fold(code.segment);
         assert_int_equal(centre[0]->counts[column_of[EV_Bct]], 1);
      }
      model_free(&model);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(fold_counts_each_run_once),
      cmocka_unit_test(counts_go_beyond_32_bits),
      cmocka_unit_test(there_is_always_a_helper),
      cmocka_unit_test(agrees_with_model),
      cmocka_unit_test(fetch_comes_after_reference),
      cmocka_unit_test(longest_run_keeps_to_its_time),
      cmocka_unit_test(analyses_agree_with_model),
      cmocka_unit_test(taken_branches_count_where_all_count),
   };
   cmocka_set_message_output(CM_OUTPUT_TAP);
   int failed = cmocka_run_group_tests(tests, NULL, NULL);
   release_all();
   return failed;
}
