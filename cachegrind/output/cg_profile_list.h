/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_profile_list.h: which profiles a run has written, for the program that
   started it.  It made the file, and each process appends a record when its
   profile is in place:

      PID THREADS INSTRUCTIONS NUL PATH NUL COMMAND NUL

   THREADS is the number of profiles, PATH-01 and so on; 0: there is one, PATH.
   The numbers are decimal.  The path is absolute, and the command, which may be
   cut, has blanks between its arguments.  A later record about the same path
   takes the place of an earlier one. */

#ifndef CG_PROFILE_LIST_H
#define CG_PROFILE_LIST_H

#include "pub_tool_basics.h"

/* The file; it is not copied.  Without this call, there is no list. */
void cg_profile_list_init(const HChar* file);

/* Append a record about this process.  Nothing is said if that fails: then the
   file was taken away, or this process may not open files any more. */
void cg_profile_list_add(const HChar* path, UInt n_threads, ULong Ir);

#endif /* CG_PROFILE_LIST_H */
