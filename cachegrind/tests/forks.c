/* SPDX-License-Identifier: GPL-2.0-or-later */
/* forks.c: burn before and after making a new process in the way that the
   first argument names; the others are the program that an exec'd one runs. */

#define _GNU_SOURCE
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "burn.h"

BURN(burn_before);
BURN(burn_parent);
BURN(burn_child);

extern char **environ;

static void wait_for(pid_t pid)
{
   int status;
   if (pid < 0 || waitpid(pid, &status, 0) != pid || status != 0) {
      fprintf(stderr, "forks: the child failed\n");
      exit(1);
   }
}

int main(int argc, char *argv[])
{
   const char *how = argc > 1 ? argv[1] : "";
   pid_t pid;

   burn_before(1000);
   if (strcmp(how, "fork") == 0) {
      if ((pid = fork()) == 0) {
         burn_child(500);
         exit(0);
      }
      wait_for(pid);
   } else if (strcmp(how, "forks") == 0) {
      for (int i = 1; i <= 3; i++) {
         if ((pid = fork()) == 0) {
            burn_child(100);
            exit(0);
         }
         wait_for(pid);
      }
   } else if (strcmp(how, "race") == 0) {
      /* Child and parent end at the same time, more or less. */
      pid_t pids[4];
      for (int i = 0; i < 4; i++)
         if ((pids[i] = fork()) == 0) {
            burn_child(500);
            exit(0);
         }
      burn_parent(250);
      for (int i = 0; i < 4; i++)
         wait_for(pids[i]);
      return 0;
   } else if (strcmp(how, "vfork") == 0) {
      if ((pid = vfork()) == 0) {
         execv(argv[2], argv + 2);
         _exit(127);
      }
      wait_for(pid);
   } else if (strcmp(how, "spawn") == 0) {
      if (posix_spawn(&pid, argv[2], NULL, NULL, argv + 2, environ) != 0)
         pid = -1;
      wait_for(pid);
   } else if (strcmp(how, "exec") == 0) {
      /* Comes back if it fails. */
      execv(argv[2], argv + 2);
   } else if (strcmp(how, "leaf") != 0) {
      fprintf(stderr, "forks: no such way: %s\n", how);
      return 99;
   }
   burn_parent(250);
   return 0;
}
