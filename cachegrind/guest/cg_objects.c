/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_objects.c: ELF objects, by name and by address; see cg_objects.h. */

#include "pub_tool_aspacemgr.h"
#include "pub_tool_basics.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

#include "guest/cg_objects.h"

static CodeObject* objects;

static CodeObject* object_named(const HChar* name)
{
   CodeObject* object = objects;

   while (object && VG_(strcmp)(object->name, name) != 0)
      object = object->next;
   if (!object) {
      object  = VG_(malloc)("cg.objects.object", sizeof *object);
      *object = (CodeObject){.name = VG_(strdup)("cg.objects.name", name),
                             .next = objects};
      objects = object;
   }
   return object;
}

/* Objects begin and end at pages, and most look-ups are for the same page as
   the one before.  What the core finds there changes with its epoch. */
typedef struct {
   CodeObject* object; /* NULL: nothing is known */
   Addr        page;
   DiEpoch     epoch;
   Bool        has_bias; /* `bias' is valid */
   Addr        bias;     /* what the object's own addresses lack */
} KnownPage;

static KnownPage known;

void cg_objects_forget(void)
{
   known.object = NULL;
}

/* Make `known' the page of `addr'. */
static void look_up(Addr addr)
{
   Addr         page  = addr / VKI_PAGE_SIZE;
   DiEpoch      epoch = VG_(current_DiEpoch)();
   const HChar* name;

   if (known.object && page == known.page && epoch.n == known.epoch.n)
      return;
   if (!VG_(get_objname)(epoch, addr, &name))
      name = "";
   known =
      (KnownPage){.object = object_named(name), .page = page, .epoch = epoch};
}

static Addr distance(Addr a, Addr b)
{
   return a < b ? b - a : a - b;
}

/* What the core knows of the object `name' that is loaded at `addr'; NULL if
   nothing.  The core knows where its section .text is, but `addr' may be in
   another one, such as .plt.  Of an object that is loaded twice, the nearest is
   meant. */
static const DebugInfo* debug_info_of(const HChar* name, Addr addr)
{
   const DebugInfo* nearest = VG_(find_DebugInfo)(known.epoch, addr);

   if (nearest)
      return nearest;
   for (const DebugInfo* di = VG_(next_DebugInfo)(NULL); di;
        di                  = VG_(next_DebugInfo)(di))
      if (VG_(strcmp)(VG_(DebugInfo_get_filename)(di), name) == 0
          && (!nearest
              || distance(VG_(DebugInfo_get_text_avma)(di), addr)
                    < distance(VG_(DebugInfo_get_text_avma)(nearest), addr)))
         nearest = di;
   return nearest;
}

static Addr bias_of(const HChar* name, Addr addr)
{
   if (name[0] == '\0')
      return 0;

   const DebugInfo* di      = debug_info_of(name, addr);
   NSegment const*  segment = VG_(am_find_nsegment)(addr);

   if (di)
      return VG_(DebugInfo_get_text_bias)(di);
   return segment ? segment->start - (Addr)segment->offset : 0;
}

const HChar* cg_objects_name_at(Addr addr)
{
   look_up(addr);
   return known.object->name;
}

Addr cg_objects_address(Addr addr)
{
   look_up(addr);
   if (!known.has_bias) {
      known.bias     = bias_of(known.object->name, addr);
      known.has_bias = True;
   }
   return addr - known.bias;
}

ULong* cg_objects_unknown_at(Addr addr)
{
   look_up(addr);
   return &known.object->unknown_Ir;
}

const CodeObject* cg_objects_all(void)
{
   return objects;
}
