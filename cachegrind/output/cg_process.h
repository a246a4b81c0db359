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

/* Note the environment for cg_process_run.  Call it before the program runs,
   because it may change its environment. */
void cg_process_init(void);

/* Store in `path', which has VKI_PATH_MAX bytes, where the program `name' is:
   it lies beside the tool.  Stores "" if that cannot be known.  Call it before
   the program runs, because it may change its root directory. */
void cg_process_find(HChar* path, const HChar* name);

/* Whether there is a program at a path that cg_process_find has stored. */
Bool cg_process_is_there(const HChar* path);

#define CG_PROCESS_MAX_ARGS 4

/* Run the command `argv', which ends in NULL, and wait until it has ended.
   argv[0] is a path; there are at most CG_PROCESS_MAX_ARGS.  What it writes to
   standard error becomes messages of the tool, line by line.  Returns its exit
   status as the shell tells it (0 to 255; 127: not found), or
   CG_PROCESS_NO_STATUS.

   `feed' writes its standard input to the pipe `fd', and closes that.  `take'
   gets its standard output in pieces, each with a NUL after it.  The command
   must read all before it writes.  NULL: it reads nothing, or what it writes is
   lost. */
Int cg_process_run(const HChar* const argv[], void (*feed)(Int fd),
                   void (*take)(const HChar* text, SizeT length));

#endif /* CG_PROCESS_H */
