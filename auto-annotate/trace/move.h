/* SPDX-License-Identifier: GPL-2.0-or-later */
/* move.h: one change of where a variable lies, and the expression that names
   it.

      rows+64     | row 0 | row 1 |     ->  | row 0 |   pad   | row 1 |   pad |
      spread 64   | a | b | c |         ->  | a |    pad    | b |    pad    |
   ... shift 64    |variable|            ->  64 bytes later align 128 |variable|
   ->  at the next multiple of 128 huge        |variable|            ->  in
   pages of 2 MiB

   All are one function, from the offset of a byte in the variable to its new
   offset, and a rule for where the variable begins; see layout.h.  Moves do not
   change the order of a variable's bytes. */

#ifndef MOVE_H
#define MOVE_H

#include <glib.h>

typedef enum {
   MOVE_ROWS,
   MOVE_SHIFT,
   MOVE_ALIGN,
   MOVE_SPREAD,
   MOVE_HUGE,
   N_MOVE_KINDS
} MoveKind;

typedef struct {
   MoveKind    kind;
   const char* variable; /* its name */
   guint64     number;   /* bytes, of the expression; 0 of "huge" */
   guint64     pitch;    /* bytes from a row or element to the next one; no
                            other kind repeats, so it is G_MAXUINT64 there */
   guint64 pad;          /* bytes between them, in the new layout */
} Move;

/* Reads "NAME: rows+N", "NAME: shift N", "NAME: align N", "NAME: spread N" or
   "NAME: huge".  move_repeat() is still to be called.  Returns FALSE and
   `error' if the expression is something else. */
gboolean move_parse(const char* expression, Move* move, GError** error);

/* Sets the pitch of a move of rows or elements; 0: nobody knows it.  Does
   nothing for other kinds.  Returns FALSE and `error' if the move does not fit.
 */
gboolean move_repeat(Move* move, guint64 pitch, GError** error);

/* Returns the new offset of a byte. */
static inline guint64 move_offset(const Move* move, guint64 offset)
{
   return offset < move->pitch ? offset
                               : offset + offset / move->pitch * move->pad;
}

/* Returns which boundary the variable begins at, in bytes; 1: any. */
guint64 move_boundary(const Move* move);

/* Append the expression without the name, "rows+64"; and what is to be edited,
   "rows of m2 (prog.c:3) 64 bytes longer: 4,160 bytes instead of 4,096", which
   may contain control characters of the name. */
void move_write(const Move* move, GString* to);
void move_write_edit(const Move* move, GString* to);

#endif
