/* SPDX-License-Identifier: GPL-2.0-or-later */
/* width.h: how many columns of a terminal text takes, and how a line that is
   too long is cut.

   A character takes one column, or two (Chinese, for instance), or none (an
   accent that combines with the letter before it), as GLib says.  A tab goes up
   to the next multiple of eight.  A byte that is not UTF-8 takes one column. If
   a text is `styled', what begins with ESC and ends with "m" takes none, and
   stays when its line is cut. */

#ifndef WIDTH_H
#define WIDTH_H

#include <glib.h>

/* Returns the column after `length' bytes of text that begin at `column'; the
   first column of a line is 0.  The text has no line break. */
guint64 width_after(guint64 column, const char* text, gsize length,
                    gboolean styled);

/* Appends a line without its line break to `to'.  If it takes more than `limit'
   columns, it is cut so that it takes `limit' with `dots' at its end, or one
   less if a wide character would not fit.  `dots' are cut, too, if they are
   longer than that. */
void width_append_cut(GString* to, const char* line, gsize length, guint limit,
                      const char* dots, gboolean styled);

/* Returns what stands for text that was left out: "…" if the locale of the
   environment has UTF-8, otherwise "...".  The string is constant. */
const char* width_dots(void);

/* Returns what stands before a standard error, "±" or "+-", in the same way. */
const char* width_plus_minus(void);

#endif
