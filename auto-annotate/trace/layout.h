/* SPDX-License-Identifier: GPL-2.0-or-later */
/* layout.h: where variables lie in trials, each of which has one of them moved.

   A trace names the variable of each address (regions.h), and the replay
   simulates batches of addresses.  The layout is between the two: each trial
   gets a copy of the batch, with the addresses of its variable changed.

      batch:    segment, address,  address,  address | segment, ...
                            |         |
                            |     in m2, offset 4100
                            |         |
      trial 1:  segment, address,  m2', 4100 + 64,   ...    m2: rows+64
      trial 2:  segment, address,  m2'' + 4100,      ...    m2: shift 64

   So whatever simulates a batch knows nothing of moves.  The variable of a
   reference is found once for all trials.  A reference moves with its first
   byte.

   A moved variable has addresses of its own, at FAR and above, where no program
   has memory, so it never overlaps another.  It keeps its offset within
   CONGRUENT bytes, and with this its page offset and its sets, unless the move
   changes that.  A variable may have many blocks: if they do not grow, all are
   moved by the same distance.  Otherwise, small blocks stay neighbours, in the
   order in which they appear, with the gaps that they had, and large ones are
   placed each for itself.  What a move does not change stays where it is. */

#ifndef LAYOUT_H
#define LAYOUT_H

#include "sim/types.h"

#include <glib.h>

#include "sim/machine/cg_hierarchy.h"
#include "trace/move.h"
#include "trace/replay.h"

#define LAYOUT_MAX_TRIALS 64

typedef struct Layout Layout;

/* Returns the layout with a trial for each of `moves' (Move), at most
   LAYOUT_MAX_TRIALS, which are not copied. */
Layout* layout_new(const GPtrArray* moves);

/* Defines the next segment; see replay_segment(). */
void layout_segment(Layout* l, const ReplayRef refs[], guint n_refs);

/* The `size' bytes from `start' on, size >= 1, belong to a variable. */
void layout_region(Layout* l, Addr start, guint64 size, const char* variable);

/* Returns where a trial has the region that was set last.  Changes *size, its
   size, to that in the trial, and *is_huge to TRUE if it is in huge pages
   there. */
Addr layout_last_region(const Layout* l, guint trial, guint64* size,
                        gboolean* is_huge);

/* A data reference of a batch. */
typedef struct {
   guint   item; /* of the batch: its address */
   UInt    size; /* bytes */
   RefKind kind;
} LayoutRef;

/* Finds what moves in a batch, before layout_moved is called.  Returns all data
   references of the batch, and in *n how many there are; they are valid until
   the next call. */
const LayoutRef* layout_find(Layout* l, const Addr* batch, const Addr* end,
                             guint* n);

/* Returns the batch of a trial, which is as long.  It is valid until the next
   call. */
const Addr* layout_moved(Layout* l, guint trial, const Addr* batch,
                         const Addr* end);

void layout_free(Layout* l);

#endif
