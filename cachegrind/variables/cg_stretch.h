/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_stretch.h: stretches of memory, and tables of what lies in them.

   A table is an OSet whose elements, of any type, have a Stretch at their head
   and do not overlap.  Stretches that overlap are equal, so to look one up is
   to ask for some element that overlaps with it. */

#ifndef CG_STRETCH_H
#define CG_STRETCH_H

#include "pub_tool_basics.h"
#include "pub_tool_oset.h"

/* `size' bytes from `start' on, up to the last address at most. */
typedef struct {
   Addr  start;
   SizeT size;
} Stretch;

static inline Bool cg_holds(const Stretch* s, Addr addr)
{
   return addr - s->start < s->size;
}

/* The last byte's address, of one that is not empty. */
static inline Addr cg_last_of(const Stretch* s)
{
   return s->start + s->size - 1;
}

/* From the first byte to the last, which belongs to it. */
static inline Stretch cg_from_to(Addr first, Addr last)
{
   return (Stretch){first, last - first + 1};
}

/* The few bytes around `addr' that are looked at together where memory has no
   bounds of its own. */
#define CHUNK 64

static inline Stretch cg_chunk_at(Addr addr)
{
   return (Stretch){addr & ~(Addr)(CHUNK - 1), CHUNK};
}

/* Whether all of `inner', and that is not nothing, is in `outer'. */
Bool cg_is_within(const Stretch* inner, const Stretch* outer);

/* Shrink `s', which holds `addr', so that it has nothing of `obstacle', which
   does not hold it and may be empty. */
void cg_keep_out_of(Stretch* s, Addr addr, Stretch obstacle);

/* An empty table; `cc' is what the core calls its memory by. */
OSet* cg_new_table(const HChar* cc);

/* The element that holds `addr'; NULL if there is none. */
void* cg_find(OSet* table, Addr addr);

/* Remove, and free, the elements that overlap with `s'. */
void cg_remove_within(OSet* table, Stretch s);

#endif /* CG_STRETCH_H */
