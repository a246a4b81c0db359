/* SPDX-License-Identifier: GPL-2.0-or-later */
/* evidence.h: what a profile says of one place of the verdict (places.h), and
   the words that follow from it.

   Evidence that the profile does not have is not guessed: an event that is not
   recorded counts 0. */

#ifndef EVIDENCE_H
#define EVIDENCE_H

#include "lib/events.h"
#include "report/places.h"

typedef struct {
   const Events* events;
   const double* weights; /* of the recorded events in the estimate */
   const Place*  place;
   guint         line_size; /* of L1D, in bytes */
} Evidence;

/* Why a place costs what it does. */
typedef struct {
   const char* name;   /* a word or two */
   double      share;  /* of the estimate of the place, in percent */
   char*       text;   /* what is known of it: a sentence without its full stop;
                          or NULL */
   const char* remedy; /* a sentence; or NULL */
} Cause;

/* From so many uses, or loads, on they say something. */
#define EVIDENCE_MIN_USES 100

/* Whether the source of the place is in Rust. */
gboolean evidence_is_rust(const Evidence* evidence);

/* Returns the index of a recorded event, or -1. */
int evidence_event(const Evidence* evidence, const char* name);

/* Returns the sum of the counts of events, whose names are separated by blanks.
 */
double evidence_count(const Evidence* evidence, const char* names);

/* Returns how many of 100 `of' are `part'; 0 if there are none.  Both are names
   as those of evidence_count(). */
double evidence_rate(const Evidence* evidence, const char* part,
                     const char* of);

/* Returns what one event costs, in percent of the estimate of the place. */
double evidence_share(const Evidence* evidence, const char* name);

#endif
