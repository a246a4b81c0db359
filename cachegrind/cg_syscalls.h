/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_syscalls.h: system calls, counted for the instruction that makes them:
   Sys, and Sysb, the bytes that they read or write.

   Instrumented code notes which instruction is about to make a call.  It counts
   at once, and its bytes when it has returned.  By then other threads may have
   run, so the thread, its context and whether it was collected are those of the
   start.  A call that a signal interrupts, and that runs anew, counts again, as
   its instruction does.

   The core has no vDSO, so programs ask the kernel for the time.  Without the
   core they do not, so these calls are not counted. */

#ifndef CG_SYSCALLS_H
#define CG_SYSCALLS_H

#include "pub_tool_basics.h"
#include "libvex_ir.h"

#include "cg_config.h"
#include "guest/cg_costs.h"

/* Start, if the configuration has a machine.  Call it once, after
   cg_costs_init. */
void cg_syscalls_init(const RunConfig* config);

/* For cg_instrument: append to `out', if it ends with a system call, that the
   instruction with the cost centre `cc' makes it. */
void cg_syscalls_append(IRSB* out, CostCentre* cc);

/* For the core's wrapper: thread `tid' makes a call, and has returned from it.
   The first must come before the profile is written, the second may come much
   later or never. */
void cg_syscalls_before(ThreadId tid, UInt number, const UWord args[]);
void cg_syscalls_after(ThreadId tid, SysRes result);

#endif /* CG_SYSCALLS_H */
