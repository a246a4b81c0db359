/* SPDX-License-Identifier: GPL-2.0-or-later */
/* process.h: runs programs, and ends as they do. */

#ifndef PROCESS_H
#define PROCESS_H

#include <sys/types.h>

#include <glib.h>

/* Becomes the program argv[0], a path.  If that fails, prints a line and ends
   this program with status 127. */
void process_become(char** argv) __attribute__((noreturn));

/* Runs a program with this one's standard input and output, and waits until it
   ends.  Meanwhile signals that the user sends to end this process are the
   program's: those that are sent to this process only are passed on, and those
   of the terminal, as Ctrl-C, get to both.  Returns the status of waitpid(2),
   and sets *pid to the program's process. */
int process_run(char** argv, pid_t* pid);

/* Runs a program whose standard output is this one's standard error, and waits.
   With `silent', its messages are dropped.  Returns its exit status, or 127 if
   it did not end by itself. */
int process_call(char** argv, gboolean silent);

/* Ends this process as one that waitpid(2) said `status' of: with its exit
   status, or of its signal. */
void process_end(int status) __attribute__((noreturn));

#endif
