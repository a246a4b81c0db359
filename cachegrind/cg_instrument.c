/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_instrument.c: one superblock of VEX IR in, instrumented IR out.

   The IR is copied statement by statement.  On the way, instructions, data
   references and branches - "events" - are gathered into an open segment (see
   cg_segment.h).  The segment is closed at each side exit, at the end of the
   superblock, and when it is full; closing it writes its description and
   appends one call, so for this code

      0x1000: add (%rdi), %rax        the IR becomes

         t1 = load of (%rdi) ...
      0x1003: inc (%rsi)
         t2 = load of (%rsi); store to (%rsi) of t2 + 1
      0x1006: jne 0x1000
         cond_2(segment, t3, %rdi, %rsi)          <- added
         if (t3) goto 0x1000
      0x1008: ...

   where the segment says: 3 instructions on one I-line, a read of 8 bytes, a
   modification of 8 bytes, a conditional branch.  Without a cache simulation
   a segment that ends in no branch needs no call, only an increment.

   The call comes last in its segment because the addresses must be known.  If
   a signal interrupts the segment, none of it has been counted.  A stretch of
   code with more addresses than a call can hand over is several segments, and
   their calls stand one behind the other at its end, so that this holds for
   all of it. */

#include "pub_tool_basics.h"
#include "pub_tool_hashtable.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_tooliface.h"

#include "cg_analysis.h"
#include "cg_collect.h"
#include "cg_full.h"
#include "cg_instrument.h"
#include "cg_segment.h"
#include "guest/cg_costs.h"
#include "guest/cg_frames.h"
#include "output/cg_trace.h"
#include "sim/cg_sim.h"

/* Valid from cg_instrument_init on. */
static Bool cache_sim;
static Bool branch_sim;
static Bool watched;
static UInt largest_ref; /* bytes */

/*------------------------------------------------------------*/
/*--- What is live                                         ---*/
/*------------------------------------------------------------*/

/* The segments of the translations that live at one address, the one that the
   core names when it discards a translation.  There may be two, with and
   without a redirection of the function there, and the core does not say
   which one goes; so all are kept until the last has gone. */
typedef struct {
   VgHashNode header; /* header.key: closure->nraddr */
   UInt       n_translations;
   Segment*   segments;
} Site;

static VgHashTable* sites;

static ULong n_translations_made;
static ULong n_segments_made;

static Site* site_at(Addr nraddr)
{
   Site* site = VG_(HT_lookup)(sites, nraddr);

   if (!site) {
      site             = VG_(calloc)("cg.instrument.site", 1, sizeof *site);
      site->header.key = nraddr;
      VG_(HT_add_node)(sites, site);
   }
   return site;
}

static void fold(Site* site)
{
   for (Segment* seg = site->segments; seg; seg = seg->next)
      cg_segment_fold(seg);
}

void cg_instrument_fold_all(void)
{
   Site* site;

   VG_(HT_ResetIter)(sites);
   while ((site = VG_(HT_Next)(sites)))
      fold(site);
}

/* The core discards a translation before it makes another of the same code,
   and never in the middle of a segment's run: all its runs are in `execs'. */
void cg_instrument_discard(Addr nraddr, VexGuestExtents extents)
{
   Site* site = VG_(HT_lookup)(sites, nraddr);

   /* Code translated while instrumentation was off has none. */
   if (!site || --site->n_translations > 0)
      return;
   VG_(HT_remove)(sites, nraddr);
   fold(site);
   for (Segment *next, *seg = site->segments; seg; seg = next) {
      next = seg->next;
      VG_(free)(seg);
   }
   VG_(free)(site);
}

/*------------------------------------------------------------*/
/*--- The open segment                                     ---*/
/*------------------------------------------------------------*/

/* The superblock being instrumented, and the segment that is open in it.  The
   arrays are as long as MAX_EVENTS events can make them: an instruction lies
   on at most two I-lines. */
typedef struct {
   IRSB* out;
   Site* site;

   /* The current instruction. */
   Addr        addr;
   UInt        size;
   CostCentre* cc;

   /* The I-line fetched from last, in this superblock; NO_LINE at its start.
      No other code runs between two segments of a superblock, so what lies on
      this line hits. */
   Addr iline;

   /* Of the stretch that the open segment is the last of. */
   UInt    n_events;
   UInt    n_calls;
   IRStmt* calls[MAX_EVENTS]; /* of the segments before it */

   UInt    n_ilines, n_refs, n_fetches, n_shares;
   ILine   ilines[2 * MAX_EVENTS];
   DataRef refs[MAX_RUN_ARGS];
   Fetch   fetches[MAX_EVENTS];
   Share   shares[MAX_EVENTS];
   IRExpr* eas[MAX_RUN_ARGS]; /* one for each of refs */

   /* The same segment as the trace has it. */
   UInt       n_instrs;
   TraceInstr instrs[MAX_EVENTS];
   TraceRef   trace_refs[MAX_RUN_ARGS]; /* one for each of refs */

   /* The latest event is a read by the current instruction. */
   Bool after_read;

   BranchKind branch_kind;
   Bool       branch_inverted;
   IRExpr*    branch; /* outcome or target, as a host word */
   ULong*     branch_counts;
} Gathering;

/* No line begins at an odd address. */
#define NO_LINE ((Addr)1)

static void open_segment(Gathering* g)
{
   g->n_ilines    = 0;
   g->n_refs      = 0;
   g->n_fetches   = 0;
   g->n_shares    = 0;
   g->n_instrs    = 0;
   g->after_read  = False;
   g->branch_kind = BRANCH_NONE;
}

/* What a watched segment has besides. */
static void write_watched(const Gathering* g, WatchedSegment* w)
{
   static Region nowhere;

   cg_trace_segment(w, g->instrs, g->n_instrs, g->trace_refs, g->n_refs);
   for (UInt i = 0; i < g->n_refs; i++)
      w->refs[i] = (WatchedRef){
         .cc     = g->trace_refs[i].cc,
         .region = &nowhere,
      };
}

/* The description of the open segment, linked into its site. */
static Segment* write_segment(Gathering* g)
{
   Segment header = {
      .n_ilines        = g->n_ilines,
      .n_refs          = g->n_refs,
      .n_fetches       = g->n_fetches,
      .n_shares        = g->n_shares,
      .branch_kind     = g->branch_kind,
      .branch_inverted = g->branch_inverted,
      .branch_addr     = g->addr,
      .branch_counts   = g->branch_counts,
      .next            = g->site->segments,
   };
   Segment* seg =
      VG_(malloc)("cg.instrument.segment", cg_segment_size(&header, watched));

   *seg = header;
   VG_(memcpy)(cg_refs(seg), g->refs, g->n_refs * sizeof(DataRef));
   VG_(memcpy)(cg_ilines(seg), g->ilines, g->n_ilines * sizeof(ILine));
   VG_(memcpy)(cg_fetches(seg), g->fetches, g->n_fetches * sizeof(Fetch));
   VG_(memcpy)(cg_shares(seg), g->shares, g->n_shares * sizeof(Share));
   if (watched) {
      seg->watched_at = cg_segment_size(seg, False);
      write_watched(g, cg_watched(seg));
   }
   g->site->segments = seg;
   n_segments_made++;
   return seg;
}

/*------------------------------------------------------------*/
/*--- IR                                                   ---*/
/*------------------------------------------------------------*/

static IRExpr* word_const(const void* p)
{
   return mkIRExpr_HWord((HWord)p);
}

static void append(Gathering* g, IRStmt* st)
{
   addStmtToIRSB(g->out, st);
}

static IRExpr* assign_new(Gathering* g, IRExpr* e)
{
   IRTemp t = newIRTemp(g->out->tyenv, typeOfIRExpr(g->out->tyenv, e));

   append(g, IRStmt_WrTmp(t, e));
   return IRExpr_RdTmp(t);
}

static IRExpr* load_counter(Gathering* g, const ULong* p)
{
   return assign_new(g, IRExpr_Load(Iend_LE, Ity_I64, word_const(p)));
}

/* seg->execs += cg_collecting, which is 1 unless --toggle-collect is given */
static void append_increment(Gathering* g, Segment* seg)
{
   IRExpr* old   = load_counter(g, &seg->execs);
   IRExpr* added = cg_collect_used() ? load_counter(g, &cg_collecting)
                                     : IRExpr_Const(IRConst_U64(1));
   IRExpr* new   = assign_new(g, IRExpr_Binop(Iop_Add64, old, added));

   append(g, IRStmt_Store(Iend_LE, word_const(&seg->execs), new));
}

/* `guard' and cg_collecting, as a new guard.  Its low half will do. */
static IRExpr* and_collecting(Gathering* g, IRExpr* guard)
{
   IRExpr* where = word_const(&cg_collecting);
   IRExpr* both  = assign_new(g, IRExpr_Load(Iend_LE, Ity_I32, where));

   if (guard) {
      guard = assign_new(g, IRExpr_Unop(Iop_1Uto32, guard));
      both  = assign_new(g, IRExpr_Binop(Iop_And32, both, guard));
   }
   return assign_new(g, IRExpr_Unop(Iop_32to1, both));
}

/* A call of the runner of `seg', if `guard' (an I1 atom, or NULL for
   "always"). */
static IRStmt* call_of(const Gathering* g, Segment* seg, IRExpr* guard)
{
   const SegmentRunner* runner =
      watched ? cg_watched_runner(g->branch_kind, g->n_refs)
              : cg_segment_runner(g->branch_kind, g->n_refs);
   IRExpr* arg[1 + MAX_RUN_ARGS] = {word_const(seg)};
   UInt    n_args                = 1;
   Int     n_in_registers        = 1;

   if (g->branch_kind != BRANCH_NONE) {
      arg[n_args++]  = g->branch;
      n_in_registers = 2;
   }
   for (UInt i = 0; i < g->n_refs; i++)
      arg[n_args++] = g->eas[i];

   /* The vector's end is a NULL, which the unused elements of `arg' are. */
   IRExpr** args =
      mkIRExprVec_6(arg[0], arg[1], arg[2], arg[3], arg[4], arg[5]);
   IRDirty* call = unsafeIRDirty_0_N(n_in_registers, runner->name,
                                     VG_(fnptr_to_fnentry)(runner->fn), args);
   if (guard)
      call->guard = guard;
   if (cg_analysis_reads_registers())
      cg_frames_declare_unwinding(call);
   return IRStmt_Dirty(call);
}

/* Close the open segment, if there is anything in it, and open the next of the
   same stretch. */
static void close_segment(Gathering* g, IRExpr* guard)
{
   if (g->n_shares > 0 || g->branch_kind != BRANCH_NONE) {
      Segment* seg = write_segment(g);

      if (!cache_sim && !watched && g->branch_kind == BRANCH_NONE) {
         append_increment(g, seg);
      } else {
         /* What runs outside has no call that could touch anything. */
         if (cg_collect_cold())
            guard = and_collecting(g, guard);
         g->calls[g->n_calls++] = call_of(g, seg, guard);
      }
   }
   open_segment(g);
}

/* End the stretch: here its segments are run. */
static void end_stretch(Gathering* g, IRExpr* guard)
{
   close_segment(g, guard);
   for (UInt i = 0; i < g->n_calls; i++)
      append(g, g->calls[i]);
   g->n_calls  = 0;
   g->n_events = 0;
}

/*------------------------------------------------------------*/
/*--- Events                                               ---*/
/*------------------------------------------------------------*/

/* Make room for an event. */
static void new_event(Gathering* g)
{
   if (g->n_events == MAX_EVENTS)
      end_stretch(g, NULL);
   g->n_events++;
   g->after_read = False;
}

/* The share of the current instruction's cost centre. */
static Share* current_share(Gathering* g)
{
   if (g->n_shares == 0 || g->shares[g->n_shares - 1].cc != g->cc)
      g->shares[g->n_shares++] = (Share){.cc = g->cc};
   return &g->shares[g->n_shares - 1];
}

static void add_iline(Gathering* g, Addr iline)
{
   g->ilines[g->n_ilines++] = (ILine){cg_bucket(&cg_I1, iline), iline};
}

/* What the current instruction touches in I1, if not just the line that the
   one before it is on. */
static void add_fetch(Gathering* g)
{
   Addr first = cg_line_of(&cg_I1, g->addr);
   Addr last  = cg_line_of(&cg_I1, g->addr + g->size - 1);

   if (last == g->iline && first == last)
      return;
   if (first != g->iline)
      add_iline(g, first);
   if (last != first)
      add_iline(g, last);
   g->iline = last;

   g->fetches[g->n_fetches++] = (Fetch){
      .addr        = g->addr,
      .misses      = cg_costs_count(g->cc, EV_I1mr),
      .size        = g->size,
      .refs_before = g->n_refs,
   };
}

static void add_instruction(Gathering* g, Addr addr, UInt size)
{
   /* VEX gives no length to an instruction that it cannot decode. */
   g->addr = addr;
   g->size = size > 0 ? size : 1;
   g->cc   = cg_costs_centre_at(addr);

   new_event(g);
   current_share(g)->n_Ir++;
   g->instrs[g->n_instrs++] = (TraceInstr){addr, g->size, g->cc};
   if (cache_sim)
      add_fetch(g);
}

static void add_ref(Gathering* g, IRExpr* ea, UInt whole_size, Bool is_write)
{
   UInt size = whole_size < largest_ref ? whole_size : largest_ref;

   if (!cache_sim)
      return;

   /* A modification: the write cannot miss, so it is no reference. */
   if (is_write && g->after_read && g->refs[g->n_refs - 1].size == size
       && eqIRAtom(g->eas[g->n_refs - 1], ea)) {
      g->after_read                     = False;
      g->trace_refs[g->n_refs - 1].kind = TRACE_MODIFY;
      return;
   }

   new_event(g);
   if (g->n_refs == cg_max_refs(BRANCH_NONE))
      close_segment(g, NULL);
   g->after_read            = !is_write;
   g->eas[g->n_refs]        = ea;
   g->trace_refs[g->n_refs] = (TraceRef){
      .instrs_before = g->n_instrs,
      .kind          = is_write ? TRACE_WRITE : TRACE_READ,
      .size          = whole_size,
      .cc            = g->cc,
   };
   g->refs[g->n_refs++] = (DataRef){
      .misses = cg_costs_count(g->cc, is_write ? EV_D1mw : EV_D1mr),
      .size   = size,
      .slack  = ~cg_D1.line_mask + 1 - size,
   };
   if (is_write)
      current_share(g)->n_Dw++;
   else
      current_share(g)->n_Dr++;
}

static void add_read(Gathering* g, IRExpr* ea, UInt size)
{
   add_ref(g, ea, size, False);
}

static void add_write(Gathering* g, IRExpr* ea, UInt size)
{
   add_ref(g, ea, size, True);
}

/* A reference that happens only if `guard' says so is a segment of its own,
   with a call under the same guard. */
static void add_guarded_ref(Gathering* g, IRExpr* guard, IRExpr* ea, UInt size,
                            Bool is_write)
{
   if (!cache_sim)
      return;
   end_stretch(g, NULL);
   add_ref(g, ea, size, is_write);
   end_stretch(g, guard);
}

/* The branch that ends the open segment. */
static void add_branch(Gathering* g, BranchKind kind, IRExpr* branch,
                       Bool inverted)
{
   if (!branch_sim)
      return;
   new_event(g);
   if (g->n_refs > cg_max_refs(kind))
      close_segment(g, NULL);
   g->branch_kind     = kind;
   g->branch          = branch;
   g->branch_inverted = inverted;
   g->branch_counts =
      cg_costs_count(g->cc, kind == BRANCH_COND ? EV_Bc : EV_Bi);
}

/*------------------------------------------------------------*/
/*--- Statements                                           ---*/
/*------------------------------------------------------------*/

static UInt size_of(const Gathering* g, const IRExpr* e)
{
   return sizeofIRType(typeOfIRExpr(g->out->tyenv, e));
}

static void do_wrtmp(Gathering* g, const IRExpr* data)
{
   if (data->tag == Iex_Load)
      add_read(g, data->Iex.Load.addr, sizeofIRType(data->Iex.Load.ty));
}

static void do_loadg(Gathering* g, const IRLoadG* load)
{
   IRType widened, loaded;

   typeOfIRLoadGOp(load->cvt, &widened, &loaded);
   add_guarded_ref(g, load->guard, load->addr, sizeofIRType(loaded), False);
}

static void do_storeg(Gathering* g, const IRStoreG* store)
{
   add_guarded_ref(g, store->guard, store->addr, size_of(g, store->data), True);
}

static void do_dirty(Gathering* g, const IRDirty* d)
{
   if (d->mFx == Ifx_Read || d->mFx == Ifx_Modify)
      add_read(g, d->mAddr, d->mSize);
   if (d->mFx == Ifx_Write || d->mFx == Ifx_Modify)
      add_write(g, d->mAddr, d->mSize);
}

/* Whether the store happens is not known before; what is certain is that the
   location is read and may be written. */
static void do_cas(Gathering* g, const IRCAS* cas)
{
   UInt size = size_of(g, cas->dataLo);

   if (cas->dataHi)
      size *= 2;
   add_read(g, cas->addr, size);
   add_write(g, cas->addr, size);
}

/* Load-linked, or store-conditional if there is data to store.  No call may
   come between the two, or the store would never succeed. */
static void do_llsc(Gathering* g, const IRStmt* st)
{
   if (st->Ist.LLSC.storedata) {
      add_write(g, st->Ist.LLSC.addr, size_of(g, st->Ist.LLSC.storedata));
   } else {
      IRType loaded = typeOfIRTemp(g->out->tyenv, st->Ist.LLSC.result);

      add_read(g, st->Ist.LLSC.addr, sizeofIRType(loaded));
      end_stretch(g, NULL);
   }
}

static Bool is_jump_or_call(IRJumpKind jk)
{
   return jk == Ijk_Boring || jk == Ijk_Call;
}

/* A side exit.  Only those that are the guest's own conditional branches
   count as branches: the rest are the translation's, for odd events.  VEX may
   have turned the branch round so that the exit is taken when the guest's
   branch is not: its target is then the next instruction. */
static void do_exit(Gathering* g, const IRStmt* st)
{
   IRJumpKind jk = st->Ist.Exit.jk;

   if (branch_sim && (is_jump_or_call(jk) || jk == Ijk_Ret)) {
      Bool is_64bit = sizeof(HWord) == 8;
      Addr target =
         is_64bit ? st->Ist.Exit.dst->Ico.U64 : st->Ist.Exit.dst->Ico.U32;
      IRExpr* outcome =
         assign_new(g, IRExpr_Unop(is_64bit ? Iop_1Uto64 : Iop_1Uto32,
                                   st->Ist.Exit.guard));

      add_branch(g, BRANCH_COND, outcome, target == g->addr + g->size);
   }
   end_stretch(g, NULL);
}

/* The end: a jump or call to where only the run knows is an indirect branch;
   a return, which real processors predict well, is not. */
static void do_end(Gathering* g, const VexGuestLayout* layout)
{
   if (is_jump_or_call(g->out->jumpkind) && g->out->next->tag == Iex_RdTmp)
      add_branch(g, BRANCH_INDIRECT, g->out->next, False);
   /* After a call or return SP is that of where it goes to. */
   if (cg_analysis_reads_registers())
      append(g, IRStmt_Put(layout->offset_IP, g->out->next));
   end_stretch(g, NULL);
}

/* At the entry of a watched function: collecting may begin here, so what
   precedes it is run before.  And nothing is known to be in I1 that was
   fetched outside. */
static void do_entry(Gathering* g, Addr addr)
{
   end_stretch(g, NULL);
   cg_frames_append_entry(g->out, addr);
   g->iline = NO_LINE;
}

static void do_statement(Gathering* g, const IRStmt* st)
{
   switch (st->tag) {
   case Ist_IMark:
      if (cg_frames_used() && cg_frames_is_entry(st->Ist.IMark.addr))
         do_entry(g, st->Ist.IMark.addr);
      add_instruction(g, st->Ist.IMark.addr, st->Ist.IMark.len);
      break;
   case Ist_WrTmp:
      do_wrtmp(g, st->Ist.WrTmp.data);
      break;
   case Ist_Store:
      add_write(g, st->Ist.Store.addr, size_of(g, st->Ist.Store.data));
      break;
   case Ist_LoadG:
      do_loadg(g, st->Ist.LoadG.details);
      break;
   case Ist_StoreG:
      do_storeg(g, st->Ist.StoreG.details);
      break;
   case Ist_Dirty:
      do_dirty(g, st->Ist.Dirty.details);
      break;
   case Ist_CAS:
      do_cas(g, st->Ist.CAS.details);
      break;
   case Ist_LLSC:
      do_llsc(g, st);
      break;
   case Ist_Exit:
      do_exit(g, st);
      break;
   default: /* refers to no memory and leaves the superblock nowhere */
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

/* End the stretch, if it refers to memory, before an instruction that may take
   the frame away where a variable is that it refers to. */
static void end_referring_stretch(Gathering* g)
{
   if (g->n_refs > 0 || g->n_calls > 0)
      end_stretch(g, NULL);
}

IRSB* cg_instrument(VgCallbackClosure* closure, IRSB* in,
                    const VexGuestLayout*  layout,
                    const VexGuestExtents* extents,
                    const VexArchInfo* archinfo_host, IRType guest_word,
                    IRType host_word)
{
   /* As large as it is, it need not be made anew for each superblock.  Between
      two of them it is as after end_stretch. */
   static Gathering gathering;
   Gathering*       g = &gathering;
   Int              i = 0;

   tl_assert(guest_word == host_word);

   g->out   = deepCopyIRSBExceptStmts(in);
   g->site  = site_at(closure->nraddr);
   g->iline = NO_LINE;
   g->site->n_translations++;
   n_translations_made++;

   /* What precedes the first instruction is the core's own business. */
   for (; i < in->stmts_used && in->stmts[i]->tag != Ist_IMark; i++)
      append(g, in->stmts[i]);

   open_segment(g);
   for (; i < in->stmts_used; i++) {
      if (cg_analysis_reads_registers() && changes_sp(in, i, layout))
         end_referring_stretch(g);
      do_statement(g, in->stmts[i]);
      append(g, in->stmts[i]);
   }
   do_end(g, layout);
   if (cg_frames_used())
      cg_frames_append_check(g->out);
   return g->out;
}

IRSB* cg_instrument_frames(IRSB* in)
{
   IRSB* out = deepCopyIRSBExceptStmts(in);

   for (Int i = 0; i < in->stmts_used; i++) {
      if (in->stmts[i]->tag == Ist_IMark)
         cg_frames_append_entry(out, in->stmts[i]->Ist.IMark.addr);
      addStmtToIRSB(out, in->stmts[i]);
   }
   cg_frames_append_check(out);
   return out;
}

void cg_instrument_init(Bool cache, Bool branch, Bool watch, UInt largest)
{
   cache_sim   = cache;
   branch_sim  = branch;
   watched     = watch;
   largest_ref = largest;
   sites       = VG_(HT_construct)("cg.instrument.sites");
}

void cg_instrument_print_stats(void)
{
   VG_(dmsg)(" cachegrind: %'llu translations, %'llu segments\n",
             n_translations_made, n_segments_made);
}
