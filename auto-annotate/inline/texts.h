/* SPDX-License-Identifier: GPL-2.0-or-later */
/* texts.h: the names and paths that were found in ELF files: one copy of each.

   The strings of an ELF file can be parts of one another, so thousands of names
   can each have all that the file is long.  What is taken of them is bounded:
   64 KB of one, and some MB of all that are long. */

#ifndef TEXTS_H
#define TEXTS_H

#include <glib.h>

#include "lib/hash.h"

typedef struct {
   /* Private. */
   HashTexts* set;
   gsize      long_bytes; /* that long ones have taken of the set */
} Texts;

void texts_init(Texts* texts);
void texts_destroy(Texts* texts);

/* Returns the copy of a text that need not be bounded. */
const char* texts_copy(Texts* texts, const char* text);

/* Returns the copy of a text from an ELF file, which is cut if it is too long.
   If it is long and new, and long ones have taken too much, this is the copy of
   `brief', cut so that it is not long. */
const char* texts_take(Texts* texts, const char* text, const char* brief);

#endif
