/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_text.h: numbers as text, parts of text, and patterns.

   This module calls neither Valgrind nor the C library. */

#ifndef CG_TEXT_H
#define CG_TEXT_H

#include "sim/types.h"

/* The characters of 2^64 - 1 with commas. */
#define CG_TEXT_MAX_DIGITS 26

/* Write `n' in decimal, at most CG_TEXT_MAX_DIGITS characters, so that it ends
   before `end'.  If `commas' is set, a comma precedes each three digits.
   Writes no NUL.  Returns the first character. */
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

/* Returns the number of characters of `n' with commas: 1 to
   CG_TEXT_MAX_DIGITS. */
UInt cg_text_width(ULong n);

/* Returns the number of bytes of `text' before its NUL. */
UInt cg_text_length(const HChar* text);

/* Returns the rest of `text' after `beginning', or NULL if it begins
   otherwise. */
const HChar* cg_text_after(const HChar* text, const HChar* beginning);

/* Returns the name of a file without its directory: the end of `path', after
   the last slash that is not its last character.  A name that ends in a slash
   names a directory, and keeps the slash.  Such names occur in debug
   information. */
const HChar* cg_text_base_name(const HChar* path);

/* Returns the UTF-8 character that a text of `length' bytes begins with, at
   least one, and sets *n to its bytes; 0 for a byte that belongs to none. */
UInt cg_text_character(const HChar* text, SizeT length, UInt* n);

/* Returns how many of the first `length' bytes of a longer text are kept when
   it is cut there: all, or up to three less if a UTF-8 character would be cut.
   Where no character can be, it cuts at `length'. */
SizeT cg_text_cut(const HChar* text, SizeT length);

/* A name of more than CG_TEXT_LONG_NAME bytes is long.  When long names have
   taken CG_TEXT_MAX_LONG_BYTES of a file, it is short of them.  And the most
   that readers of profiles keep of a name. */
#define CG_TEXT_LONG_NAME      256
#define CG_TEXT_MAX_LONG_BYTES (64 << 20)
#define CG_TEXT_MAX_NAME_BYTES (64 * 1024)

/* Returns how many bytes of a name are written to a file where each line has
   it. `taken' counts what long ones have taken of the file. */
SizeT cg_text_name_bytes(const HChar* name, SizeT* taken);

/* Returns whether terminals obey a character, or show it as nothing: control
   characters, also those of UTF-8, bytes that are not UTF-8, and what changes
   the direction of writing. */
Bool cg_text_is_obeyed(UInt c);

/* Returns whether the first `n' bytes of `word' are `other', but for up to two
   letters in a row. */
Bool cg_text_is_near(const HChar* word, SizeT n, const HChar* other);

/* Put "_" in the place of each byte of what terminals obey. */
void cg_text_disarm(HChar* text);

/* Returns whether the first `length' bytes of `text' match a pattern, in which
   "*" stands for any text and "?" for any character.  It takes no memory, and
   at most as many steps as the product of the two lengths. */
Bool cg_text_matches(const HChar* pattern, const HChar* text, SizeT length);

/* Replace the escapes of XML that stand for <, > and & in `text' by these
   characters. */
void cg_text_unescape(HChar* text);

#endif /* CG_TEXT_H */
