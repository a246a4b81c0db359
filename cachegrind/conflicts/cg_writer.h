/* SPDX-License-Identifier: GPL-2.0-or-later */
/* cg_writer.h: collects characters, numbers and names in a small buffer and
   hands them on piece by piece.

   Like cg_sim, it calls nothing of Valgrind. */

#ifndef CG_WRITER_H
#define CG_WRITER_H

#include "sim/types.h"

/* The caller sets the first two members; the others begin as 0. */
typedef struct {
   /* Takes `length' characters of the output; `to' is handed on to it.  It
      keeps errors to itself. */
   void (*put)(const HChar* text, SizeT length, void* to);
   void* to;

   UInt  used;
   HChar buffer[500];
} Writer;

/* Hand on what is in the buffer, if anything. */
void cg_writer_flush(Writer* w);

void cg_writer_char(Writer* w, HChar c);
void cg_writer_spaces(Writer* w, UInt n);

/* Text of this program's own. */
void cg_writer_text(Writer* w, const HChar* text);

/* Text of another program, in one line: control characters become "?", so that
   none ends the line or works on a terminal. */
void cg_writer_name(Writer* w, const HChar* name);

/* A number for people: with commas, and right-aligned in `width' characters,
   or as wide as it is if that is more. */
void cg_writer_count(Writer* w, ULong n, UInt width);

/* A number for programs, and one that only identifies something: digits only.
   Right-aligned in `width' characters likewise. */
void cg_writer_number(Writer* w, ULong n, UInt width);

#endif /* CG_WRITER_H */
