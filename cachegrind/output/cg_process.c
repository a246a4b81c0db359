/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_process.c: runs other programs; see cg_process.h. */

#include <asm/errno.h>
#include <linux/prctl.h>
#include <linux/seccomp.h>

#include "pub_tool_basics.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_libcsignal.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

#include "guest/cg_file.h"
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

   if (environment)
      return;
   while (VG_(client_envp)[n])
      n++;
   environment =
      VG_(calloc)("cg.process.environment", n + 1, sizeof *environment);
   for (HChar **from = VG_(client_envp), **to = environment; *from; from++)
      if (!is_for_loader(*from))
         *to++ = VG_(strdup)("cg.process.variable", *from);
}

/*------------------------------------------------------------*/
/*--- Where it is                                          ---*/
/*------------------------------------------------------------*/

#define SHELL "/bin/sh"

/* Zeros if there is no such file. */
static struct vg_stat status_of(const HChar* path)
{
   struct vg_stat file;

   if (sr_isError(VG_(stat)(path, &file)))
      VG_(memset)(&file, 0, sizeof file);
   return file;
}

static Bool is_still(const HChar* path, const struct vg_stat* before)
{
   struct vg_stat now = status_of(path);

   return cg_file_is_same(&now, before);
}

void cg_process_find(CompanionProgram* program, const HChar* name)
{
   HChar* path = program->path;
   SSizeT size = VKI_PATH_MAX - (SSizeT)VG_(strlen)(name) - 1;
   SSizeT used = VG_(readlink)("/proc/self/exe", path, size);

   while (used > 0 && path[used - 1] != '/')
      used--;
   if (used > 0)
      VG_(strcpy)(path + used, name);
   else
      path[0] = '\0';
   program->file  = status_of(path);
   program->shell = status_of(SHELL);
   program->root  = status_of("/");
}

const HChar* cg_process_why_not(const CompanionProgram* program)
{
   if (program->file.ino == 0)
      return " is not beside the tool";
   if (is_still("/", &program->root) && is_still(SHELL, &program->shell)
       && is_still(program->path, &program->file))
      return NULL;
   return " is not what it was when the run began, or the root directory is "
          "another one";
}

/*------------------------------------------------------------*/
/*--- What the command writes                              ---*/
/*------------------------------------------------------------*/

/* The command writes its messages to a pipe, and so does the shell at the end:
   the exit status, as a line with this mark.  The status cannot come from
   waitpid: if the program ignores SIGCHLD, or another of its threads is waiting
   for any child, the kernel does not keep it. */
#define STATUS_MARK "\001status "

static const HChar script[] = "\"$@\" >&3 3>&-; "
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

/* Pass on the command's standard output, piece by piece. */
static void read_all(Int fd, void (*take)(const HChar* text, SizeT length))
{
   HChar bytes[4096 + 1];
   Int   n;

   while ((n = VG_(read)(fd, bytes, sizeof bytes - 1)) > 0 || n == -EINTR) {
      if (n > 0 && take) {
         bytes[n] = '\0';
         take(bytes, n);
      }
   }
}

/* Read all messages from `fd', byte by byte, because there are few.  Parts of a
   long line are lines of their own. */
static Int read_messages(Int fd)
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

/* The pipes: the command's standard input and output, and its messages. */
enum { IN, OUT, MESSAGES, N_PIPES };
typedef Int Pipes[N_PIPES][2];

static void close_pipes(Pipes pipes)
{
   for (UInt i = 0; i < N_PIPES; i++)
      for (UInt end = 0; end < 2; end++)
         if (pipes[i][end] >= 0)
            VG_(close)(pipes[i][end]);
}

static Bool open_pipes(Pipes pipes)
{
   for (UInt i = 0; i < N_PIPES; i++)
      pipes[i][0] = pipes[i][1] = -1;
   for (UInt i = 0; i < N_PIPES; i++)
      if (VG_(pipe)(pipes[i]) != 0)
         return False;
   return True;
}

/* A copy of a descriptor that is none of 0 to 3, as the script has them.  The
   pipes have such numbers if the program has closed its own. */
static Int above_3(Int fd)
{
   while (fd >= 0 && fd <= 3) {
      SysRes copy = VG_(dup)(fd);

      fd = sr_isError(copy) ? -1 : (Int)sr_Res(copy);
   }
   return fd;
}

/* Take /dev/null instead of one end of a pipe that nobody uses. */
static void open_null(Int* fd, Int flags)
{
   SysRes null = VG_(open)("/dev/null", flags, 0);

   VG_(close)(*fd);
   *fd = sr_isError(null) ? -1 : (Int)sr_Res(null);
}

/* In the new process: become the shell that runs the command.  The tool blocks
   signals, and what it executes would inherit that.  VG_(execv) leaves out what
   the core has added to the environment. */
static void become_shell(const HChar* path, const HChar* const args[],
                         Pipes pipes, Bool reads, Bool writes)
{
   const HChar* all[CG_PROCESS_MAX_ARGS + 6] = {"sh", "-c", script, "sh", path};

   VG_(close)(pipes[IN][1]);
   VG_(close)(pipes[OUT][0]);
   VG_(close)(pipes[MESSAGES][0]);
   if (!reads)
      open_null(&pipes[IN][0], VKI_O_RDONLY);
   if (!writes)
      open_null(&pipes[OUT][1], VKI_O_WRONLY);

   Int          in       = above_3(pipes[IN][0]);
   Int          out      = above_3(pipes[OUT][1]);
   Int          messages = above_3(pipes[MESSAGES][1]);
   vki_sigset_t none;

   for (UInt i = 0; i < CG_PROCESS_MAX_ARGS && args[i]; i++)
      all[5 + i] = args[i];
   VG_(dup2)(in, 0);
   VG_(dup2)(messages, 1);
   VG_(dup2)(messages, 2);
   VG_(dup2)(out, 3);
   VG_(close)(in);
   VG_(close)(messages);
   VG_(close)(out);
   VG_(memset)(&none, 0, sizeof none);
   VG_(sigprocmask)(VKI_SIG_SETMASK, &none, NULL);
   VG_(client_envp) = environment;
   VG_(execv)(SHELL, all);
   VG_(exit)(127);
}

/* The command runs: be at the other ends of its pipes until it has ended. */
static Int converse(Pipes pipes, void (*feed)(Int fd),
                    void (*take)(const HChar* text, SizeT length))
{
   Int status;

   VG_(close)(pipes[IN][0]);
   VG_(close)(pipes[OUT][1]);
   VG_(close)(pipes[MESSAGES][1]);
   if (feed)
      feed(pipes[IN][1]);
   else
      VG_(close)(pipes[IN][1]);
   read_all(pipes[OUT][0], take);
   VG_(close)(pipes[OUT][0]);
   status = read_messages(pipes[MESSAGES][0]);
   VG_(close)(pipes[MESSAGES][0]);
   return status;
}

Bool cg_process_is_filtered(void)
{
   return VG_(prctl)(PR_GET_SECCOMP, 0, 0, 0, 0) == SECCOMP_MODE_FILTER;
}

Int cg_process_run(const CompanionProgram* program, const HChar* const args[],
                   void (*feed)(Int fd),
                   void (*take)(const HChar* text, SizeT length))
{
   Pipes pipes;
   Int   pid, ignored, status;

   if (cg_process_why_not(program))
      return CG_PROCESS_NO_STATUS;
   if (!open_pipes(pipes) || (pid = cg_process_fork()) < 0) {
      close_pipes(pipes);
      return CG_PROCESS_NO_STATUS;
   }
   if (pid == 0)
      become_shell(program->path, args, pipes, feed != NULL, take != NULL);
   status = converse(pipes, feed, take);
   VG_(waitpid)(pid, &ignored, 0);
   return status;
}
