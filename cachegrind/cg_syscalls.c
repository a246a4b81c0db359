/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_syscalls.c: see cg_syscalls.h. */

#include "pub_tool_basics.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_vkiscnums.h"

#include "cg_syscalls.h"
#include "guest/cg_thread_costs.h"
#include "run/cg_segment.h"

/* A call that is running, and for whom its bytes count. */
typedef struct {
   CostCentre* cc; /* NULL: they do not count */
   ULong*      context;
   UInt        thread; /* of cg_thread_costs.h */
} SystemCall;

static SystemCall* calls; /* by ThreadId; NULL without a machine */

/* Of the instruction that makes the next call; NULL: that is not instrumented.
   Instrumented code sets it. */
static CostCentre* caller;

void cg_syscalls_init(const RunConfig* config)
{
   if (config->machine)
      calls = VG_(calloc)("cg.syscalls", VG_N_THREADS, sizeof calls[0]);
}

void cg_syscalls_append(IRSB* out, CostCentre* cc)
{
   if (calls && out->jumpkind >= Ijk_Sys_syscall
       && out->jumpkind <= Ijk_Sys_sysenter)
      addStmtToIRSB(out, IRStmt_Store(Iend_LE, mkIRExpr_HWord((HWord)&caller),
                                      mkIRExpr_HWord((HWord)cc)));
}

/* Calls that the kernel's vDSO answers. */
static Bool has_vdso(UInt number)
{
   switch (number) {
   case __NR_clock_gettime:
   case __NR_clock_getres:
   case __NR_gettimeofday:
   case __NR_getcpu:
#ifdef __NR_time
   case __NR_time:
#endif
#ifdef __NR_clock_gettime64
   case __NR_clock_gettime64:
#endif
      return True;
   default:
      return False;
   }
}

/* The kernel's numbers, in the first argument of socketcall, which 32-bit
   programs call for all of them. */
#ifdef __NR_socketcall
static Bool is_transfer_by_socket(UWord what)
{
   enum { SEND = 9, RECV, SENDTO, RECVFROM, SENDMSG = 16, RECVMSG };

   return (what >= SEND && what <= RECVFROM) || what == SENDMSG
          || what == RECVMSG;
}
#endif

/* Whether the result is how many bytes were read or written. */
static Bool is_transfer(UInt number, const UWord args[])
{
   switch (number) {
   case __NR_read:
   case __NR_write:
   case __NR_pread64:
   case __NR_pwrite64:
   case __NR_readv:
   case __NR_writev:
   case __NR_preadv:
   case __NR_pwritev:
   case __NR_preadv2:
   case __NR_pwritev2:
   case __NR_sendto:
   case __NR_recvfrom:
   case __NR_sendmsg:
   case __NR_recvmsg:
      return True;
#ifdef __NR_socketcall
   case __NR_socketcall:
      return is_transfer_by_socket(args[0]);
#endif
   default:
      return False;
   }
}

static void count_for_call(const SystemCall* call, Event ev, ULong n)
{
   UInt column = cg_costs_column(ev);

   call->cc->counts[column] += n;
   call->context[column] += n;
   if (call->thread == cg_thread_costs_running())
      cg_thread_costs_touch(call->cc->number);
   else
      cg_thread_costs_give(call->thread, call->cc, column, n);
}

void cg_syscalls_before(ThreadId tid, UInt number, const UWord args[])
{
   SystemCall call = {caller, cg_costs_context, cg_thread_costs_running()};

   if (!calls)
      return;
   caller     = NULL;
   calls[tid] = (SystemCall){.cc = NULL};
   if (!call.cc || !cg_segment_collecting || has_vdso(number))
      return;
   count_for_call(&call, EV_Sys, 1);
   if (is_transfer(number, args))
      calls[tid] = call;
}

void cg_syscalls_after(ThreadId tid, SysRes result)
{
   if (calls && calls[tid].cc && !sr_isError(result))
      count_for_call(&calls[tid], EV_Sysb, sr_Res(result));
}
