/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_mangled_rust.h: which names in Rust are safe to demangle, as its scheme v0
   mangles them.  cg_mangled.h is the interface for others. */

#ifndef CG_MANGLED_RUST_H
#define CG_MANGLED_RUST_H

#include "sim/types.h"

/* Returns whether cg_mangled_is_safe() may say so; `path' is the symbol after
   "_R". */
Bool cg_mangled_rust_is_safe(const HChar* path);

#endif /* CG_MANGLED_RUST_H */
