/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_mangled.h: which names of the symbol table are safe to demangle.

   Mangled names refer back to their own parts, so some that have 200 bytes
   stand for names of megabytes, and some of 400 bytes for more than any memory
   holds.  Who demangles has libiberty write the name piece by piece, and ends
   it when there is too much.  But libiberty also looks at parts of a name
   without writing anything, which can take years, and some names crash it.
   Compilers do not make such names, but a file can have them.

   This module calls neither Valgrind nor the C library. */

#ifndef CG_MANGLED_H
#define CG_MANGLED_H

#include "sim/types.h"

/* The longest demangled name that is wanted, in bytes.  Those of large C++
   programs have some thousands. */
#define CG_MANGLED_MAX_BYTES (64 * 1024)

/* libiberty demangles no symbol in C++ that is longer, in bytes. */
#define CG_MANGLED_MAX_CXX_BYTES 1024

/* Returns whether libiberty may demangle `symbol', in C++ (_Z, _GLOBAL_) or
   Rust (_R, _ZN), if it is ended after CG_MANGLED_MAX_BYTES: it needs neither
   much time nor much stack for them, and does not crash.  No name in C++ is
   safe that does not have the form that compilers give names, which libiberty
   may read in some way of its own; nor any in D (_D), whose demangler in newer
   cores (3.24) can take days. */
Bool cg_mangled_is_safe(const HChar* symbol);

#endif /* CG_MANGLED_H */
