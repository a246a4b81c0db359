/* SPDX-License-Identifier: GPL-2.0-or-later */
/* utf8.c: see utf8.h. */

#include "conflicts/cg_text.h"
#include "render/utf8.h"

char* utf8_from_bytes(const char* text, gsize length)
{
   GString*    valid = g_string_sized_new(length);
   const char* end   = text + length;
   const char* wrong;

   while (!g_utf8_validate(text, end - text, &wrong)) {
      g_string_append_len(valid, text, wrong - text);
      g_string_append_unichar(valid, *wrong ? (guchar)*wrong : 0xfffd);
      text = wrong + 1;
   }
   g_string_append_len(valid, text, end - text);
   return g_string_free(valid, FALSE);
}

char* utf8_printable(const char* text, gsize length)
{
   char*    valid     = utf8_from_bytes(text, length);
   GString* printable = g_string_sized_new(length);

   for (const char* at = valid; *at; at = g_utf8_next_char(at)) {
      gunichar character = g_utf8_get_char(at);
      gboolean allowed = !cg_text_is_obeyed(character) || g_ascii_isspace(*at);
      g_string_append_unichar(printable, allowed ? character : 0xfffd);
   }
   g_free(valid);
   return g_string_free(printable, FALSE);
}
