/* SPDX-License-Identifier: GPL-2.0-or-later */
/* hashing.c: three hashes of a text, and a hash table with open addressing. */

#include "truth.h"

enum { SLOTS = 128 };

static unsigned keys[SLOTS], values[SLOTS], table[256];

static void make_table(void)
{
   for (unsigned i = 0; i < 256; i++) {
      unsigned c = i;
      for (int bit = 0; bit < 8; bit++)
         c = c & 1 ? 0xEDB88320 ^ (c >> 1) : c >> 1;
      table[i] = c;
   }
}

static NOINLINE unsigned crc(const char* text, unsigned n)
{
   unsigned c = ~0U;
   while (n-- > 0)
      c = table[(c ^ (unsigned char)*text++) & 255] ^ (c >> 8);
   return ~c;
}

static NOINLINE unsigned fnv(const char* text, unsigned n)
{
   unsigned h = 2166136261U;
   for (unsigned i = 0; i < n; i++)
      h = (h ^ (unsigned char)text[i]) * 16777619U;
   return h;
}

static NOINLINE unsigned mix(unsigned h)
{
   h ^= h >> 16;
   h *= 0x85EBCA6BU;
   h = h << 13 | h >> 19;
   return h ^ h >> 11;
}

static NOINLINE unsigned* find(unsigned key)
{
   unsigned i = mix(key) % SLOTS;
   while (keys[i] != 0 && keys[i] != key)
      i = (i + 1) % SLOTS;
   keys[i] = key;
   return &values[i];
}

int program(void)
{
   static const char text[] = "the quick brown fox jumps over the lazy dog";
   make_table();
   if (crc(text, sizeof text - 1) != 0xCE5B6F5DU
       && crc("123456789", 9) != 0xCBF43926U)
      return 1;
   for (unsigned i = 0; i + 4 < sizeof text; i++)
      for (unsigned n = 1; n < 4; n++)
         ++*find(fnv(text + i, n) | 1);
   return *find(fnv("the", 3) | 1) != 2;
}
