/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_limits.h: the resource limits of the program.  They are limits of the
   process, so they bind the tool, too.  These functions let it write its files
   although the program has set soft limits on the size of files (RLIMIT_FSIZE)
   or of the address space (RLIMIT_AS). */

#ifndef CG_LIMITS_H
#define CG_LIMITS_H

#include "pub_tool_basics.h"
#include "pub_tool_libcproc.h"

/* The limits as they were before cg_limits_lift.  The members are private. */
typedef struct {
   struct vki_rlimit file_size, address_space;
} Limits;

/* Whether the process had limits at the start, or the program has set one
   since.  If not, the kernel must not be asked: the program may be in a
   sandbox where this system call ends the process. */
Bool cg_limits_may_be_set(void);

/* Raise the soft limits to the hard limits, which only root can exceed.
   Returns what they were. */
Limits cg_limits_lift(void);

/* Set the limits to what cg_limits_lift returned.  The program must not run
   between the two calls.  Pairs of calls may be nested. */
void cg_limits_restore(const Limits* limits);

/* Reserve the memory that writing a profile needs.  To be called once, at the
   start. */
void cg_limits_init(void);

/* Make the reserved memory available to VG_(malloc).  To be called before a
   profile is written.  Later calls do nothing. */
void cg_limits_release_memory(void);

/* To be called before each system call of the program, which may set a
   limit. */
void cg_limits_before_syscall(UInt syscall_number, const UWord* args);

#endif /* CG_LIMITS_H */
