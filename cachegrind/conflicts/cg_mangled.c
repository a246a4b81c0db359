/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_mangled.c: how long demangled names become; see cg_mangled.h. */

#include "conflicts/cg_mangled.h"
#include "conflicts/cg_bound.h"
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

ULong cg_mangled_bound(const HChar* symbol)
{
   ULong        bound = 0;
   const HChar* rest;

   if ((rest = cg_text_after(symbol, "_Z"))
       || (rest = name_in_constructor(symbol)))
      /* To measure a longer one could take seconds. */
      bound = cg_text_length(symbol) > CG_MANGLED_MAX_CXX_BYTES
                 ? CG_BOUND_ENDLESS
                 : cg_mangled_cxx_bound(rest);
   else if ((rest = cg_text_after(symbol, "_R")))
      bound = cg_mangled_rust_bound(rest);
   else if (cg_text_after(symbol, "_D"))
      bound = CG_BOUND_ENDLESS;
   /* What precedes the name of a constructor is no longer than this. */
   bound = cg_bound_plus(bound, sizeof "global destructors keyed to ");
   return cg_bound_plus(bound, cg_text_length(symbol));
}

Bool cg_mangled_is_short(const HChar* symbol)
{
   return cg_mangled_bound(symbol) <= CG_MANGLED_MAX_BYTES;
}
