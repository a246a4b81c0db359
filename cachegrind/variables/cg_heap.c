/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_heap.c: the blocks of the heap; see cg_heap.h.  First the table of blocks,
   then their names, then the calls that allocate and free them. */

#include "pub_tool_basics.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_oset.h"
#include "pub_tool_stacktrace.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vki.h"

#include "conflicts/cg_conflict_counts.h"
#include "conflicts/cg_system_files.h"
#include "conflicts/cg_text.h"
#include "guest/cg_frames.h"
#include "guest/cg_range.h"
#include "variables/cg_calls.h"
#include "variables/cg_heap.h"
#include "variables/cg_names.h"

/*------------------------------------------------------------*/
/*--- Blocks                                               ---*/
/*------------------------------------------------------------*/

typedef struct {
   Range range; /* at least one byte */
   UInt  variable;
   UInt  serial;
} Block;

/* Valid from cg_heap_init on. */
static OSet* blocks; /* of Block */
static void (*block_changes)(Range block);

static void block_allocated(Addr start, SizeT size, UInt var)
{
   static UInt n_blocks;
   Range       s = {start, size > 0 ? size : 1};
   Block*      b;

   block_changes(s);
   cg_range_remove_within(blocks, s);
   b  = VG_(OSetGen_AllocNode)(blocks, sizeof *b);
   *b = (Block){s, var, ++n_blocks};
   VG_(OSetGen_Insert)(blocks, b);
}

/* The block that starts at `start'; NULL if there is none. */
static Block* block_at(Addr start)
{
   Block* b = cg_range_find(blocks, start);

   return b && b->range.start == start ? b : NULL;
}

static void block_freed(Addr start)
{
   Block* b = block_at(start);

   if (b) {
      block_changes(b->range);
      cg_range_remove_within(blocks, b->range);
   }
}

Bool cg_heap_resolve(Addr addr, Resolved* r)
{
   const Block* b = cg_range_find(blocks, addr);

   if (!b)
      return False;
   r->range    = b->range;
   r->variable = b->variable;
   r->is_block = True;
   return True;
}

void cg_heap_keep_out(Range* s, Addr addr)
{
   Range        above = cg_range_from_to(addr, cg_range_last(s));
   Range        below = cg_range_from_to(s->start, addr);
   const Block* b;

   /* Any block that overlaps will do, because each one shrinks the rest of the
      range. */
   while ((b = VG_(OSetGen_Lookup)(blocks, &above))) {
      cg_range_keep_out(s, addr, b->range);
      above = cg_range_from_to(addr, cg_range_last(s));
   }
   while ((b = VG_(OSetGen_Lookup)(blocks, &below))) {
      cg_range_keep_out(s, addr, b->range);
      below = cg_range_from_to(s->start, addr);
   }
}

void cg_heap_forget(Range s)
{
   cg_range_remove_within(blocks, s);
}

/*------------------------------------------------------------*/
/*--- Their names                                          ---*/
/*------------------------------------------------------------*/

/* A call that allocates; it gives the block its variable.  If the call is
   inside an allocating function it is inner, and the call of that function is
   used instead.  An inlined function counts like any other. */
typedef struct {
   VgHashNode header; /* header.key: an address in the call */
   Bool       is_inner;
   UInt       variable;
} AllocationSite;

static VgHashTable* allocation_sites; /* valid from cg_heap_init on */

static const HChar* const allocators[] = {
   "malloc",        "calloc",        "realloc",  "reallocarray",
   "memalign",      "aligned_alloc", "valloc",   "pvalloc",
   "xmalloc",       "xcalloc",       "xrealloc", "posix_memalign",
   "operator new*", "__gnu_cxx::*",  "std::*",   "void std::*",
};

static Bool is_allocator(const HChar* fn)
{
   for (UInt i = 0; i < sizeof allocators / sizeof allocators[0]; i++)
      if (cg_frames_matches(allocators[i], fn))
         return True;
   return False;
}

static UInt name_allocation_site(const Call* call)
{
   HChar number[20];

   if (call->line == 0)
      return call->fn[0] ? cg_names_variable_with("heap (", call->fn, ")")
                         : cg_names_variable("heap");
   VG_(sprintf)(number, ":%u)", call->line);
   return cg_names_variable_with("heap (", cg_text_base_name(call->file),
                                 number);
}

/* Whether a function of the library allocates for its caller.  What calls main
   is no part of the program. */
static Bool is_inner_call(const Call* call)
{
   return is_allocator(call->fn)
          || (cg_system_files_have(call->dir)
              && VG_(get_fnname_kind)(call->fn) == Vg_FnNameNormal);
}

/* Look for the innermost function at a site that is not inner.  If there is
   none, the innermost one names the site: it is of use if no further call is
   known. */
static Bool try_call(const Call* call, void* data)
{
   AllocationSite* site     = data;
   Bool            is_inner = is_inner_call(call);
   Bool            is_first = site->variable == VARIABLE_UNKNOWN;

   if (is_first || !is_inner)
      site->variable = name_allocation_site(call);
   site->is_inner = is_inner;
   return is_inner;
}

static AllocationSite* allocation_site_at(Addr addr)
{
   AllocationSite* site = VG_(HT_lookup)(allocation_sites, addr);

   if (site)
      return site;
   site             = VG_(malloc)("cg.heap.site", sizeof *site);
   site->header.key = addr;
   site->variable   = VARIABLE_UNKNOWN;
   cg_calls_at(addr, try_call, site);
   VG_(HT_add_node)(allocation_sites, site);
   return site;
}

/* How many calls are searched for one outside of allocating functions.  Without
   optimisation, std::map has a dozen below the program's own. */
#define N_ALLOCATOR_FRAMES 32

/* The variable of the block that thread `tid' is about to allocate.  The thread
   is at the first instruction of an allocating function.  The variable is that
   of the innermost call outside of such functions. */
static UInt variable_allocated(ThreadId tid)
{
   Addr            ips[N_ALLOCATOR_FRAMES];
   AllocationSite* site;
   Addr            caller;
   UInt            n;

   if (!cg_frames_return_address(tid, &caller))
      return cg_names_variable("heap");
   site = allocation_site_at(caller - 1);
   if (!site->is_inner)
      return site->variable;

   n = VG_(get_StackTrace)(tid, ips, N_ALLOCATOR_FRAMES, NULL, NULL, 0);
   for (UInt i = 1; i < n && site->is_inner; i++)
      site = allocation_site_at(ips[i]);
   return site->variable;
}

void cg_heap_debug_info_changed(void)
{
   VG_(HT_destruct)(allocation_sites, VG_(free));
   allocation_sites = VG_(HT_construct)("cg.heap.sites");
}

/*------------------------------------------------------------*/
/*--- Calls of the functions that allocate and free        ---*/
/*------------------------------------------------------------*/

typedef enum {
   ALLOCATES,
   ALLOCATES_ARRAY,
   REALLOCATES,
   ALIGNS,
   FREES
} HeapCall;

/* A function that allocates or frees, and the meaning of its arguments.  The
   operators new are not listed: they call malloc, except those that return the
   address which they are given. */
typedef struct {
   const HChar* name;
   HeapCall     what;
   UInt         size_arg; /* the size, or the number of elements */
} HeapFunction;

/* clang-format off */
static const HeapFunction heap_functions[] = {
   {"malloc",           ALLOCATES,       0},
   {"valloc",           ALLOCATES,       0},
   {"pvalloc",          ALLOCATES,       0},
   {"memalign",         ALLOCATES,       1},
   {"aligned_alloc",    ALLOCATES,       1},
   {"calloc",           ALLOCATES_ARRAY, 0},
   {"posix_memalign",   ALIGNS,          2},
   {"realloc",          REALLOCATES,     1},
   {"reallocarray",     REALLOCATES,     1},
   {"free",             FREES,           0},
   {"cfree",            FREES,           0},
};
/* clang-format on */

/* The outermost call of such a function in which a thread is.  Calls inside it
   are ignored: they are the allocator's own business. */
typedef struct {
   const HeapFunction* function; /* NULL: in no such call */
   Addr                old;      /* block to reallocate, or memptr (ALIGNS) */
   UInt                old_serial;
   SizeT               size;
   UInt                variable;
} HeapCaller;

static HeapCaller* heap_callers; /* by ThreadId */

static void heap_function_left(ThreadId tid, UWord result, void* data)
{
   HeapCaller* c     = &heap_callers[tid];
   Block*      old   = block_at(c->old);
   HeapCall    what  = c->function->what;
   Addr        block = result;

   c->function = NULL;
   if (what == REALLOCATES && (block || c->size == 0) && old
       && old->serial == c->old_serial)
      block_freed(c->old);
   if (what == ALIGNS)
      block = result == 0
                    && VG_(am_is_valid_for_client)(c->old, sizeof(Addr),
                                                   VKI_PROT_READ)
                 ? *(const Addr*)c->old
                 : 0;
   /* A function that was left by a jump has no result, so `block' may be any
      number. */
   if (block && VG_(am_is_valid_for_client)(block, 1, VKI_PROT_READ))
      block_allocated(block, c->size, c->variable);
}

static void heap_function_entered(ThreadId tid, Addr sp,
                                  const UWord args[CG_FRAMES_N_ARGS],
                                  void*       data)
{
   const HeapFunction* f = data;
   HeapCaller*         c = &heap_callers[tid];
   const Block*        old;

   if (c->function)
      return;
   if (f->what == FREES) {
      block_freed(args[0]);
      return;
   }
   old           = block_at(args[0]);
   c->function   = f;
   c->old        = args[0];
   c->old_serial = old ? old->serial : 0;
   c->size       = args[f->size_arg];
   if (f->what == ALLOCATES_ARRAY)
      c->size *= args[1];
   if (VG_(strcmp)(f->name, "reallocarray") == 0)
      c->size *= args[2];
   c->variable = variable_allocated(tid);
   cg_frames_when_left(tid, heap_function_left, NULL);
}

void cg_heap_init(void (*changes)(Range block))
{
   UInt n = sizeof heap_functions / sizeof heap_functions[0];

   block_changes    = changes;
   blocks           = cg_range_new_table("cg.heap.blocks");
   allocation_sites = VG_(HT_construct)("cg.heap.sites");
   heap_callers =
      VG_(calloc)("cg.heap.callers", VG_N_THREADS, sizeof heap_callers[0]);
   for (UInt i = 0; i < n; i++)
      cg_frames_watch(heap_functions[i].name, heap_function_entered,
                      (void*)(Addr)&heap_functions[i]);
}
