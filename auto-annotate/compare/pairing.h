/* SPDX-License-Identifier: GPL-2.0-or-later */
/* pairing.h: which functions and lines of two profiles are the same, although
   the sources were edited between them.

   A function of BEFORE is one of AFTER if it has the same name and lies in the
   file with the same path in its version (versions.h).  Otherwise it was moved
   to another file, if just one function of that name is missing in AFTER and
   just one is new.  Its lines are where the difference of the two files says
   (line_map.h). */

#ifndef PAIRING_H
#define PAIRING_H

#include <glib.h>

#include "compare/line_map.h"
#include "compare/versions.h"
#include "lib/costs.h"
#include "lib/source_scope.h"

/* Stands for a removed line whose index in an array is 0, and so on. */
#define PAIRING_REMOVED ((guint64)1 << 62)

/* What is kept of lines that are not in AFTER as they were. */
typedef struct {
   GArray*     removed; /* LineMapRemoved; the texts are its own */
   GHashTable* changed; /* by the name of a file of AFTER, of its lines: a
                           GHashTable* of GString*, what was there before, each
                           line ended by a newline, by guint64* */
} PairingTexts;

/* Returns the costs of `before' by the names of files, functions and objects,
   and the lines, that they have in `after'.  What is not in `after' keeps its
   names; the counts of lines that were removed are for line 0 or, if `texts' is
   not NULL, for PAIRING_REMOVED + its index in `removed', to which it is added.
   A text is NULL, or not in `changed', if `scope' does not allow that its file
   is shown; `scope' is not used without `texts'.
   Prints a warning if no source of the profiles is in the versions.  Ends the
   program with a message if a sum exceeds 63 bits, if git fails, or if a line's
   number is PAIRING_REMOVED or more and `texts' is not NULL. */
Costs* pairing_move(const Versions* versions, const Costs* before,
                    const Costs* after, PairingTexts* texts,
                    SourceScope* scope);

#endif
