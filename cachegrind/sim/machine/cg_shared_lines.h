/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_shared_lines.h: which stores go to cache lines that other threads use,
   too.

   On a processor, threads run at the same time, and a line that one stores to
   and others use moves from core to core all the time.  Valgrind runs one
   thread at a time, for a turn of many thousand blocks.  So what would be mixed
   there is a series of visits here:

      thread 2: use use use ... | thread 3: use use ... | thread 2: use ...
                visit             visit                   visit

   A visit is all uses of a line by one thread, until another thread uses it.  A
   store shares the line

   - if the line has moved to another thread twice or more often: what one
     thread prepares and another one then works on moves once;
   - if the visit before had CG_SHARED_LINES_MIN_USES uses or more: what is
     handed on again and again, such as a buffer, is used less often each time;
   - if both threads existed from then on: one that was joined, or begins later,
     uses nothing at the same time;
   - and until this visit has CG_SHARED_LINES_RATIO times as many uses as the
   one before: the other thread fetches the line no more often than it uses it.
     (Turns are not fair, so it may seem to use the line less often.)

   The store shares bytes (true sharing) if one of its bytes was used in the
   visit before, and otherwise nothing but the line (false sharing).

   A turn ends when another thread uses any line.  What is known of a line that
   nobody used for CG_SHARED_LINES_TURNS turns is forgotten.  The memory is
   fixed: of lines in the same set, the one that was used least in its last
   visit is forgotten first, but those that moved come last.

   This module calls neither Valgrind nor the C library. */

#ifndef CG_SHARED_LINES_H
#define CG_SHARED_LINES_H

#include "sim/types.h"

#define CG_SHARED_LINES_SETS     1024
#define CG_SHARED_LINES_WAYS     4
#define CG_SHARED_LINES_MIN_USES 64
#define CG_SHARED_LINES_RATIO    16
#define CG_SHARED_LINES_TURNS    64

typedef enum { SHARES_NOTHING, SHARES_LINE, SHARES_BYTES } SharedUse;

typedef struct SharedLines_ SharedLines;

/* Returns a table of lines of `line_size' bytes, of which nothing is known.
   `alloc' is as for cg_sim_init. */
SharedLines* cg_shared_lines_new(UInt line_size, void* (*alloc)(SizeT n_bytes));

/* The largest number of a thread. */
#define CG_SHARED_LINES_MAX_THREAD 65535

/* Thread `number', from 1 on, makes the uses from now on.  If it made none, or
   has ended, it begins now. */
void cg_shared_lines_thread(SharedLines* s, UInt number);

/* Thread `number' ends. */
void cg_shared_lines_thread_ends(SharedLines* s, UInt number);

/* The thread uses `size' bytes at `addr', at least one and at most a line.
   Returns what a store does there; of two lines, the most.  SHARES_NOTHING
   without `stores'. */
SharedUse cg_shared_lines_use(SharedLines* s, Addr addr, UInt size,
                              Bool stores);

#endif /* CG_SHARED_LINES_H */
