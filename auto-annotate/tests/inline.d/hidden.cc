/* SPDX-License-Identifier: GPL-2.0-or-later */
/* hidden.cc: functions that no other file can call, for which compilers write no
   linkage name. */

#include <cstdio>

namespace {

/* Inlined once, and called once: it is in the symbol table, too. */
int twice(int a)
{
   int sum = a;
   for (int i = 0; i < a; i++)
      sum += i % 7;
   return sum;
}

inline __attribute__((always_inline)) int once(int a)
{
   return a * 3 + a % 11;
}

} // namespace

extern int (*address)(int);
int (*address)(int) = twice;

int main(int argc, char**)
{
   int sum = once(argc);

   sum += twice(argc);
   printf("%d\n", sum + address(sum));
   return 0;
}
