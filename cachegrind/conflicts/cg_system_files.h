/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_system_files.h: which source files come with the compiler or the system,
   and not with the program: C's and C++'s headers, Rust's library, and crates
   that Cargo fetched.  Their code is inlined into the program, whose author
   cannot change it.

   This module calls neither Valgrind nor the C library. */

#ifndef CG_SYSTEM_FILES_H
#define CG_SYSTEM_FILES_H

#include "sim/types.h"

/* Returns whether `path', a source file or its directory, is such a
   file, or a directory with such files: it is one of the system's directories,
   or lies below one of these, or below one that has such a name wherever it is,
   as include/c++ has.  The manual has the list, too ("Variables"). */
Bool cg_system_files_have(const HChar* path);

#endif /* CG_SYSTEM_FILES_H */
