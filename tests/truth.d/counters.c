/* SPDX-License-Identifier: GPL-2.0-or-later */
/* counters.c: the atomic operations of C: a lock that spins, counters,
   exchanges, and operations that the compiler makes of compare-and-exchange. */

#include "truth.h"

static long counter;
static int  lock, bits, most;
static char flag;

static NOINLINE void take(void)
{
   while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE))
      ;
}

static NOINLINE void give(void)
{
   __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
}

static NOINLINE void raise(int value)
{
   int seen = __atomic_load_n(&most, __ATOMIC_RELAXED);
   while (seen < value
          && !__atomic_compare_exchange_n(&most, &seen, value, 1,
                                          __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
      ;
}

int program(void)
{
   long sum = 0;
   for (int i = 0; i < 150; i++) {
      take();
      sum += __atomic_fetch_add(&counter, i, __ATOMIC_SEQ_CST);
      sum += __atomic_fetch_or(&bits, 1 << i % 20, __ATOMIC_SEQ_CST);
      sum ^= __atomic_nand_fetch(&bits, i, __ATOMIC_SEQ_CST);
      raise(i * 7 % 101);
      if (!__atomic_test_and_set(&flag, __ATOMIC_ACQUIRE) && i % 3)
         __atomic_clear(&flag, __ATOMIC_RELEASE);
      if (__atomic_sub_fetch(&counter, i, __ATOMIC_SEQ_CST) == 0)
         sum++;
      give();
   }
   return sum == 0 || most != 100;
}
