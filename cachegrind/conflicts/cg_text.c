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

UInt cg_text_character(const HChar* text, SizeT length, UInt* n)
{
   static const UInt smallest[] = {0, 0, 0x80, 0x800, 0x10000};
   const UChar*      s          = (const UChar*)text;
   UInt bytes = s[0] < 0x80 ? 1 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;
   UInt c     = bytes == 1 ? s[0] : s[0] & 0x7f >> bytes;

   *n = 1;
   for (UInt i = 1; i < bytes; i++) {
      if (i == length || (s[i] & 0xc0) != 0x80)
         return 0;
      c = c << 6 | (s[i] & 0x3f);
   }
   if ((s[0] & 0xc0) == 0x80 || c < smallest[bytes] || c > 0x10ffff
       || (c >= 0xd800 && c <= 0xdfff))
      return 0;
   *n = bytes;
   return c;
}

SizeT cg_text_cut(const HChar* text, SizeT length)
{
   for (SizeT back = 0; back <= 3 && back <= length; back++)
      if ((text[length - back] & 0xc0) != 0x80)
         return length - back;
   return length;
}

SizeT cg_text_name_bytes(const HChar* name, SizeT* taken)
{
   SizeT max    = *taken < CG_TEXT_MAX_LONG_BYTES ? CG_TEXT_MAX_NAME_BYTES
                                                  : CG_TEXT_LONG_NAME;
   SizeT length = 0;

   while (length < max && name[length])
      length++;
   if (length > CG_TEXT_LONG_NAME)
      *taken += length;
   return length;
}

Bool cg_text_is_obeyed(UInt c)
{
   static const struct {
      UInt first, last;
   } obeyed[] = {{0, 0x1f},         {0x7f, 0x9f},       {0xad, 0xad},
                 {0x61c, 0x61c},    {0x180e, 0x180e},   {0x200b, 0x200f},
                 {0x2028, 0x202e},  {0x2060, 0x206f},   {0xfeff, 0xfeff},
                 {0xfff9, 0xfffb},  {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a},
                 {0xe0000, 0xe007f}};

   for (UInt i = 0; i < sizeof obeyed / sizeof obeyed[0]; i++)
      if (c >= obeyed[i].first && c <= obeyed[i].last)
         return True;
   return False;
}

Bool cg_text_is_near(const HChar* word, SizeT n, const HChar* other)
{
   SizeT m = cg_text_length(other);

   while (n > 0 && m > 0 && *word == *other) {
      word++, n--;
      other++, m--;
   }
   while (n > 0 && m > 0 && word[n - 1] == other[m - 1]) {
      n--;
      m--;
   }
   return n <= 2 && m <= 2;
}

void cg_text_disarm(HChar* text)
{
   UInt n;

   for (SizeT left = cg_text_length(text); left > 0; text += n, left -= n)
      if (cg_text_is_obeyed(cg_text_character(text, left, &n)))
         for (UInt i = 0; i < n; i++)
            text[i] = '_';
}

void cg_text_unescape(HChar* text)
{
   static const struct {
      const HChar* escape;
      HChar        character;
   } escapes[] = {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}};
   HChar* to   = text;

   while (*text) {
      const HChar* rest = text + 1;
      HChar        c    = *text;

      for (UInt i = 0; i < sizeof escapes / sizeof escapes[0]; i++) {
         const HChar* after = cg_text_after(text, escapes[i].escape);

         if (after) {
            c    = escapes[i].character;
            rest = after;
         }
      }
      *to++ = c;
      text += rest - text;
   }
   *to = '\0';
}
