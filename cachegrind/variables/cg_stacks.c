/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_stacks.c: the stacks of threads, and the variables there; see
   cg_stacks.h. */

#include "pub_tool_basics.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_machine.h"
#include "pub_tool_options.h"
#include "pub_tool_stacktrace.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_tooliface.h"

#include "guest/cg_range.h"
#include "guest/cg_threads.h"
#include "platform.h"
#include "variables/cg_locals.h"
#include "variables/cg_names.h"
#include "variables/cg_stacks.h"

/*------------------------------------------------------------*/
/*--- Which memory is stack                                ---*/
/*------------------------------------------------------------*/

/* The thread that has `addr' in the stack that `stack_of_its' returns for it,
   and that stack in *stack.  If there is none, VG_INVALID_THREADID; *stack is
   then undefined. */
static ThreadId thread_by_stack(Addr   addr, Range (*stack_of_its)(ThreadId),
                                Range* stack)
{
   ThreadId tid;
   Addr     low, high;

   VG_(thread_stack_reset_iter)(&tid);
   while (VG_(thread_stack_next)(&tid, &low, &high)) {
      *stack = stack_of_its(tid);
      if (cg_range_holds(stack, addr))
         return tid;
   }
   return VG_INVALID_THREADID;
}

Bool cg_stacks_altstack_at(Addr addr, Range* stack)
{
   return thread_by_stack(addr, cg_threads_altstack_of, stack)
          != VG_INVALID_THREADID;
}

void cg_stacks_keep_out(Range* s, Addr addr)
{
   ThreadId tid;
   Addr     low, high;

   VG_(thread_stack_reset_iter)(&tid);
   while (VG_(thread_stack_next)(&tid, &low, &high)) {
      cg_range_keep_out(s, addr, cg_threads_stack_of(tid));
      cg_range_keep_out(s, addr, cg_threads_altstack_of(tid));
   }
}

/*------------------------------------------------------------*/
/*--- Frames                                               ---*/
/*------------------------------------------------------------*/

static ULong n_unwindings;

/* Whether frame `i' is not above the one before.  Where calls leave the stack
   as it is, the innermost function may have no frame, or none yet. */
static Bool is_out_of_order(const Frames* f, UInt i)
{
   if (i == 1 && PLATFORM_RETURN_REGISTER >= 0)
      return f->sp[1] < f->sp[0];
   return i > 0 && f->sp[i] <= f->sp[i - 1];
}

/* Find at most `max' frames of thread `tid'.  It stops at the first frame that
   is outside of `stack' or not above the one before: the core finds such frames
   when it unwinds through code without unwinding information. */
static void unwind(ThreadId tid, const Range* stack, UInt max, Frames* f)
{
   UInt n = VG_(get_StackTrace)(tid, f->ip, max, f->sp, f->fp, 0);

   for (f->n = 0; f->n < n; f->n++)
      if (!cg_range_holds(stack, f->sp[f->n]) || is_out_of_order(f, f->n))
         break;
   n_unwindings++;
}

/* The frames of a thread up to the one that holds `addr', and two more. */
static const Frames* frames_to(ThreadId tid, const Range* stack, Addr addr)
{
   static Frames f;
   UInt          few = 8;

   unwind(tid, stack, few, &f);
   if (f.n == few && addr >= f.sp[few - 2])
      unwind(tid, stack, CG_LOCALS_MAX_FRAMES, &f);
   return &f;
}

ULong cg_stacks_n_unwindings(void)
{
   return n_unwindings;
}

/*------------------------------------------------------------*/
/*--- Resolving addresses                                  ---*/
/*------------------------------------------------------------*/

static Bool locals_wanted; /* valid from cg_stacks_init on */

/* Limit `r' to the time until frame `i' runs again or, if frame `i' is running
   now, until it returns. */
static void limit_to_frame(const Frames* f, UInt i, Resolved* r)
{
   r->lifetime = i == 0 ? RESOLVED_INNER_FRAME : RESOLVED_OUTER_FRAME;
   r->until    = f->sp[i == 0 ? 1 : i] - 1;
}

/* Shrink `r', which describes the whole stack of thread r->tid, to the frame or
   variable that holds `addr'. */
static void resolve_by_frame(Addr addr, Resolved* r)
{
   const Range   stack = r->range;
   const Frames* f     = frames_to(r->tid, &stack, addr);
   Addr          top   = stack.start;
   UInt          i     = 0;

   if (f->n > 0 && f->sp[0] - stack.start > VG_STACK_REDZONE_SZB)
      top = f->sp[0] - VG_STACK_REDZONE_SZB;
   if (f->n < 3 || addr < top) {
      Range chunk = cg_range_chunk_at(addr);

      cg_range_keep_out(&r->range, addr,
                        cg_range_from_to(top, cg_range_last(&stack)));
      if (cg_range_is_within(&chunk, &r->range))
         r->range = chunk;
      r->lifetime = RESOLVED_INNER_FRAME;
      return;
   }
   while (i + 2 < f->n && addr >= f->sp[i + 1])
      i++;
   if (i + 2 == f->n) {
      /* If as many frames were found as can be, there may be more: the next one
         is found when the innermost is gone. */
      r->range = cg_range_from_to(f->sp[i], cg_range_last(&stack));
      limit_to_frame(f, f->n == CG_LOCALS_MAX_FRAMES ? 1 : i, r);
      return;
   }
   r->range = cg_range_from_to(i == 0 ? top : f->sp[i], f->sp[i + 1] - 1);
   if (i > 0 && cg_locals_resolve(f, i - 1, addr, r)) {
      limit_to_frame(f, i - 1, r);
      return;
   }
   if (cg_locals_resolve(f, i, addr, r) || i > 1) {
      limit_to_frame(f, i, r);
   } else {
      /* This is true only while the innermost frame has no argument there,
         which depends on its scope. */
      limit_to_frame(f, 0, r);
      r->scope = cg_locals_scope(r->tid, f, 0);
   }
}

Bool cg_stacks_resolve(Addr addr, Resolved* r)
{
   Range           stack;
   ThreadId        tid = thread_by_stack(addr, cg_threads_stack_of, &stack);
   const NSegment* mapping;

   if (tid == VG_INVALID_THREADID || !(mapping = VG_(am_find_nsegment)(addr)))
      return False;
   r->variable = cg_names_variable("stack");
   r->tid      = tid;
   r->until    = cg_range_last(&stack);
   r->range    = stack;
   /* The main thread's stack has the size to which it may grow, but only a part
      of it is mapped. */
   if (mapping->start > stack.start)
      r->range = cg_range_from_to(mapping->start, cg_range_last(&stack));
   if (locals_wanted)
      resolve_by_frame(addr, r);
   return True;
}

void cg_stacks_init(Bool locals)
{
   locals_wanted = locals;
   /* By default VEX keeps SP, FP and IP up to date only where memory is
      accessed.  With SP from before an instruction and IP from after it, every
      variable would be found in the wrong place. */
   if (locals)
      VG_(clo_vex_control).iropt_register_updates_default =
         VexRegUpdAllregsAtEachInsn;
}
