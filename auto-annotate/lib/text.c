/* SPDX-License-Identifier: GPL-2.0-or-later */
/* text.c: see text.h. */

#include <string.h>

#include "lib/text.h"

/* 2^64 - 1 has 20 digits and six commas, and a share has ".3%", too.  A share
   takes two results. */
#define RESULT_BYTES 32
#define N_RESULTS    16

static char* next_result(void)
{
   static char  results[N_RESULTS][RESULT_BYTES];
   static guint n;

   return results[n++ % N_RESULTS];
}

const char* text_commas(guint64 n)
{
   char* to       = next_result() + RESULT_BYTES - 1;
   guint n_digits = 0;

   *to = '\0';
   do {
      if (n_digits > 0 && n_digits % 3 == 0)
         *--to = ',';
      *--to = '0' + n % 10;
      n_digits++;
   } while ((n /= 10) > 0);
   return to;
}

const char* text_share(guint64 part, guint64 whole)
{
   guint64 tenths = (part * 1000 + whole / 2) / whole;
   char*   result = next_result();

   g_snprintf(result, RESULT_BYTES, "%s.%u%%", text_commas(tenths / 10),
              (guint)(tenths % 10));
   return result;
}

guint text_width(guint64 n)
{
   return strlen(text_commas(n));
}

void text_right(GString* to, const char* text, guint width)
{
   g_string_append_printf(to, "%*s", width, text);
}

void text_count(GString* to, guint64 n, guint width)
{
   text_right(to, text_commas(n), width);
}

void text_spaces(GString* to, guint n)
{
   text_right(to, "", n);
}

static gboolean is_control(char c)
{
   return (guchar)c < ' ' || c == 0x7f;
}

void text_name(GString* to, const char* name)
{
   for (; *name; name++)
      g_string_append_c(to, is_control(*name) ? '?' : *name);
}

void text_source_line(GString* to, const char* file, guint line,
                      const char* function)
{
   text_name(to, file);
   g_string_append_printf(to, ":%u (", line);
   text_name(to, function);
   g_string_append_c(to, ')');
}

/* g_utf8_get_char_validated() returns more than this for what is not UTF-8. */
#define LAST_CHARACTER 0x10ffff

void text_json(GString* to, const char* string)
{
   g_string_append_c(to, '"');
   while (*string) {
      if (is_control(*string)
          || g_utf8_get_char_validated(string, -1) > LAST_CHARACTER) {
         g_string_append_printf(to, "\\u00%02x", (guchar)*string++);
         continue;
      }
      if (*string == '"' || *string == '\\')
         g_string_append_c(to, '\\');
      g_string_append_len(to, string, g_utf8_skip[(guchar)*string]);
      string = g_utf8_next_char(string);
   }
   g_string_append_c(to, '"');
}

void text_member(GString* to, const char* key, const char* string)
{
   g_string_append_printf(to, "\"%s\":", key);
   text_json(to, string);
}

void text_number_member(GString* to, const char* key, guint64 n)
{
   g_string_append_printf(to, "\"%s\":%" G_GUINT64_FORMAT, key, n);
}
