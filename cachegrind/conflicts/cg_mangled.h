/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_mangled.h: how long a name of the symbol table becomes when it is
   demangled, before anybody demangles it.

   Mangled names refer back to their own parts, so some that have 200 bytes
   stand for names of megabytes, and some of 400 bytes for more than any memory
   holds.  Compilers do not make such names, but a file can have them.

   This module calls neither Valgrind nor the C library. */

#ifndef CG_MANGLED_H
#define CG_MANGLED_H

#include "sim/types.h"

/* The longest demangled name that is wanted, in bytes.  Those of large C++
   programs have some thousands. */
#define CG_MANGLED_MAX_BYTES (64 * 1024)

/* libiberty demangles no symbol in C++ that is longer, in bytes. */
#define CG_MANGLED_MAX_CXX_BYTES 1024

/* Returns an upper bound for the length of the demangled name, in bytes:
   whatever libiberty makes of `symbol', in C++ (_Z, _GLOBAL_) or Rust (_R,
   _ZN), is no longer.  The bound is at least the length of `symbol'.  It is
   CG_BOUND_ENDLESS if the length may have no end, or if a demangler could need
   much time or stack; so for each name that does not have the form that
   compilers give names, which libiberty may read in some way of its own; and
   for all in D (_D), whose demangler in newer cores (3.24) can take days. */
ULong cg_mangled_bound(const HChar* symbol);

/* Returns whether that bound is CG_MANGLED_MAX_BYTES or less. */
Bool cg_mangled_is_short(const HChar* symbol);

#endif /* CG_MANGLED_H */
