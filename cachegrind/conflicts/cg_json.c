/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_json.c: strings and keys of JSON; see cg_json.h. */

#include "conflicts/cg_json.h"

static Bool is_continuation(UChar byte)
{
   return (byte & 0xc0) == 0x80;
}

/* The length in bytes of the character at `s' if it is valid UTF-8 (RFC 3629),
   otherwise 0.  Reads nothing after the NUL of the string, because NUL is not a
   continuation byte. */
static UInt utf8_length(const HChar* s)
{
   const UChar* b = (const UChar*)s;

   if (b[0] < 0x80)
      return 1;
   if (b[0] >= 0xc2 && b[0] <= 0xdf)
      return is_continuation(b[1]) ? 2 : 0;
   if (b[0] >= 0xe0 && b[0] <= 0xef)
      return is_continuation(b[1]) && is_continuation(b[2])
                   && (b[0] != 0xe0 || b[1] >= 0xa0)
                   && (b[0] != 0xed || b[1] <= 0x9f)
                ? 3
                : 0;
   if (b[0] >= 0xf0 && b[0] <= 0xf4)
      return is_continuation(b[1]) && is_continuation(b[2])
                   && is_continuation(b[3]) && (b[0] != 0xf0 || b[1] >= 0x90)
                   && (b[0] != 0xf4 || b[1] <= 0x8f)
                ? 4
                : 0;
   return 0;
}

static void put_escape(Writer* w, UChar byte)
{
   static const HChar hex[] = "0123456789abcdef";

   cg_writer_text(w, "\\u00");
   cg_writer_char(w, hex[byte >> 4]);
   cg_writer_char(w, hex[byte & 15]);
}

void cg_json_string(Writer* w, const HChar* s)
{
   cg_writer_char(w, '"');
   while (*s) {
      UInt length = utf8_length(s);

      if (length == 0 || (UChar)*s < ' ' || *s == 0x7f) {
         put_escape(w, *s++);
         continue;
      }
      if (*s == '"' || *s == '\\')
         cg_writer_char(w, '\\');
      while (length-- > 0)
         cg_writer_char(w, *s++);
   }
   cg_writer_char(w, '"');
}

void cg_json_key(Writer* w, const HChar* key)
{
   cg_writer_char(w, '"');
   cg_writer_text(w, key);
   cg_writer_text(w, "\":");
}
