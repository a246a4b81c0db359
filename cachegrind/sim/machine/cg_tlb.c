/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_tlb.c: a first-level TLB; see cg_tlb.h. */

#include "sim/machine/cg_tlb.h"

#include "sim/cg_bits.h"

/* So many lists for each entry that few have two. */
#define LISTS_PER_ENTRY 8

/* Of a way's number, which is less than CG_MACHINE_MAX_WAYS. */
#define WAY_BITS 8

static inline ULong tlb_key(ULong time, UInt way)
{
   return time << WAY_BITS | way;
}

void cg_tlb_init(Tlb* t, const Front* front, FrontSideId side, UInt entries,
                 UInt ways, void* (*alloc)(SizeT n_bytes))
{
   UInt  n_sets  = entries / ways;
   UWord n_lists = (UWord)2 << cg_bits_log2(LISTS_PER_ENTRY * entries);

   *t = (Tlb){
      .front     = &front->sides[side],
      .is_code   = side == FRONT_CODE,
      .ways      = ways,
      .set_mask  = n_sets - 1,
      .entries   = alloc(entries * sizeof *t->entries),
      .heads     = alloc(n_lists * sizeof *t->heads),
      .head_mask = n_lists - 1,
      .heaps     = alloc(entries * sizeof *t->heaps),
   };
   for (UWord i = 0; i < n_lists; i++)
      t->heads[i] = CG_TLB_NONE;
   for (UInt i = 0; i < entries; i++)
      t->heaps[i] = tlb_key(0, i % ways);
}

/* The root gets this key, and the keys below move up to where it then is.  The
   smaller child is chosen without a branch: the host could not predict it. */
static inline void replace_root(ULong* heap, UInt n, ULong key)
{
   UInt i = 0;

   for (UInt child = 1; child < n; child = 2 * i + 1) {
      if (child + 1 < n)
         child += heap[child + 1] < heap[child];
      if (heap[child] > key)
         break;
      heap[i] = heap[child];
      i       = child;
   }
   heap[i] = key;
}

/* Returns when a page was last used. */
static inline ULong last_use(const Tlb* t, PageSlot* page)
{
   if (t->is_code)
      cg_front_settle_page(t->front, page);
   return page->last_use;
}

/* Returns the way of `set' that was used longest ago.  A way that never was
   used is empty; the lowest comes first. */
static UInt oldest_way(Tlb* t, UWord set)
{
   ULong*    heap    = &t->heaps[set * t->ways];
   TlbEntry* entries = &t->entries[set * t->ways];

   for (;;) {
      UInt  way = heap[0] & (((UInt)1 << WAY_BITS) - 1);
      ULong key = tlb_key(last_use(t, &entries[way].slot), way);

      if (key == heap[0])
         return way;
      replace_root(heap, t->ways, key);
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
   UInt      way   = oldest_way(t, set);
   UInt      i     = set * t->ways + way;
   TlbEntry* entry = &t->entries[i];
   UInt      home  = cg_tlb_home(t, number);

   if (entry->name) {
      cg_front_forget_page(t->front, &entry->slot);
      unlink(t, i);
   }
   replace_root(&t->heaps[set * t->ways], t->ways, tlb_key(now, way));
   entry->slot = (PageSlot){
      .last_use = now,
      .start    = number << page_bits,
      .bits     = page_bits,
   };
   entry->name    = name;
   entry->home    = home;
   entry->next    = t->heads[home];
   t->heads[home] = i;
   return &entry->slot;
}
