/* SPDX-License-Identifier: GPL-2.0-or-later */
/* escape.h: untrusted text for a terminal.  A profile or a source may hold
   sequences that move the cursor, change colours or turn the direction of
   writing; a terminal gets to see them as text. */

#ifndef ESCAPE_H
#define ESCAPE_H

#include <glib.h>

/* Appends `length' bytes of text.  Control and format characters except the
   tab, and bytes that are not UTF-8, become escapes: ESC is "\x1b", U+202E
   "\u202e".  All else stays as it is. */
void escape_append(GString* to, const char* text, gsize length);

/* Whether escape_append() would change nothing, told without a GString. */
gboolean escape_is_harmless(const char* text, gsize length);

#endif
