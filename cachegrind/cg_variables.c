/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_variables.c: from an address to the variable that it belongs to now;
   cg_variables.h says what a variable is and how long an answer holds.

   Three tables, each ordered by address, in which what overlaps is equal and
   so nothing overlaps:

      live      the regions given out and still true
      blocks    the heap's blocks, as far as seen
      statics   the memory of symbols, as far as asked for

   A question is answered from `live' if it can be.  If not, an Answer is made
   from the rest and from what the core knows - stacks, symbols, mappings - and
   becomes a region.  An answer never reaches into memory that would get
   another name: it is the stretch between what begins or ends around it.  What
   changes the program's memory removes regions from `live', so that no answer
   outlives its truth. */

#include "pub_tool_basics.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_hashtable.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_oset.h"
#include "pub_tool_stacktrace.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_vki.h"
#include "pub_tool_xarray.h"
#include "libvex_guest_amd64.h"
#include "libvex_guest_x86.h"

#include "cg_frames.h"
#include "cg_variables.h"

/* Valid from cg_variables_init on. */
static Bool locals_wanted;

static ULong n_questions, n_regions_made, n_unwindings, n_descriptions;

/*------------------------------------------------------------*/
/*--- Stretches of memory                                  ---*/
/*------------------------------------------------------------*/

/* First in all that the tables hold. */
typedef struct {
   Addr  start;
   SizeT size;
} Stretch;

static Bool holds(const Stretch* s, Addr addr)
{
   return addr - s->start < s->size;
}

static Addr last_of(const Stretch* s)
{
   return s->start + s->size - 1;
}

static Stretch from_to(Addr first, Addr last)
{
   return (Stretch){first, last - first + 1};
}

/* What overlaps is equal. */
static Word compare_stretches(const void* key, const void* elem)
{
   const Stretch* a = key;
   const Stretch* b = elem;

   if (last_of(a) < b->start)
      return -1;
   return a->start > last_of(b);
}

static OSet* new_table(const HChar* cc)
{
   return VG_(OSetGen_Create)(0, compare_stretches, VG_(malloc), cc, VG_(free));
}

static void* find(OSet* table, Addr addr)
{
   Stretch key = {addr, 1};

   return VG_(OSetGen_Lookup)(table, &key);
}

/* Remove, and free, what overlaps. */
static void remove_within(OSet* table, Stretch s)
{
   void* elem;

   while (s.size > 0 && (elem = VG_(OSetGen_Remove)(table, &s)))
      VG_(OSetGen_FreeNode)(table, elem);
}

/* Shrink `s', which holds `addr', so that it has nothing of `obstacle', which
   does not hold it. */
static void keep_out_of(Stretch* s, Addr addr, Stretch obstacle)
{
   Addr first = s->start, last = last_of(s);

   if (obstacle.size == 0)
      return;
   if (obstacle.start > addr && obstacle.start <= last)
      last = obstacle.start - 1;
   if (last_of(&obstacle) < addr && last_of(&obstacle) >= first)
      first = last_of(&obstacle) + 1;
   *s = from_to(first, last);
}

/*------------------------------------------------------------*/
/*--- Variables                                            ---*/
/*------------------------------------------------------------*/

/* Whether what an answer says of a stack depends on where its thread is. */
typedef enum {
   LASTING,     /* no; or it is no stack */
   INNER_FRAME, /* of the frame that is running: on its scopes */
   OUTER_FRAME, /* of one further out: only until that runs again */
   N_LIFETIMES
} Lifetime;

typedef struct Live_  Live;
typedef struct Scope_ Scope;

typedef struct {
   const HChar* name; /* the key of the OSet, so it comes first */
   UInt         number;
   Live*        dead[N_LIFETIMES]; /* regions to use anew */
} Variable;

static OSet*   variables_by_name;
static XArray* variables; /* of Variable*, by number */

static Word compare_names(const void* key, const void* elem)
{
   return VG_(strcmp)(*(const HChar* const*)key, *(const HChar* const*)elem);
}

static UInt variable_named(const HChar* name)
{
   Variable* v = VG_(OSetGen_Lookup)(variables_by_name, &name);

   if (!v) {
      v = VG_(OSetGen_AllocNode)(variables_by_name, sizeof *v);
      VG_(memset)(v, 0, sizeof *v);
      v->name   = VG_(strdup)("cg.variables.name", name);
      v->number = VG_(addToXA)(variables, &v);
      VG_(OSetGen_Insert)(variables_by_name, v);
   }
   return v->number;
}

static Variable* variable(UInt number)
{
   return *(Variable**)VG_(indexXA)(variables, number);
}

UInt cg_n_variables(void)
{
   return VG_(sizeXA)(variables);
}

const HChar* cg_variable_name(UInt number)
{
   return variable(number)->name;
}

/* The variable "WORD NAME", or "WORD (NAME)". */
static UInt variable_with(const HChar* before, const HChar* name,
                          const HChar* after)
{
   SizeT  size = VG_(strlen)(before) + VG_(strlen)(name) + VG_(strlen)(after);
   HChar* text = VG_(malloc)("cg.variables.text", size + 1);
   UInt   result;

   VG_(sprintf)(text, "%s%s%s", before, name, after);
   result = variable_named(text);
   VG_(free)(text);
   return result;
}

static const HChar* base_name(const HChar* path)
{
   const HChar* slash = VG_(strrchr)(path, '/');
   return slash ? slash + 1 : path;
}

/*------------------------------------------------------------*/
/*--- Regions                                              ---*/
/*------------------------------------------------------------*/

/* What can be said of an address. */
typedef struct {
   Stretch  stretch;
   UInt     variable;
   Lifetime lifetime;
   ThreadId tid;   /* whose stack it is; VG_INVALID_THREADID: none */
   Addr     until; /* it holds while the thread's SP is not above this */

   /* If it says that no variable of the innermost frame is there: by this. */
   Scope* scope;
} Answer;

struct Live_ {
   Region region; /* what is given out; has a Stretch at its head */
   Answer answer;
   Live*  next_dead;
   Live** at_end; /* what links it into the list of an End; NULL: none */
   Live*  next_at_end;
};

/* A thread's stack pointer will at some time be above `until'. */
typedef struct {
   ThreadId tid;
   Addr     until;
   Live*    regions;
} End;

static OSet* live; /* of Live */
static OSet* ends; /* of End */
static UInt  last_serial;

static void   unlink_from_end(Live* l);
static Live** dead_of_scope(Scope* scope);
static Bool   same_scope(const Scope* a, const Scope* b);

/* Where the dead regions are that may be used anew for an answer.  One is given
   life again for the same variable only, and if that depends on where the
   program is, for the same kind of place: an instruction that holds on to a
   region, and sees it alive with its address in it, can take it for what it
   was. */
static Live** dead_for(const Answer* a)
{
   return a->scope ? dead_of_scope(a->scope)
                   : &variable(a->variable)->dead[a->lifetime];
}

static void kill(Live* l)
{
   Live** dead = dead_for(&l->answer);

   VG_(OSetGen_Remove)(live, l);
   unlink_from_end(l);
   l->region.size = 0;
   l->next_dead   = *dead;
   *dead          = l;
}

static void kill_within(Stretch s)
{
   Live* l;

   while (s.size > 0 && (l = VG_(OSetGen_Lookup)(live, &s)))
      kill(l);
}

static void kill_all(void)
{
   kill_within((Stretch){0, ~(SizeT)0});
}

/* A dead region to use anew, or a new one. */
static Live* take_dead(const Answer* a)
{
   Live** dead = dead_for(a);
   Live*  l    = *dead;

   if (l)
      *dead = l->next_dead;
   else
      l = VG_(OSetGen_AllocNode)(live, sizeof *l);
   return l;
}

static void await_end(Live* l);

static Region* make_region(const Answer* a)
{
   Live* l;

   kill_within(a->stretch);
   l         = take_dead(a);
   l->answer = *a;
   l->at_end = NULL;
   if (++last_serial == 0)
      last_serial = 1;
   l->region = (Region){.start    = a->stretch.start,
                        .size     = a->stretch.size,
                        .variable = a->variable,
                        .serial   = last_serial};
   VG_(OSetGen_Insert)(live, l);
   n_regions_made++;
   if (a->tid != VG_INVALID_THREADID)
      await_end(l);
   return &l->region;
}

static Bool same_answer(const Answer* a, const Answer* b)
{
   return a->stretch.start == b->stretch.start
          && a->stretch.size == b->stretch.size && a->variable == b->variable
          && a->lifetime == b->lifetime && a->tid == b->tid
          && a->until == b->until && same_scope(a->scope, b->scope);
}

/*------------------------------------------------------------*/
/*--- Debug information                                    ---*/
/*------------------------------------------------------------*/

/* The core's words for an address in a variable, of which this is taken:

      ...inside local var "m1"...         the name
      ...inside nodes[3].next,...         the name, up to the first of .[
      ...declared at matrix.c:17...       the declaration
 */
typedef struct {
   XArray *where, *declared; /* of HChar */
} Description;

static const HChar* after(const HChar* text, const HChar* mark)
{
   const HChar* found = VG_(strstr)(text, mark);

   return found ? found + VG_(strlen)(mark) : NULL;
}

/* A copy of `text' up to the first character that is in `stops'. */
static HChar* copy_until(const HChar* text, const HChar* stops)
{
   SizeT  len  = VG_(strcspn)(text, stops);
   HChar* copy = VG_(malloc)("cg.variables.copy", len + 1);

   VG_(memcpy)(copy, text, len);
   copy[len] = '\0';
   return copy;
}

/* "name (file:line)" or "name".  A new string; NULL if there is no name. */
static HChar* shorten(const Description* d)
{
   const HChar* name = after(VG_(indexXA)(d->where, 0), " inside ");
   const HChar* decl = after(VG_(indexXA)(d->declared, 0), "declared at ");

   if (!name)
      return NULL;
   if (after(name, "var \""))
      name = after(name, "var \"");

   HChar* n = copy_until(name, "\".[,<");
   if (!decl)
      return n;

   HChar* d1   = copy_until(decl, ",<");
   SizeT  size = VG_(strlen)(n) + VG_(strlen)(d1) + 4;
   HChar* text = VG_(malloc)("cg.variables.described", size);
   VG_(sprintf)(text, "%s (%s)", n, d1);
   VG_(free)(n);
   VG_(free)(d1);
   return text;
}

static XArray* new_text(void)
{
   return VG_(newXA)(VG_(malloc), "cg.variables.text", VG_(free),
                     sizeof(HChar));
}

/* While it evaluates DWARF the core warns of each operator that it does not
   know, optimised code has many, and the variable is then just not to be had.
   It is silent only when its output is XML. */
static Bool was_xml;

static void silence(void)
{
   was_xml      = VG_(clo_xml);
   VG_(clo_xml) = True;
}

static void end_silence(void)
{
   VG_(clo_xml) = was_xml;
}

/* The variable that holds `addr', by DWARF, among the static ones and those of
   all stacks: its name and declaration, or NULL.  A new string. */
static HChar* describe(Addr addr)
{
   Description d = {new_text(), new_text()};
   HChar*      text;

   silence();
   VG_(get_data_description)(d.where, d.declared, VG_(current_DiEpoch)(), addr);
   end_silence();
   n_descriptions++;
   text = shorten(&d);
   VG_(deleteXA)(d.where);
   VG_(deleteXA)(d.declared);
   return text;
}

/* The start of the symbol's memory that `addr' is in.  False if it is in none.
 */
static Bool symbol_start(Addr addr, Addr* start, const HChar** name)
{
   PtrdiffT offset;

   if (!VG_(get_datasym_and_offset)(VG_(current_DiEpoch)(), addr, name,
                                    &offset))
      return False;
   *start = addr - offset;
   return True;
}

static Bool is_in_symbol_at(Addr addr, Addr start)
{
   Addr         its_start;
   const HChar* name;

   return symbol_start(addr, &its_start, &name) && its_start == start;
}

/* The core does not tell a symbol's size.  Its memory is one stretch, so the
   last byte lies between one that is in it and one that is not. */
static Addr symbol_last(Addr start, Addr inside)
{
   SizeT step = 16;

   while (inside + step > inside && is_in_symbol_at(inside + step, start)) {
      inside += step;
      step *= 2;
   }
   for (; step > 0; step /= 2)
      if (inside + step > inside && is_in_symbol_at(inside + step, start))
         inside += step;
   return inside;
}

/* Symbols of shared objects may have a version behind an `@'. */
static UInt variable_by_symbol(const HChar* symbol)
{
   HChar* name   = copy_until(symbol, "@");
   UInt   result = variable_named(name);

   VG_(free)(name);
   return result;
}

/* A symbol's memory.  To find it costs dozens of look-ups, and in an object
   with much DWARF a millisecond; so it is kept until it is unmapped. */
typedef struct {
   Stretch stretch;
   UInt    variable;
} Static;

static OSet* statics; /* of Static */

static Static* static_at(Addr addr)
{
   Static*      s = find(statics, addr);
   const HChar* name;
   HChar*       described;
   Addr         start;

   if (s || !symbol_start(addr, &start, &name))
      return s;
   s           = VG_(OSetGen_AllocNode)(statics, sizeof *s);
   s->variable = variable_by_symbol(name);
   s->stretch  = from_to(start, symbol_last(start, addr));
   if (locals_wanted && (described = describe(addr))) {
      s->variable = variable_named(described);
      VG_(free)(described);
   }
   remove_within(statics, s->stretch);
   VG_(OSetGen_Insert)(statics, s);
   return s;
}

static Bool answer_by_symbol(Addr addr, Answer* a)
{
   const Static* s = static_at(addr);

   if (!s)
      return False;
   a->stretch  = s->stretch;
   a->variable = s->variable;
   return True;
}

/*------------------------------------------------------------*/
/*--- The heap                                             ---*/
/*------------------------------------------------------------*/

typedef struct {
   Stretch stretch; /* of at least a byte */
   UInt    variable;
   UInt    serial;
} Block;

static OSet* blocks; /* of Block */

/* The line, or the function, of a call that allocates; or that it is in the
   body of an allocating function itself, and so what counts is its caller. */
typedef struct {
   VgHashNode header; /* header.key: an address in the call */
   Bool       is_inner;
   UInt       variable;
} Site;

static VgHashTable* sites;

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

static UInt name_site(Addr addr, const HChar* fn)
{
   DiEpoch      now = VG_(current_DiEpoch)();
   const HChar* file;
   UInt         line;
   HChar        number[20];

   if (!VG_(get_filename_linenum)(now, addr, &file, NULL, &line))
      return fn && fn[0] ? variable_with("heap (", fn, ")")
                         : variable_named("heap");
   VG_(sprintf)(number, ":%u)", line);
   return variable_with("heap (", base_name(file), number);
}

static Site* site_at(Addr addr)
{
   Site*        site = VG_(HT_lookup)(sites, addr);
   const HChar* fn   = NULL;

   if (site)
      return site;
   site             = VG_(malloc)("cg.variables.site", sizeof *site);
   site->header.key = addr;
   /* An unknown function is the empty string, not NULL. */
   if (!VG_(get_fnname)(VG_(current_DiEpoch)(), addr, &fn))
      fn = NULL;
   site->is_inner = fn && is_allocator(fn);
   site->variable = name_site(addr, fn);
   VG_(HT_add_node)(sites, site);
   return site;
}

#define N_ALLOCATOR_FRAMES 12

/* The variable that a thread allocates when it is about to enter an allocating
   function, at its first instruction with the stack pointer at `sp': by the
   innermost call that is in no such function. */
static UInt variable_allocated(ThreadId tid, Addr sp)
{
   Addr  ips[N_ALLOCATOR_FRAMES];
   Site* site;
   UInt  n;

   if (!VG_(am_is_valid_for_client)(sp, sizeof(Addr), VKI_PROT_READ))
      return variable_named("heap");
   site = site_at(*(const Addr*)sp - 1);
   if (!site->is_inner)
      return site->variable;

   n = VG_(get_StackTrace)(tid, ips, N_ALLOCATOR_FRAMES, NULL, NULL, 0);
   for (UInt i = 1; i < n && site->is_inner; i++)
      site = site_at(ips[i]);
   return site->variable;
}

static void block_allocated(Addr start, SizeT size, UInt var)
{
   static UInt n_blocks;
   Stretch     s = {start, size > 0 ? size : 1};
   Block*      b;

   kill_within(s);
   remove_within(blocks, s);
   b  = VG_(OSetGen_AllocNode)(blocks, sizeof *b);
   *b = (Block){s, var, ++n_blocks};
   VG_(OSetGen_Insert)(blocks, b);
}

/* The block that starts there; NULL if there is none. */
static Block* block_at(Addr start)
{
   Block* b = find(blocks, start);

   return b && b->stretch.start == start ? b : NULL;
}

static void block_freed(Addr start)
{
   Block* b = block_at(start);

   if (b) {
      kill_within(b->stretch);
      remove_within(blocks, b->stretch);
   }
}

static Bool answer_by_block(Addr addr, Answer* a)
{
   const Block* b = find(blocks, addr);

   if (!b)
      return False;
   a->stretch  = b->stretch;
   a->variable = b->variable;
   return True;
}

/* Shrink `s', which holds `addr', to what no block has. */
static void keep_out_of_blocks(Stretch* s, Addr addr)
{
   Stretch      above = from_to(addr, last_of(s));
   Stretch      below = from_to(s->start, addr);
   const Block* b;

   /* Of those that overlap any will do: each shrinks what is left. */
   while ((b = VG_(OSetGen_Lookup)(blocks, &above))) {
      keep_out_of(s, addr, b->stretch);
      above = from_to(addr, last_of(s));
   }
   while ((b = VG_(OSetGen_Lookup)(blocks, &below))) {
      keep_out_of(s, addr, b->stretch);
      below = from_to(s->start, addr);
   }
}

/*--- Calls of the functions that allocate and free ---*/

typedef enum {
   ALLOCATES,
   ALLOCATES_ARRAY,
   REALLOCATES,
   ALIGNS,
   FREES
} HeapCall;

/* Which arguments of a function say what.  The operators new are not here: they
   call malloc, except those that return the address which they are given. */
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

/* The outermost call in which a thread is; what such functions do in each
   other is none of the program's business. */
typedef struct {
   const HeapFunction* function; /* NULL: in none */
   Addr                old;      /* what is reallocated, or where to put it */
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
   /* A function that did not return but was jumped out of has no result. */
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
   c->variable = variable_allocated(tid, sp);
   cg_frames_when_left(tid, sp, heap_function_left, NULL);
}

static void watch_heap_functions(void)
{
   UInt n = sizeof heap_functions / sizeof heap_functions[0];

   heap_callers =
      VG_(calloc)("cg.variables.callers", VG_N_THREADS, sizeof heap_callers[0]);
   for (UInt i = 0; i < n; i++)
      cg_frames_watch(heap_functions[i].name, heap_function_entered,
                      (void*)(Addr)&heap_functions[i]);
}

/*------------------------------------------------------------*/
/*--- Stacks                                               ---*/
/*------------------------------------------------------------*/

static Stretch stack_of(ThreadId tid)
{
   Addr  last = VG_(thread_get_stack_max)(tid);
   SizeT size = VG_(thread_get_stack_size)(tid);

   return (Stretch){last - size + 1, size};
}

/* The alternate signal stack; empty if there is none. */
static Stretch altstack_of(ThreadId tid)
{
   return (Stretch){VG_(thread_get_altstack_min)(tid),
                    VG_(thread_get_altstack_size)(tid)};
}

/* The thread whose stack `addr' is in, or else whose alternate stack, or
   VG_INVALID_THREADID; and that stack. */
static ThreadId thread_by_stack(Addr addr, Stretch (*stack_of_its)(ThreadId),
                                Stretch* stack)
{
   ThreadId tid;
   Addr     low, high;

   VG_(thread_stack_reset_iter)(&tid);
   while (VG_(thread_stack_next)(&tid, &low, &high)) {
      *stack = stack_of_its(tid);
      if (holds(stack, addr))
         return tid;
   }
   return VG_INVALID_THREADID;
}

/* Shrink `s', which holds `addr', to what no thread has as a stack. */
static void keep_out_of_stacks(Stretch* s, Addr addr)
{
   ThreadId tid;
   Addr     low, high;

   VG_(thread_stack_reset_iter)(&tid);
   while (VG_(thread_stack_next)(&tid, &low, &high)) {
      keep_out_of(s, addr, stack_of(tid));
      keep_out_of(s, addr, altstack_of(tid));
   }
}

/*--- When regions of stacks end ---*/

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
   End  key = {.tid = l->answer.tid, .until = l->answer.until};
   End* end = VG_(OSetGen_Lookup)(ends, &key);

   if (!end) {
      end  = VG_(OSetGen_AllocNode)(ends, sizeof *end);
      *end = key;
      VG_(OSetGen_Insert)(ends, end);
      cg_frames_when_left(end->tid, end->until, end_reached, end);
   }
   l->next_at_end = end->regions;
   l->at_end      = &end->regions;
   if (end->regions)
      end->regions->at_end = &l->next_at_end;
   end->regions = l;
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

/*------------------------------------------------------------*/
/*--- Local variables                                      ---*/
/*------------------------------------------------------------*/

/* Frame i, the innermost being 0, has this of the stack, which grows downwards:

      sp[i + 1] |----------------------------------
                | return address
                | saved registers, local variables
      sp[i]     |----------------------------------
                | arguments that do not fit in registers belong to the
                  variables of the function called, frame i - 1

   and of the innermost also the red zone below its SP. */
#define MAX_FRAMES 64

typedef struct {
   UInt n; /* of the last two nothing is known but where they begin */
   Addr ip[MAX_FRAMES], sp[MAX_FRAMES], fp[MAX_FRAMES];
} Frames;

#if defined(VGA_amd64)
typedef VexGuestAMD64State GuestState;
#define GUEST_SP guest_RSP
#define GUEST_FP guest_RBP
#define GUEST_IP guest_RIP
#elif defined(VGA_x86)
typedef VexGuestX86State GuestState;
#define GUEST_SP guest_ESP
#define GUEST_FP guest_EBP
#define GUEST_IP guest_EIP
#else
#error "what are the registers that unwinding begins with?"
#endif

#define SWAP(reg, value)                                                       \
   swap_register(tid, __builtin_offsetof(GuestState, reg), value)

static void swap_register(ThreadId tid, PtrdiffT offset, Addr* value)
{
   Addr old;

   VG_(get_shadow_regs_area)(tid, (UChar*)&old, 0, offset, sizeof old);
   VG_(set_shadow_regs_area)(tid, 0, offset, sizeof *value, (UChar*)value);
   *value = old;
}

/* A variable in scope at some address in code, in memory of its frame. */
typedef struct {
   PtrdiffT base; /* from SP or FP */
   SizeT    size;
   Bool     from_sp;
   Bool     is_named; /* `variable' is valid: found out when first needed */
   UInt     variable;
   HChar    short_name[16]; /* all that the core says here */
} Local;

struct Scope_ {
   VgHashNode header; /* header.key: the address in code */
   Live*      dead;   /* regions that are none of these variables' */
   UInt       n;
   Local      locals[];
};

static VgHashTable* scopes;

/* Whether frame i + 1 would begin higher by `distance' if SP of frame i did, or
   its FP. */
static Bool next_frame_moves(ThreadId tid, const Frames* f, UInt i,
                             SizeT sp_distance, SizeT fp_distance)
{
   Addr ip = f->ip[i], sp = f->sp[i] + sp_distance, fp = f->fp[i] + fp_distance;
   Addr ips[2], sps[2], fps[2];
   UInt n;

   SWAP(GUEST_IP, &ip);
   SWAP(GUEST_SP, &sp);
   SWAP(GUEST_FP, &fp);
   n = VG_(get_StackTrace)(tid, ips, 2, sps, fps, 0);
   SWAP(GUEST_FP, &fp);
   SWAP(GUEST_SP, &sp);
   SWAP(GUEST_IP, &ip);
   return n == 2 && sps[1] == f->sp[i + 1] + sp_distance + fp_distance;
}

static Bool next_frame_is_at_fixed_distance(ThreadId tid, const Frames* f,
                                            UInt i, SizeT distance)
{
   return next_frame_moves(tid, f, i, distance, 0)
          || next_frame_moves(tid, f, i, 0, distance);
}

/* Whether the core can be asked for the local variables at f->ip[i].  It finds
   out whether they lie relative to SP or to FP by giving these odd values.  If
   where the next frame begins is at no fixed distance from one of them but
   found in memory, as in functions that align their stack, it then reads odd
   memory, unchecked, and dies.  So see first whether that is so, with the frame
   moved over the next one: unwinding checks what it reads.  What is found where
   the return address would be must look like one, and one distance alone could
   lead to a frame of the same function. */
static Bool is_safe_to_ask(ThreadId tid, const Frames* f, UInt i)
{
   const UWord* next = (const UWord*)f->sp[i + 1];
   SizeT        size = (f->sp[i + 2] - f->sp[i + 1]) / sizeof(UWord);
   SizeT        n    = (f->sp[f->n - 1] - f->sp[i + 1]) / sizeof(UWord);
   SizeT        k    = 0;

   while (k < n && (next[k] <= 1 || k + 1 == size))
      k++;
   return k < n
          && next_frame_is_at_fixed_distance(tid, f, i, size * sizeof(UWord))
          && next_frame_is_at_fixed_distance(tid, f, i,
                                             (k + 1) * sizeof(UWord));
}

/* The variables in scope at `ip', of StackBlock; NULL if there are none. */
static XArray* ask_for_locals(Addr ip)
{
   XArray* found;

   silence();
   found = VG_(di_get_stack_blocks_at_ip)(ip, False);
   end_silence();
   return found;
}

/* What is in scope in frame `i'. */
static Scope* scope_of(ThreadId tid, const Frames* f, UInt i)
{
   Scope*  scope = VG_(HT_lookup)(scopes, f->ip[i]);
   XArray* found;
   UInt    n;

   if (scope)
      return scope;
   found = is_safe_to_ask(tid, f, i) ? ask_for_locals(f->ip[i]) : NULL;
   n     = found ? VG_(sizeXA)(found) : 0;
   scope = VG_(malloc)("cg.variables.scope", sizeof *scope + n * sizeof(Local));
   scope->header.key = f->ip[i];
   scope->dead       = NULL;
   scope->n          = n;
   for (UInt k = 0; k < n; k++) {
      const StackBlock* b = VG_(indexXA)(found, k);
      Local*            l = &scope->locals[k];

      *l = (Local){.base = b->base, .size = b->szB, .from_sp = b->spRel};
      VG_(memcpy)(l->short_name, b->name, sizeof l->short_name);
   }
   if (found)
      VG_(deleteXA)(found);
   VG_(HT_add_node)(scopes, scope);
   return scope;
}

static Live** dead_of_scope(Scope* scope)
{
   return &scope->dead;
}

static Bool same_local(const Local* a, const Local* b)
{
   return a->base == b->base && a->size == b->size && a->from_sp == b->from_sp;
}

/* Whether the same stretches of a frame are variables'. */
static Bool same_scope(const Scope* a, const Scope* b)
{
   if (a == b)
      return True;
   if (!a || !b || a->n != b->n)
      return False;
   for (UInt i = 0; i < a->n; i++)
      if (!same_local(&a->locals[i], &b->locals[i]))
         return False;
   return True;
}

/* Frames beyond what belongs to `stack', or in no order, were found by
   unwinding through code that is not described. */
static void unwind(ThreadId tid, const Stretch* stack, UInt max, Frames* f)
{
   UInt n = VG_(get_StackTrace)(tid, f->ip, max, f->sp, f->fp, 0);

   for (f->n = 0; f->n < n; f->n++)
      if (!holds(stack, f->sp[f->n])
          || (f->n > 0 && f->sp[f->n] <= f->sp[f->n - 1]))
         break;
   n_unwindings++;
}

/* The frames of a thread as far as needed to find `addr', and two more. */
static const Frames* frames_to(ThreadId tid, const Stretch* stack, Addr addr)
{
   static Frames f;
   UInt          few = 8;

   unwind(tid, stack, few, &f);
   if (f.n == few && addr >= f.sp[few - 2])
      unwind(tid, stack, MAX_FRAMES, &f);
   return &f;
}

static Stretch memory_of(const Local* l, const Frames* f, UInt i)
{
   return (Stretch){(l->from_sp ? f->sp[i] : f->fp[i]) + l->base, l->size};
}

static Bool is_within(const Stretch* inner, const Stretch* outer)
{
   return inner->size > 0 && holds(outer, inner->start)
          && inner->size <= outer->size - (inner->start - outer->start);
}

/* As describe; `addr' is in frame `i'.  The core looks at no more than 8
   frames, so that frame becomes the innermost for as long. */
static HChar* describe_in_frame(ThreadId tid, const Frames* f, UInt i,
                                Addr addr)
{
   Addr   ip = f->ip[i], sp = f->sp[i], fp = f->fp[i];
   HChar* text;

   SWAP(GUEST_IP, &ip);
   SWAP(GUEST_SP, &sp);
   SWAP(GUEST_FP, &fp);
   text = describe(addr);
   SWAP(GUEST_FP, &fp);
   SWAP(GUEST_SP, &sp);
   SWAP(GUEST_IP, &ip);
   return text;
}

static UInt name_local(Local* l, ThreadId tid, const Frames* f, UInt i,
                       Addr addr)
{
   HChar* text;

   if (l->is_named)
      return l->variable;
   text = describe_in_frame(tid, f, i, addr);
   if (text
       && VG_(strncmp)(text, l->short_name, VG_(strlen)(l->short_name)) == 0)
      l->variable = variable_named(text);
   else
      l->variable = variable_named(l->short_name);
   l->is_named = True;
   VG_(free)(text);
   return l->variable;
}

/* Search the variables of the function in frame `i' for the one that holds
   `addr', shrink a->stretch to it and complete the answer.  If there is none
   shrink a->stretch, which is within one frame, to what they leave free, and
   return False. */
static Bool answer_by_local(const Frames* f, UInt i, Addr addr, Answer* a)
{
   Stretch frame = a->stretch;
   Scope*  scope = scope_of(a->tid, f, i);

   for (UInt k = 0; k < scope->n; k++) {
      Local*  l = &scope->locals[k];
      Stretch s = memory_of(l, f, i);

      if (!is_within(&s, &frame))
         continue;
      if (holds(&s, addr)) {
         a->stretch  = s;
         a->variable = name_local(l, a->tid, f, i, addr);
         return True;
      }
      keep_out_of(&a->stretch, addr, s);
   }
   return False;
}

/* An answer about a frame, for as long as frame `i' is not running again, or if
   that is what runs, is there. */
static void limit_to_frame(const Frames* f, UInt i, Answer* a)
{
   a->lifetime = i == 0 ? INNER_FRAME : OUTER_FRAME;
   a->until    = f->sp[i == 0 ? 1 : i] - 1;
}

/* How much of the memory below a thread's frames an answer covers. */
#define CHUNK 64

/* `addr' is on the stack a->stretch of thread a->tid.  Complete the answer,
   which so far is about the whole stack. */
static void answer_by_frame(Addr addr, Answer* a)
{
   const Stretch stack = a->stretch;
   const Frames* f     = frames_to(a->tid, &stack, addr);
   Addr          top   = stack.start;
   UInt          i     = 0;

   if (f->n > 0 && f->sp[0] - stack.start > VG_STACK_REDZONE_SZB)
      top = f->sp[0] - VG_STACK_REDZONE_SZB;
   if (f->n < 3 || addr < top) {
      Stretch chunk = {addr & ~(Addr)(CHUNK - 1), CHUNK};

      keep_out_of(&a->stretch, addr, from_to(top, last_of(&stack)));
      if (is_within(&chunk, &a->stretch))
         a->stretch = chunk;
      a->lifetime = INNER_FRAME;
      return;
   }
   while (i + 2 < f->n && addr >= f->sp[i + 1])
      i++;
   if (i + 2 == f->n) {
      /* If there are more frames, one more will be seen when one has gone. */
      a->stretch = from_to(f->sp[i], last_of(&stack));
      limit_to_frame(f, f->n == MAX_FRAMES ? 1 : i, a);
      return;
   }
   a->stretch = from_to(i == 0 ? top : f->sp[i], f->sp[i + 1] - 1);
   if (i > 0 && answer_by_local(f, i - 1, addr, a)) {
      limit_to_frame(f, i - 1, a);
      return;
   }
   if (answer_by_local(f, i, addr, a) || i > 1) {
      limit_to_frame(f, i, a);
   } else {
      /* It is known, too, that no argument of the innermost is there. */
      limit_to_frame(f, 0, a);
      a->scope = scope_of(a->tid, f, 0);
   }
}

static Bool answer_by_stack(Addr addr, Answer* a)
{
   Stretch         stack;
   ThreadId        tid = thread_by_stack(addr, stack_of, &stack);
   const NSegment* mapping;

   if (tid == VG_INVALID_THREADID || !(mapping = VG_(am_find_nsegment)(addr)))
      return False;
   a->variable = variable_named("stack");
   a->tid      = tid;
   a->until    = last_of(&stack);
   a->stretch  = stack;
   /* The main thread's is as large as it may become. */
   if (mapping->start > stack.start)
      a->stretch = from_to(mapping->start, last_of(&stack));
   if (locals_wanted)
      answer_by_frame(addr, a);
   return True;
}

/*------------------------------------------------------------*/
/*--- Mappings                                             ---*/
/*------------------------------------------------------------*/

/* The object that `addr' is in a section of; NULL if there is none. */
static const HChar* object_at(Addr addr)
{
   const HChar* name;

   return VG_(DebugInfo_sect_kind)(&name, addr) == Vg_SectUnknown ? NULL : name;
}

/* Whether debug information, and so symbols, may lie in what is mapped. */
static Bool has_debug_info(const HChar* file)
{
   const DebugInfo* di = NULL;

   while (file && (di = VG_(next_DebugInfo)(di)))
      if (VG_(strcmp)(VG_(DebugInfo_get_filename)(di), file) == 0)
         return True;
   return False;
}

/* Shrink `s' to what no object has as its .bss. */
static void keep_out_of_bss(Stretch* s, Addr addr)
{
   const DebugInfo* di = NULL;

   while ((di = VG_(next_DebugInfo)(di)))
      keep_out_of(s, addr,
                  (Stretch){VG_(DebugInfo_get_bss_avma)(di),
                            VG_(DebugInfo_get_bss_size)(di)});
}

static Bool is_like(Addr addr, const HChar* object)
{
   const HChar *name, *its_object = object_at(addr);
   Addr         start;

   return !symbol_start(addr, &start, &name)
          && (its_object == object
              || (its_object && object
                  && VG_(strcmp)(its_object, object) == 0));
}

/* Shrink `s', which holds `addr' and is part of an object, to a few bytes
   around it that are in no symbol either. */
static void keep_out_of_symbols(Stretch* s, Addr addr)
{
   Stretch      chunk = {addr & ~(Addr)(CHUNK - 1), CHUNK};
   const HChar* name  = object_at(addr);
   HChar*       object;
   Addr         first = addr, last = addr;

   object = name ? VG_(strdup)("cg.variables.object", name) : NULL;
   while (first > s->start && holds(&chunk, first - 1)
          && is_like(first - 1, object))
      first--;
   while (last < last_of(s) && holds(&chunk, last + 1)
          && is_like(last + 1, object))
      last++;
   VG_(free)(object);
   *s = from_to(first, last);
}

static void answer_by_mapping(Addr addr, Answer* a)
{
   const NSegment* m      = VG_(am_find_nsegment)(addr);
   const HChar*    object = object_at(addr);
   const HChar*    file   = m ? VG_(am_get_filename)(m) : NULL;
   Stretch         altstack;

   a->stretch = (Stretch){addr & ~(Addr)(CHUNK - 1), CHUNK};
   if (!m || !(m->kind & (SkAnonC | SkFileC | SkShmC))) {
      a->variable = VARIABLE_UNKNOWN;
      return;
   }
   if (thread_by_stack(addr, altstack_of, &altstack) != VG_INVALID_THREADID) {
      a->stretch  = altstack;
      a->variable = variable_named("stack");
      return;
   }
   a->stretch = from_to(m->start, m->end);
   keep_out_of_blocks(&a->stretch, addr);
   keep_out_of_stacks(&a->stretch, addr);
   if (!object)
      keep_out_of_bss(&a->stretch, addr);

   if (object || (m->kind == SkFileC && has_debug_info(file)))
      keep_out_of_symbols(&a->stretch, addr);
   if (object)
      a->variable = variable_with("mapped file ", base_name(object), "");
   else if (m->kind == SkFileC && file)
      a->variable = variable_with("mapped file ", base_name(file), "");
   else if (m->kind == SkAnonC && m->isCH)
      a->variable = variable_named("heap");
   else
      a->variable = variable_named("mapped memory");
}

/*------------------------------------------------------------*/
/*--- Questions                                            ---*/
/*------------------------------------------------------------*/

/* Debug information came or went: all names may be others now. */
static void notice_debug_info(void)
{
   static UInt epoch;

   if (VG_(current_DiEpoch)().n == epoch)
      return;
   epoch = VG_(current_DiEpoch)().n;
   kill_all();
   VG_(HT_destruct)(scopes, VG_(free));
   VG_(HT_destruct)(sites, VG_(free));
   scopes = VG_(HT_construct)("cg.variables.scopes");
   sites  = VG_(HT_construct)("cg.variables.sites");
}

static Answer answer(Addr addr)
{
   Answer a = {.lifetime = LASTING, .tid = VG_INVALID_THREADID};

   if (!answer_by_block(addr, &a) && !answer_by_stack(addr, &a)
       && !answer_by_symbol(addr, &a))
      answer_by_mapping(addr, &a);
   return a;
}

Region* cg_variables_region_at(Addr addr)
{
   Live*  l;
   Answer a;

   n_questions++;
   notice_debug_info();
   l = find(live, addr);
   if (l && l->answer.lifetime != INNER_FRAME)
      return &l->region;
   a = answer(addr);
   return l && same_answer(&l->answer, &a) ? &l->region : make_region(&a);
}

/*------------------------------------------------------------*/
/*--- What changes the memory                              ---*/
/*------------------------------------------------------------*/

static void forget(Addr start, SizeT size)
{
   Stretch s = {start, size};

   notice_debug_info();
   kill_within(s);
   remove_within(blocks, s);
   remove_within(statics, s);
}

static void mapped(Addr start, SizeT size, Bool r, Bool w, Bool x,
                   ULong debug_info)
{
   forget(start, size);
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

/* When it has ended, what it had as a stack is a mapping as others. */
static void thread_created(ThreadId parent, ThreadId child)
{
   kill_within(stack_of(child));
}

/* Its other threads are not there. */
static void forked_child(ThreadId tid)
{
   kill_all();
}

void cg_variables_altstack_changes(ThreadId tid)
{
   if (live)
      kill_within(altstack_of(tid));
}

void cg_variables_init(Bool locals)
{
   locals_wanted     = locals;
   live              = new_table("cg.variables.live");
   blocks            = new_table("cg.variables.blocks");
   statics           = new_table("cg.variables.statics");
   variables_by_name = VG_(OSetGen_Create)(0, compare_names, VG_(malloc),
                                           "cg.variables.names", VG_(free));
   ends = VG_(OSetGen_Create)(0, compare_ends, VG_(malloc), "cg.variables.ends",
                              VG_(free));
   scopes    = VG_(HT_construct)("cg.variables.scopes");
   sites     = VG_(HT_construct)("cg.variables.sites");
   variables = VG_(newXA)(VG_(malloc), "cg.variables.numbers", VG_(free),
                          sizeof(Variable*));
   tl_assert(variable_named("???") == VARIABLE_UNKNOWN);
   tl_assert(variable_named("code") == VARIABLE_CODE);

   VG_(track_new_mem_mmap)(mapped);
   VG_(track_change_mem_mprotect)(protected);
   VG_(track_copy_mem_remap)(moved);
   VG_(track_die_mem_munmap)(forget);
   VG_(track_new_mem_brk)(brk_grown);
   VG_(track_die_mem_brk)(forget);
   VG_(track_pre_thread_ll_create)(thread_created);
   VG_(atfork)(NULL, NULL, forked_child);
   watch_heap_functions();
   cg_frames_need();
   /* VEX need not keep SP, FP and IP in step but where memory is referred to.
      With SP of before an instruction and IP of after it, every variable would
      be found in a wrong place. */
   if (locals)
      VG_(clo_vex_control).iropt_register_updates_default =
         VexRegUpdAllregsAtEachInsn;
}

void cg_variables_print_stats(void)
{
   if (!live)
      return;
   VG_(dmsg)(" cachegrind: %u variables, %'llu questions, %'llu regions, "
             "%'llu unwindings, %'llu descriptions\n",
             cg_n_variables(), n_questions, n_regions_made, n_unwindings,
             n_descriptions);
}
