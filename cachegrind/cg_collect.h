/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_collect.h: --toggle-collect, counting only while the program is in certain
   functions.

   A function is active in a thread from when it is entered until its frame has
   gone (cg_frames.h).  While at least one of those that the user names is
   active in the running thread, cg_segment_collecting is 1 and all that
   the thread does is counted, whatever function it is in; otherwise it is 0.  A
   thread begins outside. */

#ifndef CG_COLLECT_H
#define CG_COLLECT_H

#include "pub_tool_basics.h"

#include "cg_config.h"

/* If `arg' is one of this module's options, take it and return True.  If its
   value cannot be, say so in one line and exit with status 1. */
Bool cg_collect_process_option(const HChar* arg);

/* The part of --help that describes these options. */
void cg_collect_print_usage(void);

/* Put into `config' what these options ask for. */
void cg_collect_configure(RunConfig* config);

/* Make the user's functions clients of cg_frames, before cg_frames_init. */
void cg_collect_init(const RunConfig* config);

/* Whether one of the functions has been entered so far. */
Bool cg_collect_entered(void);

/* Whether it may be another process that enters them: of several programs that
   are traced not each has to have the function. */
Bool cg_collect_may_be_elsewhere(void);

/* At the end of the run: tell the user which functions were never entered.  It
   is an error if none was, else a warning. */
void cg_collect_report(void);

/* The process is about to become another program and none of the functions has
   been entered: say, once, that this leaves no profile. */
void cg_collect_warn_of_exec(void);

#endif /* CG_COLLECT_H */
