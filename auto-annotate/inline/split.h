/* SPDX-License-Identifier: GPL-2.0-or-later */
/* split.h: divides the costs of functions among the functions that the compiler
   inlined into them. */

#ifndef SPLIT_H
#define SPLIT_H

#include <glib.h>

#include "lib/costs.h"

/* What the caller wants, and the costs that are divided. */
typedef struct {
   const Costs* from;  /* by position, with instructions, and sorted */
   gboolean     lines; /* `to' gets the lines, and not the instructions */
   int          runs;  /* the index of the event that counts the runs of an
                          instruction; -1: there is none */

   /* Returns whether the debug information of an object is to be used.  It is
      asked once for all names of a file. */
   gboolean (*wants_object)(const char* path, gpointer data);
   gpointer data;
} Split;

/* Adds the costs to `to', which is empty.  The cost of an instruction goes to
   the function that was inlined there last, in the file and line that the debug
   information has, or else in the same.  If more than 1 % of the runs get
   another line, one line says so.  Each caller in its chain (inline/chains.h)
   gets a call: at the line where the next function was inlined, with the
   inclusive cost.  Where a function inlines itself, the same cost is in a call
   only once.

   The call has the address where the inlined code begins.  The callee's
   position has the same address and the line where the callee is declared, or 0
   if that is in another file.  The number is how often the instruction at this
   address ran, or 1 if it never did.

   The calls that the program made, and contexts, become what splice.h says.

   Returns NULL, or a function where a sum exceeds 63 bits. */
const Function* split_costs(const Split* split, Costs* to);

#endif
