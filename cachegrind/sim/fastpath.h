/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fastpath.h: a run of a segment through the caches, written once.

   A segment is a piece of code that control enters at the top and leaves at
   the bottom.  What the caches see of it is known before it runs, but for the
   addresses of its data.  That is its footprint, one block of memory, the parts
   that every run reads first:

      Footprint | DataRef x n_refs | ILine x n_ilines | Fetch x n_fetches

   Nearly every reference finds its line first in its bucket, and so hits.
   cg_fastpath_run checks this and records the time of use.  It returns the
   number of the first reference that it did not find, and the caller simulates
   the rest with cg_sim or cg_classes.  Counting (cg_count.c), the full path
   (cg_full.c) and replay (replay.c) differ in that only.  It is correct because

   - A reference that lies within the line that its bucket names hits, and all
     it changes is the last use of the bucket's way (cg_sim.h).
   - The time rises from each touch to the next.  cg_fastpath_run reserves one
     tick for each line that it can touch; a touch that is simulated by other
     code takes a tick of its own.
   - Fetches and data references meet in LL only, so as long as no fetch
     misses, their order among each other does not matter.
   - If an I-line is not found, all begins anew with the first fetch.  The
     I-lines before it are touched once more, in the same order and before all
     others: that changes nothing. */

#ifndef CG_FASTPATH_H
#define CG_FASTPATH_H

#include "sim/cg_sim.h"
#include "sim/types.h"

#define CG_FASTPATH_INLINE inline __attribute__((always_inline))

/* A data reference. */
typedef struct {
   void* account; /* the caller's: where its misses are counted */
   UInt  size;    /* bytes, at most the smallest line of the caches */
   UInt  slack;   /* D1's line size - size: the highest offset within a line
                     at which the reference does not straddle */
} DataRef;

/* A line of code that the segment runs through. */
typedef struct {
   Bucket* bucket; /* of I1 */
   Addr    line;
} ILine;

/* An instruction fetch that may miss: the first on its line. */
typedef struct {
   Addr  addr;
   void* account;     /* as in DataRef */
   UInt  size;        /* bytes */
   UInt  refs_before; /* data references that precede it */
} Fetch;

typedef struct {
   UShort n_refs;
   UShort n_ilines;
   UShort n_fetches;
} __attribute__((aligned(8))) Footprint;

static inline DataRef* cg_fastpath_refs(Footprint* f)
{
   return (DataRef*)(f + 1);
}

static inline ILine* cg_fastpath_ilines(Footprint* f)
{
   return (ILine*)(cg_fastpath_refs(f) + f->n_refs);
}

static inline Fetch* cg_fastpath_fetches(Footprint* f)
{
   return (Fetch*)(cg_fastpath_ilines(f) + f->n_ilines);
}

/* The bytes that a footprint takes with all its parts. */
static inline SizeT cg_fastpath_size(const Footprint* f)
{
   return sizeof *f + f->n_refs * sizeof(DataRef) + f->n_ilines * sizeof(ILine)
          + f->n_fetches * sizeof(Fetch);
}

/*------------------------------------------------------------*/
/*--- Making a footprint                                   ---*/
/*------------------------------------------------------------*/

/* A data reference of `size' bytes. */
static inline DataRef cg_fastpath_ref(const CacheSim* sim, UInt size,
                                      void* account)
{
   return (DataRef){account, size, ~(UInt)sim->D1.line_mask + 1 - size};
}

/* Fetches as they are found, in arrays of the caller's: each instruction adds
   at most two I-lines and one fetch. */
typedef struct {
   Addr   line; /* fetched from last; CG_FASTPATH_NO_LINE: unknown */
   UInt   n_ilines, n_fetches;
   ILine* ilines;
   Fetch* fetches;
} FetchList;

/* No line begins at an odd address. */
#define CG_FASTPATH_NO_LINE ((Addr)1)

static inline void cg_fastpath_add_iline(FetchList* l, const CacheSim* sim,
                                         Addr line)
{
   l->ilines[l->n_ilines++] = (ILine){cg_sim_bucket(&sim->I1, line), line};
   l->line                  = line;
}

/* The next instruction, of `size' bytes at `addr'.  What lies on the line that
   was fetched from last hits, as long as no other code runs in between: then
   nothing is added, and False returned.  If True, the caller sets the account
   and refs_before of the last fetch. */
static inline Bool cg_fastpath_add_fetch(FetchList* l, const CacheSim* sim,
                                         Addr addr, UInt size)
{
   Addr first = cg_sim_line_of(&sim->I1, addr);
   Addr last  = cg_sim_line_of(&sim->I1, addr + size - 1);

   if (first == l->line && last == l->line)
      return False;
   if (first != l->line)
      cg_fastpath_add_iline(l, sim, first);
   if (last != first)
      cg_fastpath_add_iline(l, sim, last);
   l->fetches[l->n_fetches++] = (Fetch){.addr = addr, .size = size};
   return True;
}

/* Fill in the parts of `f', whose numbers are set, from `refs' and `fetched'.
 */
static inline void cg_fastpath_fill(Footprint* f, const DataRef refs[],
                                    const FetchList* fetched)
{
   __builtin_memcpy(cg_fastpath_refs(f), refs, f->n_refs * sizeof *refs);
   __builtin_memcpy(cg_fastpath_ilines(f), fetched->ilines,
                    f->n_ilines * sizeof *fetched->ilines);
   __builtin_memcpy(cg_fastpath_fetches(f), fetched->fetches,
                    f->n_fetches * sizeof *fetched->fetches);
}

/*------------------------------------------------------------*/
/*--- A run                                                ---*/
/*------------------------------------------------------------*/

/* Whether `ref' to `ea' lies in the line that its bucket names and does not
   straddle - the offset from the line's start, as an unsigned number, says
   both - and that line was used at time `since' or later.  If so, it is used
   `now', and that is all there is to do.  `since' is 0, or cg_classes_D1_since
   where misses may be classed. */
static CG_FASTPATH_INLINE Bool cg_fastpath_hits(const CacheSim* sim,
                                                const DataRef* ref, Addr ea,
                                                ULong now, ULong since)
{
   const Bucket* b = cg_sim_bucket(&sim->D1, ea);

   if (UNLIKELY(ea - b->line > ref->slack || b->way->last_use < since))
      return False;
   b->way->last_use = now;
   return True;
}

/* Run a segment's footprint with the addresses `ea' for its `n' (n_refs) data
   references, and reserve `time' ticks, at least n_ilines + n.  Calls
   hit(data, ea) for each data reference that it finds, unless `hit' is NULL.
   Returns the number of data references that it found, n if all; or, if an
   I-line was not found, CG_FASTPATH_NO_FETCH: then the caller starts again with
   cg_fastpath_in_order. */
#define CG_FASTPATH_NO_FETCH (~0u)

static CG_FASTPATH_INLINE UInt cg_fastpath_run(CacheSim* sim, Footprint* f,
                                               UInt n, const Addr ea[],
                                               ULong time, ULong since,
                                               void (*hit)(void* data, Addr ea),
                                               void* data)
{
   const DataRef* ref   = cg_fastpath_refs(f);
   const ILine*   iline = (const ILine*)(ref + n);
   const ILine*   end   = iline + f->n_ilines;
   ULong          now   = sim->now;

   sim->now = now + time;
   for (; iline < end; iline++) {
      if (UNLIKELY(iline->bucket->line != iline->line))
         return CG_FASTPATH_NO_FETCH;
      iline->bucket->way->last_use = now++;
   }
#pragma GCC unroll 8
   for (UInt i = 0; i < n; i++) {
      if (!cg_fastpath_hits(sim, &ref[i], ea[i], now + i, since))
         return i;
      if (hit)
         hit(data, ea[i]);
   }
   return n;
}

/* What follows CG_FASTPATH_NO_FETCH: all events in their order, in which their
   misses reach LL.  Calls fetch(data, which fetch) and ref(data, the number of
   the data reference, its address). */
static CG_FASTPATH_INLINE void
cg_fastpath_in_order(Footprint* f, const Addr ea[], void* data,
                     void (*fetch)(void* data, const Fetch* fetch),
                     void (*ref)(void* data, UInt i, Addr ea))
{
   const Fetch* next = cg_fastpath_fetches(f);
   UInt         done = 0; /* data references */

   for (UInt i = 0; i < f->n_fetches; i++, next++) {
      for (; done < next->refs_before; done++)
         ref(data, done, ea[done]);
      fetch(data, next);
   }
   for (; done < f->n_refs; done++)
      ref(data, done, ea[done]);
}

#endif /* CG_FASTPATH_H */
