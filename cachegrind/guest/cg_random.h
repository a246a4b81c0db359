/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_random.h: gives the program the same random numbers in every run, in the
   place of the kernel's (AT_RANDOM, getrandom, and what is read from
   /dev/random and /dev/urandom) and of the processor's (rdrand and rdseed).
   They can be foreseen, so they are for profiling only. */

#ifndef CG_RANDOM_H
#define CG_RANDOM_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

/* Fix the random numbers from now on.  To be called in post_clo_init; without
   it, the other functions do nothing. */
void cg_random_fix(void);

/* To be called after each system call of the program.  Overwrites what the
   kernel has put into the program's buffer if that is random. */
void cg_random_after_syscall(ThreadId tid, UInt number, const UWord args[],
                             SysRes result);

/* Replace the processor's random numbers in code that is about to be
   instrumented. */
void cg_random_replace_calls(IRSB* code);

#endif /* CG_RANDOM_H */
