/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_objects.c: ELF objects, by name; see cg_objects.h. */

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

ULong* cg_objects_unknown_at(Addr addr)
{
   static CodeObject* last;
   static Addr        last_page;
   static DiEpoch     last_epoch;
   Addr               page  = addr / VKI_PAGE_SIZE;
   DiEpoch            epoch = VG_(current_DiEpoch)();
   const HChar*       name;

   if (last && page == last_page && epoch.n == last_epoch.n)
      return &last->unknown_Ir;
   if (!VG_(get_objname)(epoch, addr, &name))
      name = "";
   last       = object_named(name);
   last_page  = page;
   last_epoch = epoch;
   return &last->unknown_Ir;
}

const CodeObject* cg_objects_all(void)
{
   return objects;
}
