/* SPDX-License-Identifier: GPL-2.0-or-later */
/* advice.h: the verdict (report/verdict.h) of what is annotated, with the lines
   of source that it quotes. */

#ifndef ADVICE_H
#define ADVICE_H

#include "annotate/annotation.h"
#include "report/verdict.h"

/* Finds the event that is the estimate, if there is one.  Call it before values
   are derived. */
void advice_choose(const Annotation* annotation);

/* Returns the verdict; the caller frees it with verdict_free().  sum.h must
   have kept the lines and calls of all functions.  If there is no estimate, or
   if it is 0, the result is NULL or, if the user gave --advice=yes, the program
   ends with a message. */
Verdict* advice_find(const Annotation* annotation);

#endif
