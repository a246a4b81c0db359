/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_core.c: the core's part of the command line, and the program's; see
   cg_core.h. */

#include "pub_tool_basics.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_xarray.h"

#include "guest/cg_core.h"

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

static const HChar* client_arg(Word i)
{
   return *(HChar**)VG_(indexXA)(VG_(args_for_client), i);
}

/* Copy `text' to `to', without the final 0.  Returns the end of the copy. */
static HChar* put(HChar* to, const HChar* text)
{
   SizeT length = VG_(strlen)(text);

   VG_(memcpy)(to, text, length);
   return to + length;
}

HChar* cg_core_command(void)
{
   Word  n    = VG_(sizeXA)(VG_(args_for_client));
   SizeT size = VG_(strlen)(VG_(args_the_exename)) + 1;

   for (Word i = 0; i < n; i++)
      size += 1 + VG_(strlen)(client_arg(i));

   HChar* command = VG_(malloc)("cg.core.command", size);
   HChar* end     = put(command, VG_(args_the_exename));

   for (Word i = 0; i < n; i++)
      end = put(put(end, " "), client_arg(i));
   *end = '\0';
   return command;
}
