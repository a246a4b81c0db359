/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_hierarchy.h: simulates the caches and TLBs of a machine (cg_machine.h).

      fetch --> L1I --.                    fetch --> ITLB --.
                       +--> L2 --> L3                        +--> TLB 2 --> walk
      data  --> L1D --'    --> memory      data  --> DTLB --'

   The rules of the caches:

   - A line is looked up in a cache only if the cache above, the one that asks
     it, does not hold the line.  So a hit in L1 does not touch L2 and L3.
   - A line that was found in no cache, or in one below, comes into all caches
     above, the lowest first, but not into exclusive ones.  Writes are treated
     as reads are; then the line in L1 is dirty.
   - The way that the line will take is chosen in each of these caches, the
     highest first, before the line comes into any.  So if an inclusive cache
     empties a way above meanwhile, the line does not take that one instead.
   - If a line comes into a full set, another one is evicted: the victim.
     The victim of an inclusive cache is invalidated in all caches above.  If it
     was dirty in one of them, it is dirty; the highest one says who the owner
   is. If the next cache below is exclusive, the victim moves there, unless it
   is clean and a cache above that one still holds it. Otherwise, if it is
   dirty, it is written back to the next cache below, or to memory if there is
   none.
   - A line that moves or is written to a cache is looked up there.  If it is
     there, it only becomes dirty, if it is dirty itself: this is no use of the
     line.  Otherwise it comes into this cache, and into no other.
   - A line is in its cache before its victim leaves.  So if the victim, dirty,
     goes to an L2 that is not related, and replaces that very line there, L1
     holds it: clean, it does not move to an exclusive L3.
   - A hit in an exclusive cache removes the line there.  If it was dirty, it is
     dirty in the lowest cache that it comes into, and nowhere else.
   - So a cache that is not related (nine) may hold lines that caches above
     hold, too.  An exclusive L3 may do so if L1 holds lines that L2 does not.

   Prefetching is off at first.  If it is on, the prefetchers of the machine run
   after each line that a reference touches: first those of L2, if it was asked
   for the line, and then those of L1.  Each line that they ask for is looked up
   in their cache.  If it is there, it is only used once more.  Otherwise it
   comes in as after a miss.  If this asks L2 for a line, the prefetchers of L2
   run again.  A line that a prefetcher of L2 asks for does not make them run.
   Prefetches do not touch TLBs, and count as neither hits nor misses.  The
   first reference that touches a prefetched line in L1, and the first miss or
   prefetch of L1 that finds one in L2, makes it useful.  If it leaves its cache
   before that, it was useless.

   drcachesim, of DynamoRIO, has these rules for clean lines; but there, the
   victim of an inclusive cache leaves only the next caches above.  It has no
   dirty lines; their rules are ChampSim's.

   The set.  The lowest bits of the line's number, which is address / line size,
   are the number of the set.  If there are slices, the bits above those choose
   one: they are cut into pieces of 16 bits, and the slice is the XOR of all
   pieces, modulo the number of slices.  So consecutive lines fill all sets
   evenly.  (Processors hash all bits of the number.  Their hashes are known
   only if the number of slices is a power of two.)

   The TLBs.  All are LRU.  The first level is asked for each page of a
   reference, the second one if the first misses.  A page that is found in
   neither, or only in the second, comes into both.  A page of 2 MiB is in the
   part of the TLB for such pages.  If there is none, it is in the other part,
   where its own number, address / 2 MiB, chooses the set.

   A reference that straddles two lines touches the first one and then the
   second one, and counts once.

   This module calls neither Valgrind nor the C library. */

#ifndef CG_HIERARCHY_H
#define CG_HIERARCHY_H

#include "sim/machine/cg_front.h"
#include "sim/machine/cg_machine.h"
#include "sim/machine/cg_prefetch.h"

/* A modification is a read and a write by one instruction.  It counts as a
   read, as in the tool's events. */
typedef enum {
   REF_FETCH,
   REF_READ,
   REF_WRITE,
   N_REF_KINDS,
   REF_MODIFY = N_REF_KINDS
} RefKind;

/* The farthest that a reference had to go. */
typedef enum { FROM_L1, FROM_L2, FROM_L3, FROM_MEMORY, N_SOURCES } RefSource;

/* Each of at most two lines, and each that is prefetched because of them, can
   evict one from each of three caches. */
#define CG_HIERARCHY_MAX_WRITTEN (6 * (1 + CG_PREFETCH_MAX))

/* What one reference did. */
typedef struct {
   RefSource source;         /* the farthest of its lines */
   Bool      tlb_miss;       /* in the first level, of any of its pages */
   Bool      page_walk;      /* in the second, too, or there is none */
   Bool      replaces_dirty; /* L1's place of a line had a dirty one */
   UInt      n_prefetched;   /* lines */
   UInt      n_written;      /* lines written back to memory */
   UInt owners[CG_HIERARCHY_MAX_WRITTEN]; /* who made them dirty last; from 1 */
} RefResult;

/* A reference touches two lines at most, and each makes prefetchers ask for
   others. */
#define CG_HIERARCHY_MAX_TOUCHED (2 * (1 + CG_PREFETCH_MAX))

/* Each of these can evict three from the last level and two from L2, which L1D
   may then lose too, and one from L1D itself: six from either. */
#define CG_HIERARCHY_MAX_LOST (6 * CG_HIERARCHY_MAX_TOUCHED)

/* A line that a cache was asked for. */
typedef struct {
   Addr      line;
   RefSource source;     /* where it was found */
   LevelId   cache;      /* an L1, or the L2 of a prefetcher */
   Bool      prefetches; /* by a prefetcher, not by the program */
} LineTouch;

typedef struct {
   UInt n;
   Addr line[CG_HIERARCHY_MAX_LOST];
} LostLines;

/* Which lines one reference touched, in this order, and moved, for those who
   classify misses.  The lost ones left because another one replaced them, there
   or in an inclusive cache below.  A line that a hit in an exclusive cache
   moves up is not lost.  If there is neither L2 nor L3, L1D is the last level,
   and `of_L1D' has its lines. */
typedef struct {
   UInt      n_touched;
   LineTouch touched[CG_HIERARCHY_MAX_TOUCHED];
   LostLines of_L1D, of_last;
} RefLines;

/* Counts of one cache or TLB.  A reference counts once at each level that it
   reaches: as a miss if any of its lines, or pages, misses there.  The other
   counts are of lines; TLBs do not have them.
   filled - evicted - moved - invalidated lines are in the cache. */
typedef struct {
   ULong hits[N_REF_KINDS], misses[N_REF_KINDS]; /* by kind of reference */
   ULong filled;                                 /* lines that came in */
   ULong evicted;     /* lines that another one replaced */
   ULong moved;       /* of an exclusive cache: lines that left by a hit */
   ULong invalidated; /* lines removed because a cache below evicted them */
   ULong written;     /* dirty lines passed on when they were evicted: to the
                         next level, or to memory */
   ULong prefetched;  /* lines that came in because a prefetcher asked for them;
                         these are useful, useless, or still unused */
   ULong useful, useless;
} LevelCounts;

typedef struct Hierarchy_ Hierarchy;

/* Returns the caches and TLBs of a machine, empty.  The machine is one that can
   be simulated; it is not needed later.  Initialises *front, the caller's: it
   predicts hits, and lives as long as the result.  `alloc' is as for
   cg_sim_init. */
Hierarchy* cg_hierarchy_new(const Machine* machine, Front* front,
                            void* (*alloc)(SizeT n_bytes));

/* Simulate a reference of `size' bytes at `addr', size >= 1.  Only the lines of
   the first and the last byte are touched, so a reference should not be larger
   than a line.  `owner' is a number from 1 on, for instance of a source line;
   if lines become dirty, it is theirs.  Kinds that only read need none. */
void cg_hierarchy_access(Hierarchy* h, RefKind kind, Addr addr, UInt size,
                         UInt owner, RefResult* result);

/* The same for a reference that the front did not find. */
void cg_hierarchy_access_unpredicted(Hierarchy* h, RefKind kind, Addr addr,
                                     UInt size, UInt owner, RefResult* result);

/* Tell in *lines what each reference does from now on; NULL: do not tell, as
   without a call.  The caller sets n_touched, of_L1D.n and of_last.n to 0
   before each reference. */
void cg_hierarchy_observe(Hierarchy* h, RefLines* lines);

/* Tell from now on how the lines of L1D are used.  A line has a place, from 0
   to the number of lines that fit in, until another one has it.  `used' is
   called when a reference is the first that uses the line since it came in, and
   `left' when another line takes its place after that.  In `bytes', bit b says
   whether byte b was referenced, in the 64 bytes that the line is, or is a part
   of.  If lines are larger, `bytes' says nothing.  Call it immediately after
   cg_hierarchy_new. */
void cg_hierarchy_follow(Hierarchy* h, void (*used)(UWord place),
                         void (*left)(UWord place, ULong bytes));

/* Returns the bytes, as above, of the line that has a place; 0: it was not
   used, or none has had that place. */
ULong cg_hierarchy_bytes_used(const Hierarchy* h, UWord place);

/* Let the prefetchers of the machine run from now on.  Call it immediately
   after cg_hierarchy_new, with the same `machine' and `alloc'.  `ended' is
   called when it is known whether a prefetch was useful; `owner' is the owner
   of the reference because of which it was made.  Cannot fail. */
void cg_hierarchy_prefetch(Hierarchy* h, const Machine* machine,
                           void (*ended)(UInt owner, Bool useful),
                           void* (*alloc)(SizeT n_bytes));

/* The references from now on are made by the instruction at `ip' (0: not known,
   so no stride is followed), and what they prefetch is `owner's, a number from
   1 on.  Nobody needs it if prefetching is off. */
void cg_hierarchy_set_origin(Hierarchy* h, Addr ip, UInt owner);

/* Returns whether an L1 predicts hits.  If not, the order of hits matters even
   for repeated ones: its policy is neither fifo nor random, and does not follow
   from times of use. */
Bool cg_hierarchy_predicts(const Hierarchy* h, LevelId L1);

/* Returns where the number of lines is that L1I lost because an inclusive cache
   below lost them. */
const ULong* cg_hierarchy_code_losses(const Hierarchy* h);

/* The `size' bytes from `start' on are in pages of 2 MiB, or of 4 KiB, from now
   on.  Without a call, all pages have 4 KiB.  Only whole pages of 2 MiB become
   huge; if only a part of one is named, it becomes pages of 4 KiB.  TLBs keep
   what they hold, but look up the new pages only. */
void cg_hierarchy_set_pages(Hierarchy* h, Addr start, ULong size,
                            PageSize pages);

/* Returns the counts of a cache; hits that the caller found with the front
   alone are not in them.  Zeros if the machine does not have it. */
LevelCounts cg_hierarchy_level(const Hierarchy* h, LevelId id);

/* Returns the counts of a TLB, both page sizes together; zeros if the machine
   does not have it. */
LevelCounts cg_hierarchy_tlb(const Hierarchy* h, TlbId id);

/* Returns the number of the set of the line with `addr' in a cache that the
   machine has: slice * sets of a slice + set in the slice. */
UWord cg_hierarchy_set_of(const Hierarchy* h, LevelId id, Addr addr);

/* Returns whether a cache holds the line with `addr'.  If so, *dirty tells
   whether the line is dirty, and *owner, if it is, who made it so last. */
Bool cg_hierarchy_holds(const Hierarchy* h, LevelId id, Addr addr, Bool* dirty,
                        UInt* owner);

#endif /* CG_HIERARCHY_H */
