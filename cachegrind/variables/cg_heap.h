/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_heap.h: the blocks of the heap, by where they were allocated.

   The calls of malloc, free and the like are watched as cg_frames does: by
   name, wherever they are defined, so that a program's own allocator counts as
   much as libc's. */

#ifndef CG_HEAP_H
#define CG_HEAP_H

#include "pub_tool_basics.h"

#include "variables/cg_answer.h"

/* Begin to watch.  Call it once, after cg_names_init and before
   cg_frames_init.  `changes' is called whenever a block is about to come or
   go, with its memory: answers about that end. */
void cg_heap_init(void (*changes)(Range block));

/* If `addr' is in a block, answer and return True. */
Bool cg_heap_answer(Addr addr, Answer* a);

/* Shrink `s', which holds `addr', to what no block has. */
void cg_heap_keep_out(Range* s, Addr addr);

/* The memory of `s' has been mapped, or unmapped: blocks that were there are
   gone. */
void cg_heap_forget(Range s);

/* Debug information came or went, so calls that allocate may have other names.
   Those of blocks stay. */
void cg_heap_debug_info_changed(void);

#endif /* CG_HEAP_H */
