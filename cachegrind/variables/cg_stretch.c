/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_stretch.c: stretches of memory and tables of them; see cg_stretch.h. */

#include "pub_tool_basics.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_oset.h"

#include "variables/cg_stretch.h"

Bool cg_is_within(const Stretch* inner, const Stretch* outer)
{
   return inner->size > 0 && cg_holds(outer, inner->start)
          && inner->size <= outer->size - (inner->start - outer->start);
}

void cg_keep_out_of(Stretch* s, Addr addr, Stretch obstacle)
{
   Addr first = s->start, last = cg_last_of(s);

   if (obstacle.size == 0)
      return;
   if (obstacle.start > addr && obstacle.start <= last)
      last = obstacle.start - 1;
   if (cg_last_of(&obstacle) < addr && cg_last_of(&obstacle) >= first)
      first = cg_last_of(&obstacle) + 1;
   *s = cg_from_to(first, last);
}

/* What overlaps is equal. */
static Word compare_stretches(const void* key, const void* elem)
{
   const Stretch* a = key;
   const Stretch* b = elem;

   if (cg_last_of(a) < b->start)
      return -1;
   return a->start > cg_last_of(b);
}

OSet* cg_new_table(const HChar* cc)
{
   return VG_(OSetGen_Create)(0, compare_stretches, VG_(malloc), cc, VG_(free));
}

void* cg_find(OSet* table, Addr addr)
{
   Stretch key = {addr, 1};

   return VG_(OSetGen_Lookup)(table, &key);
}

void cg_remove_within(OSet* table, Stretch s)
{
   void* elem;

   while (s.size > 0 && (elem = VG_(OSetGen_Remove)(table, &s)))
      VG_(OSetGen_FreeNode)(table, elem);
}
