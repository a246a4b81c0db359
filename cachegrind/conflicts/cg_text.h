/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_text.h: numbers as text, and parts of text, without a C library.

   Like cg_sim, it calls nothing of Valgrind. */

#ifndef CG_TEXT_H
#define CG_TEXT_H

#include "sim/types.h"

/* Characters of 2^64 - 1, with commas. */
#define CG_TEXT_MAX_DIGITS 26

/* Write `n' in decimal to the characters before `end', at most
   CG_TEXT_MAX_DIGITS, with a comma before each three digits if `commas' is set.
   No NUL follows. Returns the first character. */
static inline HChar* cg_text_digits(HChar* end, ULong n, Bool commas)
{
   HChar* first    = end;
   UInt   n_digits = 0;

   do {
      if (commas && n_digits > 0 && n_digits % 3 == 0)
         *--first = ',';
      *--first = '0' + n % 10;
      n_digits++;
   } while ((n /= 10) > 0);
   return first;
}

/* The characters of `n' with commas: 1 to CG_TEXT_MAX_DIGITS. */
UInt cg_text_width(ULong n);

/* The wider of two widths. */
UInt cg_text_wider(UInt a, UInt b);

/* The characters of `text' before its NUL. */
UInt cg_text_length(const HChar* text);

/* A file's name without its directory: the end of `path', from after the last
   slash that is not its last character.  A name that ends in a slash is that
   of a directory and keeps it; debug information may have such. */
const HChar* cg_text_base_name(const HChar* path);

#endif /* CG_TEXT_H */
