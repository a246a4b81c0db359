/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_sharing.h: candidates for false sharing - cache lines that several threads
   wrote, each in bytes that no other wrote.

   On a real machine such a line moves from processor to processor with each
   write, although the threads share no data.  Valgrind runs one thread at a
   time, and simulates the caches of one processor.  So it is not
   known how often the line would move, only that several threads wrote it.

   A writer is a thread together with the variable that it wrote.  The lines
   that were written most are kept, each with its writers, in memory of a fixed
   size:

      lines -> | line | writers ... | line | writers ... | ...
                 set 0: CG_SHARING_WAYS lines              set 1

   If memory gets a new owner, what is known of its writers is forgotten,
   because a block that one thread freed and another allocated is not shared.

   This module calls neither Valgrind nor the C library. */

#ifndef CG_SHARING_H
#define CG_SHARING_H

#include "sim/types.h"

#define CG_SHARING_SETS    2048
#define CG_SHARING_WAYS    4
#define CG_SHARING_WRITERS 8 /* the most that are kept of a line */

/* A writer counts from this number of writes to the line on.  Fewer come from
   initialising memory, or from starting and joining a thread. */
#define CG_SHARING_MIN_WRITES 100

/* The most groups of lines that are kept. */
#define CG_SHARING_GROUPS 256

typedef struct {
   ULong  writes;
   ULong  bytes; /* bit N: it wrote the Nth of 64 parts of the line */
   UInt   variable;
   UShort thread;
} LineWriter;

typedef struct {
   Addr       line;
   ULong      writes; /* 0: the entry is unused */
   UInt       n_writers;
   UInt       last; /* which one wrote last */
   LineWriter writer[CG_SHARING_WRITERS];
} WrittenLine;

/* Lines that have the same writers, and all writes of these to the lines. */
typedef struct {
   ULong  writes;
   UInt   n_lines;
   UInt   n_writers;
   UInt   variable[CG_SHARING_WRITERS];
   UShort thread[CG_SHARING_WRITERS];
} SharedGroup;

typedef struct {
   UInt line_size;
   UInt part_size; /* bytes of a part of a line: 1, or more if the line
                      has more than 64 bytes */
   WrittenLine* lines;
   SharedGroup* groups; /* of lines that are no longer in `lines' */
   UInt         n_groups;
} Sharing;

/* Returns the state for lines of `line_size' bytes, a power of two: nothing has
   been written.  `alloc' returns `n_bytes' zeroed bytes and never fails. */
Sharing* cg_sharing_new(UInt line_size, void* (*alloc)(SizeT n_bytes));

/* Thread `thread' wrote `size' bytes at `addr', at most line_size, which belong
   to `variable'. */
void cg_sharing_write(Sharing* s, UInt thread, Addr addr, UInt size,
                      UInt variable);

/* If that thread wrote these bytes before, and nobody else wrote their line
   since, count the write and return True.  Else return False, and the caller
   finds out the variable and calls cg_sharing_write. */
Bool cg_sharing_write_again(Sharing* s, UInt thread, Addr addr, UInt size);

/* The `size' bytes from `start' on belong to another variable, or the same one
   anew. */
void cg_sharing_new_owner(Sharing* s, Addr start, SizeT size);

/* Store the candidates in `groups', which has room for CG_SHARING_GROUPS, in no
   particular order.  Returns how many there are. */
UInt cg_sharing_candidates(const Sharing* s, SharedGroup groups[]);

#endif /* CG_SHARING_H */
