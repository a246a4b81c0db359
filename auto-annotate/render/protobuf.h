/* SPDX-License-Identifier: GPL-2.0-or-later */
/* protobuf.h: the encoding of Protocol Buffers, as far as pprof's profiles need
   it: numbers, texts, messages and packed lists of numbers.

      message = field*
      field   = varint(number of the field * 8 + type) value
      value   = varint                     type 0: a number
                varint(length) bytes       type 2: a text, a message or a list
      varint  = 7 bits in each byte, the lowest first; all but the last have
                bit 7 set

   A negative number has 64 bits, so 10 bytes.  Fields may come in any order,
   and a number that is missing is 0. */

#ifndef PROTOBUF_H
#define PROTOBUF_H

#include <glib.h>

/* Appends a number as a varint: an item of a list. */
void protobuf_add_varint(GString* to, guint64 number);

/* Append a field.  A number that is 0 is left out. */
void protobuf_add_number(GString* to, guint field, guint64 number);
void protobuf_add_text(GString* to, guint field, const char* text);

/* Appends a message or a list as a field, and empties it. */
void protobuf_add_part(GString* to, guint field, GString* part);

#endif
