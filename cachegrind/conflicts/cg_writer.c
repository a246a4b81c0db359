/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_writer.c: writes text in pieces; see cg_writer.h. */

#include "conflicts/cg_writer.h"

#include "conflicts/cg_text.h"

void cg_writer_flush(Writer* w)
{
   if (w->used > 0)
      w->put(w->buffer, w->used, w->to);
   w->used = 0;
}

void cg_writer_char(Writer* w, HChar c)
{
   if (w->used == sizeof w->buffer)
      cg_writer_flush(w);
   w->buffer[w->used++] = c;
}

void cg_writer_spaces(Writer* w, UInt n)
{
   while (n-- > 0)
      cg_writer_char(w, ' ');
}

void cg_writer_text(Writer* w, const HChar* text)
{
   while (*text)
      cg_writer_char(w, *text++);
}

void cg_writer_name(Writer* w, const HChar* name)
{
   for (; *name; name++)
      cg_writer_char(w, (UChar)*name < ' ' || *name == 0x7f ? '?' : *name);
}

static void put_digits(Writer* w, ULong n, Bool commas, UInt width)
{
   HChar        digits[CG_TEXT_MAX_DIGITS];
   const HChar* end    = digits + CG_TEXT_MAX_DIGITS;
   const HChar* digit  = cg_text_digits(digits + CG_TEXT_MAX_DIGITS, n, commas);
   UInt         length = end - digit;

   cg_writer_spaces(w, width > length ? width - length : 0);
   while (digit < end)
      cg_writer_char(w, *digit++);
}

void cg_writer_count(Writer* w, ULong n, UInt width)
{
   put_digits(w, n, True, width);
}

void cg_writer_number(Writer* w, ULong n, UInt width)
{
   put_digits(w, n, False, width);
}

void cg_writer_percent(Writer* w, ULong part, ULong whole, UInt width)
{
   ULong tenths = (part * 1000 + whole / 2) / whole;

   cg_writer_count(w, tenths / 10, width);
   cg_writer_text(w, ".");
   cg_writer_number(w, tenths % 10, 0);
   cg_writer_text(w, "%");
}
