/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_threads.h: which thread runs, and where its stacks are.

   A tool can register only one function with the core for each of these events:
   a thread starts, continues, ends.  This module passes the events on to
   several listeners.  It also numbers the threads. */

#ifndef CG_THREADS_H
#define CG_THREADS_H

#include "pub_tool_basics.h"

#include "guest/cg_range.h"

/* How many listeners there can be of each kind (asserted). */
#define CG_THREADS_MAX_LISTENERS 6

typedef void (*ThreadListener)(ThreadId tid);

/* Call `listener' each time a thread starts or continues to run, before any of
   its code does.  Listeners are called in the order in which they were added.
   Add them in post_clo_init. */
void cg_threads_when_running(ThreadListener listener);

/* Call `listener' when a thread ends.  It is also called before a new thread
   runs its first instruction, because the core reuses ids, and a thread that
   does not exist in a forked child has never ended there.
   cg_threads_number(tid) is still that of the thread that ended.  Add them in
   post_clo_init. */
void cg_threads_when_gone(ThreadListener listener);

/* The number of thread `tid': 1 for the first thread that ran, 2 for the second
   and so on; 0 if `tid' has not run yet.  Unlike ids, numbers are not reused.
   From CG_THREADS_MAX_NUMBER on, all threads have that number.  At least one
   listener must have been added, because threads are numbered only then. */
UInt cg_threads_number(ThreadId tid);

#define CG_THREADS_MAX_NUMBER 65535

/* How many superblocks had run when a thread began or continued to run last.
   At least one listener must have been added. */
ULong cg_threads_blocks(void);

/* The stack that thread `tid' was given when it began.  That of the main thread
   has the size to which it may grow, so part of it may not be mapped yet. */
Range cg_threads_stack_of(ThreadId tid);

/* The alternate signal stack of thread `tid'; empty if it has none. */
Range cg_threads_altstack_of(ThreadId tid);

#endif /* CG_THREADS_H */
