/* SPDX-License-Identifier: GPL-2.0-or-later */
/* parts.h: adds up profiles with several threads.

   Large profiles are divided into parts, each of which begins with a line
   "fl=".  Each thread takes the next part when it has read one, and adds its
   counts to those of all.  If there are many small profiles, each thread adds
   up its own first.

   A thread does not know what comes before its part, and the parts are added in
   any order.  For an ordinary profile neither makes a difference.  Anything
   else makes the threads give up: an error, a negative count, an object, a
   call, instructions, or a part that depends on what comes before it.  Nearly
   all profiles tell at their beginning whether they have any of these.  The
   caller then reads all profiles again, one after the other.  Results and error
   messages are thus the same with any number of threads. */

#ifndef PARTS_H
#define PARTS_H

#include <glib.h>

#include "lib/costs.h"

/* Returns how many threads parts_add_profiles() should have; 1 means that it
   should not be called.  All profiles must be regular files, because others
   cannot be read twice. */
guint parts_threads(char* const* names, guint n_names);

/* The profiles to be added up. */
typedef struct {
   char* const*   names;
   Reader* const* readers; /* of the first of them, after their headers */
   guint          n_names;
   guint          n_readers;  /* at least 1 */
   guint          n_negative; /* the counts of so many are subtracted */
} Profiles;

/* Adds up the counts of profiles with so many threads: with `by_line' by line,
   otherwise by function.  `costs' must be empty, and `totals' has a 0 for each
   event.  Returns TRUE; or FALSE if the threads gave up.  `costs' and `totals'
   are useless then.  The readers stay where they are. */
gboolean parts_add_profiles(Costs* costs, Count* totals,
                            const Profiles* profiles, gboolean by_line,
                            guint n_threads);

#endif
