/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_advice.h: messages about what a profile lacks: all counts, a program that
   was started with exec, or the source of most instructions.  Each is one line.
   Users would hardly notice otherwise, because the profile looks like any
   other. Only cg_advice_debug_info depends on the length of the run.

   With -q nothing is printed, except for two warnings. */

#ifndef CG_ADVICE_H
#define CG_ADVICE_H

#include "pub_tool_basics.h"

/* Call it at the end of a run in which counting was never switched on.  The
   length of such a run is not known, because nothing was counted. */
void cg_advice_never_started(void);

/* Call it before the process runs exec of `program', a path.  Without
   --trace-children, prints that `program' is not profiled.  This is printed
   after a short run, too, because a wrapper script does little before it runs
   the program that matters.  Programs that --trace-children-skip leaves out are
   not mentioned.

   `no_profile': the process so far leaves no profile, because no function of
   --toggle-collect was entered.  Then this is printed as a warning, always,
   even with -q.

   The same program is not printed twice in a row. */
void cg_advice_exec(const HChar* program, Bool no_profile);

/* Call it before the process gets a filter of system calls, which can stop the
   tool. */
void cg_advice_filter(void);

/* An AVX-512 instruction that could not be decoded: its address, and its first
   bytes, of which it has at least so many. */
typedef struct {
   Addr  addr; /* 0: there was none */
   UChar bytes[6];
} FailedAvx512;

/* At the end of a run that a signal ended at such an instruction.  `why' ends a
   sentence that begins with what the program has.  Printed even with -q,
   because there is no other way to a whole profile. */
void cg_advice_avx512(const FailedAvx512* failed, const HChar* why);

/* At the end of a run of `total_Ir' counted instructions.  If the source of
   more than half of them is not known, say in which objects (cg_objects.h) they
   are.  A short run gets this line only with -v. */
void cg_advice_debug_info(ULong total_Ir);

#endif /* CG_ADVICE_H */
