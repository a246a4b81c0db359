/* SPDX-License-Identifier: GPL-2.0-or-later */
/* screen.h: what a terminal shows.  A profile can have 50 events, and a line of
   a screen has room for a few: without --show, those are shown that an estimate
   of the time is made of, and of these those that cost most. */

#ifndef SCREEN_H
#define SCREEN_H

#include "annotate/annotation.h"

/* Whether that is so: the output is text on a terminal, and no option chooses
   the events or lifts the limit of --width. */
gboolean screen_shows_few(const Options* options);

/* Adds the events to those shown: what is sorted by, then Cycles, which is the
   best estimate, and what it is made of. */
void screen_choose_columns(Annotation* annotation);

/* Whether the list of functions has a column with the running total of the
   shares of the first event sorted by. */
gboolean screen_has_running(const Options* options);

/* Makes the counts of functions leave room for their names in lines of so many
   columns.  On a terminal, only the first event keeps its percentages where
   there is no room for all.  Then, without --show, events are dropped: of the
   few, those that cost least, and otherwise the last ones.  The first is never
   dropped.  0 columns are no limit. */
void screen_fit(Annotation* annotation, guint columns);

#endif
