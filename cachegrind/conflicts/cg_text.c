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

/* The bytes of the UTF-8 character at `s'; 1 if there is none. */
static UInt bytes_of_character(const UChar* s)
{
   UInt n = s[0] < 0xc2 ? 1 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;

   for (UInt i = 1; i < n; i++)
      if ((s[i] & 0xc0) != 0x80)
         return 1;
   return s[0] < 0xf5 ? n : 1;
}

/* Whether terminals obey the character of `n' bytes at `s'. */
static Bool is_obeyed(const UChar* s, UInt n)
{
   UInt last_two = n >= 3 ? s[1] << 8 | s[2] : 0;

   switch (n) {
   case 1:
      return s[0] < ' ' || s[0] >= 0x7f;
   case 2: /* U+0080 to U+009F */
      return s[0] == 0xc2 && s[1] < 0xa0;
   case 3: /* U+200E, U+200F, U+2028 to U+202E, U+2066 to U+2069 */
      return s[0] == 0xe2
             && ((last_two >= 0x808e && last_two <= 0x808f)
                 || (last_two >= 0x80a8 && last_two <= 0x80ae)
                 || (last_two >= 0x81a6 && last_two <= 0x81a9));
   default:
      return False;
   }
}

void cg_text_disarm(HChar* text)
{
   UInt n;

   for (UChar* s = (UChar*)text; *s; s += n) {
      n = bytes_of_character(s);
      if (is_obeyed(s, n))
         for (UInt i = 0; i < n; i++)
            s[i] = '_';
   }
}
