/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_core.c: what the core knows and does not tell tools. */

#include "pub_tool_basics.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_xarray.h"

#include "cg_core.h"

Bool cg_core_option(const HChar* name)
{
   SizeT length = VG_(strlen)(name);
   Bool  is_yes = False;

   for (Word i = 0; i < VG_(sizeXA)(VG_(args_for_valgrind)); i++) {
      const HChar* arg = *(HChar**)VG_(indexXA)(VG_(args_for_valgrind), i);

      if (VG_(strncmp)(arg, name, length) == 0 && arg[length] == '=')
         is_yes = VG_(strcmp)(arg + length + 1, "yes") == 0;
   }
   return is_yes;
}
