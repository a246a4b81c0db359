/* SPDX-License-Identifier: GPL-2.0-or-later */
/* copies.c: copies, fills, measures and compares strings with the instructions
   that the compiler inlines for this, many of them with a rep prefix. */

#include "truth.h"

static char source[256], target[256];

static NOINLINE void copy(char* to, const char* from, unsigned n)
{
   __builtin_memcpy(to, from, n);
}

static NOINLINE void fill(char* to, char byte, unsigned n)
{
   __builtin_memset(to, byte, n);
}

static NOINLINE void copy_all(char* to, const char* from)
{
   __asm__ volatile("" : : : "memory");
   __builtin_memcpy(to, from, sizeof source);
}

static NOINLINE unsigned length(const char* text)
{
   return __builtin_strlen(text);
}

static NOINLINE int same(const char* a, const char* b)
{
   return __builtin_memcmp(a, b, 12) == 0;
}

int program(void)
{
   unsigned sum = 0;
   for (unsigned i = 0; i < 40; i++) {
      fill(source, 'a' + i % 26, i);
      source[i] = 0;
      copy(target, source, i + 1);
      sum += length(target) + (i % 7 == 0 ? length(source + i) : 0);
      sum += same(source, target) + same(source, target + 1);
      if (i % 10 == 0)
         copy_all(target, source);
   }
   return sum == 0;
}

/* Without inlining, the compiler calls these. */
__attribute__((used)) unsigned long strlen(const char* text)
{
   const char volatile* p = text;
   while (*p)
      p++;
   return p - text;
}

__attribute__((used)) int memcmp(const void* a, const void* b, unsigned long n)
{
   const unsigned char volatile *p = a, *q = b;
   for (; n > 0 && *p == *q; n--)
      p++, q++;
   return n == 0 ? 0 : *p - *q;
}
