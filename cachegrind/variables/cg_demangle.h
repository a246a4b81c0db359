/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_demangle.h: the C++ names of static variables, from their symbols.

   The core demangles the names of functions only.  This module knows the part
   of the Itanium C++ ABI's mangling that most variables need: names in
   namespaces and classes, internal linkage, abbreviations of std, vtables,
   typeinfo and guard variables.

      _ZN5space5Class5countE   space::Class::count
      _ZSt4cout                std::cout
      _ZL5table                table
      _ZTVN5space5ClassE       vtable for space::Class

   It calls neither Valgrind nor the C library. */

#ifndef CG_DEMANGLE_H
#define CG_DEMANGLE_H

#include "sim/types.h"

/* Write the name that the mangled `symbol' stands for to the `size' bytes at
   `to', with a NUL, and return True.  Return False if `symbol' is not mangled,
   if the name has templates, is local to a function or has anything else that
   this module does not know, or if it does not fit; what is at `to' is then
   undefined. */
Bool cg_demangle_variable(const HChar* symbol, HChar* to, SizeT size);

#endif /* CG_DEMANGLE_H */
