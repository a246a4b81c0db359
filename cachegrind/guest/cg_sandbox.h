/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_sandbox.h: the system calls after which the tool, which is in the
   program's process, may no longer be able to write its files. */

#ifndef CG_SANDBOX_H
#define CG_SANDBOX_H

#include "pub_tool_basics.h"

/* Whether the system call can take the right to files away, or lead their names
   to others: it changes the user, the root directory or what is mounted, or it
   is one of the next. */
Bool cg_sandbox_is_call(UInt syscall_number, const UWord* args);

/* Whether the system call sets a filter of system calls (seccomp).  A filter
   can forbid to write to open files, too, and can kill the process for it. */
Bool cg_sandbox_is_filter(UInt syscall_number, const UWord* args);

#endif /* CG_SANDBOX_H */
