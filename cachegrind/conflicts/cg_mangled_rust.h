/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_mangled_rust.h: how long names in Rust become, as its scheme v0 mangles
   them.  cg_mangled.h is the interface for others. */

#ifndef CG_MANGLED_RUST_H
#define CG_MANGLED_RUST_H

#include "sim/types.h"

/* Returns an upper bound for the length of the demangled name; `path' is the
   symbol after "_R". */
ULong cg_mangled_rust_bound(const HChar* path);

#endif /* CG_MANGLED_RUST_H */
