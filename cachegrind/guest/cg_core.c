/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_core.c: the core's part of the command line, and the program's; see
   cg_core.h. */

#include "pub_tool_basics.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_xarray.h"

#include "guest/cg_core.h"

const HChar* cg_core_option_value(const HChar* name)
{
   SizeT        length = VG_(strlen)(name);
   const HChar* value  = NULL;

   for (Word i = 0; i < VG_(sizeXA)(VG_(args_for_valgrind)); i++) {
      const HChar* arg = *(HChar**)VG_(indexXA)(VG_(args_for_valgrind), i);

      if (VG_(strncmp)(arg, name, length) == 0 && arg[length] == '=')
         value = arg + length + 1;
   }
   return value;
}

Bool cg_core_option(const HChar* name)
{
   const HChar* value = cg_core_option_value(name);

   return value && VG_(strcmp)(value, "yes") == 0;
}

Bool cg_core_option_given(const HChar* name)
{
   return cg_core_option_value(name) != NULL;
}

Bool cg_core_typed(const HChar* name, const HChar* value)
{
   static const HChar tool[] = "--cachegrind:";
   SizeT              length = VG_(strlen)(name);

   for (Word i = VG_(args_for_valgrind_noexecpass);
        i < VG_(sizeXA)(VG_(args_for_valgrind)); i++) {
      const HChar* arg = *(HChar**)VG_(indexXA)(VG_(args_for_valgrind), i);

      /* The core takes "--cachegrind:NAME" for "--NAME". */
      if (VG_(strncmp)(arg, tool, sizeof tool - 1) == 0)
         arg += sizeof tool - 1 - 2;
      if (VG_(strncmp)(arg + 2, name + 2, length - 2) == 0 && arg[length] == '='
          && VG_(strcmp)(arg + length + 1, value) == 0)
         return True;
   }
   return False;
}

Bool cg_core_may_be_child(void)
{
   const HChar* first = cg_core_option_value("--first-process");

   return cg_core_option("--trace-children")
          && (!cg_core_option("--preset")
              || (first && VG_(strtoll10)(first, NULL) != VG_(getpid)()));
}

void cg_core_add_option(const HChar* option)
{
   VG_(addToXA)(VG_(args_for_valgrind), &option);
}

static const HChar* client_arg(Word i)
{
   return *(HChar**)VG_(indexXA)(VG_(args_for_client), i);
}

/* Copy `text' to `to', without the final 0.  Returns the end of the copy. */
static HChar* put_option(HChar* to, const HChar* text)
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
   HChar* end     = put_option(command, VG_(args_the_exename));

   for (Word i = 0; i < n; i++)
      end = put_option(put_option(end, " "), client_arg(i));
   *end = '\0';
   return command;
}

Bool cg_core_has_pid(const HChar* name)
{
   while (*name) {
      if (name[0] == '%' && name[1] == 'p')
         return True;
      name += name[0] == '%' && name[1] ? 2 : 1;
   }
   return False;
}

/* The value of the variable in "%q{VAR}...", or NULL if the text has another
   form or the variable is not set. */
static const HChar* variable_value(const HChar* text)
{
   const HChar* end = VG_(strchr)(text, '}');

   if (VG_(strncmp)(text, "%q{", 3) != 0 || !end)
      return NULL;

   HChar* variable            = VG_(strdup)("cg.core.variable", text + 3);
   variable[end - (text + 3)] = '\0';
   const HChar* value         = VG_(getenv)(variable);
   VG_(free)(variable);
   return value;
}

/* Append `n_bytes' of `text'.  With `escape', each % is doubled. */
static void append_text(XArray* to, const HChar* text, SizeT n_bytes,
                        Bool escape)
{
   for (SizeT i = 0; i < n_bytes; i++) {
      VG_(addToXA)(to, &text[i]);
      if (escape && text[i] == '%')
         VG_(addToXA)(to, &text[i]);
   }
}

/* Append `name' with its variables expanded.  Returns whether this is
   possible. */
static Bool append_expanded(XArray* to, const HChar* name)
{
   while (*name) {
      SizeT length = name[0] == '%' && name[1] != '\0' ? 2 : 1;

      if (VG_(strncmp)(name, "%q", 2) == 0) {
         const HChar* value = variable_value(name);

         if (!value)
            return False;
         append_text(to, value, VG_(strlen)(value), True);
         length = VG_(strchr)(name, '}') + 1 - name;
      } else {
         append_text(to, name, length, False);
      }
      name += length;
   }
   return True;
}

HChar* cg_core_expand_variables(const HChar* name)
{
   XArray* expanded =
      VG_(newXA)(VG_(malloc), "cg.core.expanded", VG_(free), sizeof(HChar));
   Bool  is_right = append_expanded(expanded, name);
   HChar end      = '\0';

   VG_(addToXA)(expanded, &end);

   HChar* result = VG_(strdup)(
      "cg.core.name", is_right ? (HChar*)VG_(indexXA)(expanded, 0) : name);
   VG_(deleteXA)(expanded);
   return result;
}
