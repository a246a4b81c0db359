/* SPDX-License-Identifier: GPL-2.0-or-later */
/* fastpath.h: runs a segment through the caches.  The tool and cg_conflicts
   share this code.

   A segment is a block of code that control enters at the top and leaves at the
   bottom.  All that the caches see of it is known before it runs, except the
   addresses of its data references.  This is its footprint: one block of
   memory, which begins with the parts that every run reads.

      Footprint | SegmentRef x n_refs | CodeLine* x n_ilines |
      Fetch x n_fetches

   Nearly every reference is to the line that its prediction names (cg_sim.h),
   and therefore hits.  cg_fastpath_run checks this and stores the time of use.
   It returns the number of the first reference for which this is not true, and
   the caller simulates the rest: cg_count.c with cg_sim, and cg_classes_run,
   which the tool and cg_conflicts share, with cg_classes.  This is correct for
   these reasons:

   - A reference that lies within the line that its prediction names hits, and
     changes only the last use of the line's way.
   - The time rises from each touch to the next.  cg_fastpath_run reserves one
     tick for each line that it can touch.  A touch that other code simulates
     takes its own tick.
   - Fetches and data references share only LL.  As long as no fetch misses I1,
     their order among each other does not matter.
   - If an I-line is not in I1, the caller starts again with the first fetch.
     The I-lines before the missing one are then touched a second time, in the
     same order and before all others, which changes nothing. */

#ifndef CG_FASTPATH_H
#define CG_FASTPATH_H

#include "sim/cache/cg_sim.h"
#include "sim/types.h"

#define CG_FASTPATH_INLINE inline __attribute__((always_inline))

/* A data reference: all that is known of it before it runs.  The owner, the
   instructions are for machines only (cg_hierarchy.h). */
typedef struct {
   void* account;  /* for the caller: where it counts the misses */
   UInt  slack;    /* D1's line size - size: the highest offset within a line at
                      which the reference does not straddle two lines */
   UInt  owner;    /* who makes the line dirty; 0: it only reads */
   UInt  size;     /* bytes, at most the smallest line of the caches */
   UChar kind;     /* RefKind */
   UChar n_instrs; /* of the segment, up to its own */
} SegmentRef;

/* An instruction fetch that may miss: the first from its line. */
typedef struct {
   SimInstr instr;
   void*    account;     /* as in SegmentRef */
   UInt     refs_before; /* data references that precede it */
} Fetch;

typedef struct {
   UShort n_refs;
   UShort n_ilines;
   UShort n_fetches;
   UShort times_size; /* bytes of its BlockTimes, on a machine with a core */
} __attribute__((aligned(8))) Footprint;

static inline SegmentRef* cg_fastpath_refs(Footprint* f)
{
   return (SegmentRef*)(f + 1);
}

static inline CodeLine** cg_fastpath_ilines(Footprint* f)
{
   return (CodeLine**)(cg_fastpath_refs(f) + f->n_refs);
}

static inline Fetch* cg_fastpath_fetches(Footprint* f)
{
   return (Fetch*)(cg_fastpath_ilines(f) + f->n_ilines);
}

/* Returns the size of a footprint with all its parts, in bytes. */
static inline SizeT cg_fastpath_size(const Footprint* f)
{
   return sizeof *f + f->n_refs * sizeof(SegmentRef)
          + f->n_ilines * sizeof(CodeLine*) + f->n_fetches * sizeof(Fetch);
}

/*------------------------------------------------------------*/
/*--- Making a footprint                                   ---*/
/*------------------------------------------------------------*/

/* Returns the slack of a data reference of `size' bytes. */
static inline UInt cg_fastpath_slack(const CacheSim* sim, UInt size)
{
   return ~(UInt)sim->D1.sets.line_mask + 1 - size;
}

/* The fetches of a segment whose footprint is being built.  The arrays belong
   to the caller: each instruction adds at most two I-lines and one fetch. */
typedef struct {
   const CodeLine* line; /* of the last fetch; NULL: unknown */
   UInt            n_ilines, n_fetches;
   CodeLine**      ilines;
   Fetch*          fetches;
} FetchList;

/* Add the next I-line that is fetched from, unless it is the same as the last
   one. */
static inline void cg_fastpath_add_iline(FetchList* l, CodeLine* line)
{
   if (line != l->line)
      l->ilines[l->n_ilines++] = line;
   l->line = line;
}

/* Add the fetch of the next instruction, of `size' bytes at `addr'.  If it lies
   on the line of the fetch before it, it hits, because no other code runs in
   between.  Then nothing is added, and the result is False.  If the result is
   True, the caller sets `account' and `refs_before' of the new fetch, which is
   the last one. */
static inline Bool cg_fastpath_add_fetch(FetchList* l, CacheSim* sim, Addr addr,
                                         UInt size)
{
   const SetShape* I1 = &sim->I1.sets;

   if (l->line && cg_sim_line_of(I1, addr) == l->line->line
       && cg_sim_line_of(I1, addr + size - 1) == l->line->line)
      return False;

   SimInstr instr = cg_sim_instr(sim, addr, size);

   cg_fastpath_add_iline(l, instr.first);
   cg_fastpath_add_iline(l, instr.last);
   l->fetches[l->n_fetches++] = (Fetch){.instr = instr};
   return True;
}

/* Fill in the I-lines and fetches of `f' from `fetched'.  The caller has set
   the number of each part, and `f' has cg_fastpath_size bytes. */
static inline void cg_fastpath_fill(Footprint* f, const FetchList* fetched)
{
   __builtin_memcpy(cg_fastpath_ilines(f), fetched->ilines,
                    f->n_ilines * sizeof *fetched->ilines);
   __builtin_memcpy(cg_fastpath_fetches(f), fetched->fetches,
                    f->n_fetches * sizeof *fetched->fetches);
}

/*------------------------------------------------------------*/
/*--- A run                                                ---*/
/*------------------------------------------------------------*/

/* Returns True if `ref' to the address `ea' lies within the line that its
   prediction names, and that line was last used at time `since' or later.  Then
   stores `now' as its last use; nothing else remains to be simulated.  `since'
   is 0, or cg_classes_D1_since if misses may be classified.  One comparison of
   unsigned numbers finds that the reference begins on the line and does not
   straddle two lines: the offset of an address before the line is huge. */
static CG_FASTPATH_INLINE Bool cg_fastpath_hits(const DataCache*  D1,
                                                const SegmentRef* ref, Addr ea,
                                                ULong now, ULong since)
{
   Prediction* p   = cg_sim_prediction(D1, ea);
   Way*        way = p->way;

   if (UNLIKELY(ea - p->line > ref->slack || way->last_use < since))
      return False;
   way->last_use = now;
   return True;
}

/* Run a segment's footprint.  `n_ilines' and `n' are f->n_ilines and f->n_refs;
   `ea' has the addresses of the `n' data references.  Reserves `time' ticks of
   simulated time, at least n_ilines + n.  `since' is as for cg_fastpath_hits.
   Calls hit(data, address) for each data reference that it finds, unless `hit'
   is NULL.  Returns the number of data references that it found before the
   first that it did not; n if it found all.  Returns CG_FASTPATH_NO_FETCH if it
   did not find an I-line; then the caller starts again with
   cg_fastpath_in_order. */
#define CG_FASTPATH_NO_FETCH (~0u)

static CG_FASTPATH_INLINE UInt cg_fastpath_run(
   CacheSim* sim, Footprint* f, UInt n_ilines, UInt n, const Addr ea[],
   ULong time, ULong since, void (*hit)(void* data, Addr ea), void* data)
{
   SegmentRef*     ref  = cg_fastpath_refs(f);
   CodeLine**      line = (CodeLine**)(ref + n);
   CodeLine**      end  = line + n_ilines;
   ULong           now  = sim->now;
   const DataCache D1   = sim->D1;

   sim->now = now + time;
#pragma GCC unroll 2
   for (; line < end; line++) {
      if (UNLIKELY((*line)->last_use == 0))
         return CG_FASTPATH_NO_FETCH;
      (*line)->last_use = now++;
   }
#pragma GCC unroll 8
   for (UInt i = 0; i < n; i++) {
      if (!cg_fastpath_hits(&D1, &ref[i], ea[i], now + i, since))
         return i;
      if (hit)
         hit(data, ea[i]);
   }
   return n;
}

/* After CG_FASTPATH_NO_FETCH, pass all references to the caller in program
   order, which is the order in which their misses reach LL.  Calls fetch(data,
   fetch) for each fetch and ref(data, number, address) for each data
   reference. */
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
