/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_translations.h: the translations that are live, and the segments of each.

   The core makes a translation of a superblock when it first runs, and discards
   it when its code changes, or to make room.  All runs of its segments must be
   in the cost centres by then. */

#ifndef CG_TRANSLATIONS_H
#define CG_TRANSLATIONS_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

#include "cg_segment.h"

/* The translations at one address. */
typedef struct Translations_ Translations;

/* Before the first translation. */
void cg_translations_init(void);

/* A translation is made of the code at `nraddr', which is what the core calls
   it by when it discards it (VgCallbackClosure).  Each has to come here, also
   one of code that is not counted.  Returns where to add its segments. */
Translations* cg_translations_add(Addr nraddr);

/* Add `seg', which is from VG_(malloc), to `t'.  It is freed with the last
   translation there. */
void cg_translations_add_segment(Translations* t, Segment* seg);

/* The tool's `discard_superblock_info'; see pub_tool_tooliface.h. */
void cg_translations_discard(Addr nraddr, VexGuestExtents extents);

/* Bring the cost centres up to date with all that has run so far. */
void cg_translations_fold_all(void);

/* How many translations and segments were made, for --stats=yes. */
void cg_translations_print_stats(void);

#endif /* CG_TRANSLATIONS_H */
