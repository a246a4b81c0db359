/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_thread_costs.h: what each thread costs, for --separate-threads.

   A cost centre has the counts of all threads.  Whenever another thread runs,
   what was added since the last time belongs to the thread before.  Only the
   cost centres that cg_thread_costs_touch names are looked at then.

   Threads have the numbers of cg_threads.h.  Those from CG_THREAD_COSTS_MAX on
   count as one.  Without the option, all count as thread 1. */

#ifndef CG_THREAD_COSTS_H
#define CG_THREAD_COSTS_H

#include "cg_config.h"
#include "guest/cg_costs.h"
#include "sim/types.h"

#define CG_THREAD_COSTS_MAX 250

/* Call it once, after cg_costs_init.  `fold' gives cost centres all that has
   run so far, and touches those. */
void cg_thread_costs_init(const RunConfig* config, void (*fold)(void));

/* Something is added to the counts of the cost centre with this number.
   Without the option, this does nothing. */
void cg_thread_costs_touch(UInt number);

/* The number of the thread with this ThreadId, which has run. */
UInt cg_thread_costs_number(UInt tid);

/* Thread `number' runs from now on.  With --calls, cg_call_paths.c calls this
   for the thread that a stack belongs to; otherwise nobody need do so. */
void cg_thread_costs_run(UInt number);

/* The number of the thread that runs. */
UInt cg_thread_costs_running(void);

/* `n' of the count in `column' of a cost centre, which were just added to it,
   are that thread's, whichever runs.  The run must have the option. */
void cg_thread_costs_give(UInt thread, const CostCentre* cc, UInt column,
                          ULong n);

/* How many threads have run, at most CG_THREAD_COSTS_MAX.  From here on, the
   functions below have what has run so far. */
UInt cg_thread_costs_catch_up(void);

/* The counts of `cc' in thread `number', by column; valid until the next change
   of threads. */
const ULong* cg_thread_costs_counts(const CostCentre* cc, UInt number);

#endif /* CG_THREAD_COSTS_H */
