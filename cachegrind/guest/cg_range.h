/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_range.h: ranges of memory, and tables of what lies in them.

   A table is an OSet whose elements, of any type, have a Range at their head
   and do not overlap.  Ranges that overlap are equal, so to look one up is
   to ask for some element that overlaps with it. */

#ifndef CG_RANGE_H
#define CG_RANGE_H

#include "pub_tool_basics.h"
#include "pub_tool_oset.h"

/* `size' bytes from `start' on, up to the last address at most. */
typedef struct {
   Addr  start;
   SizeT size;
} Range;

static inline Bool cg_range_holds(const Range* s, Addr addr)
{
   return addr - s->start < s->size;
}

/* The last byte's address, of one that is not empty. */
static inline Addr cg_range_last(const Range* s)
{
   return s->start + s->size - 1;
}

/* From the first byte to the last, which belongs to it. */
static inline Range cg_range_from_to(Addr first, Addr last)
{
   return (Range){first, last - first + 1};
}

/* The few bytes around `addr' that are looked at together where memory has no
   bounds of its own. */
#define CHUNK 64

static inline Range cg_range_chunk_at(Addr addr)
{
   return (Range){addr & ~(Addr)(CHUNK - 1), CHUNK};
}

/* Whether all of `inner', and that is not nothing, is in `outer'. */
Bool cg_range_is_within(const Range* inner, const Range* outer);

/* Shrink `s', which holds `addr', so that it has nothing of `obstacle', which
   does not hold it and may be empty. */
void cg_range_keep_out(Range* s, Addr addr, Range obstacle);

/* An empty table; `cc' is what the core calls its memory by. */
OSet* cg_range_new_table(const HChar* cc);

/* The element that holds `addr'; NULL if there is none. */
void* cg_range_find(OSet* table, Addr addr);

/* Remove, and free, the elements that overlap with `s'. */
void cg_range_remove_within(OSet* table, Range s);

#endif /* CG_RANGE_H */
