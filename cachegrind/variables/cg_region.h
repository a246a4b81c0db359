/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_region.h: a range of memory that belongs to one variable at the moment.

   To look up the variable at an address is slow.  So each data reference keeps
   a pointer to the region that it used last, and cg_region_holds tells at once
   whether an address is in that region.  When a region is no longer valid,
   because its memory was freed or unmapped, or its function was left, its size
   becomes 0.  Kept pointers to it then find no address in it.  Later it may be
   reused for other memory, and kept pointers to it are right for that memory,
   too.  The Region itself is never freed. */

#ifndef CG_REGION_H
#define CG_REGION_H

#include "sim/types.h"

typedef struct {
   Addr  start;
   SizeT size;     /* bytes; 0: holds no address */
   UInt  variable; /* its number */
} Region;

/* Whether the byte at `addr' is in `region'. */
static inline Bool cg_region_holds(const Region* region, Addr addr)
{
   return addr - region->start < region->size;
}

#endif /* CG_REGION_H */
