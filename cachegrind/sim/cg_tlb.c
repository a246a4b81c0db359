/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_tlb.c: a first-level TLB; see cg_tlb.h. */

#include "sim/cg_tlb.h"

#include "sim/cg_bits.h"

/* So many lists for each entry that few have two. */
#define LISTS_PER_ENTRY 8

void cg_tlb_init(Tlb* t, const Front* front, FrontSideId side, UInt entries,
                 UInt ways, void* (*alloc)(SizeT n_bytes))
{
   UInt  n_sets  = entries / ways;
   UInt  bits    = 1 + cg_bits_log2(LISTS_PER_ENTRY * entries);
   UWord n_lists = (UWord)1 << bits;

   *t = (Tlb){
      .front      = &front->sides[side],
      .ways       = ways,
      .set_mask   = n_sets - 1,
      .entries    = alloc(entries * sizeof *t->entries),
      .heads      = alloc(n_lists * sizeof *t->heads),
      .hash_shift = 64 - bits,
      .rows       = alloc(entries),
      .skipped    = alloc(entries),
      .orders     = alloc(n_sets * sizeof *t->orders),
   };
   for (UWord i = 0; i < n_lists; i++)
      t->heads[i] = CG_TLB_NONE;
   for (UInt i = 0; i < entries; i++)
      t->rows[i] = i % ways;
   for (UInt set = 0; set < n_sets; set++)
      t->orders[set].sorted_at = 1;
}

/* Sorts the ways by their last use.  Few are not in their places. */
static void sort_row(UChar* row, UInt ways, const TlbEntry* entries)
{
   for (UInt i = 1; i < ways; i++) {
      UChar way  = row[i];
      ULong time = entries[way].slot.last_use;
      UInt  to   = i;

      for (; to > 0 && entries[row[to - 1]].slot.last_use > time; to--)
         row[to] = row[to - 1];
      row[to] = way;
   }
}

static __attribute__((noinline)) void start_row(const Tlb* t, TlbOrder* o,
                                                UChar*       row,
                                                const UChar* skipped,
                                                TlbEntry* entries, ULong now)
{
   for (UInt i = 0; i < o->n_skipped; i++)
      row[o->n_replaced + i] = skipped[i];
   for (UInt way = 0; way < t->ways; way++)
      cg_front_settle_page(t->front, &entries[way].slot);
   sort_row(row, t->ways, entries);
   *o = (TlbOrder){.sorted_at = now};
}

/* Whether a page was used at `since' or later. */
static inline Bool was_used(const Tlb* t, PageSlot* page, ULong since)
{
   if (page->last_use < since)
      cg_front_settle_page(t->front, page);
   return page->last_use >= since;
}

/* Returns the way of `set' that was used longest ago.  A way that never was
   used is empty; the lowest comes first. */
static UInt oldest_way(Tlb* t, UWord set, ULong now)
{
   UInt      ways    = t->ways;
   TlbOrder* o       = &t->orders[set];
   UChar*    row     = &t->rows[set * ways];
   UChar*    skipped = &t->skipped[set * ways];
   TlbEntry* entries = &t->entries[set * ways];

   for (;;) {
      for (; o->next < ways; o->next++) {
         UInt way = row[o->next];

         if (!was_used(t, &entries[way].slot, o->sorted_at)) {
            o->next++;
            return row[o->n_replaced++] = way;
         }
         skipped[o->n_skipped++] = way;
      }
      start_row(t, o, row, skipped, entries, now);
   }
}

/* Remove entry `i' from its list. */
static void unlink(Tlb* t, UInt i)
{
   UInt* link = &t->heads[t->entries[i].home];

   while (*link != i)
      link = &t->entries[*link].next;
   *link = t->entries[i].next;
}

PageSlot* cg_tlb_fill(Tlb* t, UWord number, UWord name, UInt page_bits,
                      ULong now)
{
   UWord     set   = number & t->set_mask;
   UInt      i     = set * t->ways + oldest_way(t, set, now);
   TlbEntry* entry = &t->entries[i];
   UInt      home  = cg_tlb_home(t, number);

   if (entry->name) {
      cg_front_forget_page(t->front, &entry->slot);
      unlink(t, i);
   }
   entry->slot = (PageSlot){
      .start = number << page_bits,
      .bits  = page_bits,
   };
   entry->name    = name;
   entry->home    = home;
   entry->next    = t->heads[home];
   t->heads[home] = i;
   return &entry->slot;
}
