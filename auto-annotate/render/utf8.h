/* SPDX-License-Identifier: GPL-2.0-or-later */
/* utf8.h: untrusted bytes as text for formats that are always UTF-8. */

#ifndef UTF8_H
#define UTF8_H

#include <glib.h>

/* Returns text as UTF-8 without NUL bytes.  A byte that is neither becomes the
   character with its number, and NUL becomes U+FFFD.  The caller frees it. */
char* utf8_from_bytes(const char* text, gsize length);

/* The same without control characters: those but tabs and line breaks become
   U+FFFD, too. */
char* utf8_printable(const char* text, gsize length);

#endif
