/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_writer.h: collects characters, numbers and names in a small buffer and
   passes them on in pieces.

   This module calls neither Valgrind nor the C library. */

#ifndef CG_WRITER_H
#define CG_WRITER_H

#include "sim/types.h"

/* The caller sets `put' and `to'.  The other members start as 0. */
typedef struct {
   /* Receives `length' characters of the output, and `to'.  It must handle
      errors itself: the writer ignores them. */
   void (*put)(const HChar* text, SizeT length, void* to);
   void* to;

   UInt  used;
   HChar buffer[500];
} Writer;

/* Pass on what is in the buffer, if anything.  Call it at the end of the
   output. */
void cg_writer_flush(Writer* w);

/* Write a character, or `n' spaces. */
void cg_writer_char(Writer* w, HChar c);
void cg_writer_spaces(Writer* w, UInt n);

/* Write text as it is.  It must be our own. */
void cg_writer_text(Writer* w, const HChar* text);

/* Write text that others have chosen, such as names of variables, in one line:
   control characters become "?", so that none ends the line or controls a
   terminal. */
void cg_writer_name(Writer* w, const HChar* name);

/* Write a number for people: with commas, right-aligned in `width' characters.
   A number that is longer takes the space that it needs. */
void cg_writer_count(Writer* w, ULong n, UInt width);

/* Write a number for programs, or one that only identifies something: digits
   without commas, aligned in the same way. */
void cg_writer_number(Writer* w, ULong n, UInt width);

/* Write which part of `whole', which is not 0, `part' is: "12.3%", rounded. The
   digits before the point are aligned in `width' characters. */
void cg_writer_percent(Writer* w, ULong part, ULong whole, UInt width);

#endif /* CG_WRITER_H */
