/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_translations.c: the live translations; see cg_translations.h. */

#include "pub_tool_basics.h"
#include "pub_tool_hashtable.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_poolalloc.h"
#include "pub_tool_tooliface.h"

#include "cg_translations.h"
#include "cg_call_paths.h"
#include "guest/cg_costs.h"
#include "guest/cg_thread_costs.h"
#include "guest/cg_threads.h"
#include "run/cg_prediction.h"
#include "run/cg_sampling.h"

/* There can be two translations at one address, with and without a redirection
   of the function there.  The core does not say which of them it discards, so
   all segments are kept until both are discarded. */
struct Translations_ {
   VgHashNode header; /* header.key: the address */
   UInt       n;      /* live translations */
   Segment*   segments;
   UInt       slice; /* the last one in which it ran */
   UInt       touched_at;
};

/* Valid from cg_translations_init on. */
static VgHashTable* live;
static PoolAlloc*   nodes; /* of Translations */

static ULong n_translations_made;
static ULong n_segments_made, n_segments_freed;

static void free_discarded(ThreadId tid);

void cg_translations_init(void)
{
   live  = VG_(HT_construct)("cg.translations.live");
   nodes = VG_(newPA)(sizeof(Translations), 256, VG_(malloc),
                      "cg.translations.at", VG_(free));
   cg_threads_when_running(free_discarded);
}

Translations* cg_translations_add(Addr nraddr)
{
   Translations* t = VG_(HT_lookup)(live, nraddr);

   if (!t) {
      t  = VG_(allocEltPA)(nodes);
      *t = (Translations){.header.key = nraddr};
      VG_(HT_add_node)(live, t);
   }
   t->n++;
   n_translations_made++;
   return t;
}

/* Segments of similar sizes share a pool, because the core's malloc takes as
   long as all else that is done for a segment.  Pool 0 stands for malloc. */
#define POOL_UNIT 16 /* bytes */
#define N_POOLS   32

static PoolAlloc* pools[N_POOLS]; /* of pool number x POOL_UNIT bytes each */

static Segment* allocate_translation(SizeT size, UShort* pool)
{
   SizeT n = (size + POOL_UNIT - 1) / POOL_UNIT;

   if (n >= N_POOLS) {
      *pool = 0;
      return VG_(malloc)("cg.translations.segment", size);
   }
   *pool = n;
   if (!pools[n])
      pools[n] = VG_(newPA)(n * POOL_UNIT, 128, VG_(malloc),
                            "cg.translations.pool", VG_(free));
   return VG_(allocEltPA)(pools[n]);
}

static void release(Segment* seg)
{
   if (seg->pool)
      VG_(freeEltPA)(pools[seg->pool], seg);
   else
      VG_(free)(seg);
}

Segment* cg_translations_add_segment(Translations* t, const Segment* header,
                                     SizeT size)
{
   UShort   pool;
   Segment* seg = allocate_translation(size, &pool);

   *seg        = *header;
   seg->pool   = pool;
   seg->next   = t->segments;
   t->segments = seg;
   n_segments_made++;
   return seg;
}

/* Those that were discarded since code runs, by header.next.  One of them may
   be running: gdb discards translations from inside. */
static Translations* discarded;

/* Fold the segments of `t'.  Returns how many segments it has. */
static ULong fold(Translations* t)
{
   ULong n = 0;

   for (Segment* seg = t->segments; seg; seg = seg->next, n++)
      cg_segment_fold(seg);
   return n;
}

static Translations* next_of(const Translations* t)
{
   return (Translations*)t->header.next;
}

void cg_translations_fold_all(void)
{
   Translations* t;
   ULong         n_folded = 0;

   cg_prediction_catch_up();
   cg_sampling_catch_up();
   VG_(HT_ResetIter)(live);
   while ((t = VG_(HT_Next)(live)))
      n_folded += fold(t);
   for (t = discarded; t; t = next_of(t))
      n_folded += fold(t);
   /* The runs of a lost segment would not be counted. */
   tl_assert(n_folded == n_segments_made - n_segments_freed);
}

/* The instructions that `t' has run since it was folded. */
static ULong instructions_of(const Translations* t)
{
   ULong n = 0;

   for (Segment* seg = t->segments; seg; seg = seg->next)
      for (UInt i = 0; i < seg->n_costs; i++)
         n += seg->execs * cg_segment_costs(seg)[i].n_Ir;
   return n;
}

ULong cg_translations_instructions(void)
{
   Translations* t;
   ULong         n = cg_costs_total(EV_Ir);

   VG_(HT_ResetIter)(live);
   while ((t = VG_(HT_Next)(live)))
      n += instructions_of(t);
   for (t = discarded; t; t = next_of(t))
      n += instructions_of(t);
   return n;
}

/* Those that have run in this slice: since a thread runs.  NULL: it was
   discarded. */
static Translations** touched;
static UInt           n_touched, max_touched;
static UInt           slice = 1;

/* Called by instrumented code. */
static VG_REGPARM(1) void touch(Translations* t)
{
   if (n_touched == max_touched) {
      max_touched = VG_MAX(1024, 2 * max_touched);
      touched     = VG_(realloc)("cg.translations.touched", touched,
                             max_touched * sizeof touched[0]);
   }
   t->slice             = slice;
   t->touched_at        = n_touched;
   touched[n_touched++] = t;
}

static IRExpr* load_word(IRSB* out, const UInt* at)
{
   IRTemp t = newIRTemp(out->tyenv, Ity_I32);

   addStmtToIRSB(out, IRStmt_WrTmp(t, IRExpr_Load(Iend_LE, Ity_I32,
                                                  mkIRExpr_HWord((HWord)at))));
   return IRExpr_RdTmp(t);
}

void cg_translations_append_touch(IRSB* out, Translations* t)
{
   IRExpr*  ran    = load_word(out, &t->slice);
   IRExpr*  now    = load_word(out, &slice);
   IRTemp   is_new = newIRTemp(out->tyenv, Ity_I1);
   IRDirty* call   = unsafeIRDirty_0_N(1, "touch", VG_(fnptr_to_fnentry)(touch),
                                       mkIRExprVec_1(mkIRExpr_HWord((HWord)t)));

   addStmtToIRSB(out,
                 IRStmt_WrTmp(is_new, IRExpr_Binop(Iop_CmpNE32, ran, now)));
   call->guard = IRExpr_RdTmp(is_new);
   addStmtToIRSB(out, IRStmt_Dirty(call));
}

static void touch_costs(const Translations* t)
{
   for (Segment* seg = t->segments; seg; seg = seg->next) {
      const StaticCost* costs = cg_segment_costs(seg);

      for (UInt i = 0; i < seg->n_costs; i++)
         cg_thread_costs_touch(costs[i].cc->number);
   }
}

void cg_translations_fold_touched(void)
{
   cg_prediction_catch_up();
   cg_sampling_catch_up();
   for (UInt i = 0; i < n_touched; i++)
      if (touched[i]) {
         fold(touched[i]);
         touch_costs(touched[i]);
      }
   for (Translations* t = discarded; t; t = next_of(t)) {
      fold(t);
      touch_costs(t);
   }
   n_touched = 0;
   slice++;
}

void cg_translations_discard(Addr nraddr, VexGuestExtents extents)
{
   Translations* t = VG_(HT_lookup)(live, nraddr);

   tl_assert(t);
   cg_costs_forget();
   cg_call_paths_forget(nraddr);
   if (--t->n > 0)
      return;
   VG_(HT_remove)(live, nraddr);
   if (t->slice == slice)
      touched[t->touched_at] = NULL;
   t->header.next = (VgHashNode*)discarded;
   discarded      = t;
}

static void free_translations(Translations* t)
{
   n_segments_freed += fold(t);
   touch_costs(t);
   for (Segment *next, *seg = t->segments; seg; seg = next) {
      next = seg->next;
      release(seg);
   }
   VG_(freeEltPA)(nodes, t);
}

/* A thread is about to run code, so none is running: `execs' has all runs. */
static void free_discarded(ThreadId tid)
{
   if (!discarded)
      return;
   cg_prediction_catch_up();
   cg_sampling_catch_up();
   cg_pipeline_forget_blocks(&cg_segment_machine.pipeline);
   for (Translations *next, *t = discarded; t; t = next) {
      next = next_of(t);
      free_translations(t);
   }
   discarded = NULL;
}

void cg_translations_print_stats(void)
{
   VG_(dmsg)(" cachegrind: %'llu translations, %'llu segments\n",
             n_translations_made, n_segments_made);
}
