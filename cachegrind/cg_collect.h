/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_collect.h: --toggle-collect, counting only while the program is in certain
   functions.

   A function is active from its entry until its frame is gone (cg_frames.h).
   While at least one of the functions that the user names is active in the path
   of the running thread, cg_segment_collecting is 1 and everything that
   the thread does is counted, whatever function it is in.  Otherwise
   cg_segment_collecting is 0.  When a thread starts, no function is active in
   it. */

#ifndef CG_COLLECT_H
#define CG_COLLECT_H

#include "pub_tool_basics.h"

#include "cg_config.h"

/* If `arg' is one of this module's options, store its value and return True;
   else return False.  If the value is wrong, print what is wrong and exit with
   status 1. */
Bool cg_collect_process_option(const HChar* arg, RunConfig* config);

/* Print the part of --help that describes these options. */
void cg_collect_print_usage(void);

/* Complete these options in `config' when the command line has been read.
   Cannot fail. */
void cg_collect_configure(RunConfig* config);

/* Start to watch the user's functions with cg_frames; does nothing without
   --toggle-collect.  Call it once, before cg_frames_init. */
void cg_collect_init(const RunConfig* config);

/* Whether at least one of the functions has been entered so far. */
Bool cg_collect_entered(void);

/* Whether another process may be the one that enters the functions: a child, if
   there was one.  With --trace-children=yes several programs run, and not every
   one of them needs to contain the functions. */
Bool cg_collect_may_be_elsewhere(void);

/* At the end of the run, print one line for each --toggle-collect whose
   function was never entered.  It is a warning if another function was entered
   or if cg_collect_may_be_elsewhere, else an error. */
void cg_collect_report(void);

#endif /* CG_COLLECT_H */
