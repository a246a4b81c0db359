/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_threads.c: which thread runs, and where its stacks are; see
   cg_threads.h. */

#include "pub_tool_basics.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_tooliface.h"

#include "guest/cg_threads.h"

typedef struct {
   ThreadListener listener[CG_THREADS_MAX_LISTENERS];
   UInt           n;
} Listeners;

static Listeners when_running, when_gone;

static UInt* number;    /* by ThreadId; 0: has not run yet */
static UInt  n_threads; /* numbered so far */
static ULong blocks;

static void tell(const Listeners* l, ThreadId tid)
{
   for (UInt i = 0; i < l->n; i++)
      l->listener[i](tid);
}

static void runs(ThreadId tid, ULong blocks_dispatched)
{
   blocks = blocks_dispatched;
   if (number[tid] == 0) {
      if (n_threads < CG_THREADS_MAX_NUMBER)
         n_threads++;
      number[tid] = n_threads;
   }
   tell(&when_running, tid);
}

static void thread_is_gone(ThreadId tid)
{
   tell(&when_gone, tid);
   number[tid] = 0;
}

/* The first listener registers this module's functions with the core: without
   listeners they are not needed. */
static void add_listener(Listeners* l, ThreadListener listener)
{
   tl_assert(l->n < CG_THREADS_MAX_LISTENERS);
   l->listener[l->n++] = listener;
   if (number)
      return;
   number = VG_(calloc)("cg.threads.number", VG_N_THREADS, sizeof number[0]);
   VG_(track_start_client_code)(runs);
   VG_(track_pre_thread_ll_exit)(thread_is_gone);
   VG_(track_pre_thread_first_insn)(thread_is_gone);
}

void cg_threads_when_running(ThreadListener listener)
{
   add_listener(&when_running, listener);
}

void cg_threads_when_gone(ThreadListener listener)
{
   add_listener(&when_gone, listener);
}

UInt cg_threads_number(ThreadId tid)
{
   return number[tid];
}

ULong cg_threads_blocks(void)
{
   return blocks;
}

Range cg_threads_stack_of(ThreadId tid)
{
   Addr  last = VG_(thread_get_stack_max)(tid);
   SizeT size = VG_(thread_get_stack_size)(tid);

   return (Range){last - size + 1, size};
}

Range cg_threads_altstack_of(ThreadId tid)
{
   return (Range){VG_(thread_get_altstack_min)(tid),
                  VG_(thread_get_altstack_size)(tid)};
}
