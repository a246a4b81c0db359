/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_mangled_cxx.h: which names in C++ are safe to demangle, as the Itanium C++
   ABI mangles them.  cg_mangled.h is the interface for others. */

#ifndef CG_MANGLED_CXX_H
#define CG_MANGLED_CXX_H

#include "sim/types.h"

/* Returns whether cg_mangled_is_safe() may say so; `encoding' is the symbol
   after "_Z", at most CG_MANGLED_MAX_CXX_BYTES bytes. */
Bool cg_mangled_cxx_is_safe(const HChar* encoding);

#endif /* CG_MANGLED_CXX_H */
