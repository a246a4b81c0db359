/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_threads.h: who runs.  The core tells one listener in the tool when threads
   start, go on and end; this module tells all who want to know, and numbers the
   threads. */

#ifndef CG_THREADS_H
#define CG_THREADS_H

#include "pub_tool_basics.h"

typedef void (*ThreadListener)(ThreadId tid);

/* Call `listener' each time that a thread goes on running: before its code
   does, and in the order in which listeners came.  At most MAX_LISTENERS, from
   post_clo_init. */
void cg_threads_when_running(ThreadListener listener);

/* Call `listener' when a thread ends; and when one starts, because an id is
   used again, and those of threads that a fork left behind had no end. */
void cg_threads_when_gone(ThreadListener listener);

#define MAX_LISTENERS 4

/* The number of a thread that runs or ran: from 1 in the order in which threads
   ran first.  Other than ids, numbers are not used again; the threads from
   MAX_THREAD_NUMBER on share that. */
UInt cg_threads_number(ThreadId tid);

#define MAX_THREAD_NUMBER 65535

#endif /* CG_THREADS_H */
