/* SPDX-License-Identifier: GPL-2.0-or-later */
/* compare.c: string comparison and chains of `&&' and `||'.

   Compilers lay these out as a branch over a second, cheap test, the shape
   that VEX folds into one block when it may chase. */

#include "truth.h"

static const char* const word[] = {
   "address", "adder",  "branch", "breath", "cache", "cachet",
   "count",   "centre", "data",   "date",   "exact", "exit",
};
enum { N_WORDS = sizeof word / sizeof word[0] };

static NOINLINE int compare(const char* a, const char* b)
{
   while (*a && *a == *b)
      a++, b++;
   return *a - *b;
}

static NOINLINE int is_plain(char c)
{
   return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

static NOINLINE int between(int x, int low, int high, int except)
{
   if (x > low && x < high && x != except)
      return 1;
   return 0;
}

int program(void)
{
   int result = 0;
   for (int i = 0; i < N_WORDS; i++)
      for (int j = 0; j < N_WORDS; j++) {
         int c = compare(word[i], word[j]);
         result += between(c, -5, 5, 0);
         if (i != j && c == 0)
            return 1;
      }
   for (int i = 0; i < N_WORDS; i++)
      for (const char* p = word[i]; *p; p++)
         result += is_plain(*p) && *p != 'e';
   return result == 0;
}
