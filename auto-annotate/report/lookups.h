/* SPDX-License-Identifier: GPL-2.0-or-later */
/* lookups.h: places that look up in a container what a place beside them looks
   up, too. */

#ifndef LOOKUPS_H
#define LOOKUPS_H

#include "report/evidence.h"

/* Sets the cause of a place that looks up in a container what another of
   `places' (const Place*) looks up near it, in one of the same type.  Returns
   FALSE if there is none.  The caller frees the text. */
gboolean lookups_find_repeated(const Evidence*  evidence,
                               const GPtrArray* places, Cause* cause);

/* Returns what helps a place that waits for the nodes of a container's tree in
   which it looks up, or NULL if it does not look up in one. */
const char* lookups_tree_remedy(const Evidence* evidence);

#endif
