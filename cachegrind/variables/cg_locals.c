/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_locals.c: the local variables of frames; see cg_locals.h.

   The core has two look-ups.  For an address in code, it finds the variables in
   scope and their places in the frame, but only the first 15 letters of their
   names.  For an address in memory, it finds the whole name of the variable
   there.  So a Scope is made with the first look-up and kept.  Its variables
   get their names from the second one, when they are first accessed. */

#include "pub_tool_basics.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_stacktrace.h"
#include "pub_tool_xarray.h"

#include "guest/cg_range.h"
#include "platform.h"
#include "variables/cg_locals.h"
#include "variables/cg_names.h"
#include "variables/cg_symbols.h"

/*------------------------------------------------------------*/
/*--- Registers                                            ---*/
/*------------------------------------------------------------*/

#define SWAP(reg, value) swap_register(tid, PLATFORM_OFFSET(reg), value)

static void swap_register(ThreadId tid, PtrdiffT offset, Addr* value)
{
   Addr old;

   VG_(get_shadow_regs_area)(tid, (UChar*)&old, 0, offset, sizeof old);
   VG_(set_shadow_regs_area)(tid, 0, offset, sizeof *value, (UChar*)value);
   *value = old;
}

/*------------------------------------------------------------*/
/*--- Scopes                                               ---*/
/*------------------------------------------------------------*/

/* A variable in scope at an address in code, and its place in the frame. */
typedef struct {
   PtrdiffT base; /* bytes from SP or FP */
   SizeT    size;
   Bool     from_sp;
   Bool     is_named; /* `variable' is valid; it is found when first needed */
   UInt     variable;
   HChar    short_name[16]; /* what the look-up by code finds of the name */
} Local;

struct Scope_ {
   VgHashNode header; /* header.key: the address in code */
   UInt       number; /* see cg_locals_scope_number */
   UInt       n;
   Local      locals[];
};

static VgHashTable* scopes; /* valid from cg_locals_init on */
static UInt         n_scopes;

/* Whether frame i + 1 would begin higher by sp_distance + fp_distance bytes if
   SP and FP of frame `i' were higher by these.  One of the two is 0.  This
   unwinds the stack by one frame. */
static Bool next_frame_moves(ThreadId tid, const Frames* f, UInt i,
                             SizeT sp_distance, SizeT fp_distance)
{
   Addr ip = f->ip[i], sp = f->sp[i] + sp_distance, fp = f->fp[i] + fp_distance;
   Addr ips[2], sps[2], fps[2];
   UInt n;

   SWAP(PLATFORM_GUEST_IP, &ip);
   SWAP(PLATFORM_GUEST_SP, &sp);
   SWAP(PLATFORM_GUEST_FP, &fp);
   n = VG_(get_StackTrace)(tid, ips, 2, sps, fps, 0);
   SWAP(PLATFORM_GUEST_FP, &fp);
   SWAP(PLATFORM_GUEST_SP, &sp);
   SWAP(PLATFORM_GUEST_IP, &ip);
   return n == 2 && sps[1] == f->sp[i + 1] + sp_distance + fp_distance;
}

static Bool next_frame_is_at_fixed_distance(ThreadId tid, const Frames* f,
                                            UInt i, SizeT distance)
{
   return next_frame_moves(tid, f, i, distance, 0)
          || next_frame_moves(tid, f, i, 0, distance);
}

/* Whether the core can be asked for the local variables at f->ip[i].

   To find out whether the variables lie relative to SP or to FP, the core gives
   these registers arbitrary values.  In some functions, such as those that
   align their stack, the next frame begins at no fixed distance from SP or FP,
   but at an address that is read from memory.  There the core reads from an
   arbitrary address, without a check, and crashes.

   So this tests first whether the distance is fixed.  It moves the frame up
   over the next one and unwinds, because unwinding checks what it reads.  Two
   distances are tried, because one alone could lead to a frame of the same
   function.  Both put a word that looks like a return address in the place of
   the return address. */
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

Scope* cg_locals_scope(ThreadId tid, const Frames* f, UInt i)
{
   Scope*  scope = VG_(HT_lookup)(scopes, f->ip[i]);
   XArray* found;
   UInt    n;

   if (scope)
      return scope;
   found = is_safe_to_ask(tid, f, i) ? cg_symbols_locals_at(f->ip[i]) : NULL;
   n     = found ? VG_(sizeXA)(found) : 0;
   scope = VG_(malloc)("cg.locals.scope", sizeof *scope + n * sizeof(Local));
   scope->header.key = f->ip[i];
   scope->number     = n_scopes++;
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

UInt cg_locals_scope_number(const Scope* scope)
{
   return scope->number;
}

static Bool same_local(const Local* a, const Local* b)
{
   return a->base == b->base && a->size == b->size && a->from_sp == b->from_sp;
}

Bool cg_locals_same_scope(const Scope* a, const Scope* b)
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

/*------------------------------------------------------------*/
/*--- Resolving addresses                                  ---*/
/*------------------------------------------------------------*/

static Range memory_of(const Local* l, const Frames* f, UInt i)
{
   return (Range){(l->from_sp ? f->sp[i] : f->fp[i]) + l->base, l->size};
}

/* Like cg_symbols_describe, for `addr' in frame `i'.  The core searches at most
   8 frames, so this frame is made the innermost one for that time. */
static HChar* describe_in_frame(ThreadId tid, const Frames* f, UInt i,
                                Addr addr)
{
   Addr   ip = f->ip[i], sp = f->sp[i], fp = f->fp[i];
   HChar* text;

   SWAP(PLATFORM_GUEST_IP, &ip);
   SWAP(PLATFORM_GUEST_SP, &sp);
   SWAP(PLATFORM_GUEST_FP, &fp);
   text = cg_symbols_describe(addr);
   SWAP(PLATFORM_GUEST_FP, &fp);
   SWAP(PLATFORM_GUEST_SP, &sp);
   SWAP(PLATFORM_GUEST_IP, &ip);
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
      l->variable = cg_names_variable(text);
   else
      l->variable = cg_names_variable(l->short_name);
   l->is_named = True;
   VG_(free)(text);
   return l->variable;
}

/* The bytes that are in both; there must be some. */
static Range common(const Range* a, const Range* b)
{
   return cg_range_from_to(VG_MAX(a->start, b->start),
                           VG_MIN(cg_range_last(a), cg_range_last(b)));
}

/* In optimised code, variables may overlap, for instance an argument and the
   struct into which it is copied.  The first variable found gets the shared
   bytes.  A later one gets only the rest, which is what is left in r->range. */
Bool cg_locals_resolve(const Frames* f, UInt i, Addr addr, Resolved* r)
{
   Range  frame = r->range;
   Scope* scope = cg_locals_scope(r->tid, f, i);

   for (UInt k = 0; k < scope->n; k++) {
      Local* l = &scope->locals[k];
      Range  s = memory_of(l, f, i);

      if (!cg_range_is_within(&s, &frame))
         continue;
      if (cg_range_holds(&s, addr)) {
         r->range    = common(&r->range, &s);
         r->variable = name_local(l, r->tid, f, i, addr);
         return True;
      }
      cg_range_keep_out(&r->range, addr, s);
   }
   return False;
}

void cg_locals_debug_info_changed(void)
{
   VG_(HT_destruct)(scopes, VG_(free));
   cg_locals_init();
}

void cg_locals_init(void)
{
   scopes = VG_(HT_construct)("cg.locals.scopes");
}
