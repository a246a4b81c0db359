/* SPDX-License-Identifier: GPL-2.0-or-later */
/* selection.h: which events are shown, and which functions are shown first. */

#ifndef SELECTION_H
#define SELECTION_H

#include "annotate/annotation.h"

/* In percent: the default of --threshold, its maximum, and the maximum of a
   threshold in --sort. */
#define SELECTION_DEFAULT_THRESHOLD "0.1"
#define SELECTION_MAX_THRESHOLD     20
#define SELECTION_MAX_SORT          100

/* Checks a threshold; `option' is how it is given, for instance "--threshold=".
   Ends the program if `text' is no percentage up to `max'. */
void selection_check_threshold(const char* option, const char* text,
                               double max);

/* Sets the events that are shown, those that are sorted by, and that of folded
   stacks, as the options say.  `defined' are the names of events that the
   command line defines; they are shown after the profile's if --show does not
   choose others.  A screen shows a few of the profile's, and is sorted by the
   first.  Ends the program if an event does not exist. */
void selection_choose(Annotation* annotation, const GPtrArray* defined);

/* Whether an event has a column. */
gboolean selection_shows(const Annotation* annotation, guint event);

/* Returns the columns with percentages, also where the user wants none beside
   functions and lines; and those that the list of functions has: all views but
   the plain list have percentages. */
Columns selection_with_percents(const Annotation* annotation);
Columns selection_list_columns(const Annotation* annotation);

/* Compares two rows of counts by the events sorted by: greater absolute counts
   come first.  Returns a number less than, equal to, or more than 0. */
int selection_compare(const Annotation* annotation, const Count* a,
                      const Count* b);

/* Whether the share of at least one event sorted by reaches its threshold. */
gboolean selection_reaches_threshold(const Annotation* annotation,
                                     const Count*      counts);

/* Returns all counts of a row, and the values of derived events: `recorded'
   itself if there are no such events, else a copy.  Ends the program if a value
   exceeds 63 bits. */
const Count* selection_derive(const Annotation* annotation,
                              const Count*      recorded);

/* Returns, by event, the sum over all functions of their absolute counts: of a
   difference, what changed. */
const Count* selection_changes(const Annotation* annotation);

#endif
