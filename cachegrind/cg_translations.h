/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_translations.h: the live translations, and the segments of each.

   The core translates a superblock when it first runs.  It discards the
   translation when the program's code changes, or to make room.  By then, all
   runs of its segments must have been added to the cost centres. */

#ifndef CG_TRANSLATIONS_H
#define CG_TRANSLATIONS_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

#include "libvex_ir.h"

#include "run/cg_segment.h"

/* The translations at one address. */
typedef struct Translations_ Translations;

/* Call it once, before the first translation. */
void cg_translations_init(void);

/* Register a new translation of the code at `nraddr' (of VgCallbackClosure),
   the address that the core passes when it discards the translation.  Every
   translation must be registered, even if its code is not counted.  Returns the
   Translations to which its segments are added; never NULL. */
Translations* cg_translations_add(Addr nraddr);

/* Add a new segment of `size' bytes to `t' and return it.  Its members are
   copied from *header.  It is freed when the last translation at that address
   was discarded, and a thread begins or continues to run. */
Segment* cg_translations_add_segment(Translations* t, const Segment* header,
                                     SizeT size);

/* The tool's `discard_superblock_info' function; see pub_tool_tooliface.h.
   There must be a translation (asserted). */
void cg_translations_discard(Addr nraddr, VexGuestExtents extents);

/* Fold all segments, so that the cost centres have everything that has run so
   far. */
void cg_translations_fold_all(void);

/* Returns how many instructions have run so far.  Nothing is folded, because
   that ends a sample (cg_sampling.h): the counts would depend on when this is
   called. */
ULong cg_translations_instructions(void);

/* For --separate-threads: append to `out' that `t' runs. */
void cg_translations_append_touch(IRSB* out, Translations* t);

/* Fold what has run since the last time, and tell cg_thread_costs.h which cost
   centres that changes. */
void cg_translations_fold_touched(void);

/* Print, for --stats=yes, how many translations and segments were made. */
void cg_translations_print_stats(void);

#endif /* CG_TRANSLATIONS_H */
