/* SPDX-License-Identifier: GPL-2.0-or-later */
/* advice.h: the verdict, the first thing that cg_annotate shows on a terminal:
   the three lines of source that cost most, what their cost is, and what helps.

      Where to look first, by Cycles = Ir + 10 D1mr + 10 D1mw + ...

       57.2%  prog.c:12 (walk)
         98% of it is data misses: 31 of 100 references miss D1. 88% of them
         are conflict misses: ...

   If the profile says what was inlined, the cost of a line of the program has
   that of the library's code that was inlined there (places.h).

   It says no more than the profile has: without classes of misses, for
   instance, it only says which option counts them. */

#ifndef ADVICE_H
#define ADVICE_H

#include "annotate/annotation.h"

/* Finds the event that is the estimate, if there is one.  Call it before values
   are derived. */
void advice_choose(const Annotation* annotation);

/* Writes the verdict.  sum.h must have kept the lines and calls of all
   functions.  If there is no estimate, or if it is 0, writes nothing or, if the
   user gave --advice=yes, ends the program with a message. */
void advice_write(const Annotation* annotation);

#endif
