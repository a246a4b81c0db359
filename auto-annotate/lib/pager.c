/* SPDX-License-Identifier: GPL-2.0-or-later */
/* pager.c: see pager.h. */

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/pager.h"

static struct {
   GPid pid;    /* 0: none was started */
   int  errors; /* standard error, as it was before */
} pager;

gboolean pager_has_terminal(void)
{
   const char* term = g_getenv("TERM");

   return isatty(STDOUT_FILENO) && term && *term && strcmp(term, "dumb") != 0;
}

const char* pager_command(void)
{
   static const char usual[] = "less";
   const char*       chosen  = g_getenv("PAGER");

   if (!pager_has_terminal())
      return NULL;
   if (!chosen) {
      char* found = g_find_program_in_path(usual);
      chosen      = found ? usual : "";
      g_free(found);
   }
   return *chosen && strcmp(chosen, "cat") != 0 ? chosen : NULL;
}

void pager_finish(void)
{
   if (pager.pid == 0)
      return;
   dup2(pager.errors, STDERR_FILENO);
   close(STDOUT_FILENO);
   waitpid(pager.pid, NULL, 0);
}

/* For g_spawn_async_with_pipes(). */
static void heed_interrupts(gpointer unused)
{
   signal(SIGINT, SIG_DFL);
}

/* Makes the pipe to the pager standard output.  Whoever ends the pager ends the
   program: a pipe that nobody reads is an error of write(). */
static void redirect(int pipe)
{
   pager.errors = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0);
   if (isatty(STDERR_FILENO))
      dup2(pipe, STDERR_FILENO);
   dup2(pipe, STDOUT_FILENO);
   close(pipe);
   signal(SIGPIPE, SIG_IGN);
   atexit(pager_finish);
}

/* Returns what the pager gets as its environment; the caller frees it. */
static char** pager_environment(void)
{
   char** environment = g_environ_setenv(g_get_environ(), "LESS", "FRX", FALSE);
   return g_environ_setenv(environment, "LV", "-c", FALSE);
}

/* Starts a command of the shell. */
static void start(const char* command)
{
   /* The shell outlives Ctrl-C, as the pager does, and says itself that a
      command is not there. */
   char*       script      = g_strconcat("trap : INT\n", command,
                                         "\ncase $? in 126 | 127) exec cat ;; esac", NULL);
   const char* words[]     = {"/bin/sh", "-c", script, NULL};
   char**      environment = pager_environment();
   int         pipe;

   /* Ctrl-C is for the pager, and most do not end by it. */
   void (*interrupt)(int) = signal(SIGINT, SIG_IGN);
   if (g_spawn_async_with_pipes(
          NULL, (char**)words, environment,
          G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_CLOEXEC_PIPES, heed_interrupts,
          NULL, &pager.pid, &pipe, NULL, NULL, NULL))
      redirect(pipe);
   else
      signal(SIGINT, interrupt);
   g_strfreev(environment);
   g_free(script);
}

void pager_start(void)
{
   const char* command = pager.pid == 0 ? pager_command() : NULL;

   if (command)
      start(command);
}
