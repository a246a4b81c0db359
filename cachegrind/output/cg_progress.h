/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_progress.h: --progress=yes: what a long run is doing, in one line that is
   overwritten every five seconds:

      cachegrind: 1:05, 1.2 G instructions, in main

   The cursor stays at the beginning of the line, so that what others write
   there takes its place.  The line is that of the process that the user
   started, also of a program that it becomes.  While it waits, and all
   processes between, the line is that of a process that it started, if messages
   of this go to a terminal:

      cachegrind: 1:05, sort: 1.2 G instructions, in main */

#ifndef CG_PROGRESS_H
#define CG_PROGRESS_H

#include "pub_tool_basics.h"

/* Process one option of the command line.  Returns whether it is one of this
   module's. */
Bool cg_progress_process_option(const HChar* arg);

/* Print this module's part of --help. */
void cg_progress_print_usage(void);

/* Begin, if the user wants it, and messages go to standard error and not only
   elsewhere or (-q) nowhere.  `first_pid' is the process that the user started,
   and `instructions' returns how many have run.  Call it in post_clo_init. */
void cg_progress_init(Int first_pid, ULong (*instructions)(void));

/* The process cannot read files from now on, or must not try to. */
void cg_progress_in_sandbox(void);

/* Remove the line, if there is one.  Call it before anything is written. */
void cg_progress_erase(void);

/* The same if the program is about to write to its standard output or error, or
   to wait for a process that may. */
void cg_progress_before_syscall(UInt syscall_number, const UWord* args);

#endif /* CG_PROGRESS_H */
