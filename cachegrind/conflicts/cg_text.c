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
