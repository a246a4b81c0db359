/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_process.h: other programs that the tool runs, natively and not under
   Valgrind.  The program that is profiled shall not notice them: they inherit
   none of its settings that could stop them, and leave nothing behind in its
   process. */

#ifndef CG_PROCESS_H
#define CG_PROCESS_H

#include "pub_tool_basics.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_vki.h"

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

/* A program that lies beside the tool, and the files that running it needs, as
   they were when the run began.  The profiled program may change its root
   directory to one that somebody else fills; nothing there is run. */
typedef struct {
   HChar          path[VKI_PATH_MAX];
   struct vg_stat file, shell, root;
} CompanionProgram;

/* Look for the program `name' beside the tool.  Call it before the program that
   is profiled runs. */
void cg_process_find(CompanionProgram* program, const HChar* name);

/* Returns NULL if cg_process_run would run `program', or else why not, to be
   put after its name: " is not beside the tool" or what has changed. */
const HChar* cg_process_why_not(const CompanionProgram* program);

/* Whether a filter of system calls (seccomp) watches this process, which can be
   killed for starting another one. */
Bool cg_process_is_filtered(void);

#define CG_PROCESS_MAX_ARGS 4

/* Run `program' with the arguments `args', which end in NULL and are at most
   CG_PROCESS_MAX_ARGS, and wait until it has ended.  What it writes to standard
   error becomes messages of the tool, line by line.  Returns its exit status as
   the shell tells it (0 to 255; 127: not found), or CG_PROCESS_NO_STATUS, also
   if cg_process_why_not returns something.

   `feed' writes its standard input to the pipe `fd', and closes that.  `take'
   gets its standard output in pieces, each with a NUL after it.  The command
   must read all before it writes.  NULL: it reads nothing, or what it writes is
   lost. */
Int cg_process_run(const CompanionProgram* program, const HChar* const args[],
                   void (*feed)(Int fd),
                   void (*take)(const HChar* text, SizeT length));

#endif /* CG_PROCESS_H */
