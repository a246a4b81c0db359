/* SPDX-License-Identifier: GPL-2.0-or-later */
/* coroutines.c: many coroutines that are all suspended inside work().

   Usage: coroutines N

   N coroutines enter work() one after the other, and each gives way there.  Then
   each continues and gives way again, several times and in different orders; at
   last each returns.  Each has its stack in a mapping of its own. */

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>

#define STACK_SIZE 16384
#define ROUNDS     120

static ucontext_t   scheduler, *coroutines;
static volatile int sink;

__attribute__((noinline)) static void piece(void)
{
   for (int i = 0; i < 10; i++)
      sink += i;
}

__attribute__((noinline)) static void work(int i)
{
   for (int round = 1; round < ROUNDS; round++) {
      piece();
      swapcontext(&coroutines[i], &scheduler);
   }
   piece();
}

static void run(int i)
{
   work(i);
}

/* A page that cannot be accessed keeps neighbouring mappings apart. */
static void *new_stack(void)
{
   char *map = mmap(NULL, STACK_SIZE + 4096, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

   mprotect(map, 4096, PROT_NONE);
   return map + 4096;
}

int main(int argc, char **argv)
{
   int n = argc == 2 ? atoi(argv[1]) : 1;

   coroutines = calloc(n, sizeof *coroutines);
   for (int i = 0; i < n; i++) {
      getcontext(&coroutines[i]);
      coroutines[i].uc_stack.ss_sp   = new_stack();
      coroutines[i].uc_stack.ss_size = STACK_SIZE;
      coroutines[i].uc_link          = &scheduler;
      makecontext(&coroutines[i], (void (*)(void))run, 1, i);
   }
   for (int round = 0; round < ROUNDS; round++)
      for (int i = 0; i < n; i++)
         swapcontext(&scheduler,
                     &coroutines[round % 2 ? (i * 7919L) % n : i]);
   return 0;
}
