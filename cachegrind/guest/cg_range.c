/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_range.c: ranges of memory and tables of them; see cg_range.h. */

#include "pub_tool_basics.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_oset.h"

#include "guest/cg_range.h"

Bool cg_range_is_within(const Range* inner, const Range* outer)
{
   return inner->size > 0 && cg_range_holds(outer, inner->start)
          && inner->size <= outer->size - (inner->start - outer->start);
}

void cg_range_keep_out(Range* s, Addr addr, Range obstacle)
{
   Addr first = s->start, last = cg_range_last(s);

   if (obstacle.size == 0)
      return;
   if (obstacle.start > addr && obstacle.start <= last)
      last = obstacle.start - 1;
   if (cg_range_last(&obstacle) < addr && cg_range_last(&obstacle) >= first)
      first = cg_range_last(&obstacle) + 1;
   *s = cg_range_from_to(first, last);
}

/* The last byte lies between one that is in it and one that is not. */
Addr cg_range_last_like(Addr inside, Addr start,
                        Bool (*is_in)(Addr addr, Addr start))
{
   SizeT step = 16;

   while (inside + step > inside && is_in(inside + step, start)) {
      inside += step;
      step *= 2;
   }
   for (; step > 0; step /= 2)
      if (inside + step > inside && is_in(inside + step, start))
         inside += step;
   return inside;
}

/* Ranges that overlap are equal. */
static Word compare_ranges(const void* key, const void* elem)
{
   const Range* a = key;
   const Range* b = elem;

   if (cg_range_last(a) < b->start)
      return -1;
   return a->start > cg_range_last(b);
}

OSet* cg_range_new_table(const HChar* cc)
{
   return VG_(OSetGen_Create)(0, compare_ranges, VG_(malloc), cc, VG_(free));
}

void* cg_range_find(OSet* table, Addr addr)
{
   Range key = {addr, 1};

   return VG_(OSetGen_Lookup)(table, &key);
}

void cg_range_remove_within(OSet* table, Range s)
{
   void* elem;

   while (s.size > 0 && (elem = VG_(OSetGen_Remove)(table, &s)))
      VG_(OSetGen_FreeNode)(table, elem);
}
