/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_tlb.h: a first-level TLB, or its part for one page size: the pages that
   the front (cg_front.h) predicts hits in.

   A hash table finds the entry of a page.  Entries whose pages have the same
   hash are in a list:

      heads:   hash of a page's number --> entry --> entry ...

   The page that was used longest ago is replaced.  There may be a hundred of
   them in one set, so they are not all compared at each miss: each set has a
   heap of its ways.  A way's key is the time of its last use when it was last
   at the root, which has the smallest key.  If the page at the root was used
   since, it gets a new key; otherwise all others were used later, and it is the
   victim.

      heap:   0 --+-- 1 --+-- 3        key i is at most keys 2 i + 1, 2 i + 2
                  |       `-- 4
                  `-- 2 --...

   This module calls neither Valgrind nor the C library. */

#ifndef CG_TLB_H
#define CG_TLB_H

#include "sim/cg_hash.h"
#include "sim/machine/cg_front.h"

#define CG_TLB_NONE 0xFFFFFFFF

/* An entry is way `w' of set `s' if its number is s * ways + w.  A page has a
   name: its address and some lowest bits, of which one is 1. */
typedef struct {
   UWord    name; /* 0: empty */
   UInt     home; /* the index of its list's head */
   UInt     next; /* in its list; CG_TLB_NONE: the last */
   PageSlot slot;
} TlbEntry;

typedef struct {
   const FrontSide* front;   /* predicts hits in these pages */
   Bool             is_code; /* fetches do not store times in pages */
   UInt             ways;    /* 0: there is no such TLB */
   UWord            set_mask;
   TlbEntry*        entries;
   UInt*            heads;
   UWord            head_mask; /* number of heads - 1 */
   ULong*           heaps;     /* by set: keys, time << 8 | way */
} Tlb;

/* Initialise a TLB without pages, of this side of `front'.  entries / ways is a
   power of two.  `alloc' is as for cg_sim_init. */
void cg_tlb_init(Tlb* t, const Front* front, FrontSideId side, UInt entries,
                 UInt ways, void* (*alloc)(SizeT n_bytes));

/* The hash of a page's number. */
static inline UInt cg_tlb_home(const Tlb* t, UWord number)
{
   return cg_hash_number(number) & t->head_mask;
}

/* Returns the entry with the page `number', which has a name, or NULL. */
static inline PageSlot* cg_tlb_find(const Tlb* t, UWord number, UWord name)
{
   UInt i = t->heads[cg_tlb_home(t, number)];

   for (; i != CG_TLB_NONE; i = t->entries[i].next)
      if (LIKELY(t->entries[i].name == name))
         return &t->entries[i].slot;
   return NULL;
}

/* Put the page of 2^page_bits bytes, which is not there, into the TLB, in the
   place of the one that was used longest ago.  Returns the entry.  The caller
   stores the time of use. */
PageSlot* cg_tlb_fill(Tlb* t, UWord number, UWord name, UInt page_bits,
                      ULong now);

#endif /* CG_TLB_H */
