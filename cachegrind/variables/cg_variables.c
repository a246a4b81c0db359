/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_variables.c: from an address to the variable that it belongs to now;
   cg_variables.h says what a variable is and how long a region is valid.

   The table `live' holds the regions that were returned and are still valid.
   If an address is in none of them, cg_heap, cg_stacks, cg_symbols or
   cg_mappings resolves it, and the result becomes a new region.  Whatever
   changes the program's memory removes regions from `live'. */

#include "pub_tool_basics.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_oset.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_xarray.h"

#include "guest/cg_frames.h"
#include "guest/cg_range.h"
#include "guest/cg_threads.h"
#include "variables/cg_resolved.h"
#include "variables/cg_heap.h"
#include "variables/cg_locals.h"
#include "variables/cg_mappings.h"
#include "variables/cg_names.h"
#include "variables/cg_stacks.h"
#include "variables/cg_symbols.h"
#include "variables/cg_variables.h"

/* A region that was returned, and what it was made from. */
typedef struct Live_ {
   Region        region; /* begins like a Range */
   Resolved      resolved;
   struct Live_* next_dead;

   /* The links in the list of an End.  `at_end' is NULL if it is in no list. */
   struct Live_** at_end;
   struct Live_*  next_at_end;
} Live;

static OSet* live; /* of Live; NULL: variables are not wanted */

static ULong n_lookups, n_regions_made;

/*------------------------------------------------------------*/
/*--- How regions die, and are reused                      ---*/
/*------------------------------------------------------------*/

/* Lists of dead regions, for reuse.  dead_of_variables has RESOLVED_N_LIFETIMES
   lists for each variable, by its number.  dead_of_scopes has one list for each
   scope, by its number. */
static XArray *dead_of_variables, *dead_of_scopes;

static XArray* new_lists(void)
{
   return VG_(newXA)(VG_(malloc), "cg.variables.dead", VG_(free),
                     sizeof(Live*));
}

static Live** list_in(XArray* lists, UInt number)
{
   Live* none = NULL;

   while (VG_(sizeXA)(lists) <= (Word)number)
      VG_(addToXA)(lists, &none);
   return VG_(indexXA)(lists, number);
}

/* The dead regions that may be reused for a resolved address.  A data reference
   keeps a pointer to its region and trusts it if it is alive and holds the
   address.  So a region is reused only for the same variable, with the same
   lifetime and, if the result depends on a scope, in the same scope. */
static Live** dead_for(const Resolved* r)
{
   return r->scope ? list_in(dead_of_scopes, cg_locals_scope_number(r->scope))
                   : list_in(dead_of_variables,
                             r->variable * RESOLVED_N_LIFETIMES + r->lifetime);
}

static void unlink_from_end(Live* l)
{
   if (!l->at_end)
      return;
   *l->at_end = l->next_at_end;
   if (l->next_at_end)
      l->next_at_end->at_end = l->at_end;
   l->at_end = NULL;
}

static void kill(Live* l)
{
   Live** dead = dead_for(&l->resolved);

   VG_(OSetGen_Remove)(live, l);
   unlink_from_end(l);
   l->region.size = 0;
   l->next_dead   = *dead;
   *dead          = l;
}

static void kill_within(Range s)
{
   Live* l;

   while (s.size > 0 && (l = VG_(OSetGen_Lookup)(live, &s)))
      kill(l);
}

static void kill_all(void)
{
   kill_within((Range){0, ~(SizeT)0});
}

/* Kill the regions whose variables could have other names by now, because debug
   information was loaded or dropped.  A program with many objects has many
   blocks of the heap for them, and to make the regions of all blocks anew with
   each object would take a time that grows with the square of their number. */
static void kill_named(void)
{
   XArray* named = new_lists();
   Live*   l;

   VG_(OSetGen_ResetIter)(live);
   while ((l = VG_(OSetGen_Next)(live)))
      if (!l->resolved.is_block)
         VG_(addToXA)(named, &l);
   for (Word i = 0; i < VG_(sizeXA)(named); i++)
      kill(*(Live**)VG_(indexXA)(named, i));
   VG_(deleteXA)(named);
}

/*------------------------------------------------------------*/
/*--- How regions of stacks die                            ---*/
/*------------------------------------------------------------*/

/* The regions that die when the thread's SP rises above `until'. */
typedef struct {
   ThreadId tid;
   Addr     until;
   Live*    regions;
} End;

static OSet* ends; /* of End */

static Word compare_ends(const void* key, const void* elem)
{
   const End* a = key;
   const End* b = elem;

   if (a->tid != b->tid)
      return a->tid < b->tid ? -1 : 1;
   return a->until < b->until ? -1 : a->until > b->until;
}

static void end_reached(ThreadId tid, UWord result, void* data)
{
   End* end = data;

   while (end->regions)
      kill(end->regions);
   VG_(OSetGen_Remove)(ends, end);
   VG_(OSetGen_FreeNode)(ends, end);
}

static void await_end(Live* l)
{
   End  key = {.tid = l->resolved.tid, .until = l->resolved.until};
   End* end = VG_(OSetGen_Lookup)(ends, &key);

   if (!end) {
      end  = VG_(OSetGen_AllocNode)(ends, sizeof *end);
      *end = key;
      VG_(OSetGen_Insert)(ends, end);
      cg_frames_when_above(end->tid, end->until, end_reached, end);
   }
   l->next_at_end = end->regions;
   l->at_end      = &end->regions;
   if (end->regions)
      end->regions->at_end = &l->next_at_end;
   end->regions = l;
}

/*------------------------------------------------------------*/
/*--- How regions are made                                 ---*/
/*------------------------------------------------------------*/

static void (*region_made)(const Region* region);

/* A dead region to reuse, or a new one. */
static Live* take_dead(const Resolved* r)
{
   Live** dead = dead_for(r);
   Live*  l    = *dead;

   if (l)
      *dead = l->next_dead;
   else
      l = VG_(OSetGen_AllocNode)(live, sizeof *l);
   return l;
}

static Live* make_live(const Resolved* r)
{
   Live* l;

   kill_within(r->range);
   l           = take_dead(r);
   l->resolved = *r;
   l->at_end   = NULL;
   l->region   = (Region){r->range.start, r->range.size, r->variable};
   VG_(OSetGen_Insert)(live, l);
   n_regions_made++;
   region_made(&l->region);
   if (r->tid != VG_INVALID_THREADID)
      await_end(l);
   return l;
}

static Bool same_resolved(const Resolved* a, const Resolved* b)
{
   return a->range.start == b->range.start && a->range.size == b->range.size
          && a->variable == b->variable && a->lifetime == b->lifetime
          && a->tid == b->tid && a->until == b->until
          && cg_locals_same_scope(a->scope, b->scope);
}

/*------------------------------------------------------------*/
/*--- Look-ups                                             ---*/
/*------------------------------------------------------------*/

static void notice_debug_info(void)
{
   static UInt epoch;

   if (VG_(current_DiEpoch)().n == epoch)
      return;
   epoch = VG_(current_DiEpoch)().n;
   kill_named();
   cg_locals_debug_info_changed();
   cg_heap_debug_info_changed();
}

static Resolved resolve_address(Addr addr)
{
   Resolved r = {.lifetime = RESOLVED_LASTING, .tid = VG_INVALID_THREADID};

   if (!cg_heap_resolve(addr, &r) && !cg_stacks_resolve(addr, &r)
       && (cg_mappings_is_in_no_symbol(addr) || !cg_symbols_resolve(addr, &r)))
      cg_mappings_resolve(addr, &r);
   return r;
}

/* A cache of the regions found last, by some bits of the address.  An
   instruction that works on many blocks of the heap needs another region each
   time, and mostly finds it here. */
#define N_RECENT (1 << 15)

static Live* recent[N_RECENT];

/* Whether `l' holds `addr' and is valid for every instruction. */
static Bool is_lasting(const Live* l, Addr addr)
{
   return l && cg_region_holds(&l->region, addr)
          && l->resolved.lifetime != RESOLVED_INNER_FRAME;
}

static Live* find_or_make(Addr addr)
{
   Live*    l = cg_range_find(live, addr);
   Resolved r;

   if (l && l->resolved.lifetime != RESOLVED_INNER_FRAME)
      return l;
   r = resolve_address(addr);
   return l && same_resolved(&l->resolved, &r) ? l : make_live(&r);
}

Region* cg_variables_region_at(Addr addr)
{
   Live** l = &recent[(addr >> 4) % N_RECENT];

   n_lookups++;
   notice_debug_info();
   if (!is_lasting(*l, addr))
      *l = find_or_make(addr);
   return &(*l)->region;
}

/*------------------------------------------------------------*/
/*--- What changes the memory                              ---*/
/*------------------------------------------------------------*/

static void forget(Addr start, SizeT size)
{
   Range s = {start, size};

   notice_debug_info();
   kill_within(s);
   cg_heap_forget(s);
   cg_symbols_forget(s);
   cg_mappings_forget(s);
}

static Bool locals_wanted; /* valid from cg_variables_init on */

static void mapped(Addr start, SizeT size, Bool r, Bool w, Bool x,
                   ULong debug_info)
{
   if (debug_info != 0)
      cg_mappings_loaded(start);
   forget(start, size);
   if (debug_info != 0 && locals_wanted)
      cg_symbols_loaded(debug_info);
}

static void protected(Addr start, SizeT size, Bool r, Bool w, Bool x)
{
   notice_debug_info();
}

static void moved(Addr from, Addr to, SizeT size)
{
   forget(to, size);
}

static void brk_grown(Addr start, SizeT size, ThreadId tid)
{
   forget(start, size);
}

/* The new stack may lie in memory that was an ordinary mapping before, for
   instance the stack of a thread that has ended. */
static void thread_created(ThreadId parent, ThreadId child)
{
   kill_within(cg_threads_stack_of(child));
}

/* The other threads do not exist in the child, so their stacks are ordinary
   mappings there. */
static void forked_child(ThreadId tid)
{
   kill_all();
}

void cg_variables_altstack_changes(ThreadId tid)
{
   if (live)
      kill_within(cg_threads_altstack_of(tid));
}

void cg_variables_init(Bool locals, void (*listener)(const Region* region))
{
   region_made       = listener;
   locals_wanted     = locals;
   live              = cg_range_new_table("cg.variables.live");
   dead_of_variables = new_lists();
   dead_of_scopes    = new_lists();
   ends = VG_(OSetGen_Create)(0, compare_ends, VG_(malloc), "cg.variables.ends",
                              VG_(free));
   cg_names_init();
   cg_heap_init(kill_within);
   cg_symbols_init(locals);
   cg_mappings_init();
   cg_locals_init();
   cg_stacks_init(locals);

   VG_(track_new_mem_startup)(mapped);
   VG_(track_new_mem_mmap)(mapped);
   VG_(track_change_mem_mprotect)(protected);
   VG_(track_copy_mem_remap)(moved);
   VG_(track_die_mem_munmap)(forget);
   VG_(track_new_mem_brk)(brk_grown);
   VG_(track_die_mem_brk)(forget);
   VG_(track_pre_thread_ll_create)(thread_created);
   VG_(atfork)(NULL, NULL, forked_child);
   cg_frames_need();
}

void cg_variables_print_stats(void)
{
   if (!live)
      return;
   VG_(dmsg)(" cachegrind: %u variables, %'llu look-ups, %'llu regions, "
             "%'llu unwindings, %'llu descriptions\n",
             cg_names_n_variables(), n_lookups, n_regions_made,
             cg_stacks_n_unwindings(), cg_symbols_n_descriptions());
}
