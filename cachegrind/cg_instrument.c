/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_instrument.c: one superblock of VEX IR in, instrumented IR out.

   The IR is copied statement by statement.  On the way, instructions, data
   references and branches ("events") are collected in an open segment (see
   cg_segment.h).  The segment is closed at each side exit, at the end of the
   superblock, and when it is full.  Closing it makes a Segment and appends one
   call; two if another function predicts its branch.  So this code

      0x1000: add (%rdi), %rax        becomes the IR

         t1 = load of (%rdi) ...
      0x1003: inc (%rsi)
         t2 = load of (%rsi); store to (%rsi) of t2 + 1
      0x1006: jne 0x1000
         count_cond_1_2(segment, t3, %rdi, %rsi)  <- added
         if (t3) goto 0x1000
      0x1008: ...

   and the Segment says: 3 instructions on one I-line, a read of 8 bytes, a
   modification of 8 bytes, a conditional branch.  Without a cache simulation, a
   segment that does not end in a branch needs no call, only an increment.

   The call comes last because it needs the addresses.  If a signal interrupts
   the code before the call, none of the code is counted.  Code with more
   addresses than one call can pass becomes a group of segments.  All their
   calls come at the end of the group, so the same is true for the whole
   group. */

#include "pub_tool_basics.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_tooliface.h"

#include "cg_allocations.h"
#include "cg_instrument.h"
#include "cg_latency.h"
#include "cg_syscalls.h"
#include "cg_translations.h"
#include "cg_call_paths.h"
#include "guest/cg_costs.h"
#include "guest/cg_frames.h"
#include "guest/cg_objects.h"
#include "guest/cg_threads.h"
#include "output/cg_trace.h"
#include "platform.h"
#include "run/cg_analysed.h"
#include "run/cg_count.h"
#include "run/cg_elements.h"
#include "run/cg_machine_run.h"
#include "run/cg_prediction.h"
#include "run/cg_segment.h"

/* Valid from cg_instrument_init on. */
static const RunConfig* config;
static Bool             analyses; /* as of cg_config_analyses */
static SegmentHelpers*  helpers;
static UInt             largest_ref; /* bytes; the smallest cache line */
static Bool             has_core; /* of the machine: its cycles are counted */

/*------------------------------------------------------------*/
/*--- The open segment                                     ---*/
/*------------------------------------------------------------*/

/* A data reference of the open segment. */
typedef struct {
   SegmentRef  ref;        /* as the segment gets it */
   UInt        whole_size; /* bytes, also if larger than a cache line */
   CostCentre* cc;
   IRExpr*     ea;
} OpenRef;

/* The superblock that is being instrumented, and its open segment.  The arrays
   have room for CG_SEGMENT_MAX_EVENTS events; an instruction lies on at most
   two I-lines. */
typedef struct {
   IRSB*         out;
   Translations* translations;

   /* The current instruction. */
   Addr        addr;
   UInt        size;
   InstrKind   kind;
   Bool        counted, branch_counted;
   CostCentre* cc;
   ULong*      unknown_Ir; /* of its object; NULL: its source is known */

   /* The group that the open segment belongs to. */
   UInt    n_events;
   UInt    n_calls;
   IRStmt* calls[CG_SEGMENT_MAX_EVENTS + 1]; /* for its closed segments */
   ULong   context_costs[N_CALL_COSTS];      /* of these; with --calls */

   /* The open segment.  `fetched.line' stays valid from one segment to the
      next, because no other code runs between two segments of a superblock. */
   FetchList  fetched;
   CodeLine*  ilines[2 * CG_SEGMENT_MAX_EVENTS];
   Fetch      fetches[CG_SEGMENT_MAX_EVENTS];
   UInt       n_refs, n_costs;
   OpenRef    refs[CG_SEGMENT_MAX_RUN_ARGS];
   StaticCost costs[CG_SEGMENT_MAX_EVENTS];

   /* Its instructions, for machines and the trace. */
   UInt        n_instrs;
   TraceInstr  instrs[CG_SEGMENT_MAX_EVENTS];
   CostCentre* instr_cc[CG_SEGMENT_MAX_EVENTS]; /* one for each of instrs */

   /* The latest event is a read by the current instruction. */
   Bool after_read;

   /* How often the open segment runs at once, a host word; NULL: once. */
   IRExpr* n_elements;

   BranchKind branch_kind;
   BranchType branch_type;
   Bool       branch_inverted;
   IRExpr*    branch; /* outcome or target, as a host word */
   ULong*     branch_counts;

   /* If the core is known: when its results are there.  `times' is without its
      items, and the last member, because it has room for any number. */
   UInt       times_size; /* bytes; 0: the segment is no block */
   TimesItem  times_items[CG_LATENCY_MAX_ITEMS];
   BlockTimes times;
} SegmentBuilder;

/* Static because it is large.  From one superblock to the next it stays as
   end_group leaves it. */
static SegmentBuilder builder;

static void open_segment(SegmentBuilder* b)
{
   b->fetched.n_ilines  = 0;
   b->fetched.n_fetches = 0;
   b->n_refs            = 0;
   b->n_costs           = 0;
   b->n_instrs          = 0;
   b->after_read        = False;
   b->branch_kind       = BRANCH_NONE;
}

static Footprint footprint_of(const SegmentBuilder* b)
{
   if (config->machine)
      return cg_machine_run_footprint(b->instrs, b->n_instrs, b->n_refs,
                                      b->times_size);
   return (Footprint){.n_refs    = b->n_refs,
                      .n_ilines  = b->fetched.n_ilines,
                      .n_fetches = b->fetched.n_fetches};
}

static SizeT footprint_size(const Footprint* f)
{
   return config->machine ? cg_machine_run_size(f) : cg_fastpath_size(f);
}

static void fill_footprint(SegmentBuilder* b, Segment* seg)
{
   for (UInt i = 0; i < b->n_refs; i++)
      cg_segment_refs(seg)[i] = b->refs[i].ref;
   if (config->machine)
      cg_machine_run_fill(seg, b->instrs, b->instr_cc);
   else
      cg_fastpath_fill(&seg->footprint, &b->fetched);
   if (b->times_size > 0) {
      BlockTimes* times = cg_machine_run_times(seg);

      *times          = b->times;
      times->owner_at = seg->times_at;
      VG_(memcpy)(times->items, b->times_items, b->times_size - sizeof *times);
   }
}

/* The number of this cost centre's static cost in the open segment; if there is
   none, of the last one. */
static UInt number_of_cost(const CostCentre* cc)
{
   UInt i = 0;

   while (i + 1 < builder.n_costs && builder.costs[i].cc != cc)
      i++;
   return i;
}

/* Whether the current instruction is counted by count_leaving. */
static Bool is_counted_when_left(const SegmentBuilder* b)
{
   return config->rep_once && b->kind == INSTR_REPEATED;
}

/* How many parts of slots these cycles are. */
static Long parts_of(UInt cycles)
{
   return (Long)cycles * config->machine->core.width * CG_COSTS_LOST_PARTS;
}

/* Whether the core does the current instruction in large pieces. */
static Bool is_string(const SegmentBuilder* b)
{
   return has_core && config->machine->core.string > 0
          && b->kind == INSTR_REPEATED
          && platform_is_string((const UChar*)b->addr, b->size);
}

/* An iteration of such an instruction, and its end, is counted before it is
   known which of them it is.  Each takes the time of the start here, and an
   iteration gives it back later.  So an instruction has it once. */
static void add_string_start(SegmentBuilder* b, StaticCost* cost)
{
   cost->n_free += !is_counted_when_left(b);
   cost->n_lost += parts_of(config->machine->core.string_start);
}

/* If the open segment has the write of an iteration, it is one.  Returns the
   parts of slots that it takes. */
static Long add_string_bytes(SegmentBuilder* b)
{
   const CoreModel* core  = &config->machine->core;
   Long             parts = 0;

   for (UInt i = 0; i < b->n_refs; i++) {
      const OpenRef* r = &b->refs[i];

      if (r->ref.kind == REF_WRITE && r->ref.n_instrs == b->n_instrs)
         parts += parts_of(r->whole_size) / core->string;
   }
   if (parts > 0)
      b->costs[number_of_cost(b->cc)].n_lost +=
         parts - parts_of(core->string_start);
   return parts;
}

/* Whether such an instruction is the last one of the open segment, or the only
   one, and counted in the segment before.  It is not if the segment is closed
   because there is no room for it. */
static Bool ends_in_string(const SegmentBuilder* b)
{
   return is_string(b)
          && (b->n_instrs == 0 || b->instrs[b->n_instrs - 1].addr == b->addr);
}

/* Whether the last instruction of the open segment calls or returns.  b->kind
   says so only to the predictor. */
static Bool ends_in_call(const SegmentBuilder* b)
{
   InstrKind kind = platform_instr_kind((const UChar*)b->addr, b->size);

   return (kind == INSTR_CALL || kind == INSTR_INDIRECT_CALL
           || kind == INSTR_RETURN)
          && b->n_instrs > 0 && b->instrs[b->n_instrs - 1].addr == b->addr;
}

/* Set the times of the open segment, and what its strings take. */
static void add_times(SegmentBuilder* b)
{
   /* Iterations of a string do not wait for each other. */
   Bool in_pieces = ends_in_string(b);
   if (ends_in_call(b))
      cg_latency_call();
   UInt n_items = cg_latency_end_segment(b->n_refs, !in_pieces, number_of_cost,
                                         &b->times, b->times_items);

   if (b->n_costs == 0)
      return;
   if (in_pieces) {
      Long parts = add_string_bytes(b);

      b->times.parts = VG_MIN(parts, 0xFFFF);
   }
   for (UInt i = 0; i < b->n_costs; i++)
      b->times.n_slots += b->costs[i].n_Ir - b->costs[i].n_free;
   b->times_size = sizeof b->times + n_items * sizeof b->times_items[0];
}

/* Segment.branch. */
static UWord branch_at(const SegmentBuilder* b)
{
   Addr at = b->addr >> PLATFORM_CODE_ADDRESS_SHIFT;

   if (cg_config_branches_apart(config))
      return b->addr;
   return b->branch_kind == BRANCH_OUTCOME ? cg_branchpred_row(at) : at;
}

/* TraceBranch.target. */
static Addr known_target(const SegmentBuilder* b)
{
   Bool is_direct =
      b->branch_kind == BRANCH_OUTCOME
      || (b->branch_kind == BRANCH_TARGET
          && (b->branch_type == TYPE_JUMP || b->branch_type == TYPE_CALL));

   return is_direct ? platform_direct_target((const UChar*)b->addr, b->size)
                    : b->addr;
}

static void fill_analysed(const SegmentBuilder* b, Segment* seg)
{
   TraceRef    refs[CG_SEGMENT_MAX_RUN_ARGS];
   TraceBranch branch = {
      .type   = b->branch_type,
      .addr   = b->addr,
      .size   = b->size,
      .target = known_target(b),
      .loc    = b->cc->loc,
   };

   for (UInt i = 0; i < b->n_refs; i++) {
      const OpenRef* r = &b->refs[i];

      refs[i] = (TraceRef){
         .instrs_before = r->ref.n_instrs,
         .kind          = r->ref.kind,
         .size          = r->whole_size,
         .loc           = r->cc->loc,
      };
   }
   cg_analysed_fill(seg, b->instrs, b->n_instrs, refs,
                    b->branch_kind == BRANCH_NONE ? NULL : &branch);
}

/* Make a Segment of the open segment and add it to the translation. */
static Segment* write_segment(SegmentBuilder* b)
{
   b->times_size = 0;
   if (has_core)
      add_times(b);

   Segment header = {
      .n_costs         = b->n_costs,
      .branch          = branch_at(b),
      .branch_kind     = b->branch_kind,
      .branch_inverted = b->branch_inverted,
      .branch_type     = b->branch_type,
      .branch_size     = b->size,
      .branch_counts   = b->branch_counts,
      .footprint       = footprint_of(b),
   };
   header.costs_at = sizeof header - sizeof header.footprint
                     + footprint_size(&header.footprint);

   SizeT    size = cg_segment_size(&header);
   SizeT    more = analyses ? cg_analysed_size(b->n_refs) : 0;
   Segment* seg =
      cg_translations_add_segment(b->translations, &header, size + more);

   fill_footprint(b, seg);
   VG_(memcpy)(cg_segment_costs(seg), b->costs,
               seg->n_costs * sizeof(StaticCost));
   if (analyses) {
      seg->analysed_at = size;
      fill_analysed(b, seg);
   }
   return seg;
}

/*------------------------------------------------------------*/
/*--- IR                                                   ---*/
/*------------------------------------------------------------*/

static IRExpr* word_const(const void* p)
{
   return mkIRExpr_HWord((HWord)p);
}

static void append(SegmentBuilder* b, IRStmt* st)
{
   addStmtToIRSB(b->out, st);
}

static IRExpr* assign_new(SegmentBuilder* b, IRExpr* e)
{
   IRTemp t = newIRTemp(b->out->tyenv, typeOfIRExpr(b->out->tyenv, e));

   append(b, IRStmt_WrTmp(t, e));
   return IRExpr_RdTmp(t);
}

static IRExpr* load_counter(SegmentBuilder* b, const ULong* p)
{
   return assign_new(b, IRExpr_Load(Iend_LE, Ity_I64, word_const(p)));
}

/* `amount' if `condition', a 64-bit atom, is 1, and 0 if it is 0. */
static IRExpr* times(SegmentBuilder* b, IRExpr* amount, IRExpr* condition)
{
   IRExpr* zero = IRExpr_Const(IRConst_U64(0));
   IRExpr* mask = assign_new(b, IRExpr_Binop(Iop_Sub64, zero, condition));

   return assign_new(b, IRExpr_Binop(Iop_And64, amount, mask));
}

/* Append counter += amount times cg_segment_collecting.  Without
   --toggle-collect that is always 1.  It happens only if `guard' is true: an I1
   atom, or NULL for "always"; and as often as the open segment runs. */
static void append_increment(SegmentBuilder* b, ULong* counter, ULong amount,
                             IRExpr* guard)
{
   IRExpr* old   = load_counter(b, counter);
   IRExpr* added = IRExpr_Const(IRConst_U64(amount));

   if (config->toggle_collect)
      added = times(b, added, load_counter(b, &cg_segment_collecting));
   if (guard) {
      guard = assign_new(b, IRExpr_Unop(Iop_1Uto32, guard));
      guard = assign_new(b, IRExpr_Unop(Iop_32Uto64, guard));
      added = times(b, added, guard);
   }
   if (b->n_elements)
      added = assign_new(b, IRExpr_Binop(Iop_Mul64, added, b->n_elements));
   IRExpr* new = assign_new(b, IRExpr_Binop(Iop_Add64, old, added));

   append(b, IRStmt_Store(Iend_LE, word_const(counter), new));
}

/* The static costs of a run of `seg' belong to the context, too. */
static void add_context_costs(SegmentBuilder* b, Segment* seg)
{
   const StaticCost* cost = cg_segment_costs(seg);

   for (UInt i = 0; i < seg->n_costs; i++, cost++) {
      b->context_costs[CALL_COST_INSTRS] += cost->n_Ir;
      b->context_costs[CALL_COST_DATA] +=
         cost->n_Dr + cost->n_Dw * CG_CALL_PATHS_UPPER;
      b->context_costs[CALL_COST_RETURNS] += cost->n_free * CG_CALL_PATHS_UPPER;
      b->context_costs[CALL_COST_LOST] += (ULong)cost->n_lost;
   }
   if (seg->branch_kind == BRANCH_NONE || !seg->branch_counts)
      return;
   if (seg->branch_type == TYPE_RETURN)
      b->context_costs[CALL_COST_RETURNS]++;
   else
      b->context_costs[CALL_COST_BRANCHES] +=
         seg->branch_type == TYPE_CONDITIONAL ? 1 : CG_CALL_PATHS_UPPER;
}

static void append_context_costs(SegmentBuilder* b, IRExpr* guard)
{
   for (UInt i = 0; i < N_CALL_COSTS; i++)
      if (b->context_costs[i] != 0) {
         append_increment(b, &cg_call_paths_costs[i], b->context_costs[i],
                          guard);
         b->context_costs[i] = 0;
      }
}

/* A new guard: `guard' (NULL: always) and cg_segment_collecting.  The latter is
   0 or 1, so it is enough to load its low half. */
static IRExpr* and_collecting(SegmentBuilder* b, IRExpr* guard)
{
   IRExpr* where = word_const(&cg_segment_collecting);
   IRExpr* both  = assign_new(b, IRExpr_Load(Iend_LE, Ity_I32, where));

   if (guard) {
      guard = assign_new(b, IRExpr_Unop(Iop_1Uto32, guard));
      both  = assign_new(b, IRExpr_Binop(Iop_And32, both, guard));
   }
   return assign_new(
      b, IRExpr_Binop(Iop_CmpNE32, both, IRExpr_Const(IRConst_U32(0))));
}

/* A call of `helper'.  It happens only if `guard' is true: an I1 atom, or NULL
   for "always".  `arg' has six elements, of which the first are not NULL, and
   the first n_in_registers are passed in registers on x86. */
static IRStmt* call_of(const SegmentHelper* helper, Int n_in_registers,
                       IRExpr* const arg[], IRExpr* guard)
{
   IRExpr** args =
      mkIRExprVec_6(arg[0], arg[1], arg[2], arg[3], arg[4], arg[5]);
   IRDirty* call = unsafeIRDirty_0_N(n_in_registers, helper->name,
                                     VG_(fnptr_to_fnentry)(helper->fn), args);

   if (guard)
      call->guard = guard;
   if (config->locals)
      cg_frames_declare_unwinding(call);
   return IRStmt_Dirty(call);
}

static IRStmt* branch_call(const SegmentBuilder* b, Segment* seg, IRExpr* guard)
{
   IRExpr* const arg[1 + CG_SEGMENT_MAX_RUN_ARGS] = {word_const(seg),
                                                     b->branch};

   return call_of(analyses ? &cg_analysed_branch_helper : &cg_prediction_helper,
                  2, arg, guard);
}

/* The call of the only reference of `seg' for each element. */
static IRStmt* elements_call(const SegmentBuilder* b, Segment* seg,
                             IRExpr* guard)
{
   static const SegmentHelper run = {"cg_elements_run", cg_elements_run};
   IRExpr* const              arg[1 + CG_SEGMENT_MAX_RUN_ARGS] = {
                   word_const(seg),
                   word_const(cg_segment_helper(helpers, seg, BRANCH_NONE)->fn)};

   return call_of(&run, 0, arg, guard);
}

/* `kind' is that of the branch that the helper predicts. */
static IRStmt* run_call(const SegmentBuilder* b, Segment* seg, BranchKind kind,
                        IRExpr* guard)
{
   IRExpr* arg[1 + CG_SEGMENT_MAX_RUN_ARGS] = {word_const(seg)};
   UInt    n_args                           = 1;

   if (kind != BRANCH_NONE)
      arg[n_args++] = b->branch;
   if (b->n_elements)
      return elements_call(b, seg, guard);
   for (UInt i = 0; i < b->n_refs; i++)
      arg[n_args++] = b->refs[i].ea;
   return call_of(cg_segment_helper(helpers, seg, kind),
                  kind == BRANCH_NONE ? 1 : 2, arg, guard);
}

/* Count the runs of a closed segment, and its branch, where the group ends. */
static void call_at_end(SegmentBuilder* b, Segment* seg, IRExpr* guard)
{
   if (config->calls)
      add_context_costs(b, seg);

   Bool is_apart =
      cg_config_branches_apart(config) && !cg_config_runs_predict(config);
   BranchKind kind = is_apart ? BRANCH_NONE : b->branch_kind;

   /* Outside the collected functions the calls are skipped. */
   if (config->collect_cold)
      guard = and_collecting(b, guard);
   if (b->branch_kind != kind && !has_core)
      b->calls[b->n_calls++] = branch_call(b, seg, guard);
   if (config->cache_sim || kind != BRANCH_NONE || analyses)
      b->calls[b->n_calls++] = run_call(b, seg, kind, guard);
   else
      append_increment(b, &seg->execs, 1, NULL);
   /* The core must know when the branch is decided. */
   if (b->branch_kind != kind && has_core)
      b->calls[b->n_calls++] = branch_call(b, seg, guard);
}

/* Close the open segment, unless it is empty, and open the next one of the same
   group. */
static void close_segment(SegmentBuilder* b, IRExpr* guard)
{
   if (b->n_costs > 0 || b->fetched.n_fetches > 0
       || b->branch_kind != BRANCH_NONE) {
      call_at_end(b, write_segment(b), guard);
   }
   open_segment(b);
}

/* End the group and append the calls of its segments. */
static void end_group(SegmentBuilder* b, IRExpr* guard)
{
   close_segment(b, guard);
   for (UInt i = 0; i < b->n_calls; i++)
      append(b, b->calls[i]);
   append_context_costs(b, guard);
   b->n_calls  = 0;
   b->n_events = 0;
}

/*------------------------------------------------------------*/
/*--- Events                                               ---*/
/*------------------------------------------------------------*/

/* Make room for a new event in the group, and count it there. */
static void new_event(SegmentBuilder* b)
{
   if (b->n_events == CG_SEGMENT_MAX_EVENTS)
      end_group(b, NULL);
   b->n_events++;
   b->after_read = False;
}

/* The static cost of the current instruction's cost centre.  With
   --vex-guest-chase=yes, a superblock may contain code of two objects without
   debug information.  Both then have the same cost centre. */
static StaticCost* current_cost(SegmentBuilder* b)
{
   StaticCost* last = b->n_costs > 0 ? &b->costs[b->n_costs - 1] : NULL;

   if (last && last->cc == b->cc && last->unknown_Ir == b->unknown_Ir)
      return last;
   b->costs[b->n_costs] =
      (StaticCost){.cc = b->cc, .unknown_Ir = b->unknown_Ir};
   return &b->costs[b->n_costs++];
}

/* Add the I-lines of the current instruction, unless all of it lies on the
   I-line that was fetched last. */
static void add_fetch(SegmentBuilder* b)
{
   if (!cg_fastpath_add_fetch(&b->fetched, &cg_segment_machine.caches, b->addr,
                              b->size))
      return;
   Fetch* fetch       = &b->fetches[b->fetched.n_fetches - 1];
   fetch->account     = cg_costs_count(b->cc, EV_I1mr);
   fetch->refs_before = b->n_refs;
}

/* With --rep-rule=once: the code for one iteration of the current instruction
   ends here if `guard' is true (NULL: always), and goes to `next'.  Count the
   instruction if it goes on, not if it goes back for another iteration.  The
   group has been ended.  This segment is too simple for a call. */
static void count_leaving(SegmentBuilder* b, IRExpr* guard, Addr next)
{
   if (!is_counted_when_left(b) || next != b->addr + b->size)
      return;
   current_cost(b)->n_Ir++;

   Segment* seg = write_segment(b);

   append_increment(b, &seg->execs, 1, guard);
   if (config->calls) {
      add_context_costs(b, seg);
      append_context_costs(b, guard);
   }
   open_segment(b);
}

/* The kind of an instruction; INSTR_OTHER if it is a branch that neither the
   predictor nor the trace needs. */
static InstrKind kind_of(const UChar* code, UInt size)
{
   InstrKind kind = platform_instr_kind(code, size);

   if (kind <= INSTR_RETURN && !config->trace_branches
       && !cg_predictor_needs(config->predictor, (BranchType)kind))
      return INSTR_OTHER;
   return kind;
}

/* `size' is 0 if VEX cannot decode the instruction. */
static void begin_instruction(SegmentBuilder* b, Addr addr, UInt size)
{
   b->addr           = addr;
   b->size           = size > 0 ? size : 1;
   b->kind           = kind_of((const UChar*)addr, size);
   b->counted        = False;
   b->branch_counted = False;
   b->cc             = cg_costs_centre_at(addr);
   b->unknown_Ir =
      cg_costs_has_file(b->cc) ? NULL : cg_objects_unknown_at(addr);
}

/* Add the current instruction, unless that has been done.  It is added when it
   does something: until then it may fail, and the processor does not retire it
   then. */
static void add_instruction(SegmentBuilder* b)
{
   if (b->counted)
      return;
   b->counted = True;
   new_event(b);
   current_cost(b)->n_Ir += !is_counted_when_left(b);
   if (is_string(b))
      add_string_start(b, current_cost(b));
   b->instr_cc[b->n_instrs] = b->cc;
   b->instrs[b->n_instrs++] = (TraceInstr){b->addr, b->size, b->cc->loc};
   if (config->cache_sim && !config->machine)
      add_fetch(b);
}

static SegmentRef segment_ref(const SegmentBuilder* b, UInt size, RefKind kind)
{
   return (SegmentRef){
      .account  = cg_costs_count(b->cc, kind == REF_WRITE ? EV_D1mw : EV_D1mr),
      .slack    = config->machine
                     ? config->machine->line_size - size
                     : cg_fastpath_slack(&cg_segment_machine.caches, size),
      .size     = size,
      .kind     = kind,
      .n_instrs = b->n_instrs,
   };
}

/* The data reference writes, too or only.  Nobody asks for the owner but a
   machine. */
static void make_dirty(OpenRef* r)
{
   if (config->machine)
      r->ref.owner = cg_costs_number(r->cc);
}

/* Whether the current instruction modifies what it has just read if it writes
   `size' bytes to `ea'.  The write cannot miss then, so it is no reference of
   its own. */
static Bool modifies(const SegmentBuilder* b, IRExpr* ea, UInt size)
{
   const OpenRef* last = &b->refs[b->n_refs - 1];

   return b->after_read && last->ref.size == size && eqIRAtom(last->ea, ea);
}

static void add_ref(SegmentBuilder* b, IRExpr* ea, UInt whole_size,
                    Bool is_write)
{
   UInt size = whole_size < largest_ref ? whole_size : largest_ref;

   add_instruction(b);
   if (!config->cache_sim)
      return;

   if (is_write && modifies(b, ea, size)) {
      b->after_read                   = False;
      b->refs[b->n_refs - 1].ref.kind = REF_MODIFY;
      make_dirty(&b->refs[b->n_refs - 1]);
      return;
   }

   new_event(b);
   if (b->n_refs == cg_segment_max_refs(BRANCH_NONE))
      close_segment(b, NULL);
   b->after_read        = !is_write;
   b->refs[b->n_refs++] = (OpenRef){
      .ref        = segment_ref(b, size, is_write ? REF_WRITE : REF_READ),
      .whole_size = whole_size,
      .cc         = b->cc,
      .ea         = ea,
   };
   if (has_core)
      cg_latency_ref(ea, b->n_refs - 1);
   if (is_write) {
      make_dirty(&b->refs[b->n_refs - 1]);
      current_cost(b)->n_Dw++;
   } else {
      current_cost(b)->n_Dr++;
   }
}

static void add_read(SegmentBuilder* b, IRExpr* ea, UInt size)
{
   add_ref(b, ea, size, False);
}

static void add_write(SegmentBuilder* b, IRExpr* ea, UInt size)
{
   add_ref(b, ea, size, True);
}

/* A reference that happens only if `guard' is true becomes a segment of its
   own, whose call has the same guard. */
static void add_guarded_ref(SegmentBuilder* b, IRExpr* guard, IRExpr* ea,
                            UInt size, Bool is_write)
{
   if (!config->cache_sim)
      return;
   add_instruction(b);
   end_group(b, NULL);
   add_ref(b, ea, size, is_write);
   end_group(b, guard);
}

/* The same for a reference to each element that has been listed. */
static void add_listed_refs(SegmentBuilder* b, UInt size, Bool is_write)
{
   if (!config->cache_sim)
      return;
   add_instruction(b);
   end_group(b, NULL);
   b->n_elements = load_counter(b, &cg_elements_listed.n);
   add_ref(b, mkIRExpr_HWord(0), size, is_write);
   end_group(b, NULL);
   b->n_elements = NULL;
}

/* Where branches of this type, and those of them that are mispredicted, are
   counted; NULL: nowhere. */
static ULong* branch_counts(CostCentre* cc, BranchType type)
{
   switch (type) {
   case TYPE_CONDITIONAL:
      return cg_costs_count(cc, EV_Bc);
   case TYPE_INDIRECT_JUMP:
   case TYPE_INDIRECT_CALL:
      return cg_costs_count(cc, EV_Bi);
   case TYPE_RETURN:
      if (cg_config_predicts_returns(config))
         return cg_costs_count(cc, EV_Br);
      return NULL;
   default:
      return NULL;
   }
}

/* End the open segment with a branch.  `cause': the atom of the program's IR
   that decides it.  The caller then ends the group. */
static void add_branch(SegmentBuilder* b, BranchType type, IRExpr* branch,
                       const IRExpr* cause, Bool inverted)
{
   BranchKind kind = type == TYPE_CONDITIONAL ? BRANCH_OUTCOME : BRANCH_TARGET;

   if (!config->branch_sim)
      return;
   new_event(b);
   if (b->n_refs > cg_segment_max_refs(kind))
      close_segment(b, NULL);
   b->branch_kind     = kind;
   b->branch          = branch;
   b->branch_inverted = inverted;
   b->branch_type     = type;
   b->branch_counts   = branch_counts(b->cc, type);
   if (has_core)
      cg_latency_branch(cause);
}

/*------------------------------------------------------------*/
/*--- Statements                                           ---*/
/*------------------------------------------------------------*/

static UInt size_of(const SegmentBuilder* b, const IRExpr* e)
{
   return sizeofIRType(typeOfIRExpr(b->out->tyenv, e));
}

static void do_wrtmp(SegmentBuilder* b, const IRExpr* data)
{
   if (data->tag == Iex_Load)
      add_read(b, data->Iex.Load.addr, sizeofIRType(data->Iex.Load.ty));
}

static void do_loadg(SegmentBuilder* b, const IRLoadG* load)
{
   IRType widened, loaded;

   typeOfIRLoadGOp(load->cvt, &widened, &loaded);
   add_guarded_ref(b, load->guard, load->addr, sizeofIRType(loaded), False);
}

static void do_storeg(SegmentBuilder* b, const IRStoreG* store)
{
   add_guarded_ref(b, store->guard, store->addr, size_of(b, store->data), True);
}

static void do_dirty(SegmentBuilder* b, const IRDirty* d)
{
   if (cg_elements_are_listed_by(d))
      return;
   if (d->mFx == Ifx_Read || d->mFx == Ifx_Modify)
      add_read(b, d->mAddr, d->mSize);
   if (d->mFx == Ifx_Write || d->mFx == Ifx_Modify)
      add_write(b, d->mAddr, d->mSize);
}

/* The statement has been appended.  If it has listed elements, refer to them.
 */
static void do_elements(SegmentBuilder* b, const IRStmt* st)
{
   if (st->tag == Ist_Dirty && cg_elements_are_listed_by(st->Ist.Dirty.details))
      add_listed_refs(b, st->Ist.Dirty.details->mSize,
                      st->Ist.Dirty.details->mFx == Ifx_Write);
}

/* Only the run can tell whether the store happens.  The location is always read
   and may be written, so this is a modification. */
static void do_cas(SegmentBuilder* b, const IRCAS* cas)
{
   UInt size = size_of(b, cas->dataLo);

   if (cas->dataHi)
      size *= 2;
   add_read(b, cas->addr, size);
   add_write(b, cas->addr, size);
}

/* Load-linked, or store-conditional if there is data to store.  A call between
   the two would make the store fail every time, so the calls come before the
   load-linked. */
static void do_llsc(SegmentBuilder* b, const IRStmt* st)
{
   if (st->Ist.LLSC.storedata) {
      add_write(b, st->Ist.LLSC.addr, size_of(b, st->Ist.LLSC.storedata));
   } else {
      IRType loaded = typeOfIRTemp(b->out->tyenv, st->Ist.LLSC.result);

      add_read(b, st->Ist.LLSC.addr, sizeofIRType(loaded));
      end_group(b, NULL);
   }
}

static Addr address_of(const IRConst* c)
{
   return PLATFORM_GUEST_IS_64BIT ? c->Ico.U64 : c->Ico.U32;
}

static Bool is_jump_or_call(IRJumpKind jk)
{
   return jk == Ijk_Boring || jk == Ijk_Call;
}

/* Whether an exit of the current instruction is a conditional branch.  VEX
   makes exits of other things, too: rep prefixes, compare-and-swaps that fail,
   rare events.  So the instruction decides.  The older rule, by the exit's
   kind, takes some of these for branches. */
static Bool is_cond_branch(const SegmentBuilder* b, IRJumpKind jk)
{
   if (config->branches_as_vex)
      return is_jump_or_call(jk) || jk == Ijk_Ret;
   return b->kind == INSTR_COND_BRANCH && !b->branch_counted;
}

/* Whether the current instruction fails where the code goes to `target', for
   instance because its operand is not aligned.  The processor does not retire
   it then. */
static Bool is_failure(const SegmentBuilder* b, IRJumpKind jk, Addr target)
{
   return target == b->addr && !is_jump_or_call(jk);
}

/* Whether VEX inverted the branch that exits to `target', so that the exit is
   taken when the guest's branch is not.  Then the exit's target is the next
   instruction.  A branch may also go there by itself. */
static Bool is_inverted(const SegmentBuilder* b, Addr target)
{
   return target == b->addr + b->size
          && (config->branches_as_vex
              || !platform_goes_to_next((const UChar*)b->addr, b->size));
}

/* A side exit. */
static void do_exit(SegmentBuilder* b, const IRStmt* st)
{
   Addr    target = address_of(st->Ist.Exit.dst);
   IRExpr* guard  = st->Ist.Exit.guard;

   if (!is_failure(b, st->Ist.Exit.jk, target))
      add_instruction(b);
   if (config->branch_sim && is_cond_branch(b, st->Ist.Exit.jk)) {
      IRExpr* outcome = assign_new(
         b,
         IRExpr_Unop(PLATFORM_GUEST_IS_64BIT ? Iop_1Uto64 : Iop_1Uto32, guard));

      add_branch(b, TYPE_CONDITIONAL, outcome, guard, is_inverted(b, target));
      b->branch_counted = True;
   }
   end_group(b, NULL);
   count_leaving(b, guard, target);
   if (config->calls)
      cg_call_paths_append_exit(b->out, b->addr, b->size, b->cc, target, guard);
}

/* The current instruction ends, and the code goes on at `next'.  If VEX can
   compute where a branch goes, it removes the exit that is never taken, or puts
   a constant in the place of the target.  The processor executes the branch all
   the same.  The caller then ends the group. */
static void end_instruction(SegmentBuilder* b, IRExpr* next)
{
   if (config->branches_as_vex || b->branch_counted)
      return;
   if (b->kind == INSTR_COND_BRANCH && next->tag == Iex_Const) {
      Bool taken = address_of(next->Iex.Const.con) != b->addr + b->size;

      add_branch(b, TYPE_CONDITIONAL, mkIRExpr_HWord(taken), next, False);
   } else if (b->kind > INSTR_COND_BRANCH && b->kind <= INSTR_RETURN) {
      add_branch(b, (BranchType)b->kind, next, next, False);
   }
}

/* The end of the superblock.  By VEX's rule it is an indirect branch if its
   target is known only at run time. */
static void do_end(SegmentBuilder* b, const VexGuestLayout* layout)
{
   IRExpr* next  = b->out->next;
   Addr    known = next->tag == Iex_Const ? address_of(next->Iex.Const.con) : 0;

   if (!is_failure(b, b->out->jumpkind, known))
      add_instruction(b);
   end_instruction(b, next);
   if (config->branches_as_vex && is_jump_or_call(b->out->jumpkind)
       && next->tag == Iex_RdTmp)
      add_branch(b, TYPE_INDIRECT_JUMP, next, next, False);
   /* A call or return has already changed SP.  The stack can be unwound only if
      IP is at the target, too. */
   if (config->locals)
      append(b, IRStmt_Put(layout->offset_IP, next));
   end_group(b, NULL);
   count_leaving(b, NULL, known);
   cg_syscalls_append(b->out, b->cc);
}

/* The entry of a function that cg_frames watches, or another stack.  Collecting
   may begin or end here, so the calls for the code before it come first.  The
   current I-line may not be in I1: with --collect-cold its fetch may not have
   been simulated. */
static void do_frames(SegmentBuilder* b, Addr addr)
{
   end_group(b, NULL);
   cg_frames_append_calls(b->out, addr);
   b->fetched.line = NULL;
}

/* The current instruction ends, and the one at `next' begins. */
static void go_on(SegmentBuilder* b, Addr next)
{
   end_instruction(b, mkIRExpr_HWord(next));
   end_group(b, NULL);
   count_leaving(b, NULL, next);
}

static void do_instruction(SegmentBuilder* b, Addr addr, UInt size)
{
   add_instruction(b);
   if (b->kind != INSTR_OTHER)
      go_on(b, addr);
   if (cg_frames_used() && cg_frames_has_calls(addr))
      do_frames(b, addr);
   begin_instruction(b, addr, size);
   cg_allocations_append(b->out, addr, b->cc);
}

/* VEX neither pushes nor pops for a call that it has merged with a pop. */
static void do_imark(SegmentBuilder* b, Addr addr, UInt size)
{
   UInt call = platform_merged_call((const UChar*)addr, size);

   if (call == 0) {
      do_instruction(b, addr, size);
      return;
   }

   IRExpr* SP =
      assign_new(b, IRExpr_Get(PLATFORM_OFFSET(PLATFORM_GUEST_SP), Ity_I32));
   IRExpr* pushed =
      assign_new(b, IRExpr_Binop(Iop_Sub32, SP,
                                 mkIRExpr_HWord(PLATFORM_ENTRY_ARGS_FROM_SP)));

   do_instruction(b, addr, call);
   add_write(b, pushed, PLATFORM_ENTRY_ARGS_FROM_SP);
   do_instruction(b, addr + call, size - call);
   add_read(b, pushed, PLATFORM_ENTRY_ARGS_FROM_SP);
}

static void do_statement(SegmentBuilder* b, const IRStmt* st)
{
   switch (st->tag) {
   case Ist_IMark:
      do_imark(b, st->Ist.IMark.addr, st->Ist.IMark.len);
      break;
   case Ist_WrTmp:
      do_wrtmp(b, st->Ist.WrTmp.data);
      break;
   case Ist_Store:
      add_write(b, st->Ist.Store.addr, size_of(b, st->Ist.Store.data));
      break;
   case Ist_LoadG:
      do_loadg(b, st->Ist.LoadG.details);
      break;
   case Ist_StoreG:
      do_storeg(b, st->Ist.StoreG.details);
      break;
   case Ist_Dirty:
      do_dirty(b, st->Ist.Dirty.details);
      break;
   case Ist_CAS:
      do_cas(b, st->Ist.CAS.details);
      break;
   case Ist_LLSC:
      do_llsc(b, st);
      break;
   case Ist_Exit:
      do_exit(b, st);
      break;
   default: /* does not refer to memory and cannot leave the superblock */
      break;
   }
}

/* Whether statement `i' begins an instruction that changes SP. */
static Bool changes_sp(const IRSB* in, Int i, const VexGuestLayout* layout)
{
   if (in->stmts[i]->tag != Ist_IMark)
      return False;
   for (i++; i < in->stmts_used && in->stmts[i]->tag != Ist_IMark; i++)
      if (in->stmts[i]->tag == Ist_Put
          && in->stmts[i]->Ist.Put.offset == layout->offset_SP)
         return True;
   return False;
}

/* End the group if it refers to memory.  The next instruction changes SP.  It
   may remove the frame of a variable that the group refers to, so the variable
   must be found before. */
static void end_referring_group(SegmentBuilder* b)
{
   if (b->n_refs > 0 || b->n_calls > 0)
      end_group(b, NULL);
}

IRSB* cg_instrument(VgCallbackClosure* closure, IRSB* in,
                    const VexGuestLayout*  layout,
                    const VexGuestExtents* extents,
                    const VexArchInfo* archinfo_host, IRType guest_word,
                    IRType host_word)
{
   SegmentBuilder* b = &builder;
   Int             i = 0;

   tl_assert(guest_word == host_word);
   b->fetched.ilines  = b->ilines;
   b->fetched.fetches = b->fetches;
   b->out             = deepCopyIRSBExceptStmts(in);
   b->translations    = cg_translations_add(closure->nraddr);
   b->fetched.line    = NULL;
   cg_costs_look_up(extents->base[0]);

   /* The statements before the first instruction come from the core. */
   for (; i < in->stmts_used && in->stmts[i]->tag != Ist_IMark; i++)
      append(b, in->stmts[i]);
   if (config->separate_threads)
      cg_translations_append_touch(b->out, b->translations);

   if (has_core)
      cg_latency_begin(in, i);
   open_segment(b);
   b->kind    = INSTR_OTHER;
   b->counted = True; /* there is none yet */
   for (; i < in->stmts_used; i++) {
      if (config->locals && changes_sp(in, i, layout))
         end_referring_group(b);
      do_statement(b, in->stmts[i]);
      cg_frames_append(b->out, in, i);
      do_elements(b, in->stmts[i]);
      if (has_core)
         cg_latency_add(in->stmts[i], b->cc);
   }
   do_end(b, layout);
   if (cg_frames_used())
      cg_frames_append_check(b->out);
   if (config->calls)
      cg_call_paths_append_end(b->out, b->addr, b->size, b->cc);
   return b->out;
}

IRSB* cg_instrument_uncounted(const VgCallbackClosure* closure, IRSB* in)
{
   /* So that the core does not demangle a name that is too long. */
   cg_costs_look_up(closure->nraddr);
   cg_translations_add(closure->nraddr);
   if (!cg_frames_used())
      return in;

   IRSB* out  = deepCopyIRSBExceptStmts(in);
   Addr  addr = 0;
   UInt  size = 0;

   for (Int i = 0; i < in->stmts_used; i++) {
      const IRStmt* st = in->stmts[i];

      if (st->tag == Ist_IMark) {
         addr = st->Ist.IMark.addr;
         size = st->Ist.IMark.len;
         cg_frames_append_calls(out, addr);
      }
      if (config->calls && st->tag == Ist_Exit)
         cg_call_paths_append_exit(out, addr, size, cg_costs_centre_at(addr),
                                   address_of(st->Ist.Exit.dst),
                                   st->Ist.Exit.guard);
      cg_frames_append(out, in, i);
   }
   cg_frames_append_check(out);
   if (config->calls)
      cg_call_paths_append_end(out, addr, size, cg_costs_centre_at(addr));
   return out;
}

static SegmentHelpers* chosen_helpers(void)
{
   if (analyses)
      return &cg_analysed_helpers;
   if (config->machine)
      return &cg_machine_run_helpers;
   return config->calls ? &cg_count_calls_helpers : &cg_count_helpers;
}

static void thread_runs(ThreadId tid)
{
   static UInt last;
   UInt        number = cg_threads_number(tid);

   if (number != last)
      cg_machine_run_thread(number);
   last = number;
}

static void thread_is_gone(ThreadId tid)
{
   cg_machine_run_thread_ends(cg_threads_number(tid));
}

void cg_instrument_init(const RunConfig* asked_for)
{
   config      = asked_for;
   analyses    = cg_config_analyses(config);
   helpers     = chosen_helpers();
   largest_ref = cg_config_largest_ref(config);
   has_core    = config->machine && config->machine->core.width > 0;
   if (has_core) {
      cg_latency_init(config->machine);
      cg_threads_when_running(thread_runs);
      cg_threads_when_gone(thread_is_gone);
   }
   cg_translations_init();
}
