/* SPDX-License-Identifier: GPL-2.0-or-later */
/* process.c: see process.h. */

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glib.h>

#include "launcher/process.h"
#include "lib/message.h"

void process_become(char** argv)
{
   execv(argv[0], argv);

   int why = errno;
   message_set_program("cachegrind");
   message_warn("%s cannot be run: %s", argv[0], g_strerror(why));
   _exit(127);
}

/*------------------------------------------------------------*/
/*--- Signals                                              ---*/
/*------------------------------------------------------------*/

static const int passed_on[] = {SIGINT, SIGQUIT, SIGTERM,
                                SIGHUP, SIGUSR1, SIGUSR2};

static volatile sig_atomic_t running; /* the process; 0: none */

/* What the kernel sends, it sends to all processes of the terminal, and what
   the program sends, to its group. */
static void pass_on(int number, siginfo_t* info, void* context)
{
   int saved = errno;

   if (info->si_code != SI_KERNEL && running != 0 && info->si_pid != running)
      kill(running, number);
   errno = saved;
}

/* Has the signals passed on.  Saves what was done with them, which the program
   does: it ignores those that nohup(1) has it ignore. */
static void begin_to_pass_on(struct sigaction saved[])
{
   struct sigaction action = {.sa_sigaction = pass_on,
                              .sa_flags     = SA_SIGINFO | SA_RESTART};

   for (gsize i = 0; i < G_N_ELEMENTS(passed_on); i++)
      sigaction(passed_on[i], &action, &saved[i]);
}

static void restore(const struct sigaction saved[])
{
   for (gsize i = 0; i < G_N_ELEMENTS(passed_on); i++)
      sigaction(passed_on[i], &saved[i], NULL);
}

static void block_all(sigset_t* before)
{
   sigset_t all;

   sigfillset(&all);
   sigprocmask(SIG_BLOCK, &all, before);
}

/*------------------------------------------------------------*/
/*--- Programs                                             ---*/
/*------------------------------------------------------------*/

static pid_t fork_or_fail(void)
{
   pid_t pid = fork();

   if (pid >= 0)
      return pid;
   int why = errno;
   message_set_program("cachegrind");
   message_fail("no process can be started: %s", g_strerror(why));
}

static int wait_for(pid_t pid)
{
   int status;

   while (waitpid(pid, &status, 0) < 0)
      if (errno != EINTR)
         return 127 << 8; /* somebody ignores SIGCHLD */
   return status;
}

int process_run(char** argv, pid_t* pid)
{
   struct sigaction saved[G_N_ELEMENTS(passed_on)];
   sigset_t         mask;

   /* Until both processes know what to do with signals. */
   block_all(&mask);
   begin_to_pass_on(saved);
   *pid = fork_or_fail();
   if (*pid == 0) {
      restore(saved);
      sigprocmask(SIG_SETMASK, &mask, NULL);
      process_become(argv);
   }
   running = *pid;
   sigprocmask(SIG_SETMASK, &mask, NULL);

   int status = wait_for(*pid);
   running    = 0;
   restore(saved);
   return status;
}

int process_call(char** argv, gboolean silent)
{
   pid_t pid = fork_or_fail();

   if (pid == 0) {
      int nothing = open("/dev/null", O_RDWR);

      dup2(nothing, STDIN_FILENO);
      dup2(STDERR_FILENO, STDOUT_FILENO);
      if (silent)
         dup2(nothing, STDERR_FILENO);
      process_become(argv);
   }

   int status = wait_for(pid);
   return WIFEXITED(status) ? WEXITSTATUS(status) : 127;
}

void process_end(int status)
{
   if (WIFEXITED(status))
      exit(WEXITSTATUS(status));

   int number = WTERMSIG(status);
   /* The program may have left a core file. */
   setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
   signal(number, SIG_DFL);
   raise(number);
   /* It is blocked, and was from the start. */
   exit(128 + number);
}
