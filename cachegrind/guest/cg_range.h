/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_range.h: ranges of memory, and tables that are searched by address.

   A table is an OSet.  Its elements can have any type that begins with a Range,
   and their ranges do not overlap.  To the table, ranges that overlap are
   equal: looking up a range finds some element that overlaps with it.  All
   sizes are in bytes. */

#ifndef CG_RANGE_H
#define CG_RANGE_H

#include "pub_tool_basics.h"
#include "pub_tool_oset.h"

/* The `size' bytes from `start' on; 0 is an empty range.  It may reach to the
   last byte of the address space, but does not wrap around. */
typedef struct {
   Addr  start;
   SizeT size;
} Range;

/* Whether the byte at `addr' is in `s'. */
static inline Bool cg_range_holds(const Range* s, Addr addr)
{
   return addr - s->start < s->size;
}

/* The address of the last byte of `s', which is not empty. */
static inline Addr cg_range_last(const Range* s)
{
   return s->start + s->size - 1;
}

/* The range from `first' to `last', both included. */
static inline Range cg_range_from_to(Addr first, Addr last)
{
   return (Range){first, last - first + 1};
}

/* If a resolved address lies in memory without bounds of its own, its range is
   the aligned chunk around it.  This is the size of a chunk in bytes, a power
   of two. */
#define CG_RANGE_CHUNK 64

/* The chunk that holds `addr'. */
static inline Range cg_range_chunk_at(Addr addr)
{
   return (Range){addr & ~(Addr)(CG_RANGE_CHUNK - 1), CG_RANGE_CHUNK};
}

/* Whether `inner' is not empty and all of it is in `outer'. */
Bool cg_range_is_within(const Range* inner, const Range* outer);

/* Shrink `s' so that it still holds `addr' but no byte of `obstacle'.  Before
   the call, `s' holds `addr' and `obstacle' does not.  `obstacle' may be empty
   or lie outside `s'; then nothing changes. */
void cg_range_keep_out(Range* s, Addr addr, Range obstacle);

/* The last byte of what begins at `start' and holds `inside', if it is one
   range whose size the core does not tell.  It asks `is_in' for a few bytes,
   whether they are in it. */
Addr cg_range_last_like(Addr inside, Addr start,
                        Bool (*is_in)(Addr addr, Addr start));

/* A new, empty table.  `cc' names its memory in the core's statistics.  The
   elements come from VG_(OSetGen_AllocNode). */
OSet* cg_range_new_table(const HChar* cc);

/* The element whose range holds `addr'; NULL if there is none. */
void* cg_range_find(OSet* table, Addr addr);

/* Remove and free all elements that overlap with `s'; none if `s' is empty. */
void cg_range_remove_within(OSet* table, Range s);

#endif /* CG_RANGE_H */
