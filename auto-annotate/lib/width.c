/* SPDX-License-Identifier: GPL-2.0-or-later */
/* width.c: see width.h. */

#include <langinfo.h>
#include <locale.h>
#include <string.h>

#include "lib/width.h"

#define TAB 8

/* Returns how many bytes the style at `text' has; 0 if there is none. */
static gsize style_bytes(const char* text, gsize length)
{
   const char* end = *text == '\033' ? memchr(text, 'm', length) : NULL;
   return end ? end + 1 - text : 0;
}

/* Returns the column after the character or style at `text', and its length in
   bytes in *size. */
static guint64 after_character(guint64 column, const char* text, gsize length,
                               gboolean styled, gsize* size)
{
   *size = styled ? style_bytes(text, length) : 0;
   if (*size > 0)
      return column;
   *size = 1;
   if (*text == '\t')
      return column - column % TAB + TAB;
   if ((guchar)*text < 0x80)
      return column + 1;
   gunichar c = g_utf8_get_char_validated(text, length);
   if (c == (gunichar)-1 || c == (gunichar)-2)
      return column + 1;
   *size = g_utf8_next_char(text) - text;
   return column + (g_unichar_iszerowidth(c) ? 0 : g_unichar_iswide(c) ? 2 : 1);
}

guint64 width_after(guint64 column, const char* text, gsize length,
                    gboolean styled)
{
   gsize size;
   for (gsize i = 0; i < length; i += size)
      column = after_character(column, text + i, length - i, styled, &size);
   return column;
}

/* Returns how many bytes at the start of a line take at most `limit' columns.
 */
static gsize fitting(const char* line, gsize length, guint limit,
                     gboolean styled)
{
   guint64 column = 0;
   gsize   i      = 0, size;

   for (; i < length; i += size) {
      column = after_character(column, line + i, length - i, styled, &size);
      if (column > limit)
         break;
   }
   return i;
}

/* Appends the styles of a text, so that what a cut off text has begun ends. */
static void append_styles(GString* to, const char* text, gsize length)
{
   gsize bytes;

   for (gsize i = 0; i < length; i += MAX(bytes, 1)) {
      bytes = style_bytes(text + i, length - i);
      g_string_append_len(to, text + i, bytes);
   }
}

void width_append_cut(GString* to, const char* line, gsize length, guint limit,
                      const char* dots, gboolean styled)
{
   gsize fits = fitting(line, length, limit, styled);

   if (fits < length) {
      gsize n_dots = fitting(dots, strlen(dots), limit, FALSE);
      fits = fitting(line, length, limit - width_after(0, dots, n_dots, FALSE),
                     styled);
      g_string_append_len(to, line, fits);
      g_string_append_len(to, dots, n_dots);
      if (styled)
         append_styles(to, line + fits, length - fits);
   } else
      g_string_append_len(to, line, length);
}

/* Whether the user's locale has UTF-8.  The program itself stays in "C". */
static gboolean has_utf_8(void)
{
   locale_t locale = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
   gboolean utf_8  = locale != (locale_t)0
                    && strcmp(nl_langinfo_l(CODESET, locale), "UTF-8") == 0;

   if (locale != (locale_t)0)
      freelocale(locale);
   return utf_8;
}

const char* width_plus_minus(void)
{
   static const char* sign;

   if (!sign)
      sign = has_utf_8() ? "±" : "+-";
   return sign;
}

const char* width_dots(void)
{
   /* newlocale() reads files, and this is called for each name. */
   static const char* dots;

   if (!dots)
      dots = has_utf_8() ? "…" : "...";
   return dots;
}
