/* SPDX-License-Identifier: GPL-2.0-or-later */
/* utf8.c: decodes, checks and encodes UTF-8, with mistakes in the input. */

#include "truth.h"

/* The character at *p, which moves on; -1 if there is a mistake. */
static NOINLINE int next_character(const unsigned char** p)
{
   int c = *(*p)++, more, least;
   if (c < 0x80)
      return c;
   if (c >= 0xC2 && c < 0xE0)
      c &= 0x1F, more = 1, least = 0x80;
   else if (c >= 0xE0 && c < 0xF0)
      c &= 0x0F, more = 2, least = 0x800;
   else if (c >= 0xF0 && c < 0xF5)
      c &= 0x07, more = 3, least = 0x10000;
   else
      return -1;
   for (; more > 0; more--) {
      if ((**p & 0xC0) != 0x80)
         return -1;
      c = c << 6 | (*(*p)++ & 0x3F);
   }
   return c < least || (c >= 0xD800 && c < 0xE000) ? -1 : c;
}

static NOINLINE int encode(int c, unsigned char* to)
{
   if (c < 0x80) {
      to[0] = c;
      return 1;
   }
   int n = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
   for (int i = n - 1; i > 0; i--) {
      to[i] = 0x80 | (c & 0x3F);
      c >>= 6;
   }
   to[0] = (unsigned char)(0xF00 >> n | c);
   return n;
}

int program(void)
{
   static const unsigned char text[] =
      "plain, na\xC3\xAFve, \xE2\x82\xAC 5, \xF0\x9F\x98\x80, \xC0\x80, "
      "\xED\xA0\x80, \xE2\x82, \x80, \xF4\x8F\xBF\xBF";
   unsigned char out[256];
   int           mistakes = 0, n = 0, characters = 0;
   for (int round = 0; round < 8; round++) {
      n = 0;
      for (const unsigned char* p = text; *p; characters++) {
         int c = next_character(&p);
         if (c < 0) {
            mistakes++;
            c = 0xFFFD;
         }
         n += encode(c, out + n);
      }
   }
   return mistakes == 0 || characters < 8 * 30 || n > 100;
}
