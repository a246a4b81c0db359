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

#endif
