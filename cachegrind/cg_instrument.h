/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_instrument.h: from a superblock of VEX IR to an instrumented one, and
   the life of what was written down about it. */

#ifndef CG_INSTRUMENT_H
#define CG_INSTRUMENT_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

/* Say what to count, before the first superblock.  `watched': segments are to
   be run as cg_full.h says.  `largest_ref' is the size in bytes that larger
   data references are cut down to: the smallest line of the caches. */
void cg_instrument_init(Bool cache_sim, Bool branch_sim, Bool watched,
                        UInt largest_ref);

/* The tool's `instrument' and `discard_superblock_info'; see
   pub_tool_tooliface.h. */
IRSB* cg_instrument(VgCallbackClosure* closure, IRSB* in,
                    const VexGuestLayout*  layout,
                    const VexGuestExtents* extents,
                    const VexArchInfo* archinfo_host, IRType guest_word,
                    IRType host_word);
void  cg_instrument_discard(Addr nraddr, VexGuestExtents extents);

/* The same for code that is not to be counted: all that is added is what
   cg_frames needs. */
IRSB* cg_instrument_frames(IRSB* in);

/* Bring the cost centres up to date with all that has run so far. */
void cg_instrument_fold_all(void);

/* How many superblocks and segments were made, for --stats=yes. */
void cg_instrument_print_stats(void);

#endif /* CG_INSTRUMENT_H */
