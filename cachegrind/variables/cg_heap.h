/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_heap.h: the blocks of the heap, named after the line that allocated them.

   The module watches calls of malloc, free and similar functions with
   cg_frames.  It knows them by their names, in every object.  So a program's
   own allocator is treated like the C library's. */

#ifndef CG_HEAP_H
#define CG_HEAP_H

#include "pub_tool_basics.h"

#include "variables/cg_resolved.h"

/* Start to watch these calls.  Call it once, after cg_names_init and before
   cg_frames_init.  `changes' is called with the memory of each block just
   before the block is added or removed: what was resolved there is then no
   longer true. */
void cg_heap_init(void (*changes)(Range block));

/* If `addr' is in a block, set the block's memory and variable in *r and return
   True.  Else leave *r unchanged and return False. */
Bool cg_heap_resolve(Addr addr, Resolved* r);

/* Shrink `s' so that it still holds `addr' but no byte of any block.  `addr' is
   in `s' and in no block. */
void cg_heap_keep_out(Range* s, Addr addr);

/* The memory of `s' has been mapped or unmapped: remove all blocks that overlap
   with it.  Does not call `changes'. */
void cg_heap_forget(Range s);

/* Debug information has been loaded or dropped: name the blocks that are
   allocated from now on by what is loaded then.  Older blocks keep their
   names. */
void cg_heap_debug_info_changed(void);

#endif /* CG_HEAP_H */
