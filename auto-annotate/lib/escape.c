/* SPDX-License-Identifier: GPL-2.0-or-later */
/* escape.c: see escape.h. */

#include "lib/escape.h"

#include "conflicts/cg_text.h"

/* Whether the character at `text' must be escaped.  Sets *c to it and *n to its
   bytes. */
static gboolean must_be_escaped(const char* text, gsize length, UInt* c,
                                UInt* n)
{
   if ((guchar)*text < 0x7f) {
      *c = *text;
      *n = 1;
      return *c < ' ' && *c != '\t';
   }
   *c = cg_text_character(text, length, n);
   return cg_text_is_obeyed(*c);
}

gboolean escape_is_harmless(const char* text, gsize length)
{
   UInt c, n;

   for (gsize i = 0; i < length; i += n)
      if (must_be_escaped(text + i, length - i, &c, &n))
         return FALSE;
   return TRUE;
}

void escape_append(GString* to, const char* text, gsize length)
{
   UInt c, n;

   for (gsize i = 0; i < length; i += n)
      if (!must_be_escaped(text + i, length - i, &c, &n))
         g_string_append_len(to, text + i, n);
      else if (c > 0xff)
         g_string_append_printf(to, "\\u%04x", c);
      else
         g_string_append_printf(to, "\\x%02x", (guchar)text[i + n - 1]);
}
