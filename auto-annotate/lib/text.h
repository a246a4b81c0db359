/* SPDX-License-Identifier: GPL-2.0-or-later */
/* text.h: appends numbers, names and JSON to the text of a report. */

#ifndef TEXT_H
#define TEXT_H

#include <glib.h>

/* Return a number with commas, "1,234", and which part of `whole', which is not
   0, `part' is, rounded: "12.3%".  The result is valid until the eighth call of
   either after this one. */
const char* text_commas(guint64 n);
const char* text_share(guint64 part, guint64 whole);

/* Returns the number of characters of `n' with commas. */
guint text_width(guint64 n);

/* Append text after as many spaces as make it `width' characters long; a longer
   one is appended as it is.  A count is a number with commas. */
void text_right(GString* to, const char* text, guint width);
void text_count(GString* to, guint64 n, guint width);
void text_spaces(GString* to, guint n);

/* Appends text that others have chosen, such as names of variables, in one
   line: control characters become "?", so that none ends the line or controls a
   terminal. */
void text_name(GString* to, const char* name);

/* Appends "FILE:LINE (FUNCTION)", whose names are such text. */
void text_source_line(GString* to, const char* file, guint line,
                      const char* function);

/* Append a string of JSON (RFC 8259), which may be such text: what is not UTF-8
   becomes an escape for each byte, as do control characters.  text_member()
   appends `key', which needs no escape, and a colon before it;
   text_number_member() a number after them. */
void text_json(GString* to, const char* string);
void text_member(GString* to, const char* key, const char* string);
void text_number_member(GString* to, const char* key, guint64 n);

#endif
