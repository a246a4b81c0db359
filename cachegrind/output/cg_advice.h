/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_advice.h: tells the user what the profile lacks and how to get it, with
   one line for each of these facts.  Without these lines the user would not
   notice, because the profile looks like any other.

   With -q nothing is printed, except for one warning. */

#ifndef CG_ADVICE_H
#define CG_ADVICE_H

#include "pub_tool_basics.h"

/* At the end of a run in which counting was never switched on.  There is no
   minimum size of the run: nothing was counted, so its size is not known. */
void cg_advice_never_started(void);

/* The process is about to become `program', a path.  Print a line if `program'
   is not going to be profiled.  Here, too, the size of the run so far is of no
   importance: a wrapper script does little before it runs the program that
   matters.

   `no_profile': the process so far leaves no profile either, because no
   function of --toggle-collect was entered.  Then the line is a warning, which
   is printed even with -q.

   Only the first call prints something. */
void cg_advice_exec(const HChar* program, Bool no_profile);

/* At the end of a run of `total_Ir' counted instructions.  If the source of
   more than half of them is not known, say in which objects (cg_objects.h) they
   are.  A short run gets this line only with -v. */
void cg_advice_debug_info(ULong total_Ir);

#endif /* CG_ADVICE_H */
