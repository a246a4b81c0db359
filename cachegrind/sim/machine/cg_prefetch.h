/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_prefetch.h: which lines the prefetchers of a machine ask for.

      data, code --> L1 --(lines that it lacks)--> L2 --> ...
                     |                             |
                 next-line, ip-stride      streamer, adjacent-line
                     |                             |
                 lines for this L1             lines for L2

   They are generic: processors have such prefetchers, but publish no rules that
   are exact.  These are the rules here:

   next-line      of L1I or L1D: a line that misses there asks for the next one.
   ip-stride      of L1D: has a table of 64 instructions.  The place of one is
                  the XOR of the lowest three groups of 6 bits of its address;
                  another one with this place replaces it.  An instruction that
                  touches a line which misses, or which was prefetched and not
                  yet used, moves by a stride from the last such address.  Two
                  equal strides, in bytes or in lines, ask for the line that is
                  one stride ahead.  Another touch of the last line does not
                  count.  In the second line of a reference that straddles two,
                  it touches the address of the reference's last byte.
   streamer       of L2: watches 32 pages of 4 KiB.  A page that is not watched
                  replaces the one that was asked for a line least recently.
                  Two lines of a page in a row, up or down, begin a stream.
                  Each line then asks for the next two that the stream has not
                  asked for, but for none that is more than 20 lines ahead.  A
                  stream goes on with any line between the last one and the one
                  after the farthest that it asked for, and ends with any
                  other.  To ask for the last line again does not count.
   adjacent-line  of L2: a line that misses there asks for the other half of
                  its pair, which begins at a multiple of two lines.

   L2 is asked for lines by misses of the L1s and by the prefetchers of the L1s,
   and its own take both alike.  ip-stride and streamer do not leave a page of
   4 KiB: what follows it in memory may be anything.

   What happens to the lines is in cg_hierarchy.h.  This module calls neither
   Valgrind nor the C library. */

#ifndef CG_PREFETCH_H
#define CG_PREFETCH_H

#include "sim/machine/cg_machine.h"
#include "sim/machine/cg_ways.h"
#include "sim/types.h"

/* The most lines that one line asks for: for L1, and for L2. */
#define CG_PREFETCH_MAX_L1 2
#define CG_PREFETCH_MAX_L2 3

/* ... and in all, if those for L1 ask for lines in turn. */
#define CG_PREFETCH_MAX                                                        \
   (CG_PREFETCH_MAX_L2 + CG_PREFETCH_MAX_L1 * (1 + CG_PREFETCH_MAX_L2))

typedef struct {
   UInt n;
   Addr line[CG_PREFETCH_MAX_L2];
} PrefetchLines;

/* What the stride prefetcher knows of an instruction; zeros: nothing. */
typedef struct {
   Addr ip;
   Addr addr; /* of its last touch */
   Word stride, line_stride;
} StrideEntry;

/* A page that the streamer watches.  Lines are counted from its start. */
typedef struct {
   Int last;     /* the line that was asked for last */
   Int step;     /* 1: up; -1: down; 0: no stream */
   Int farthest; /* of a stream: the farthest line that it asked for */
} PrefetchStream;

#define CG_PREFETCH_IPS     64
#define CG_PREFETCH_STREAMS 32

typedef struct {
   UInt        of[N_MACHINE_LEVELS]; /* CacheModel.prefetch */
   Addr        line_size;            /* bytes */
   UInt        line_bits;            /* log2 of it */
   StrideEntry strides[CG_PREFETCH_IPS];

   /* The streamer's pages are the ways of one set.  They are in a ring, in the
      order of their use; its last place is before the latest page. */
   Ways           pages;
   PrefetchStream streams[CG_PREFETCH_STREAMS];
   UChar earlier[CG_PREFETCH_STREAMS + 1], later[CG_PREFETCH_STREAMS + 1];
   Addr  latest_page; /* of earlier[CG_PREFETCH_STREAMS]; 1: none */
} Prefetchers;

/* Initialise *p with the prefetchers of a machine, which is not needed later.
   `alloc' is as for cg_sim_init.  Cannot fail. */
void cg_prefetch_init(Prefetchers* p, const Machine* machine,
                      void* (*alloc)(SizeT n_bytes));

/* Returns whether a machine has a prefetcher. */
Bool cg_prefetch_has_any(const Machine* machine);

/* An instruction at `ip' (0: not known, so it has no strides) touches `addr' in
   a line that misses in LEVEL_L1I or LEVEL_L1D, or was prefetched there and not
   yet used.  Sets *lines to what is to be prefetched into that cache. */
void cg_prefetch_for_L1(Prefetchers* p, LevelId L1, Addr ip, Addr addr,
                        Bool misses, PrefetchLines* lines);

/* L2 is asked for the line at `line', which misses there or not.  Sets *lines
   to what is to be prefetched into L2. */
void cg_prefetch_for_L2(Prefetchers* p, Addr line, Bool misses,
                        PrefetchLines* lines);

#endif /* CG_PREFETCH_H */
