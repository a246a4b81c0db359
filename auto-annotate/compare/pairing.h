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

/* Returns the costs of `before' by the names of files, functions and objects,
   and the lines, that they have in `after'.  What is not in `after' keeps its
   names; the counts of lines that were removed are for line 0 or, if `removed'
   is not NULL, for PAIRING_REMOVED + its index in that array (LineMapRemoved),
   to which it is added; the caller frees the texts.  A text is NULL if `scope'
   does not allow that its file is shown; `scope' is not used without `removed'.
   Prints a warning if no source of the profiles is in the versions.  Ends the
   program with a message if a sum exceeds 63 bits, if git fails, or if a line's
   number is PAIRING_REMOVED or more and `removed' is not NULL. */
Costs* pairing_move(const Versions* versions, const Costs* before,
                    const Costs* after, GArray* removed, SourceScope* scope);

#endif
