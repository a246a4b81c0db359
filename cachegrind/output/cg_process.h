/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_process.h: other programs that the tool runs, natively and not under
   Valgrind.  The program that is profiled shall not notice them: they inherit
   none of its settings that could stop them, and leave nothing behind in its
   process. */

#ifndef CG_PROCESS_H
#define CG_PROCESS_H

#include "pub_tool_basics.h"

/* Like VG_(fork), but without the pipe ends that VG_(fork) leaves open in both
   processes, where the program would see them.  Returns the process id of the
   child, 0 in the child, or -1 if there can be none. */
Int cg_process_fork(void);

/* What cg_process_run returns if the shell did not say how the command ended:
   it was killed, or could not be run. */
#define CG_PROCESS_NO_STATUS -1

/* Note the environment for cg_process_run.  Call it once, before the program
   runs, because it may change its environment. */
void cg_process_init(void);

#define CG_PROCESS_MAX_ARGS 4

/* Run the command `argv', which ends in NULL, and wait until it has ended.
   argv[0] is a path; there are at most CG_PROCESS_MAX_ARGS.  The command reads
   nothing, and what it writes to standard output is lost.  What it writes to
   standard error becomes messages of the tool, line by line.  Returns its exit
   status as the shell tells it (0 to 255; 127: not found), or
   CG_PROCESS_NO_STATUS. */
Int cg_process_run(const HChar* const argv[]);

#endif /* CG_PROCESS_H */
