/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_text.c: numbers as text, parts of text, and patterns; see cg_text.h. */

#include "conflicts/cg_text.h"

UInt cg_text_width(ULong n)
{
   HChar  digits[CG_TEXT_MAX_DIGITS];
   HChar* end = digits + CG_TEXT_MAX_DIGITS;

   return end - cg_text_digits(end, n, True);
}

UInt cg_text_length(const HChar* text)
{
   UInt n = 0;

   while (text[n])
      n++;
   return n;
}

const HChar* cg_text_after(const HChar* text, const HChar* beginning)
{
   while (*beginning && *text == *beginning)
      text++, beginning++;
   return *beginning == '\0' ? text : NULL;
}

const HChar* cg_text_base_name(const HChar* path)
{
   const HChar* name = path;

   for (; *path; path++)
      if (*path == '/' && path[1])
         name = path + 1;
   return name;
}

/* A "*" stands for as little as possible.  Where the rest does not match, the
   last "*" stands for one character more; those before it need not change. */
Bool cg_text_matches(const HChar* pattern, const HChar* text, SizeT length)
{
   const HChar* end        = text + length;
   const HChar* after_star = NULL; /* the pattern after the last "*" */
   const HChar* rest       = NULL; /* the text after what that stands for */

   while (text < end) {
      if (*pattern == '*') {
         after_star = ++pattern;
         rest       = text;
      } else if (*pattern && (*pattern == '?' || *pattern == *text)) {
         pattern++;
         text++;
      } else if (after_star) {
         pattern = after_star;
         text    = ++rest;
      } else {
         return False;
      }
   }
   while (*pattern == '*')
      pattern++;
   return *pattern == '\0';
}

/* What terminals obey, or show as nothing. */
static const struct {
   UInt first, last;
} obeyed[] = {{0, 0x1f},        {0x7f, 0x9f},      {0x61c, 0x61c},
              {0x200b, 0x200f}, {0x2028, 0x202e},  {0x2060, 0x2069},
              {0xfeff, 0xfeff}, {0xe0000, 0xe007f}};

/* Returns the UTF-8 character at `s' and sets *n to its bytes; 0 for a byte
   that belongs to none. */
static UInt character_at(const UChar* s, UInt* n)
{
   static const UInt smallest[] = {0, 0, 0x80, 0x800, 0x10000};
   UInt bytes = s[0] < 0x80 ? 1 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;
   UInt c     = bytes == 1 ? s[0] : s[0] & 0x7f >> bytes;

   *n = 1;
   for (UInt i = 1; i < bytes; i++) {
      if ((s[i] & 0xc0) != 0x80)
         return 0;
      c = c << 6 | (s[i] & 0x3f);
   }
   if ((s[0] & 0xc0) == 0x80 || c < smallest[bytes] || c > 0x10ffff)
      return 0;
   *n = bytes;
   return c;
}

static Bool is_obeyed(UInt c)
{
   for (UInt i = 0; i < sizeof obeyed / sizeof obeyed[0]; i++)
      if (c >= obeyed[i].first && c <= obeyed[i].last)
         return True;
   return False;
}

void cg_text_disarm(HChar* text)
{
   UInt n;

   for (UChar* s = (UChar*)text; *s; s += n)
      if (is_obeyed(character_at(s, &n)))
         for (UInt i = 0; i < n; i++)
            s[i] = '_';
}
