/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_pages.c: pages of what is kept for each line; see cg_pages.h. */

#include "sim/cache/cg_pages.h"

#include "sim/cg_hash.h"

/* A slot of the hash table.  A page takes the first free slot, from the one
   that its hash selects. */
typedef struct PageSlot_ {
   UWord number;
   void* page; /* NULL: free */
} PageSlot;

#define MIN_SLOTS     8192
#define PAGES_AT_ONCE 256

void cg_pages_init(PageTable* t, SizeT page_size, void* (*alloc)(SizeT n_bytes))
{
   *t = (PageTable){
      .slots     = alloc(MIN_SLOTS * sizeof(PageSlot)),
      .slot_mask = MIN_SLOTS - 1,
      .page_size = page_size,
      .alloc     = alloc,
   };
}

/* The slot of page `number', or the free slot that it would take.  The table
   always has a free slot. */
static inline PageSlot* find_slot(const PageTable* t, UWord number)
{
   UWord i = cg_hash_number(number);

   for (i &= t->slot_mask; t->slots[i].page; i = (i + 1) & t->slot_mask)
      if (t->slots[i].number == number)
         break;
   return &t->slots[i];
}

static void enlarge_table(PageTable* t)
{
   const PageSlot* old   = t->slots;
   UWord           n_old = t->slot_mask + 1;

   t->slots     = t->alloc(2 * n_old * sizeof *t->slots);
   t->slot_mask = 2 * n_old - 1;
   for (UWord i = 0; i < n_old; i++)
      if (old[i].page)
         *find_slot(t, old[i].number) = old[i];
}

static __attribute__((noinline)) void* new_page(PageTable* t, UWord number)
{
   /* The table stays at most half full, so that searches are short. */
   if (t->n_pages++ > t->slot_mask / 2)
      enlarge_table(t);
   if (t->n_unused == 0) {
      t->unused   = t->alloc(PAGES_AT_ONCE * t->page_size);
      t->n_unused = PAGES_AT_ONCE;
   }
   void* page            = t->unused + --t->n_unused * t->page_size;
   *find_slot(t, number) = (PageSlot){number, page};
   return page;
}

void* cg_pages_at(PageTable* t, UWord number)
{
   void* page = find_slot(t, number)->page;

   return page ? page : new_page(t, number);
}
