/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_starts.c: see cg_starts.h. */

#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_oset.h"

#include "guest/cg_objects.h"
#include "guest/cg_starts.h"

typedef struct {
   Addr         addr;
   const HChar* object; /* of cg_objects.h: when the name was made */
   VgSectKind   section;
   const HChar* name; /* NULL: a stub */
} Start;

static OSet* starts; /* of Start; NULL: there are none */

/* The highest comes first, so that an iterator at an address finds the nearest
   start before it. */
static Word compare_starts(const void* key, const void* elem)
{
   Addr a = *(const Addr*)key, b = ((const Start*)elem)->addr;

   return a > b ? -1 : a < b;
}

void cg_starts_init(void)
{
   starts = VG_(OSetGen_Create)(0, compare_starts, VG_(malloc),
                                "cg.starts.starts", VG_(free));
}

static const HChar* make_name(const HChar* object, Addr addr)
{
   const HChar* slash = VG_(strrchr)(object, '/');
   const HChar* base  = slash ? slash + 1 : object;
   SizeT        size  = VG_(strlen)(base) + sizeof "+0x" + 2 * sizeof addr;
   HChar*       name  = VG_(malloc)("cg.starts.name", size);

   VG_(snprintf)(name, size, "%s+0x%lx", base, cg_objects_address(addr));
   return name;
}

/* Whether the core has read the object.  It finds by its address only what is
   in .text, and .init is not. */
static Bool is_read(const HChar* object, Addr addr)
{
   const DebugInfo* di = NULL;

   if (VG_(find_DebugInfo)(VG_(current_DiEpoch)(), addr))
      return True;
   while ((di = VG_(next_DebugInfo)(di)))
      if (VG_(DebugInfo_get_text_size)(di) > 0
          && VG_(strcmp)(VG_(DebugInfo_get_filename)(di), object) == 0)
         return True;
   return False;
}

Bool cg_starts_add(Addr addr, Bool is_stub)
{
   const HChar* object = cg_objects_name_at(addr);

   if (!starts || object[0] == '\0' || !is_read(object, addr))
      return False;

   Start* start = VG_(OSetGen_Lookup)(starts, &addr);

   if (start && start->object == object)
      return False;
   if (!start) {
      start       = VG_(OSetGen_AllocNode)(starts, sizeof *start);
      start->addr = addr;
      VG_(OSetGen_Insert)(starts, start);
   }
   start->object  = object;
   start->section = VG_(DebugInfo_sect_kind)(NULL, addr);
   start->name    = is_stub ? NULL : make_name(object, addr);
   return True;
}

const HChar* cg_starts_name(Addr addr)
{
   const Start* start;

   if (!starts)
      return NULL;
   VG_(OSetGen_ResetIterAt)(starts, &addr);
   start = VG_(OSetGen_Next)(starts);
   return start && start->object == cg_objects_name_at(addr)
                && start->section == VG_(DebugInfo_sect_kind)(NULL, addr)
             ? start->name
             : NULL;
}
