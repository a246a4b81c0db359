/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_machine_classes.h: why data references miss in L1D and in the last level
   of a machine (cg_hierarchy.h).

   The classes are the same as in cg_classes.h, and LEVEL_D1 and LEVEL_LL stand
   for L1D and for the last level: L3, or L2 if there is no L3.  If there is
   neither, nothing is an access of LEVEL_LL.

   A level gets a line if no cache above holds it, as cg_hierarchy.h says.  The
   fully associative cache of the level gets the same lines in the same order,
   with those of instruction fetches, but no lines that are evicted from above
   or written back.  So it is also the measure for a level that is exclusive, or
   that does not replace the least recently used line: a conflict miss is any
   miss where it would hit.  Such levels also hit where it would miss, and so
   does a set with few lines in use.  This is negative interference, and it is
   counted, too.

   Prefetchers.  Only what the program asks for can hit or miss, and so has a
   class.  But the fully associative cache gets the lines that prefetchers ask
   for, too, at their places in the order.  It is what the level would be, with
   the same prefetches, if all its lines were one set.  So a miss is a conflict
   if the set lost a line that a prefetcher had brought in time, and capacity if
   what prefetchers brought in vain took the room.  A miss is cold if the
   program has not used the line before, even if a prefetcher had brought it and
   the level lost it again; one in the last level is not cold if the program
   used the line in a cache above.

   A line is pushed out of L1D if another one replaces it there, or in an
   inclusive cache below.  A line that a hit moves out of an exclusive last
   level has no evictor there, until another one replaces it in that level.

   This module calls neither Valgrind nor the C library. */

#ifndef CG_MACHINE_CLASSES_H
#define CG_MACHINE_CLASSES_H

#include "sim/types.h"

#include "sim/cache/cg_classes.h"
#include "sim/machine/cg_hierarchy.h"

/* A line of data, and its record. */
typedef struct {
   Addr         line;
   TouchedLine* touched;
} RecentLine;

#define CG_MACHINE_CLASSES_RECENT 1024

/* The state of the classification.  The caller may read `hierarchy', `last',
   `line_mask' and `n_sets'. */
typedef struct MachineClasses_ {
   Hierarchy* hierarchy;
   LevelId    last; /* the last level; LEVEL_L1D if there are no others */
   RefSource  last_source;
   Bool       last_is_exclusive;
   Addr       line_mask; /* clears an address's offset in its line */
   UWord      n_sets[N_LEVELS];
   Shadow     shadows[N_LEVELS];
   ULong      now[N_LEVELS]; /* one more after each touch of a line */
   RefLines   lines;         /* of the last reference */

   /* Some lines that L1D got lately, by the lowest bits of their numbers. */
   RecentLine* recent;
   UInt        line_bits; /* log2 of the line size */
} MachineClasses;

/* Classify the misses of `hierarchy' from now on.  Call it immediately after
   cg_hierarchy_new, with the same `machine' and `alloc'.  After that, make all
   references with cg_machine_classes_access, but for those whose lines have
   predictions (cg_front.h): fetches need nothing else, and data references
   need cg_machine_classes_touch. */
void cg_machine_classes_init(MachineClasses* c, Hierarchy* hierarchy,
                             const Machine* machine,
                             void* (*alloc)(SizeT n_bytes));

/* Simulate a reference as cg_hierarchy_access does.  Stores what it did in
   *outcome, too; outcome->result is SIM_L1_MISS also for a hit between L1 and
   the last level.  The caller sets the evictor of each evicted line. */
void cg_machine_classes_access(MachineClasses* c, RefKind kind, Addr addr,
                               UInt size, UInt owner, RefResult* result,
                               Outcome* outcome);

/* Returns the record of the line with `addr' if the fully associative L1D
   surely holds it; NULL if it may not hold it. */
static inline TouchedLine* cg_machine_classes_find(const MachineClasses* c,
                                                   Addr                  addr)
{
   const RecentLine* r =
      &c->recent[(addr >> c->line_bits) % CG_MACHINE_CLASSES_RECENT];

   return LIKELY(r->line == (addr & c->line_mask)
                 && r->touched->last_use > c->shadows[LEVEL_D1].horizon)
             ? r->touched
             : NULL;
}

/* A data reference within this line, which cg_machine_classes_find returned,
   hit L1D. */
static inline void cg_machine_classes_touch(MachineClasses* c,
                                            TouchedLine*    line)
{
   line->last_use = c->now[LEVEL_D1]++;
}

/* Store in `geometry' the caches of a machine that stand for I1, D1 and LL. The
   slices of a cache are one: the number of its sets is the sum over all slices,
   and may not be a power of two. */
void cg_machine_classes_geometry(const Machine* machine,
                                 CacheGeometry  geometry[N_CACHES]);

/* Returns the number of the set of `line' in `level'; see
   cg_hierarchy_set_of. */
UWord cg_machine_classes_set_of(const MachineClasses* c, Level level,
                                Addr line);

/* The same for L1D, which has no slices. */
static inline UWord cg_machine_classes_L1D_set_of(const MachineClasses* c,
                                                  Addr                  addr)
{
   return (addr >> c->line_bits) & (c->n_sets[LEVEL_D1] - 1);
}

#endif /* CG_MACHINE_CLASSES_H */
