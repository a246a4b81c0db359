/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_shadow.h: a fully associative cache that replaces the least recently used
   line, beside a level of the simulated caches, which it explains.

   It holds the N lines that were used last.  So a line is in it if and only if
   it was used after the `horizon', which is the last use of the line that was
   evicted last.  Each line that was ever touched has a record, which stays
   where it is, and lives as long as the run.

   This module calls neither Valgrind nor the C library. */

#ifndef CG_SHADOW_H
#define CG_SHADOW_H

#include "sim/types.h"

#include "sim/cache/cg_sim.h"

/* The levels whose misses are classified. */
typedef enum { LEVEL_D1, LEVEL_LL, N_LEVELS } Level;

/* A line that was touched in a level at least once. */
typedef struct {
   ULong last_use; /* in the level's time; 0: never.  Out of date while the line
                      has a way: then the last use of that way counts */
   UInt way : 31;  /* of Shadow.ways: that holds the line, from 1; 0: none */
   UInt used : 1;  /* by the program, not only by prefetchers; only
                      cg_machine_classes.h knows these */
   UInt evictor;   /* what evicted it from the level the last time: a number
                      that only the caller understands, and sets */
} TouchedLine;

/* A line size, and all lines that were ever touched.  Levels whose lines have
   the same size can share it. */
typedef struct LineTable_ LineTable;

/* The caller reads `horizon', and changes nothing. */
typedef struct {
   struct ShadowEntry_* row;
   struct ShadowEntry_* spare_row; /* for sorting */
   UWord                next;     /* the next to examine; at first `capacity' */
   UWord                n_lines;  /* in the cache */
   UWord                capacity; /* in lines */
   ULong                horizon;

   LineTable* table;
   Level      level;
   const Way* ways; /* of a level that keeps the last uses of lines in its own
                       ways; otherwise NULL */
} Shadow;

/* Returns an empty table of lines.  `alloc' is as for cg_sim_init. */
LineTable* cg_shadow_new_table(UInt line_bits, void* (*alloc)(SizeT n_bytes));

/* Make an empty cache of `n_lines' lines for `level'.  Each level of a table is
   used by one cache.  `ways' is Shadow.ways. */
void cg_shadow_init(Shadow* s, Level level, UWord n_lines, LineTable* table,
                    const Way* ways, void* (*alloc)(SizeT n_bytes));

/* Returns the record of `line', the address of its first byte. */
TouchedLine* cg_shadow_line(const Shadow* s, Addr line);

/* Put `line', which is used at `now', into the cache.  Its last use before was
   at the horizon or earlier, so it is not there.  The caller sets its time of
   last use afterwards. */
void cg_shadow_enter(Shadow* s, TouchedLine* line, ULong now);

#endif /* CG_SHADOW_H */
