/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_mappings.c: memory of which only the mapping is known: files, sections of
   loaded objects, memory from brk, and other mappings. */

#include "pub_tool_basics.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

#include "conflicts/cg_conflict_counts.h"
#include "conflicts/cg_text.h"
#include "guest/cg_range.h"
#include "variables/cg_heap.h"
#include "variables/cg_mappings.h"
#include "variables/cg_names.h"
#include "variables/cg_stacks.h"
#include "variables/cg_symbols.h"

/* The name of the object that has `addr' in one of its sections; NULL if there
   is none. */
static const HChar* mapped_object_at(Addr addr)
{
   const HChar* name;

   return VG_(DebugInfo_sect_kind)(&name, addr) == Vg_SectUnknown ? NULL : name;
}

/* Whether the core has debug information, and so perhaps symbols, of the file
   that is mapped.  `file' may be NULL. */
static Bool has_debug_info(const HChar* file)
{
   const DebugInfo* di = NULL;

   while (file && (di = VG_(next_DebugInfo)(di)))
      if (VG_(strcmp)(VG_(DebugInfo_get_filename)(di), file) == 0)
         return True;
   return False;
}

/* Shrink `s' so that it still holds `addr' but no byte of the .bss of any
   object. */
static void keep_out_of_bss(Range* s, Addr addr)
{
   const DebugInfo* di = NULL;

   while ((di = VG_(next_DebugInfo)(di)))
      cg_range_keep_out(s, addr,
                        (Range){VG_(DebugInfo_get_bss_avma)(di),
                                VG_(DebugInfo_get_bss_size)(di)});
}

/* Whether `addr' is in no symbol and in a section of `object'; NULL: of no
   object. */
static Bool is_like(Addr addr, const HChar* object)
{
   const HChar *name, *its_object = mapped_object_at(addr);
   Addr         start;

   return !cg_symbols_start(addr, &start, &name)
          && (its_object == object
              || (its_object && object
                  && VG_(strcmp)(its_object, object) == 0));
}

/* Shrink `s' to the bytes around `addr' that are in the same object, in no
   symbol, and in the same chunk. */
static void keep_out_of_symbols(Range* s, Addr addr)
{
   Range        chunk = cg_range_chunk_at(addr);
   const HChar* name  = mapped_object_at(addr);
   HChar*       object;
   Addr         first = addr, last = addr;

   object = name ? VG_(strdup)("cg.mappings.object", name) : NULL;
   while (first > s->start && cg_range_holds(&chunk, first - 1)
          && is_like(first - 1, object))
      first--;
   while (last < cg_range_last(s) && cg_range_holds(&chunk, last + 1)
          && is_like(last + 1, object))
      last++;
   VG_(free)(object);
   *s = cg_range_from_to(first, last);
}

void cg_mappings_resolve(Addr addr, Resolved* r)
{
   const NSegment* m      = VG_(am_find_nsegment)(addr);
   const HChar*    object = mapped_object_at(addr);
   const HChar*    file   = m ? VG_(am_get_filename)(m) : NULL;
   Range           altstack;

   r->range = cg_range_chunk_at(addr);
   if (!m || !(m->kind & (SkAnonC | SkFileC | SkShmC))) {
      r->variable = VARIABLE_UNKNOWN;
      return;
   }
   if (cg_stacks_altstack_at(addr, &altstack)) {
      r->range    = altstack;
      r->variable = cg_names_variable("stack");
      return;
   }
   r->range = cg_range_from_to(m->start, m->end);
   cg_heap_keep_out(&r->range, addr);
   cg_stacks_keep_out(&r->range, addr);
   if (!object)
      keep_out_of_bss(&r->range, addr);

   if (object || (m->kind == SkFileC && has_debug_info(file)))
      keep_out_of_symbols(&r->range, addr);
   if (object)
      r->variable =
         cg_names_variable_with("mapped file ", cg_text_base_name(object), "");
   else if (m->kind == SkFileC && file)
      r->variable =
         cg_names_variable_with("mapped file ", cg_text_base_name(file), "");
   else if (m->kind == SkAnonC && m->isCH)
      r->variable = cg_names_variable("heap");
   else
      r->variable = cg_names_variable("mapped memory");
}
