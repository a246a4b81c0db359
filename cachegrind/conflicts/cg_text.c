/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_text.c: numbers as text, and parts of text; see cg_text.h. */

#include "conflicts/cg_text.h"

UInt cg_text_width(ULong n)
{
   HChar  digits[CG_TEXT_MAX_DIGITS];
   HChar* end = digits + CG_TEXT_MAX_DIGITS;

   return end - cg_text_digits(end, n, True);
}

UInt cg_text_wider(UInt a, UInt b)
{
   return a > b ? a : b;
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
