/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_front.h: the part of a machine (cg_hierarchy.h) that nearly every
   reference needs, and nothing else: is the line in the first-level cache, and
   its page in the first-level TLB?

      address --> LinePrediction: line, page --> PageSlot: time of last use
                                    |
                                    v
                  LineSlot: time of last use, bytes used, who made it dirty

   There is a LineSlot for each way of L1, and a PageSlot for each entry of the
   TLB.  A prediction says in which way a line is.  It is never wrong: it is
   there only while the line is in L1 and the page in the TLB.  So a reference
   with a prediction hits both, and all that remains to be done is to store the
   time.  From these times cg_hierarchy.c finds the victims later, when it needs
   them.  A line without a prediction may hit or miss: cg_hierarchy_access finds
   out.

   The time of a fetch is stored in the prediction alone, because each line of
   the host's memory that a fetch needs counts (bench/README.md, "Tricks and
   what they gain").  It moves to the slots of the line and the page when the
   prediction is taken back, or when a victim is looked for.

   The code is inlined into the functions that instrumented code calls. */

#ifndef CG_FRONT_H
#define CG_FRONT_H

#include "sim/types.h"

#define CG_FRONT_INLINE inline __attribute__((always_inline))

/* An entry of the first-level TLB.  Block b is the b-th 64th of its page. */
typedef struct {
   ULong last_use; /* 0: never */
   ULong blocks;   /* bit b: lines of block b may have predictions */
   Addr  start;
   UInt  bits; /* log2 of the page's size */
} PageSlot;

/* A way of the first-level cache.  The last uses of a set are read as ULongs
   that are so many apart; the alignment pads a slot on CPUs where a ULong's own
   is less than its size. */
typedef struct {
   ULong last_use __attribute__((aligned(sizeof(ULong)))); /* 0: never */
   ULong used;  /* cg_front_bytes of all references to it; 0: none */
   UInt  owner; /* who made the line dirty last; 0: it is clean */
} LineSlot;

_Static_assert(sizeof(LineSlot) % sizeof(ULong) == 0,
               "slots must be a whole number of ULongs apart");

/* A prediction that was taken back has another line: one that uses another
   prediction, so no reference finds it here. */
typedef struct {
   Addr      line;       /* its address */
   ULong     last_fetch; /* 0: none that the slots do not know of */
   PageSlot* page;
   LineSlot* slot; /* NULL: there never was a line */
} LinePrediction;

/* Each block of 64 bytes has a prediction, which it shares with others.  So the
   shift is a constant in the fast path.  Most lines are such a block; larger
   ones have several predictions, and smaller ones share one. */
#define CG_FRONT_BLOCK_BITS 6

typedef struct {
   LinePrediction* predictions;
   UWord           mask; /* number of predictions - 1 */
   Addr            line_size;
} FrontSide;

typedef enum { FRONT_CODE, FRONT_DATA, N_FRONT_SIDES } FrontSideId;

/* Time rises by one or more from each touch of a line to the next. */
typedef struct {
   ULong     now; /* the time of the next touch; at least 1 */
   FrontSide sides[N_FRONT_SIDES];
} Front;

/* The prediction that a line uses for the reference to `addr'. */
static CG_FRONT_INLINE LinePrediction* cg_front_prediction(const FrontSide* f,
                                                           Addr addr)
{
   return &f->predictions[(addr >> CG_FRONT_BLOCK_BITS) & f->mask];
}

/* Returns whether there is a prediction for the line with `addr'; then sets
   *found to it.  `slack' is the line size less the size of the reference, both
   in bytes: the result is also False if the reference straddles two lines.  One
   comparison finds both: the offset of an address before the line is huge. */
static CG_FRONT_INLINE Bool cg_front_find(const FrontSide* f, Addr addr,
                                          UWord slack, LinePrediction** found)
{
   LinePrediction* p = cg_front_prediction(f, addr);

   *found = p;
   return LIKELY(addr - p->line <= slack);
}

/* A line that has a prediction is fetched from at the time `now'. */
static CG_FRONT_INLINE void cg_front_fetch(LinePrediction* p, ULong now)
{
   p->last_fetch = now;
}

/* Returns which bytes of data a reference of `size' bytes at `addr', all in one
   line, uses.  Bit b is byte b of the block of 64 bytes that holds the line. If
   lines are larger than that, the result says nothing. */
static CG_FRONT_INLINE ULong cg_front_bytes(Addr addr, UInt size)
{
   return ~0ULL >> (-size & 63) << (addr & 63);
}

/* A line that has a prediction is touched at the time `now', in these bytes.
   `owner', a number from 1 on, makes it dirty; 0: the reference only reads. */
static CG_FRONT_INLINE void cg_front_touch(const LinePrediction* p, ULong now,
                                           ULong bytes, UInt owner)
{
   p->slot->last_use = now;
   p->slot->used |= bytes;
   p->page->last_use = now;
   if (owner)
      p->slot->owner = owner;
}

/* Tell the slots of a prediction of the last fetch. */
static inline void cg_front_settle(LinePrediction* p)
{
   if (p->last_fetch == 0)
      return;
   if (p->slot->last_use < p->last_fetch)
      p->slot->last_use = p->last_fetch;
   if (p->page->last_use < p->last_fetch)
      p->page->last_use = p->last_fetch;
   p->last_fetch = 0;
}

/* Predict that the line `line', which is in `slot', is there when `addr' in it
   is referred to.  Its page is in `page'. */
static inline void cg_front_predict(const FrontSide* f, Addr line, Addr addr,
                                    LineSlot* slot, PageSlot* page)
{
   LinePrediction* p = cg_front_prediction(f, addr);

   cg_front_settle(p);
   page->blocks |= 1ULL << (line >> (page->bits - 6) & 63);
   *p = (LinePrediction){line, 0, page, slot};
}

/* What to add to a line for one that uses other predictions: there are enough
   of them for two lines. */
static inline Addr cg_front_elsewhere(const FrontSide* f)
{
   Addr block = (Addr)1 << CG_FRONT_BLOCK_BITS;

   return f->line_size < block ? block : f->line_size;
}

/* Returns when `line', which is in `slot', was last used. */
static CG_FRONT_INLINE ULong cg_front_last_use(const FrontSide* f, Addr line,
                                               const LineSlot* slot)
{
   ULong time = slot->last_use;
   Addr  addr = line;

   do {
      const LinePrediction* p = cg_front_prediction(f, addr);

      if (p->line == line && p->last_fetch > time)
         time = p->last_fetch;
      addr += (Addr)1 << CG_FRONT_BLOCK_BITS;
   } while (UNLIKELY(addr - line < f->line_size));
   return time;
}

/* `line' leaves L1. */
static inline void cg_front_forget_line(const FrontSide* f, Addr line)
{
   Addr addr = line;

   do {
      LinePrediction* p = cg_front_prediction(f, addr);

      if (p->line == line) {
         cg_front_settle(p);
         p->line = line + cg_front_elsewhere(f);
      }
      addr += (Addr)1 << CG_FRONT_BLOCK_BITS;
   } while (UNLIKELY(addr - line < f->line_size));
}

/* Take all predictions back. */
static inline void cg_front_forget_all(const FrontSide* f)
{
   for (UWord i = 0; i <= f->mask; i++) {
      cg_front_settle(&f->predictions[i]);
      f->predictions[i].line =
         (i << CG_FRONT_BLOCK_BITS) + cg_front_elsewhere(f);
   }
}

/* Initialise a side.  The predictions are zeros; their number is a power of
   two, and at least the number of blocks of two lines. */
static inline void cg_front_init(FrontSide* f, LinePrediction* predictions,
                                 UWord n, Addr line_size)
{
   *f = (FrontSide){predictions, n - 1, line_size};
   cg_front_forget_all(f);
}

/* Calls visit(f, line, &result) for each line of the page that may have a
   prediction, and returns the result, which is 0 before the first call. */
static CG_FRONT_INLINE ULong
cg_front_walk_page(const FrontSide* f, const PageSlot* page,
                   void (*visit)(const FrontSide* f, Addr line, ULong* result))
{
   UInt  block_bits = page->bits - 6;
   ULong result     = 0;

   for (ULong blocks = page->blocks; blocks; blocks &= blocks - 1) {
      Addr line = page->start + ((Addr)__builtin_ctzll(blocks) << block_bits);
      Addr end  = line + ((Addr)1 << block_bits);

      line &= -f->line_size; /* a line may be larger than a block */
      do {
         visit(f, line, &result);
         line += f->line_size;
      } while (line < end);
   }
   return result;
}

static inline void cg_front_visit_to_forget(const FrontSide* f, Addr line,
                                            ULong* result)
{
   (void)result;
   cg_front_forget_line(f, line);
}

static inline void cg_front_visit_for_fetch(const FrontSide* f, Addr line,
                                            ULong* result)
{
   const LineSlot never = {.last_use = *result};

   *result = cg_front_last_use(f, line, &never);
}

/* The page leaves the TLB: its lines have no predictions any more. */
static inline void cg_front_forget_page(const FrontSide* f, PageSlot* page)
{
   cg_front_walk_page(f, page, cg_front_visit_to_forget);
   page->blocks = 0;
}

/* The slot of a page of code gets the time of the last fetch. */
static inline void cg_front_settle_page(const FrontSide* f, PageSlot* page)
{
   ULong last = cg_front_walk_page(f, page, cg_front_visit_for_fetch);

   if (page->last_use < last)
      page->last_use = last;
}

#endif /* CG_FRONT_H */
