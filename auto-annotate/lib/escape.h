/* SPDX-License-Identifier: GPL-2.0-or-later */
/* escape.h: makes untrusted text safe for a terminal.  A profile or a source
   may contain sequences that move the cursor, change colours or reverse the
   direction of writing; the user sees them as text. */

#ifndef ESCAPE_H
#define ESCAPE_H

#include <glib.h>

/* Appends `length' bytes of text to `to'.  What terminals obey (cg_text.h; but
   not the tab) becomes an escape: ESC becomes "\x1b", U+202E becomes "\u202e".
   Everything else stays as it is. */
void escape_append(GString* to, const char* text, gsize length);

/* Whether escape_append() would copy `length' bytes of text unchanged.
   Allocates no memory. */
gboolean escape_is_harmless(const char* text, gsize length);

#endif
