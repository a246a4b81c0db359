/* SPDX-License-Identifier: GPL-2.0-or-later */
/* library.h: what a place is told that pays for a library whose functions are
   known (deeds.h). */

#ifndef LIBRARY_H
#define LIBRARY_H

#include "report/evidence.h"

/* Returns the deed that a place pays most for, or DEED_NONE. */
Deed library_largest_deed(const Place* place);

/* Returns what a place pays for it, in percent of its estimate. */
double library_share(const Place* place, Deed deed);

/* Sets all of a cause but its share.  The caller frees the text. */
void library_explain(const Evidence* evidence, Deed deed, Cause* cause);

#endif
