/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_region.h: memory that belongs to one variable, for the time being.

   To ask for the variable at an address takes microseconds; to ask whether it
   is the one that the instruction referred to the last time takes this:
   cg_region_holds.  When a region is no longer what it was - freed, unmapped,
   its function left - its size becomes 0, so that whoever kept a pointer to it
   finds nothing in it.  Then it may be used for other memory, and a pointer to
   it is right for that, but its own memory is never freed. */

#ifndef CG_REGION_H
#define CG_REGION_H

#include "sim/types.h"

typedef struct {
   Addr  start;
   SizeT size;     /* bytes; 0: nothing lies in it */
   UInt  variable; /* its number */
} Region;

static inline Bool cg_region_holds(const Region* region, Addr addr)
{
   return addr - region->start < region->size;
}

#endif /* CG_REGION_H */
