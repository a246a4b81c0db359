/* SPDX-License-Identifier: GPL-2.0-or-later */
/* places.h: the lines of source that cost most, for the verdict (verdict.h).

   The cost of a line is a sum of its counts with weights.  If profiles have the
   calls of inlined functions (sum.h), code of a library that was inlined counts
   at the program's line that it was inlined into, not at its own (inlining.h).
   If they have contexts, what a library costs counts at the line that called it
   (charges.h).
   If profiles have objects, code in a library of the system is no line of the
   program.  All places, `unknown' and `libraries' add up to the total. */

#ifndef PLACES_H
#define PLACES_H

#include "report/charges.h"

#define PLACES_MAX 10

/* A line of source. */
typedef struct {
   const File*     file;
   const Function* function; /* the one with most of the estimate there */
   guint64         line;
   double          estimate; /* the cost */
   Count*          counts;   /* by recorded event; none is COUNT_NONE */
   Bill            bill;     /* what of it is for libraries, if that is known */
   gboolean        library;  /* not the program's own, and the profile does
                               not say where it was inlined */
} Place;

typedef struct {
   GPtrArray* most;  /* Place*: up to PLACES_MAX, those that cost most
                        first */
   double unknown;   /* the estimate of code whose line is not known; if */
   double stripped;  /* profiles have objects, that of programs, and */
   double bare;      /* of libraries that are not the system's */
   double libraries; /* the same of the system's libraries, if profiles have
                        objects, as far as no line is known to call them */
} Places;

/* Searches the lines of all functions, which must have been kept.  `weights'
   has one for each event, and `own' is for charges_new().  Ends the program
   with a message if a sum exceeds 63 bits. The caller frees the result with
   places_free(). */
Places* places_find(const Costs* costs, const double* weights,
                    const GPtrArray* own);
void    places_free(Places* places);

#endif
