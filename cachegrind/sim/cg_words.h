/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_words.h: the words and numbers of which texts consist: the files of
   machines, the values of options, and what the kernel says of a processor.

   A text ends with a NUL.  A function that takes something moves *text to its
   end if it is there, and otherwise leaves *text where it is.  The tool cannot
   call the C library, so these functions replace a few of its own. */

#ifndef CG_WORDS_H
#define CG_WORDS_H

#include "sim/types.h"

/* Returns whether a character is one of 0 to 9. */
static inline Bool cg_words_is_digit(HChar c)
{
   return c >= '0' && c <= '9';
}

/* Returns whether a character is a blank within a line.  A carriage return is
   one, so lines may end as on Windows. */
static inline Bool cg_words_is_blank(HChar c)
{
   return c == ' ' || c == '\t' || c == '\r';
}

/* Returns where the blanks that `text' begins with end. */
static inline const HChar* cg_words_skip_blanks(const HChar* text)
{
   while (cg_words_is_blank(*text))
      text++;
   return text;
}

/* Takes `word', whatever follows it.  Returns whether it is there. */
static inline Bool cg_words_take(const HChar** text, const HChar* word)
{
   const HChar* t = *text;

   for (; *word; t++, word++)
      if (*t != *word)
         return False;
   *text = t;
   return True;
}

/* Returns whether the whole of `text' is `word'. */
static inline Bool cg_words_same(const HChar* text, const HChar* word)
{
   return cg_words_take(&text, word) && *text == '\0';
}

/* Puts the parts, up to NULL, one after the other into `text' of `size' bytes.
   What has no room is cut off. */
static inline void cg_words_join(HChar* text, SizeT size,
                                 const HChar* const parts[])
{
   const HChar* last = text + size - 1;

   for (; *parts; parts++)
      for (const HChar* c = *parts; *c && text < last; c++)
         *text++ = *c;
   *text = '\0';
}

/* Returns the digits of `n' in a buffer that ends before `end'.  A number has
   at most CG_WORDS_DIGITS, with a NUL. */
#define CG_WORDS_DIGITS 11
static inline const HChar* cg_words_decimal(HChar* end, UInt n)
{
   *--end = '\0';
   do
      *--end = '0' + n % 10;
   while ((n /= 10) > 0);
   return end;
}

/* Returns the value of a digit in any base up to 16; 16 if it is none. */
static inline UInt cg_words_digit_value(HChar c)
{
   if (cg_words_is_digit(c))
      return c - '0';
   if (c >= 'a' && c <= 'f')
      return c - 'a' + 10;
   if (c >= 'A' && c <= 'F')
      return c - 'A' + 10;
   return 16;
}

/* Takes a number in a base up to 16.  Returns whether there is one, and it is
   below 2^32; *number is undefined otherwise. */
static inline Bool cg_words_take_number(const HChar** text, UInt base,
                                        UInt* number)
{
   const HChar* t = *text;
   ULong        n = 0;

   for (; cg_words_digit_value(*t) < base; t++) {
      n = base * n + cg_words_digit_value(*t);
      if (n >> 32)
         return False;
   }
   if (t == *text)
      return False;
   *text   = t;
   *number = n;
   return True;
}

/* Takes a number in decimal, or in hexadecimal after 0x, as Linux writes the
   numbers that identify a processor.  Returns as cg_words_take_number. */
static inline Bool cg_words_take_id(const HChar** text, UInt* number)
{
   const HChar* t    = *text;
   UInt         base = cg_words_take(&t, "0x") ? 16 : 10;

   if (!cg_words_take_number(&t, base, number))
      return False;
   *text = t;
   return True;
}

/* Takes a unit of memory: k, KiB, M or MiB.  Returns log2 of it; 0, for bytes,
   if there is none. */
static inline UInt cg_words_take_unit(const HChar** text)
{
   if (cg_words_take(text, "KiB") || cg_words_take(text, "k"))
      return 10;
   if (cg_words_take(text, "MiB") || cg_words_take(text, "M"))
      return 20;
   return 0;
}

#endif /* CG_WORDS_H */
