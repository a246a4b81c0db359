/* SPDX-License-Identifier: GPL-2.0-or-later */
/* advice.h: the verdict, the first thing that cg_annotate shows on a terminal:
   the three lines of source that cost most, what their cost is, and what helps.

      Where to look first, by Cycles = Ir + 10 D1mr + 10 D1mw + ...

       57.2%  prog.c:12 (walk)
         98% of it is data misses: 31 of 100 references miss D1. 88% of them
         are conflict misses: ...

   If the profile says what was inlined, the cost of a line of the program
   includes the library's code that was inlined there (places.h).

   It says no more than the profile has: without classes of misses, for
   instance, it only says which option counts them. */

#ifndef ADVICE_H
#define ADVICE_H

#include "annotate/annotation.h"
#include "annotate/places.h"

/* A place of the verdict. */
typedef struct {
   double       estimate; /* its cost, or how many mispredictions it has */
   const Place* place;    /* NULL: code that has no line of the program */
   const char*  what;     /* that code is */
   char*        help;     /* what the cost is, and what helps */
} AdviceItem;

/* A list of places, by an estimate. */
typedef struct {
   char*       title;
   double      total; /* of the estimate */
   GArray*     items; /* AdviceItem, the largest estimate first */
   const char* lacks; /* what the estimate is without, in words; or NULL */
   Places*     places;
} Advice;

/* Finds the event that is the estimate, if there is one.  Call it before values
   are derived. */
void advice_choose(const Annotation* annotation);

/* Returns the lists of the verdict, Advice*: of cost, and of mispredictions, if
   these cost much.  The caller frees it with g_ptr_array_free().  sum.h must
   have kept the lines and calls of all functions.  If there is no estimate, or
   if it is 0, it is empty or, if the user gave --advice=yes, the program ends
   with a message. */
GPtrArray* advice_find(const Annotation* annotation);

/* Returns what an item is of the total, in percent. */
double advice_share(const Advice* advice, const AdviceItem* item);

#endif
