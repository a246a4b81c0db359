/* SPDX-License-Identifier: GPL-2.0-or-later */
/* calls.c: calls of all kinds that compilers make: recursion, also mutual, jumps
   to other functions at the end, pointers, frames of any size, parts put aside,
   jumps out of nested calls and out of a signal's handler. */

#include "truth.h"

#define COLD __attribute__((cold, noinline))

static volatile int sink;
static volatile int zero;

static NOINLINE void work(int n)
{
   for (int i = 0; i < n; i++)
      sink += i;
}

/* Recursion that comes back by several ways. */
static NOINLINE int count_down(int n);

static NOINLINE int by_two(int n)
{
   work(1);
   return n < 2 ? 0 : count_down(n - 2) + by_two(n - 3);
}

static NOINLINE int count_down(int n)
{
   work(n & 1);
   return n < 1 ? 1 : by_two(n - 1) + count_down(n - 4);
}

/* With optimisation these jump. */
static NOINLINE int is_odd(int n);

static NOINLINE int is_even(int n)
{
   return n == 0 ? 1 : is_odd(n - 1);
}

static NOINLINE int is_odd(int n)
{
   return n == 0 ? 0 : is_even(n - 1);
}

/* A function of one jump, and one that jumps or calls. */
static NOINLINE int forward(int n)
{
   return is_even(n);
}

static NOINLINE int choose(int n)
{
   if (n > 5)
      return forward(n);
   return forward(n) + is_odd(n);
}

static NOINLINE int in_frame(int n)
{
   volatile char* frame = __builtin_alloca((unsigned long)n);

   frame[0] = (char)n;
   work(n & 7);
   return n > 300 ? frame[0] : in_frame(n + 50);
}

static COLD void complain(int n)
{
   sink -= n;
   work(2);
}

static NOINLINE int with_cold_part(int n)
{
   if (__builtin_expect(n == zero, 0)) {
      complain(n);
      complain(n + 1);
      sink ^= 5;
   }
   work(3);
   return n;
}

static int (*volatile table[])(int) = {is_even, forward, choose, with_cold_part,
                                       in_frame};

static NOINLINE int by_pointer(int n)
{
   return table[n % 5](n);
}

/* Out of nested calls.  (The built-in functions take five words.) */
static void* place[5];

static NOINLINE void jump_out(int n)
{
   work(1);
   if (n == 0)
      __builtin_longjmp(place, 1);
   jump_out(n - 1);
   sink++;
}

static NOINLINE int catch_jump(int n)
{
   if (__builtin_setjmp(place) == 0) {
      jump_out(n);
      return 1;
   }
   work(2);
   return 0;
}

static void on_signal(int number, void* info, long* context)
{
   (void)info;
   (void)context;
   work(number & 3);
   is_even(3);
}

static NOINLINE void leaf_with_signal(long self)
{
   syscall4(SYS_kill, self, SIGNAL_USR1, 0, 0);
   sink++;
}

int program(void)
{
   long self = syscall4(SYS_getpid, 0, 0, 0, 0);

   catch_signal(SIGNAL_USR1, on_signal);
   count_down(13);
   is_even(20);
   for (int i = 0; i < 12; i++)
      by_pointer(i);
   catch_jump(4);
   leaf_with_signal(self);
   work(1);
   leaf_with_signal(self);
   catch_jump(9);
   work(2);
   return 0;
}
