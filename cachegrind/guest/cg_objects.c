/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_objects.c: ELF objects, by name; see cg_objects.h. */

#include "pub_tool_basics.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

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

/* Successive instructions mostly belong to the same object. */
ULong* cg_objects_unknown_at(Addr addr)
{
   static CodeObject* last;
   const HChar*       name;

   if (!VG_(get_objname)(VG_(current_DiEpoch)(), addr, &name))
      name = "";
   if (!last || VG_(strcmp)(last->name, name) != 0)
      last = object_named(name);
   return &last->unknown_Ir;
}

const CodeObject* cg_objects_all(void)
{
   return objects;
}
