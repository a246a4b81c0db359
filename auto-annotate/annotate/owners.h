/* SPDX-License-Identifier: GPL-2.0-or-later */
/* owners.h: which functions have counts at a line of a source, for pages.

      line 12   std::vector<int>::push_back    5 counts
                std::vector<char>::push_back   3 counts

   Of some functions the lines are shown; these are chosen.  A line is near them
   if it is few lines away from one of theirs. */

#ifndef OWNERS_H
#define OWNERS_H

#include "lib/costs.h"

typedef struct Owners Owners;

/* What a function has at a line. */
typedef struct {
   guint64         line;
   const Function* function;
   gsize           counts; /* private: see owners_counts() */
} Owner;

/* Returns owners without a source, for profiles with so many events. */
Owners* owners_new(guint n_events);

/* Says that the lines of a function are shown. */
void owners_choose(Owners* owners, const Function* function);

/* Finds the owners of all lines of a file.  The lines of its functions must
   have been kept.  Ends the program with a message if a sum exceeds 63 bits. */
void owners_find(Owners* owners, const File* file);

/* Sets *first to the owners of a line and returns how many there are.  The
   lines of a file are asked for in their order. */
guint owners_at(Owners* owners, guint64 line, const Owner** first);

/* Returns the counts of an owner, by recorded event. */
const Count* owners_counts(const Owners* owners, const Owner* owner);

/* Returns the sum of the counts of n owners; the caller frees it.  Ends the
   program with a message if one exceeds 63 bits. */
Count* owners_sum(const Owners* owners, const Owner* first, guint n);

/* Whether a line is at most `context' lines from one of a function that was
   chosen.  The lines of a file are asked for in their order.  Line 0, which is
   no line, is near no other. */
gboolean owners_are_near(Owners* owners, guint64 line, guint64 context);

#endif
