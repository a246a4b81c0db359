/* SPDX-License-Identifier: GPL-2.0-or-later */
/* protobuf.c: see protobuf.h. */

#include <string.h>

#include "render/protobuf.h"

enum { TYPE_NUMBER = 0, TYPE_BYTES = 2 };

void protobuf_add_varint(GString* to, guint64 number)
{
   for (; number >= 0x80; number >>= 7)
      g_string_append_c(to, (char)(number | 0x80));
   g_string_append_c(to, (char)number);
}

void protobuf_add_number(GString* to, guint field, guint64 number)
{
   if (number == 0)
      return;
   protobuf_add_varint(to, field << 3 | TYPE_NUMBER);
   protobuf_add_varint(to, number);
}

static void add_bytes(GString* to, guint field, const char* bytes, gsize length)
{
   protobuf_add_varint(to, field << 3 | TYPE_BYTES);
   protobuf_add_varint(to, length);
   g_string_append_len(to, bytes, length);
}

void protobuf_add_text(GString* to, guint field, const char* text)
{
   add_bytes(to, field, text, strlen(text));
}

void protobuf_add_part(GString* to, guint field, GString* part)
{
   add_bytes(to, field, part->str, part->len);
   g_string_truncate(part, 0);
}
