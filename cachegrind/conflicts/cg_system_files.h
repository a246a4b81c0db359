/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_system_files.h: which source files come with the compiler or the system,
   and not with the program: C's and C++'s headers, and Rust's library.  Their
   code is inlined into the program, whose author cannot change it.

   This module calls neither Valgrind nor the C library. */

#ifndef CG_SYSTEM_FILES_H
#define CG_SYSTEM_FILES_H

#include "sim/types.h"

/* Returns whether `path', a source file or its directory, is such a
   file, or a directory with such files: it is one of /usr/include,
   /usr/local/include, /usr/lib/gcc and /rustc, or lies below one of these or of
   a directory include/c++, wherever that is.  The manual has the list, too
   ("Variables"). */
Bool cg_system_files_have(const HChar* path);

#endif /* CG_SYSTEM_FILES_H */
