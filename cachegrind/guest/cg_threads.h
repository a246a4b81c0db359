/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_threads.h: which thread runs, and where its stacks are.

   The core tells a tool's one listener when threads start, continue and end.
   This module passes that on to several listeners, and numbers the threads. */

#ifndef CG_THREADS_H
#define CG_THREADS_H

#include "pub_tool_basics.h"

#include "guest/cg_range.h"

/* How many listeners there can be of each kind (asserted). */
#define CG_THREADS_MAX_LISTENERS 4

typedef void (*ThreadListener)(ThreadId tid);

/* Call `listener' each time a thread starts or continues to run, before any of
   its code does.  Listeners are called in the order in which they were added.
   Add them in post_clo_init. */
void cg_threads_when_running(ThreadListener listener);

/* Call `listener' when a thread ends.  It is also called before a new thread
   runs its first instruction, because the core uses ids again, and a thread
   that is missing in the child after a fork never ended.  Add them in
   post_clo_init. */
void cg_threads_when_gone(ThreadListener listener);

/* The number of thread `tid': 1 for the first thread that ran, 2 for the second
   and so on; 0 if `tid' did not run yet.  Unlike ids, numbers are not used
   again.  From CG_THREADS_MAX_NUMBER on, all threads have that number.  At
   least one listener must have been added: without one, nobody counts. */
UInt cg_threads_number(ThreadId tid);

#define CG_THREADS_MAX_NUMBER 65535

/* The stack that thread `tid' was given when it began.  The main thread's is as
   large as it may become, so part of it may not be mapped yet. */
Range cg_threads_stack_of(ThreadId tid);

/* The alternate signal stack of thread `tid'; empty if it has none. */
Range cg_threads_altstack_of(ThreadId tid);

#endif /* CG_THREADS_H */
