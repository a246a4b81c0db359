/* SPDX-License-Identifier: GPL-2.0-or-later */
/* endings.c: burn, then end in the way that the first argument names.  Each of
   them must leave a whole profile. */

#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "burn.h"

BURN(burn_main);
BURN(burn_thread);

static void *burn_forever(void *unused)
{
   (void)unused;
   for (;;)
      burn_thread(1000);
   return NULL;
}

static void *return_from_thread(void *unused)
{
   burn_thread(500);
   return unused;
}

static void *exit_from_thread(void *unused)
{
   (void)unused;
   burn_thread(500);
   exit(5);
}

static void start(void *(*body)(void *))
{
   pthread_t thread;
   if (pthread_create(&thread, NULL, body, NULL) != 0)
      abort();
}

static void handle_and_exit(int signo)
{
   (void)signo;
   _exit(9);
}

/* Tell the test that it can send its signal.  If it does not, the alarm's ends
   the program. */
static void say_ready(void)
{
   alarm(600);
   if (write(STDOUT_FILENO, "ready\n", 6) != 6)
      abort();
}

static void divide_by_zero(void)
{
   volatile int one = 1, zero = 0;
   volatile int result = one / zero;
   (void)result;
   raise(SIGFPE); /* not every processor traps */
}

int main(int argc, char *argv[])
{
   const char *how = argc > 1 ? argv[1] : "";

   burn_main(1000);
   if (strcmp(how, "return") == 0)
      return 3;
   if (strcmp(how, "exit") == 0)
      exit(4);
   if (strcmp(how, "_exit") == 0)
      _exit(6);
   if (strcmp(how, "quick_exit") == 0)
      quick_exit(7);
   if (strcmp(how, "exit_group") == 0)
      syscall(SYS_exit_group, 8);
   if (strcmp(how, "abort") == 0)
      abort();
   if (strcmp(how, "int") == 0)
      kill(getpid(), SIGINT);
   if (strcmp(how, "term") == 0)
      kill(getpid(), SIGTERM);
   if (strcmp(how, "hup") == 0)
      kill(getpid(), SIGHUP);
   if (strcmp(how, "handled") == 0) {
      signal(SIGINT, handle_and_exit);
      kill(getpid(), SIGINT);
   }
   if (strcmp(how, "segv") == 0)
      *(volatile int *)16 = 1;
   if (strcmp(how, "ill") == 0)
#ifdef __aarch64__
      asm volatile("udf 0");
#else
      asm volatile("ud2");
#endif
   if (strcmp(how, "fpe") == 0)
      divide_by_zero();
   if (strcmp(how, "overflow") == 0) {
      /* The stack pointer in the middle of nowhere. */
#ifdef __x86_64__
      asm volatile("xor %esp, %esp; push %rax");
#elif defined(__aarch64__)
      asm volatile("mov x0, 0; mov sp, x0; str x0, [sp, -16]!");
#else
      asm volatile("xor %esp, %esp; push %eax");
#endif
   }
   if (strcmp(how, "thread_last") == 0) {
      start(return_from_thread);
      pthread_exit(NULL);
   }
   if (strcmp(how, "thread_exit") == 0) {
      start(exit_from_thread);
      pause();
   }
   if (strcmp(how, "others_run") == 0) {
      start(burn_forever);
      start(burn_forever);
      burn_main(100000);
      return 10;
   }
   if (strcmp(how, "wait") == 0) {
      /* In a loop that makes no system call. */
      say_ready();
      for (;;)
         burn_main(1000);
   }
   if (strcmp(how, "wait_blocked") == 0) {
      say_ready();
      pause();
   }
   fprintf(stderr, "endings: no such ending: %s\n", how);
   return 99;
}
