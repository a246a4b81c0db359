/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_mangled.c: which mangled names are safe; see cg_mangled.h. */

#include "conflicts/cg_mangled.h"
#include "conflicts/cg_mangled_cxx.h"
#include "conflicts/cg_mangled_rust.h"
#include "conflicts/cg_text.h"

/* Returns the mangled name within the name of a static constructor or
   destructor, "_GLOBAL__I__Z1fv"; NULL if there is none. */
static const HChar* name_in_constructor(const HChar* symbol)
{
   const HChar* rest = cg_text_after(symbol, "_GLOBAL_");

   return rest && rest[0] && rest[1] && rest[2] ? cg_text_after(rest + 3, "_Z")
                                                : NULL;
}

Bool cg_mangled_is_safe(const HChar* symbol)
{
   const HChar* rest = cg_text_after(symbol, "_R");

   if (rest)
      return cg_mangled_rust_is_safe(rest);
   rest = cg_text_after(symbol, "_Z");
   if (!rest)
      rest = name_in_constructor(symbol);
   if (rest)
      return cg_text_length(symbol) <= CG_MANGLED_MAX_CXX_BYTES
             && cg_mangled_cxx_is_safe(rest);
   return !cg_text_after(symbol, "_D");
}
