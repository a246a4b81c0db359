/* SPDX-License-Identifier: GPL-2.0-or-later */
/* causes.h: why a line costs what it does, in words, with its one number, and
   what to change.

      col.c:10   s += image[y * width + x];
                 stride: successive uses are 7,600 bytes apart; 4 of 64 bytes of
                 a line are used
                 swap the loops, ...

   The cause is the part of the estimate that is largest: what the core waits
   for, what it executes, or what a library that the line calls is known to do
   (deeds.h).  Waiting for memory is told apart by evidence: whether a load
   needs another that is late (D1mc of D1ml), the distance between uses (Std /
   Stn), how many bytes of the lines are used (Used of 64 Lf), and the classes
   of misses if the run counted them.  Evidence that the profile does not have
   is not guessed: then a cause has no remedy. */

#ifndef CAUSES_H
#define CAUSES_H

#include "lib/events.h"
#include "report/places.h"

typedef struct {
   const char* name;   /* a word or two */
   double      share;  /* of the estimate of the place, in percent */
   char*       text;   /* what is known of it: a sentence without its full stop;
                          or NULL */
   const char* remedy; /* a sentence; or NULL */
} Cause;

#define CAUSES_MAX 2

/* Sets up to CAUSES_MAX causes of a place, the most important first, and
   returns how many there are.  `weights' are those of the recorded events in
   the estimate.  The caller frees the texts. */
guint causes_find(const Events* events, const double* weights,
                  const Place* place, Cause causes[CAUSES_MAX]);

/* Sets the cause of a place that looks up in a container what a place beside it
   looks up, too, in one of the same type.  Returns FALSE if there is none. */
gboolean causes_find_repeated(const Events* events, const double* weights,
                              const Place* place, const GPtrArray* places,
                              Cause* cause);

/* The same as causes_find() for a difference, where only what grew most is
 * known. */
guint causes_find_growth(const Events* events, const double* weights,
                         const Place* place, Cause causes[CAUSES_MAX]);

#endif
