/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_mangled.c: how long demangled names become; see cg_mangled.h. */

#include "conflicts/cg_mangled.h"
#include "conflicts/cg_bound.h"
#include "conflicts/cg_mangled_cxx.h"
#include "conflicts/cg_mangled_rust.h"
#include "conflicts/cg_text.h"

/* What a character of a name in D can become, if it refers to nothing. */
#define PER_CHARACTER_OF_D 64

/* How often a part of a name in D may be read twice. */
#define MAX_READ_TWICE 12

/* Returns what follows the identifier at `at', "3foo", or the number, if there
   is none; or `at' if there is no number.  Identifiers that begin with "__" can
   be templates, which are read.  The number can be the length of an array, too:
   then what follows is read, which takes long only if it has numbers or
   references of its own.  After such an identifier, a number can begin within
   it, and no other is skipped: *skips becomes False. */
static const HChar* after_identifier(const HChar* at, const HChar* end,
                                     Bool* skips)
{
   ULong length = 0;

   for (; *at >= '0' && *at <= '9'; at++)
      length = cg_bound_plus(cg_bound_times(length, 10), *at - '0');
   if (!*skips || cg_text_after(at, "__") || length > (ULong)(end - at))
      return at;
   for (const HChar* c = at; c < at + length; c++)
      if ((*c >= '0' && *c <= '9') || *c == 'Q') {
         *skips = False;
         return at;
      }
   return at + length;
}

/* Returns the number of digits after each S, also in identifiers: it may be a
   parameter of a template, and each digit may be the last of a length. */
static UInt digits_after_s(const HChar* symbol)
{
   UInt n     = 0;
   Bool after = False;

   for (; *symbol; symbol++) {
      after = *symbol == 'S' || (after && *symbol >= '0' && *symbol <= '9');
      n += after && *symbol != 'S';
   }
   return n;
}

/* Newer cores (3.24) demangle names in D; libiberty does so if it is told to.
   Each reference may repeat all that is before it.  And what looks like the
   type of a function is read as one, and if it is none, it is read again: so
   such types inside each other double the time. */
static ULong bound_for_d(const HChar* symbol)
{
   ULong        length     = cg_text_length(symbol);
   const HChar* end        = symbol + length;
   ULong        bound      = cg_bound_times(PER_CHARACTER_OF_D, length + 1);
   UInt         read_twice = digits_after_s(symbol);
   Bool         skips      = True;

   while ((symbol = after_identifier(symbol, end, &skips)) < end) {
      if (*symbol == 'Q')
         bound = cg_bound_times(bound, 2);
      for (const HChar* begins = "FQRUVWY"; *begins; begins++)
         read_twice += *symbol == *begins;
      symbol++;
   }
   return read_twice > MAX_READ_TWICE ? CG_BOUND_ENDLESS : bound;
}

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
