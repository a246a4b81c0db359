/* SPDX-License-Identifier: GPL-2.0-or-later */
/* activations.c: functions called in_... that are left, or interrupted, in all
   the ways that a C library offers.  What burns between entry and leaving is
   called burn_in_..., the rest burn_out_...; each burns a number of its own.
   With an argument, only one thing is done:

      activations fork    a child burns while its parent waits, both inside
      activations copy    a stack is copied while it is suspended, and the copy
                          is run */

#define _GNU_SOURCE
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include "../cachegrind.h"
#include "burn.h"
#include "noipa.h"

/* So that each has an entry, and its name. */
#define FUNCTION NOIPA void

static void check(int ok)
{
   if (!ok)
      abort();
}

/*--- longjmp ---*/

BURN(burn_in_longjmp);
BURN(burn_out_longjmp);
static jmp_buf outside;

FUNCTION deeper(void)
{
   burn_in_longjmp(100);
   longjmp(outside, 1);
}

FUNCTION in_longjmp(void)
{
   deeper();
}

FUNCTION longjmps(void)
{
   if (setjmp(outside) == 0)
      in_longjmp();
   burn_out_longjmp(100);
}

/*--- a stack of several mappings ---*/

BURN(burn_in_low);
BURN(burn_out_low);

static char*   page;
static jmp_buf above_page;

FUNCTION in_low(void)
{
   burn_in_low(100);
   longjmp(above_page, 1);
}

/* A page of the array, between the frames of mappings and in_low, becomes a
   mapping of its own. */
FUNCTION split(void)
{
   volatile char array[3 * 4096] = {0};

   page = (char*)(((uintptr_t)array + 4095) & ~(uintptr_t)4095);
   check(mprotect(page, 4096, PROT_READ) == 0);
   in_low();
   array[0] = 1;
}

FUNCTION mappings(void)
{
   if (setjmp(above_page) == 0)
      split();
   burn_out_low(100);
   check(mprotect(page, 4096, PROT_READ | PROT_WRITE) == 0);
}

/*--- signals ---*/

BURN(burn_in_handler);
BURN(burn_in_after);
BURN(burn_out_handler);
BURN(burn_out_signal);
BURN(burn_in_jumper);
BURN(burn_out_jumper);
static sigjmp_buf outside_signal;

FUNCTION inside_handler(int sig)
{
   (void)sig;
   burn_in_handler(100);
}

FUNCTION outside_handler(int sig)
{
   (void)sig;
   burn_out_handler(100);
}

FUNCTION jumper(int sig)
{
   (void)sig;
   burn_in_jumper(100);
   siglongjmp(outside_signal, 1);
}

FUNCTION in_jumper(int sig)
{
   jumper(sig);
}

FUNCTION in_signal(void)
{
   raise(SIGUSR1);
   burn_in_after(100);
}

static void handle(void (*handler)(int), int flags)
{
   struct sigaction action = {.sa_handler = handler, .sa_flags = flags};

   check(sigaction(SIGUSR1, &action, NULL) == 0);
}

/* With an alternate stack that lies above the frames of in_signal. */
FUNCTION signals(int flags)
{
   static char elsewhere[1 << 16];
   char        above[1 << 16];

   for (int i = 0; i < 2; i++) {
      stack_t stack = {.ss_sp   = i == 0 ? elsewhere : above,
                       .ss_size = sizeof above};

      check(sigaltstack(&stack, NULL) == 0);
      handle(inside_handler, flags);
      in_signal();
      handle(outside_handler, flags);
      raise(SIGUSR1);
      burn_out_signal(100);
      handle(jumper, flags);
      if (sigsetjmp(outside_signal, 1) == 0)
         in_signal();
      burn_out_jumper(100);
      handle(in_jumper, flags);
      if (sigsetjmp(outside_signal, 1) == 0)
         raise(SIGUSR1);
      burn_out_jumper(100);
   }
   stack_t none = {.ss_flags = SS_DISABLE};
   check(sigaltstack(&none, NULL) == 0);
}

/*--- other stacks ---*/

BURN(burn_out_swapped);
BURN(burn_in_back);
BURN(burn_out_context);
BURN(burn_in_coroutine);
BURN(burn_in_resumed);
BURN(burn_out_meanwhile);
BURN(burn_out_coroutine);
static ucontext_t main_context, context;

static void start(void (*body)(void))
{
   static char stack[1 << 16];

   check(getcontext(&context) == 0);
   context.uc_stack.ss_sp   = stack;
   context.uc_stack.ss_size = sizeof stack;
   context.uc_link          = &main_context;
   makecontext(&context, body, 0);
}

FUNCTION other_body(void)
{
   burn_out_swapped(100);
   swapcontext(&context, &main_context);
   burn_out_context(100);
}

/* Goes elsewhere and comes back. */
FUNCTION in_swap(void)
{
   swapcontext(&main_context, &context);
   burn_in_back(100);
}

FUNCTION in_coroutine(void)
{
   burn_in_coroutine(100);
   swapcontext(&context, &main_context);
   burn_in_resumed(100);
}

FUNCTION coroutine_body(void)
{
   in_coroutine();
   burn_out_coroutine(100);
}

FUNCTION contexts(void)
{
   start(other_body);
   in_swap();
   burn_out_context(100);
   swapcontext(&main_context, &context);
   burn_out_context(100);

   /* Entered over there, and not left. */
   start(coroutine_body);
   swapcontext(&main_context, &context);
   burn_out_meanwhile(100);
   swapcontext(&main_context, &context);
   burn_out_coroutine(100);
}

/*--- a test after SP is set, as swapcontext does it for shadow stacks ---*/

#ifdef __x86_64__
BURN(burn_out_tested);
static void *tested, *tester;

void set_and_test(void** from, void* to);
__asm__(".text; .type set_and_test, @function; set_and_test:\n"
        "push %rbx; push %rbp; push %r12; push %r13; push %r14; push %r15\n"
        "mov %rsp, (%rdi); mov %rsi, %rsp; test %rsi, %rsi; js 1f; 1:\n"
        "pop %r15; pop %r14; pop %r13; pop %r12; pop %rbp; pop %rbx; ret\n"
        ".size set_and_test, . - set_and_test");

FUNCTION tested_body(void)
{
   burn_out_tested(100);
   set_and_test(&tested, tester);
}

/* The stack is empty when its function begins, and ends with its mapping. */
FUNCTION in_tester(void)
{
   void** stack = mmap(NULL, 2 * 4096, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

   check(stack != MAP_FAILED);
   check(mprotect(stack + 512, 4096, PROT_NONE) == 0);
   stack[511] = (void*)tested_body;
   set_and_test(&tester, stack + 512 - 7);
}
#else
#define in_tester() ((void)0)
#endif

/*--- a stack that moves, as Go moves it ---*/

BURN(burn_in_moved);
BURN(burn_out_moved);
static char stack_before[1 << 14], stack_after[1 << 14];

/* The bounds of the stack that copy_stack makes. */
static uintptr_t moved_to[2];

/* `goroutine' begins with the bounds of the stack. */
FUNCTION copy_stack(uintptr_t goroutine[2])
{
   memcpy(stack_after, stack_before, sizeof stack_after);
   memcpy(goroutine, moved_to, sizeof moved_to);
}

/* Without bounds: the record goes. */
NOIPA void copystack(uintptr_t goroutine[2]) __asm__("runtime.copystack");
void       copystack(uintptr_t goroutine[2])
{
   if (goroutine[0])
      copy_stack(goroutine);
   else
      check(munmap(goroutine, 4096) == 0);
}

/* Calls copystack as Go does. */
#ifdef __x86_64__
void call_copystack(uintptr_t goroutine[2]);
__asm__(".text; call_copystack: mov %rdi, %rax; jmp runtime.copystack");
#else
#define call_copystack copystack
#endif

#if defined(__x86_64__)
#define SP_OF(context) (context).uc_mcontext.gregs[REG_RSP]
#elif defined(__i386__)
#define SP_OF(context) (context).uc_mcontext.gregs[REG_ESP]
#else
#define SP_OF(context) (context).uc_mcontext.sp
#endif

FUNCTION in_moved(void)
{
   swapcontext(&context, &main_context);
   burn_in_moved(100);
}

FUNCTION moved_body(void)
{
   in_moved();
   burn_out_moved(100);
}

/* Let the goroutine move to a stack at `first', if it is one. */
FUNCTION move_to(void (*move)(uintptr_t goroutine[2]), uintptr_t first,
                 uintptr_t size)
{
   static uintptr_t goroutine[2];

   goroutine[0] = (uintptr_t)stack_before;
   goroutine[1] = (uintptr_t)stack_before + sizeof stack_before;
   moved_to[0]  = first;
   moved_to[1]  = first + size;
   move(goroutine);
}

FUNCTION moves(void (*move)(uintptr_t goroutine[2]))
{
   start(moved_body);
   context.uc_stack.ss_sp   = stack_before;
   context.uc_stack.ss_size = sizeof stack_before;
   makecontext(&context, moved_body, 0);
   swapcontext(&main_context, &context);
   /* Nothing is mapped there, and this one ends before it begins. */
   move_to(move, 4096, sizeof stack_before);
   move_to(move, (uintptr_t)stack_after, -sizeof stack_after);
   move_to(move, (uintptr_t)stack_after, sizeof stack_after);
   SP_OF(context) += stack_after - stack_before;
   burn_out_moved(100);
   swapcontext(&main_context, &context);
   burn_out_moved(100);
}

FUNCTION goes(void)
{
   void* goroutine =
      mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

   check(goroutine != MAP_FAILED);
   call_copystack(goroutine);
}

/*--- threads ---*/

BURN(burn_in_thread);
BURN(burn_out_thread);
BURN(burn_out_created);
BURN(burn_in_creator);
static pthread_barrier_t barrier;

/* Several times one thread is inside and the other is not. */
FUNCTION in_thread(void)
{
   pthread_barrier_wait(&barrier);
   burn_in_thread(100);
   pthread_barrier_wait(&barrier);
}

static void* insider(void* arg)
{
   for (int i = 0; i < 10; i++) {
      in_thread();
      burn_out_thread(100);
   }
   return arg;
}

static void* outsider(void* arg)
{
   for (int i = 0; i < 10; i++) {
      pthread_barrier_wait(&barrier);
      burn_out_thread(100);
      pthread_barrier_wait(&barrier);
   }
   return arg;
}

static void* created(void* arg)
{
   burn_out_created(100);
   return arg;
}

FUNCTION in_creator(void)
{
   pthread_t thread;

   check(pthread_create(&thread, NULL, created, NULL) == 0);
   burn_in_creator(100);
   check(pthread_join(thread, NULL) == 0);
}

/* Ends the thread and unwinds nothing; the next one gets the same id. */
FUNCTION in_ending(void)
{
   burn_in_thread(100);
   syscall(SYS_exit, 0);
}

static void* ends_inside(void* arg)
{
   in_ending();
   return arg;
}

FUNCTION threads(void)
{
   pthread_t thread[2];

   pthread_barrier_init(&barrier, NULL, 2);
   check(pthread_create(&thread[0], NULL, insider, NULL) == 0);
   check(pthread_create(&thread[1], NULL, outsider, NULL) == 0);
   for (int i = 0; i < 2; i++)
      check(pthread_join(thread[i], NULL) == 0);
   in_creator();
   check(pthread_create(&thread[0], NULL, ends_inside, NULL) == 0);
   check(pthread_join(thread[0], NULL) == 0);
   check(pthread_create(&thread[0], NULL, created, NULL) == 0);
   check(pthread_join(thread[0], NULL) == 0);
}

/*--- client requests ---*/

BURN(burn_in_on);
BURN(burn_out_off);

/* Entered or left while nothing is counted at all. */
FUNCTION in_stopping(void)
{
   burn_in_on(100);
   CACHEGRIND_STOP_INSTRUMENTATION;
   burn_out_off(100);
}

FUNCTION in_starting(void)
{
   burn_out_off(100);
   CACHEGRIND_START_INSTRUMENTATION;
   burn_in_on(100);
}

FUNCTION requests(void)
{
   in_stopping();
   CACHEGRIND_START_INSTRUMENTATION;
   burn_out_off(100);
   CACHEGRIND_STOP_INSTRUMENTATION;
   in_starting();
   burn_out_off(100);
}

/*--- processes ---*/

BURN(burn_in_child);
BURN(burn_in_parent);
BURN(burn_out_process);

FUNCTION in_fork(void)
{
   pid_t child = fork();

   check(child >= 0);
   if (child == 0) {
      burn_in_child(100);
   } else {
      int status;

      burn_in_parent(100);
      check(waitpid(child, &status, 0) == child && status == 0);
   }
}

/* Of the two names, a profile has the first. */
void name_of_in_fork(void) __attribute__((alias("in_fork")));

int main(int argc, char* argv[])
{
   if (argc > 1 && strcmp(argv[1], "copy") == 0) {
      moves(copy_stack);
      return 0;
   }
   if (argc > 1) {
      in_fork();
      burn_out_process(100);
      return 0;
   }
   longjmps();
   mappings();
   signals(0);
   signals(SA_ONSTACK);
   contexts();
   in_tester();
   moves(call_copystack);
   goes();
   threads();
   requests();
   return 0;
}
