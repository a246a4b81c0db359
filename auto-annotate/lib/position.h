/* SPDX-License-Identifier: GPL-2.0-or-later */
/* position.h: the place in a function that counts belong to. */

#ifndef POSITION_H
#define POSITION_H

#include <glib.h>

typedef struct {
   guint64 address; /* of the instruction, in its object; 0 if the profile has
                       no instructions */
   guint64 line;    /* of the source; 0 if it is unknown */
} Position;

/* Compares two positions by address, then by line.  Returns a number less than,
   equal to, or more than 0. */
static inline int position_compare(Position a, Position b)
{
   if (a.address != b.address)
      return a.address < b.address ? -1 : 1;
   return a.line < b.line ? -1 : a.line > b.line;
}

#endif
