/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_process.c: runs other programs; see cg_process.h. */

#include <asm/errno.h>

#include "pub_tool_basics.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_libcsignal.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

#include "output/cg_process.h"

Int cg_process_fork(void)
{
   Int lowest[2], pid;

   /* The pipe of VG_(fork) gets the lowest free descriptors. */
   if (VG_(pipe)(lowest) != 0)
      return -1;
   for (Int i = 0; i < 2; i++)
      VG_(close)(lowest[i]);
   pid = VG_(fork)();
   for (Int i = 0; i < 2; i++)
      VG_(close)(lowest[i]);
   return pid;
}

/*------------------------------------------------------------*/
/*--- The environment                                      ---*/
/*------------------------------------------------------------*/

static HChar** environment; /* valid from cg_process_init on; ends in NULL */

/* The command must not load libraries that are meant for the program. */
static Bool is_for_loader(const HChar* variable)
{
   return VG_(strncmp)(variable, "LD_", 3) == 0;
}

void cg_process_init(void)
{
   UInt n = 0;

   while (VG_(client_envp)[n])
      n++;
   environment =
      VG_(calloc)("cg.process.environment", n + 1, sizeof *environment);
   for (HChar **from = VG_(client_envp), **to = environment; *from; from++)
      if (!is_for_loader(*from))
         *to++ = VG_(strdup)("cg.process.variable", *from);
}

/*------------------------------------------------------------*/
/*--- What the command writes                              ---*/
/*------------------------------------------------------------*/

/* The command writes to a pipe, and so does the shell at the end: the exit
   status, as a line with this mark.  The status cannot come from
   waitpid: if the program ignores SIGCHLD, or another of its threads is waiting
   for any child, the kernel does not keep it. */
#define STATUS_MARK "\001status "

static const HChar script[] = "\"$@\" </dev/null >/dev/null; "
                              "echo \"" STATUS_MARK "$?\"";

/* Pass on one line.  Returns its status if it is the shell's last, else
   `status'.  The command may end in the middle of a line. */
static Int take_output_line(HChar* line, Int status)
{
   HChar* mark = VG_(strstr)(line, STATUS_MARK);

   if (mark) {
      status = (Int)VG_(strtoll10)(mark + VG_(strlen)(STATUS_MARK), NULL);
      *mark  = '\0';
   }
   if (!mark || mark > line)
      VG_(umsg)("%s\n", line);
   return status;
}

/* Read all lines from `fd', byte by byte, because there are few.  Parts of a
   long line are lines of their own. */
static Int read_output(Int fd)
{
   HChar line[500];
   UInt  used   = 0;
   Int   status = CG_PROCESS_NO_STATUS;
   Int   n;

   while ((n = VG_(read)(fd, line + used, 1)) != 0) {
      if (n == -EINTR)
         continue;
      if (n < 0)
         break;
      if (line[used] != '\n' && ++used < sizeof line - 1)
         continue;
      line[used] = '\0';
      status     = take_output_line(line, status);
      used       = 0;
   }
   return status;
}

/*------------------------------------------------------------*/
/*--- Running it                                           ---*/
/*------------------------------------------------------------*/

/* In the new process: become the shell that runs the command.  `to' is the
   writing end of the pipe.  The tool blocks signals, and what it executes would
   inherit that.  VG_(execv) leaves out what the core has added to the
   environment. */
static void become_shell(const HChar* const argv[], Int to)
{
   const HChar* all[CG_PROCESS_MAX_ARGS + 5] = {"sh", "-c", script, "sh"};
   vki_sigset_t none;

   for (UInt i = 0; i < CG_PROCESS_MAX_ARGS && argv[i]; i++)
      all[4 + i] = argv[i];
   VG_(dup2)(to, 1);
   VG_(dup2)(to, 2);
   /* It is 1 or 2 if the program has closed its output. */
   if (to > 2)
      VG_(close)(to);
   VG_(memset)(&none, 0, sizeof none);
   VG_(sigprocmask)(VKI_SIG_SETMASK, &none, NULL);
   VG_(client_envp) = environment;
   VG_(execv)("/bin/sh", all);
   VG_(exit)(127);
}

Int cg_process_run(const HChar* const argv[])
{
   Int lines[2], pid, ignored, status;

   if (VG_(pipe)(lines) != 0)
      return CG_PROCESS_NO_STATUS;
   pid = cg_process_fork();
   if (pid == 0) {
      VG_(close)(lines[0]);
      become_shell(argv, lines[1]);
   }
   VG_(close)(lines[1]);
   status = pid > 0 ? read_output(lines[0]) : CG_PROCESS_NO_STATUS;
   VG_(close)(lines[0]);
   if (pid > 0)
      VG_(waitpid)(pid, &ignored, 0);
   return status;
}
