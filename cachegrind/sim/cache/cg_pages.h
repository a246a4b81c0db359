/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_pages.h: something for each line of memory that a program touches.

   It is kept in pages of CG_PAGES_LINES lines, because programs touch
   neighbouring lines together.  A hash table leads to the pages.  They stay
   where they are, and are never freed.

   This module calls neither Valgrind nor the C library. */

#ifndef CG_PAGES_H
#define CG_PAGES_H

#include "sim/types.h"

/* A page covers 4 KiB if a line has 64 bytes. */
#define CG_PAGES_BITS  6
#define CG_PAGES_LINES (1 << CG_PAGES_BITS)

typedef struct {
   struct PageSlot_* slots;
   UWord             slot_mask; /* number of slots - 1 */
   UWord             n_pages;
   SizeT             page_size;
   UChar*            unused; /* allocated and not yet used */
   UWord             n_unused;
   void* (*alloc)(SizeT n_bytes);
} PageTable;

/* Initialise an empty table of pages of `page_size' bytes.  `alloc' is as for
   cg_sim_init. */
void cg_pages_init(PageTable* t, SizeT page_size,
                   void* (*alloc)(SizeT n_bytes));

/* Returns the page `number', which is (line / line size) >> CG_PAGES_BITS.  If
   it is new, it is zeroed. */
void* cg_pages_at(PageTable* t, UWord number);

#endif /* CG_PAGES_H */
