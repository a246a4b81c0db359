/* SPDX-License-Identifier: GPL-2.0-or-later */
/* events.h: the events of a profile, and events that formulas derive from them.

      D1m    = D1mr + D1mw                 built in, if both are recorded
      Cycles = Ir + 10*D1m + 200*LLm       built in, : a long name may follow
      Rate   = Bcm / Bc                    the user's

   A definition is

      definition ::= name "=" sum (":" long_name)?
      sum        ::= product (("+" | "-") product)*
      product    ::= factor (("*" | "/")? factor)*
      factor     ::= "-" factor | "(" sum ")" | number | name
      name       ::= (letter | "_") (letter | "_" | digit)*
      number     ::= digit+ ("." digit+)?

   The order of definitions does not matter: names are looked up when an event
   is asked for.  "10 D1m" is 10*D1m, as KCachegrind writes it; "10D1m", without
   a blank, is an error.

   Numbers are at most 1e18.  A formula has at most 1000 numbers, names and
   operations, and parentheses and signs up to 100 deep.  There are at most 1000
   definitions.

   A formula is linear if it is a sum of events with constant weights.  Its
   value is a count like any other: rounded to a whole number, and the sum over
   lines is the value of the sum.  The value of any other formula is kept in
   units of 1 / EVENTS_SCALE, and it is computed from sums, never added up. */

#ifndef EVENTS_H
#define EVENTS_H

#include <glib.h>

#include "lib/count.h"

/* How many events formulas may define, at most. */
#define EVENTS_MAX_DEFINITIONS 1000

#define EVENTS_DECIMALS 4
#define EVENTS_SCALE    10000

typedef struct Events Events;

/* Returns the events of a profile with these names, which are not copied, and
   the built-in definitions that its events allow.  `definitions' are the
   profile's; they are to be defined after this. */
Events* events_new(const GPtrArray* recorded, const GPtrArray* definitions);

/* Adds a definition; one of the same name is replaced.  `where' is what an
   error message begins with, for instance "--event" or "file:12".  Returns
   TRUE; or FALSE and `error' if the definition is malformed or names an event
   of the profile. */
gboolean events_define(Events* events, const char* definition,
                       const char* where, GError** error);

/* Returns "--event=TEXT" for the beginning of a message; a long text is cut.
   The caller frees it. */
char* events_option(const char* text);

/* Adds the definitions of a file, one on each line.  Empty lines and those that
   begin with "#" are skipped, and definitions of events that the profile has
   itself.  Returns TRUE; or FALSE and `error', also if the file cannot be read.
   */
gboolean events_read_file(Events* events, const char* path, GError** error);

/* Returns the index of an event, with the name in any case of letters.  A
   derived event gets its index here.  Returns -1 and `error', which begins with
   `where', if there is no such event or if its formula cannot be evaluated:
   an unknown event, a division by 0, an event defined by itself. */
int events_find(Events* events, const char* name, const char* where,
                GError** error);

/* Returns how many events there are: the profile's, and the derived ones
   that were found. */
guint events_number(const Events* events);

/* Returns how many of them the profile has recorded. */
guint events_recorded(const Events* events);

/* Returns the index of an event in the names of a profile's events, or -1. */
int events_find_recorded(const GPtrArray* recorded, const char* name);

/* Cyv, the variance of cycles that were sampled: a count like others, but of a
   difference of profiles, too, it is the sum.  Returns its index, or -1. */
int events_find_variance(const GPtrArray* recorded);

/* Returns the same of a profile's events. */
int events_variance(const Events* events);

/* Returns the standard error that a variance stands for, in cycles.  It counts
   in squares of 100 cycles (cg_costs.h). */
double events_standard_error(double variance);

/* Returns the name of an event; `events' owns it. */
const char* events_name(const Events* events, guint event);

/* Returns the formula of an event as it was defined, between "=" and ":", or
   NULL if the profile has recorded the event. */
const char* events_formula(const Events* events, guint event);

/* Returns the text after the ":" of a definition, or NULL. */
const char* events_long_name(const Events* events, guint event);

/* Whether the values of an event are counts, and not in units of
   1 / EVENTS_SCALE. */
gboolean events_is_linear(const Events* events, guint event);

/* Returns the weight of a recorded event in a linear one. */
double events_weight(const Events* events, guint event, guint recorded);

/* Sets the counts of all derived events, which follow the recorded ones in
   `counts'.  An event that has no value is COUNT_NONE: nothing that its formula
   names can happen there, or it divides by 0.  Returns -1, or the index of an
   event whose value exceeds 63 bits. */
int events_derive(const Events* events, Count* counts);

/* Returns the definition of an event by recorded events only, as profiles
   have it and KCachegrind evaluates it: "Cycles = Ir + 10 D1mr : Estimated
   Cycles".  The caller frees it.  Returns NULL unless it is linear with whole
   weights that are not negative: KCachegrind does not know others. */
char* events_definition(const Events* events, guint event);

void events_free(Events* events);

#endif
