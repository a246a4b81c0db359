/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_mangled_cxx.h: how long names in C++ become, as the Itanium C++ ABI
   mangles them.  cg_mangled.h is the interface for others. */

#ifndef CG_MANGLED_CXX_H
#define CG_MANGLED_CXX_H

#include "sim/types.h"

/* Returns an upper bound for the length of the demangled name; `encoding' is
   the symbol after "_Z". */
ULong cg_mangled_cxx_bound(const HChar* encoding);

#endif /* CG_MANGLED_CXX_H */
