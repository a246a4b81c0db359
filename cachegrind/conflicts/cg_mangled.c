/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_mangled.c: how long demangled names become; see cg_mangled.h. */

#include "conflicts/cg_mangled.h"
#include "conflicts/cg_bound.h"
#include "conflicts/cg_mangled_cxx.h"
#include "conflicts/cg_mangled_rust.h"
#include "conflicts/cg_text.h"

/* What a character of a name in D can become, if it refers to nothing. */
#define PER_CHARACTER_OF_D 64

/* libiberty and the core demangle names in D only if they are told to.  So this
   need not be near: each reference may repeat all that is before it. */
static ULong bound_for_d(const HChar* symbol)
{
   ULong bound = cg_bound_times(PER_CHARACTER_OF_D, cg_text_length(symbol) + 1);

   for (; *symbol; symbol++)
      if (*symbol == 'Q')
         bound = cg_bound_times(bound, 2);
   return bound;
}

/* Returns the name that is demangled in that of a static constructor or
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
      bound = cg_mangled_cxx_bound(rest);
   else if ((rest = cg_text_after(symbol, "_R")))
      bound = cg_mangled_rust_bound(rest);
   else if (cg_text_after(symbol, "_D"))
      bound = bound_for_d(symbol);
   /* What precedes the name of a constructor is no longer than this. */
   bound = cg_bound_plus(bound, sizeof "global destructors keyed to ");
   return cg_bound_plus(bound, cg_text_length(symbol));
}

Bool cg_mangled_is_short(const HChar* symbol)
{
   return cg_mangled_bound(symbol) <= CG_MANGLED_MAX_BYTES;
}
