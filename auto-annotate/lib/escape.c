/* SPDX-License-Identifier: GPL-2.0-or-later */
/* escape.c: see escape.h. */

#include "lib/escape.h"

/* Returns the character at `text', or -1 for a byte that is not UTF-8, and its
   length in bytes in *size. */
static gint64 char_at(const char* text, gsize length, gsize* size)
{
   *size = 1;
   if ((guchar)*text < 0x80)
      return *text;
   gunichar c = g_utf8_get_char_validated(text, length);
   if (c == (gunichar)-1 || c == (gunichar)-2)
      return -1;
   *size = g_utf8_next_char(text) - text;
   return c;
}

static gboolean must_be_escaped(gint64 c)
{
   if (c < 0)
      return TRUE;
   if (c < 0x7f)
      return c < ' ' && c != '\t';
   switch (g_unichar_type(c)) {
   case G_UNICODE_CONTROL:
   case G_UNICODE_FORMAT:
   case G_UNICODE_LINE_SEPARATOR:
   case G_UNICODE_PARAGRAPH_SEPARATOR:
      return TRUE;
   default:
      return FALSE;
   }
}

gboolean escape_is_harmless(const char* text, gsize length)
{
   gsize size;
   for (gsize i = 0; i < length; i += size)
      if (must_be_escaped(char_at(text + i, length - i, &size)))
         return FALSE;
   return TRUE;
}

void escape_append(GString* to, const char* text, gsize length)
{
   gsize size;
   for (gsize i = 0; i < length; i += size) {
      gint64 c = char_at(text + i, length - i, &size);
      if (!must_be_escaped(c))
         g_string_append_len(to, text + i, size);
      else if (c > 0xff)
         g_string_append_printf(to, "\\u%04x", (guint)c);
      else
         g_string_append_printf(to, "\\x%02x", (guchar)text[i + size - 1]);
   }
}
