/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_allocations.c: see cg_allocations.h. */

#include "pub_tool_basics.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_vki.h"

#include "cg_allocations.h"
#include "guest/cg_range.h"
#include "platform.h"
#include "run/cg_segment.h"

/* A function that allocates: which argument is the size, and whether the next
   one is a number of such elements.  Some pass requests on to malloc. */
typedef struct {
   const HChar* name;
   UChar        size_arg;
   Bool         is_array, passes_on;
} Allocator;

/* clang-format off */
static const Allocator allocators[] = {
   {"malloc",         0, False, False},
   {"calloc",         0, True,  False},
   {"realloc",        1, False, True},
   {"memalign",       1, False, True},
   {"aligned_alloc",  1, False, True},
   {"posix_memalign", 2, False, True},
};
/* clang-format on */

static Bool is_used; /* there is a machine */

/* The code of these functions, as far as it was translated.  There are more
   than one of each if a program has several heaps; those that do not fit may
   count calls among themselves. */
#define MAX_PARTS 64
static Range parts[MAX_PARTS];
static UInt  n_parts;

void cg_allocations_init(const RunConfig* config)
{
   is_used = config->machine != NULL;
}

/*------------------------------------------------------------*/
/*--- Calls                                                ---*/
/*------------------------------------------------------------*/

static Bool is_part(Addr addr)
{
   for (UInt i = 0; i < n_parts; i++)
      if (cg_range_holds(&parts[i], addr))
         return True;
   return False;
}

/* The last call. */
static struct {
   const Allocator* by;
   Addr             sp, caller;
} last;

/* Whether `addr' is in the code of an allocator, or beside it: the C library
   has functions there that pass requests on, whose names are not known. */
#define BESIDE (16 * 1024) /* bytes */
static Bool is_beside_part(Addr addr)
{
   for (UInt i = 0; i < n_parts; i++)
      if (addr - parts[i].start + BESIDE <= 2 * BESIDE)
         return True;
   return False;
}

/* Whether malloc, called with this SP, to return to `caller', has the request
   of the last call: it returns to the same place, or to what was called there.
 */
static Bool has_last_request(Addr sp, Addr caller)
{
   if (!last.by || !last.by->passes_on)
      return False;
   return last.sp == sp ? last.caller == caller
                        : sp < last.sp && is_beside_part(caller);
}

/* Whether the function that is called with this SP, to return to `caller', is
   called by another one. */
static Bool is_inner(const Allocator* a, Addr sp, Addr caller)
{
   return is_part(caller)
          || (a == &allocators[0] && has_last_request(sp, caller));
}

static ULong room = CG_ALLOCATIONS_MOST_IN_ALL;

/* What counts of `n' elements of this size. */
static ULong bounded_bytes(UWord size, UWord n)
{
   ULong bytes = CG_ALLOCATIONS_MOST;

   if (n == 0 || size <= CG_ALLOCATIONS_MOST / n)
      bytes = (ULong)size * n;
   bytes = VG_MIN(bytes, room);
   room -= bytes;
   return bytes;
}

/* The word at `addr', or 0 if nothing is there. */
static UWord word_at(Addr addr)
{
   return VG_(am_is_valid_for_client)(addr, sizeof(UWord), VKI_PROT_READ)
             ? *(const UWord*)addr
             : 0;
}

static void count_call(const Allocator* a, CostCentre* cc, Addr sp, Addr caller,
                       UWord size, UWord n)
{
   Bool  counts = cg_segment_collecting && !is_inner(a, sp, caller);
   ULong bytes  = counts ? bounded_bytes(size, n) : 0;

   last.by     = a;
   last.sp     = sp;
   last.caller = caller;
   *cg_costs_count(cc, EV_Al) += counts;
   *cg_costs_count(cc, EV_Alb) += bytes;
   cg_costs_context[cg_costs_column(EV_Al)] += counts;
   cg_costs_context[cg_costs_column(EV_Alb)] += bytes;
}

/* The registers with the first arguments; the others are on the stack. */
static const Int registers[] = {PLATFORM_GUEST_ARG_OFFSETS};

#define N_REGISTERS ((Int)(sizeof registers / sizeof registers[0]))

/* Called by instrumented code, with what is in registers. */
static VG_REGPARM(3) void called_allocator(const Allocator* a, CostCentre* cc,
                                           Addr sp, Addr caller, UWord size,
                                           UWord n)
{
   Addr on_stack = sp + PLATFORM_ENTRY_ARGS_FROM_SP;

   if (PLATFORM_RETURN_REGISTER < 0)
      caller = word_at(sp);
   if (N_REGISTERS == 0) {
      size = word_at(on_stack + a->size_arg * sizeof(UWord));
      n    = word_at(on_stack + (a->size_arg + 1) * sizeof(UWord));
   }
   count_call(a, cc, sp, caller, size, a->is_array ? n : 1);
}

/*------------------------------------------------------------*/
/*--- Instrumentation                                      ---*/
/*------------------------------------------------------------*/

/* The value of a register; 0 if its offset is -1. */
static IRExpr* get_register(IRSB* out, Int offset)
{
   IRType type = PLATFORM_GUEST_IS_64BIT ? Ity_I64 : Ity_I32;
   IRTemp t;

   if (offset < 0)
      return mkIRExpr_HWord(0);
   t = newIRTemp(out->tyenv, type);
   addStmtToIRSB(out, IRStmt_WrTmp(t, IRExpr_Get(offset, type)));
   return IRExpr_RdTmp(t);
}

static IRExpr* get_argument(IRSB* out, Int i)
{
   return get_register(out, i < N_REGISTERS ? registers[i] : -1);
}

static void append_call(IRSB* out, const Allocator* a, CostCentre* cc)
{
   IRExpr** args = mkIRExprVec_6(
      mkIRExpr_HWord((HWord)a), mkIRExpr_HWord((HWord)cc),
      get_register(out, PLATFORM_OFFSET(PLATFORM_GUEST_SP)),
      get_register(out, PLATFORM_RETURN_REGISTER),
      get_argument(out, a->size_arg), get_argument(out, a->size_arg + 1));

   addStmtToIRSB(out, IRStmt_Dirty(unsafeIRDirty_0_N(
                         3, "called_allocator",
                         VG_(fnptr_to_fnentry)(called_allocator), args)));
}

/* The C library has other names for these, too, for its own use. */
static const Allocator* find_allocator(const HChar* name)
{
   if (VG_(strncmp)(name, "__", 2) == 0)
      name += VG_(strncmp)(name, "__libc_", 7) == 0 ? 7 : 2;
   for (UInt i = 0; i < sizeof allocators / sizeof allocators[0]; i++)
      if (VG_(strcmp)(name, allocators[i].name) == 0)
         return &allocators[i];
   return NULL;
}

void cg_allocations_append(IRSB* out, Addr addr, CostCentre* cc)
{
   Addr         last_byte;
   const HChar* name =
      is_used ? cg_costs_function_from(addr, &last_byte) : NULL;
   const Allocator* a = name ? find_allocator(name) : NULL;

   if (!a)
      return;
   if (n_parts < MAX_PARTS && !is_part(addr))
      parts[n_parts++] = cg_range_from_to(addr, last_byte);
   append_call(out, a, cc);
}
