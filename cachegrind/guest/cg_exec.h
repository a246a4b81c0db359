/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_exec.h: the system calls with which the process becomes another
   program. */

#ifndef CG_EXEC_H
#define CG_EXEC_H

#include "pub_tool_basics.h"

/* Returns whether the system call is execve or execveat. */
Bool cg_exec_is_call(UInt syscall_number);

/* The path of the program that such a call is about to run, or NULL if the call
   is going to fail: if there is no such file, if it is not executable for this
   process, or if its name cannot be read.  Other failures, such as
   E2BIG, are not predicted.  The string is valid until the call is made. */
const HChar* cg_exec_program(UInt syscall_number, const UWord* args);

#endif /* CG_EXEC_H */
